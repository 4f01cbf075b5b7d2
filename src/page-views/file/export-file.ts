import { randomUUID } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'
import type { Clock } from '../../network/gate.ts'
import { isInside } from '../../runner/event.ts'
import { EXTENSIONS, type Extension } from './formats.ts'

/** A file that appears whole or not at all: it's written in the same folder under another name, and then renamed. */
export interface ExportFile {
  write(text: string): Promise<void>
  /** Gives it its name, and replaces a previous file. */
  keep(): Promise<KeptFile>
  /** Gives it the name of a partial result, `<name>.partial.<ext>`. */
  keepPartial(): Promise<KeptFile>
  /** Removes the partial result of a previous export to the same file. */
  removeOldPartial(): Promise<void>
  /** Removes it, unless it was kept. */
  discard(): Promise<void>
}

export interface KeptFile {
  /** Relative to the workspace. */
  path: string
  hasReplaced: boolean
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
    const name = basename(file)
    await refuseFolder(join(folder, name), file)
    // Checked now, since the rows would be lost at the end.
    await refuseFolder(join(folder, namePartialFile(file)), file)
    const temporaryPath = join(folder, `.${name}.${randomUUID()}.tmp`)
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW
    const handle = await open(temporaryPath, flags, 0o644)
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
  const keepAs = async (name: string): Promise<KeptFile> => {
    const path = join(folder, name)
    try {
      // A failed write may have left a part of a row.
      await handle.truncate(length)
      await handle.sync()
      await handle.close()
      const hasReplaced = (await findEntry(path)) !== undefined
      // Replaces a link instead of writing through it.
      await renamePatiently(temporaryPath, path, sleep)
      isOver = true
      const fromWorkspace = relative(workspace, resolve(workspace, dirname(file), name))
      return { path: fromWorkspace.split(sep).join('/'), hasReplaced }
    } catch (error) {
      throw asExportFileError(error, file)
    }
  }
  return {
    async write(text) {
      const bytes = Buffer.from(text)
      try {
        await writeAll(handle, bytes, length)
      } catch (error) {
        throw asExportFileError(error, file)
      }
      length += bytes.length
    },
    keep: () => keepAs(basename(file)),
    keepPartial: () => keepAs(namePartialFile(file)),
    // The export doesn't fail if it can't be removed.
    removeOldPartial: () => rm(join(folder, namePartialFile(file)), { force: true }).catch(() => undefined),
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

async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}

/** @throws ExportFileError if a folder has that name */
async function refuseFolder(path: string, file: string): Promise<void> {
  const found = await findEntry(path)
  if (!found?.isDirectory()) return
  const [name, isPartial] = [basename(path), basename(path) !== basename(file)]
  const what = isPartial ? `a folder is where a partial result would go, \`${name}\`` : 'a folder has that name'
  throw new ExportFileError(file, what, 'Set `file` to another name.')
}

function findEntry(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(() => undefined)
}

/** Finds the format that a file's name sets. */
export function findExtension(file: string): Extension | undefined {
  const extension = extname(file).toLowerCase()
  return EXTENSIONS.find((known) => known === extension)
}

/**
 * What a path has to be that later steps can use; undefined if it is. A backslash separates folders on Windows only,
 * and is part of a name elsewhere. A line break can't be passed to a later step.
 * @param separator of folders on this system
 */
export function findPathRule(file: string, separator: string = sep): string | undefined {
  if (/^[a-z][a-z\d+.-]+:\/\//iu.test(file))
    return 'a path in the workspace, not a URL. To upload the file, add a step after this one'
  const isWindows = separator === '\\'
  // https://learn.microsoft.com/windows/win32/fileio/naming-a-file#naming-conventions
  const [refused] = (isWindows && /[<>"|?*]|(?<!^[a-z]):|:(?![\\/])/iu.exec(file)) || []
  if (refused !== undefined) return `a name without \`${refused}\`, which Windows doesn't allow`
  const isPortable = !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(file) && (isWindows || !file.includes('\\'))
  return isPortable ? undefined : 'a path with `/` between folders, and without line breaks'
}

function namePartialFile(file: string): string {
  const extension = extname(file)
  return `${basename(file, extension)}.partial${extension}`
}

/** Creates the folder of `file` and returns its real path. Links are looked for before anything is created, and after. */
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
      isLink ? 'its path contains a link' : 'it is outside of the workspace',
      'Set `file` to a path inside the workspace, without links.',
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

const NOT_ALLOWED = "The step isn't allowed to write there. Set `file` to a path in another folder."
const NOT_A_FOLDER = 'A part of the path is a file. Set `file` to another path.'

/** What to do, by the system's error code. */
const HINTS: Record<string, string> = {
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: 'The disk is read-only. Set `file` to a path on another disk.',
  ENOSPC: 'The disk is full. Free up space on the runner, or export fewer rows at a time.',
  ENOTDIR: NOT_A_FOLDER,
  EEXIST: NOT_A_FOLDER,
  EISDIR: 'A folder has that name, or the name of its partial result. Set `file` to another name.',
  ENAMETOOLONG: 'Set `file` to a shorter name.',
  ENOENT: 'Check that the workspace exists, and that no part of the path is a broken link.',
}

function asExportFileError(error: unknown, file: string): ExportFileError {
  if (error instanceof ExportFileError) return error
  const { code = 'unknown error' } = error as NodeJS.ErrnoException
  const hint = HINTS[code] ?? "Check the runner's disk."
  return new ExportFileError(file, `the system reports ${code}`, hint, { cause: error })
}
