import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'
import type { Clock } from '../../network/gate.ts'
import { isInside } from '../../runner/workspace.ts'
import { EXTENSIONS, type Extension } from './formats.ts'

/** A file that appears whole or not at all: it's written in the same folder under another name, and then renamed. */
export interface ExportFile {
  write(text: string): Promise<void>
  /** Gives it its name, and replaces a previous file. Returns its path, relative to the workspace. */
  keep(): Promise<string>
  /** Gives it the name of a partial result, `<name>.partial.<ext>`. */
  keepPartial(): Promise<string>
  /** Removes it, unless it was kept. */
  discard(): Promise<void>
}

/**
 * Opens a file for writing and creates its folders. No folder on the way may be a link.
 * @param workspace absolute path
 * @param file relative to the workspace
 * @throws ExportFileError
 */
export async function openExportFile(workspace: string, file: string, sleep: Clock['sleep']): Promise<ExportFile> {
  try {
    const folder = await openExportFolder(workspace, file)
    const names = [basename(file), namePartialFile(file)]
    // Checked now, as is whether a name is too long, since the rows would be lost at the end.
    for (const name of names) if ((await findEntry(join(folder, name)))?.isDirectory()) throw refuseFolder(file, name)
    // Without the file's name, which may be as long as a name can be.
    const temporaryPath = join(folder, `.${randomUUID()}.tmp`)
    // `x`: a file or a link of that name is an error. `a`: after a failed write, the next one is at the end.
    const handle = await open(temporaryPath, 'ax', 0o644)
    return createExportFile(handle, { temporaryPath, workspace: resolve(workspace), file }, sleep)
  } catch (error) {
    throw asExportFileError(error, file)
  }
}

function createExportFile(
  handle: FileHandle,
  { temporaryPath, workspace, file }: Record<'temporaryPath' | 'workspace' | 'file', string>,
  sleep: Clock['sleep'],
): ExportFile {
  const folder = dirname(temporaryPath)
  let length = 0
  let isOver = false
  const keepAs = async (name: string): Promise<string> => {
    try {
      await handle.sync()
      await handle.close()
      // Replaces a link instead of writing through it.
      await renamePatiently(temporaryPath, join(folder, name), sleep)
      isOver = true
      return relative(workspace, resolve(workspace, dirname(file), name))
        .split(sep)
        .join('/')
    } catch (error) {
      throw asExportFileError(error, file)
    }
  }
  return {
    async write(text) {
      try {
        await handle.appendFile(text)
        length += Buffer.byteLength(text)
      } catch (error) {
        // It may have written a part of a row.
        await handle.truncate(length).catch(() => undefined)
        throw asExportFileError(error, file)
      }
    },
    keep: () => keepAs(basename(file)),
    keepPartial: () => keepAs(namePartialFile(file)),
    async discard() {
      if (isOver) return
      isOver = true
      await handle.close().catch(() => undefined)
      await rm(temporaryPath, { force: true })
    },
  }
}

/** On Windows, a virus scanner may have the file open for a moment. */
const RENAME_PAUSES_MS = [100, 400, 1600]

async function renamePatiently(from: string, to: string, sleep: Clock['sleep'], pauses = RENAME_PAUSES_MS) {
  await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    const [pauseMs, ...left] = pauses
    if (pauseMs === undefined || !/^(EPERM|EBUSY)$/u.test(error.code ?? '')) throw error
    await sleep(pauseMs)
    await renamePatiently(from, to, sleep, left)
  })
}

function refuseFolder(file: string, name: string): ExportFileError {
  const isPartial = name !== basename(file)
  const what = isPartial
    ? `\`${name}\` is a folder, so a partial result couldn't be saved there`
    : 'a folder has that name'
  return new ExportFileError(file, what, 'Set `file` to another name.')
}

function findEntry(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

/** Finds the format that a file's name sets. */
export function findExtension(file: string): Extension | undefined {
  const extension = extname(file).toLowerCase()
  return EXTENSIONS.find((known) => known === extension)
}

/**
 * What to change in a path, so that later steps can use it; undefined if they can. A backslash separates folders on
 * Windows only, and is part of a name elsewhere. A line break can't be passed to a later step.
 * @param separator of folders on this system
 */
export function findPathRule(file: string, separator: string = sep): string | undefined {
  if (/^[a-z][a-z\d+.-]+:\/\//iu.test(file))
    return 'Write a path in the workspace, not a URL. To upload the file, add a step after this one.'
  const isWindows = separator === '\\'
  // https://learn.microsoft.com/windows/win32/fileio/naming-a-file#naming-conventions
  const [refused] = (isWindows && /[<>"|?*]|(?<!^[a-z]):|:(?![\\/])/iu.exec(file)) || []
  if (refused !== undefined) return `Write a name without \`${refused}\`, which Windows doesn't allow.`
  const isPortable = !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(file) && (isWindows || !file.includes('\\'))
  return isPortable ? undefined : 'Write a path with `/` between folders, and without line breaks.'
}

function namePartialFile(file: string): string {
  const extension = extname(file)
  return `${basename(file, extension)}.partial${extension}`
}

/**
 * Creates the folder of `file` and returns its real path. Links are looked for before anything is created, and after.
 */
async function openExportFolder(workspace: string, file: string): Promise<string> {
  const root = await realpath(workspace)
  const folder = dirname(resolve(root, file))
  await refuseLinks(root, folder, file)
  await mkdir(folder, { recursive: true })
  await refuseLinks(root, folder, file)
  return folder
}

/** @throws ExportFileError if `folder` is outside of `root`, or a link leads to it */
async function refuseLinks(root: string, folder: string, file: string): Promise<void> {
  if (folder === root) return
  const isLink = (await findEntry(folder))?.isSymbolicLink() === true
  if (isLink || !isInside(root, folder))
    throw new ExportFileError(
      file,
      isLink ? 'its path contains a symbolic link' : 'it is outside of the workspace',
      'Set `file` to a path inside the workspace, without symbolic links.',
    )
  await refuseLinks(root, dirname(folder), file)
}

/** The file can't be written. */
export class ExportFileError extends Error {
  override readonly name = 'ExportFileError'
  readonly hint: string

  constructor(file: string, what: string, hint: string, options?: ErrorOptions) {
    super(`Couldn't write \`${file}\`: ${what}.`, options)
    this.hint = hint
  }
}

const NOT_A_FOLDER = 'A part of the path is a file. Set `file` to another path.'

/** What to do, by the system's error code. */
const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free up space on the runner, or export fewer rows at a time.',
  ENOTDIR: NOT_A_FOLDER,
  EEXIST: NOT_A_FOLDER,
}

function asExportFileError(error: unknown, file: string): ExportFileError {
  if (error instanceof ExportFileError) return error
  const { code = 'unknown error' } = error as NodeJS.ErrnoException
  const hint = HINTS[code] ?? 'Check that the step is allowed to write there, or set `file` to another path.'
  return new ExportFileError(file, `the system reports ${code}`, hint, { cause: error })
}
