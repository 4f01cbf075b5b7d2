import { randomUUID } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'
import { isInside } from '../../runner/event.ts'
import { EXTENSIONS, type Extension } from './formats.ts'

/** A file that appears whole or not at all: it is written under another name beside the place where it will be. */
export interface ExportFile {
  write(text: string): Promise<void>
  /** Gives it its name, in place of a file that was there. */
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
  /** Whether a file of that name was there before. */
  hasReplaced: boolean
}

/**
 * Opens a file for writing and makes the folders that it lies in. No link on the way may lead out of the workspace.
 * What exports that were killed have left there is ignored.
 * @param workspace absolute path
 * @param file path from there
 * @throws ExportFileError
 */
export async function openExportFile(workspace: string, file: string): Promise<ExportFile> {
  try {
    const folder = await openExportFolder(workspace, file)
    const name = basename(file)
    await refuseFolder(join(folder, name), file)
    // Looked at now, since the rows would be lost if it were found out at the end.
    await refuseFolder(join(folder, namePartialFile(file)), file)
    const temporaryPath = join(folder, `.${name}.${randomUUID()}.tmp`)
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW
    const handle = await open(temporaryPath, flags, 0o644)
    return createExportFile(handle, { temporaryPath, workspace: resolve(workspace), file })
  } catch (error) {
    throw asExportFileError(error, file)
  }
}

interface Place {
  temporaryPath: string
  workspace: string
  /** As it was given. */
  file: string
}

function createExportFile(handle: FileHandle, place: Place): ExportFile {
  const { temporaryPath, workspace, file } = place
  const folder = dirname(temporaryPath)
  let length = 0
  let isOver = false
  const keepAs = async (name: string): Promise<KeptFile> => {
    const path = join(folder, name)
    let hasReplaced: boolean
    try {
      // What a failed write left behind is no whole row.
      await handle.truncate(length)
      await handle.sync()
      await handle.close()
      hasReplaced = (await findEntry(path)) !== undefined
      // Replaces a link instead of writing through it.
      await rename(temporaryPath, path)
    } catch (error) {
      throw asExportFileError(error, file)
    }
    isOver = true
    const fromWorkspace = relative(workspace, resolve(workspace, dirname(file), name))
    return { path: fromWorkspace.split(sep).join('/'), hasReplaced }
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
    // One that can't be removed is no reason to fail: the file is there.
    removeOldPartial: () => rm(join(folder, namePartialFile(file)), { force: true }).catch(() => undefined),
    async discard() {
      if (isOver) return
      isOver = true
      await handle.close().catch(() => undefined)
      await rm(temporaryPath, { force: true })
    },
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}

/** @throws ExportFileError when a folder has that name */
async function refuseFolder(path: string, file: string): Promise<void> {
  const found = await findEntry(path)
  if (found?.isDirectory())
    throw new ExportFileError(
      file,
      basename(path) === basename(file)
        ? 'a folder has that name'
        : `a folder has the name of a partial result, \`${basename(path)}\``,
      'Set `file` to another name.',
    )
}

function findEntry(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(() => undefined)
}

/** The format that the name of a file asks for; nothing for any other name. */
export function findExtension(file: string): Extension | undefined {
  const extension = extname(file).toLowerCase()
  return EXTENSIONS.find((known) => known === extension)
}

/**
 * Whether `file` is a path that later steps can use as it is. A backslash divides folders on Windows only; elsewhere it
 * is part of a name. A line break can't be handed to a later step.
 * @param separator what divides folders on this system
 */
export function isPortable(file: string, separator: string = sep): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(file) && (separator === '\\' || !file.includes('\\'))
}

/** The name of a partial result beside `file`: `<name>.partial.<ext>`. */
function namePartialFile(file: string): string {
  const extension = extname(file)
  return `${basename(file, extension)}.partial${extension}`
}

/**
 * Makes the folder of `file` and returns its real path. It's checked before anything is made in it, and again after.
 * @param workspace absolute path
 * @param file path from there
 * @throws ExportFileError when a link leads out of the workspace; what the system throws
 */
async function openExportFolder(workspace: string, file: string): Promise<string> {
  const folder = dirname(resolve(workspace, file))
  const root = await realpath(workspace)
  refuseOutside(root, await findRealAncestor(folder), file)
  await mkdir(folder, { recursive: true })
  const real = await realpath(folder)
  refuseOutside(root, real, file)
  return real
}

/** The real path of `folder`, or of the closest folder above it that exists. */
async function findRealAncestor(folder: string): Promise<string> {
  try {
    // A link that leads nowhere exists, and `mkdir` would make what it points to.
    await lstat(folder)
  } catch {
    return findRealAncestor(dirname(folder))
  }
  return realpath(folder)
}

function refuseOutside(root: string, real: string, file: string): void {
  if (real === root || isInside(root, real)) return
  throw new ExportFileError(
    file,
    'a link leads out of the workspace',
    'Set `file` to a path that stays inside the workspace.',
  )
}

/** The file can't be written. */
export class ExportFileError extends Error {
  override readonly name = 'ExportFileError'
  readonly hint: string

  /**
   * @param file as it was given
   * @param what came back
   */
  constructor(file: string, what: string, hint: string, options?: ErrorOptions) {
    super(`Could not write \`${file}\`: ${what}.`, options)
    this.hint = hint
  }
}

/** What the system calls its errors, and what to do about them. */
const HINTS: Record<string, string> = {
  EACCES: 'The step may not write there. Set `file` to a folder that it may write to.',
  EPERM: 'The step may not write there. Set `file` to a folder that it may write to.',
  EROFS: 'The disk is read-only. Set `file` to another folder.',
  ENOSPC: 'The disk is full. Make room on the runner, or export less at a time.',
  ENOTDIR: 'A part of the path is a file. Set `file` to another path.',
  EEXIST: 'A part of the path is a file. Set `file` to another path.',
  EISDIR: 'A folder has that name, or the name of its partial result. Set `file` to another name.',
  ELOOP: 'A link in the path leads to itself. Set `file` to another path.',
  ENAMETOOLONG: 'Set `file` to a shorter name.',
  ENOENT: 'Does the workspace exist, and is a part of the path a link that leads nowhere?',
}

/** What went wrong while `file` was written, with a hint that fits what the system calls it. */
function asExportFileError(error: unknown, file: string): ExportFileError {
  if (error instanceof ExportFileError) return error
  const { code = 'unknown error' } = error as NodeJS.ErrnoException
  const hint = HINTS[code] ?? 'Look at the disk of the runner.'
  return new ExportFileError(file, `the system says ${code}`, hint, { cause: error })
}
