import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { EXTENSIONS, type Extension } from './formats.ts'

/** A file that appears whole or not at all: it is written under another name beside the place where it will be. */
export interface ExportFile {
  write(text: string): Promise<void>
  /** Gives it its name, in place of a file that was there. Returns its path, relative to the workspace. */
  keep(): Promise<string>
  /** Gives it the name of a partial result, `<name>.partial.<ext>`. Returns its path in the same way. */
  keepPartial(): Promise<string>
  /** Removes it, unless it was kept. */
  discard(): Promise<void>
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

/** The format that the name of a file asks for; nothing for any other name. */
export function findExtension(file: string): Extension | undefined {
  const extension = extname(file).toLowerCase()
  return EXTENSIONS.find((known) => known === extension)
}

/** Says whether `file` lies below `workspace`, by its name alone. */
export function isInside(workspace: string, file: string): boolean {
  const path = relative(workspace, resolve(workspace, file))
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
}

/**
 * Opens a file for writing and makes the folders that it lies in. No link on the way may lead out of the workspace.
 * @param workspace absolute path
 * @param file path from there
 * @throws ExportFileError
 */
export async function openExportFile(workspace: string, file: string): Promise<ExportFile> {
  try {
    const folder = await openFolder(workspace, file)
    const name = basename(file)
    await refuseFolder(join(folder, name), file)
    const temporaryPath = join(folder, `.${name}.${randomUUID()}.tmp`)
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW
    const handle = await open(temporaryPath, flags, 0o644)
    return createExportFile(handle, temporaryPath, { workspace: resolve(workspace), file })
  } catch (error) {
    throw asExportFileError(error, file)
  }
}

interface Place {
  workspace: string
  /** As it was given. */
  file: string
}

function createExportFile(handle: FileHandle, temporaryPath: string, { workspace, file }: Place): ExportFile {
  let length = 0
  let isOver = false
  const keepAs = async (name: string) => {
    try {
      // What a failed write left behind is no whole row.
      await handle.truncate(length)
      await handle.sync()
      await handle.close()
      // Replaces a link instead of writing through it.
      await rename(temporaryPath, join(dirname(temporaryPath), name))
    } catch (error) {
      throw asExportFileError(error, file)
    }
    isOver = true
    return relative(workspace, resolve(workspace, dirname(file), name))
      .split(sep)
      .join('/')
  }
  return {
    async write(text) {
      const bytes = Buffer.from(text)
      try {
        for (let written = 0; written < bytes.length; )
          written += (await handle.write(bytes, written, bytes.length - written, length + written))
            .bytesWritten
      } catch (error) {
        throw asExportFileError(error, file)
      }
      length += bytes.length
    },
    keep: () => keepAs(basename(file)),
    keepPartial() {
      const extension = extname(file)
      return keepAs(`${basename(file, extension)}.partial${extension}`)
    },
    async discard() {
      if (isOver) return
      isOver = true
      await handle.close().catch(() => undefined)
      await rm(temporaryPath, { force: true })
    },
  }
}

/** Makes the folder of `file` and returns its real path. Checked before anything is made in it, and once more afterwards. */
async function openFolder(workspace: string, file: string): Promise<string> {
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

async function refuseFolder(path: string, file: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (found?.isDirectory())
    throw new ExportFileError(file, 'there is a folder of that name', 'Set `file` to another name.')
}

/** What the system calls its errors, and what to do about them. */
const HINTS: Record<string, string> = {
  EACCES: 'The step may not write there. Set `file` to a folder that it may write to.',
  EPERM: 'The step may not write there. Set `file` to a folder that it may write to.',
  EROFS: 'The disk is read-only. Set `file` to another folder.',
  ENOSPC: 'The disk is full. Make room on the runner, or export less at a time.',
  ENOTDIR: 'A part of the path is a file. Set `file` to another path.',
  EEXIST: 'A part of the path is a file. Set `file` to another path.',
  EISDIR: 'There is a folder of that name, or of that of its partial result. Set `file` to another name.',
  ELOOP: 'A link in the path leads to itself. Set `file` to another path.',
  ENAMETOOLONG: 'Set `file` to a shorter name.',
  ENOENT: 'Does the workspace exist, and is a part of the path a link that leads nowhere?',
}

function asExportFileError(error: unknown, file: string): ExportFileError {
  if (error instanceof ExportFileError) return error
  const { code = 'unknown error' } = error as NodeJS.ErrnoException
  const hint = HINTS[code] ?? 'Look at the disk of the runner.'
  return new ExportFileError(file, `the system says ${code}`, hint, { cause: error })
}
