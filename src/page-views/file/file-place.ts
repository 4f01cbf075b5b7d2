import { lstat, mkdir, realpath } from 'node:fs/promises'
import { basename, dirname, extname, resolve } from 'node:path'
import { isInside } from '../../runner/event.ts'
import { EXTENSIONS, type Extension } from './formats.ts'

/** The format that the name of a file asks for; nothing for any other name. */
export function findExtension(file: string): Extension | undefined {
  const extension = extname(file).toLowerCase()
  return EXTENSIONS.find((known) => known === extension)
}

/**
 * Says whether every system takes `file` for the same path. A backslash divides folders on Windows only, and a line
 * break can't be handed to a later step.
 */
export function isPortable(file: string): boolean {
  return !/[\\\p{Cc}\p{Zl}\p{Zp}]/u.test(file)
}

/** The name of a partial result beside `file`: `<name>.partial.<ext>`. */
export function namePartialFile(file: string): string {
  const extension = extname(file)
  return `${basename(file, extension)}.partial${extension}`
}

/**
 * Makes the folder of `file` and returns its real path. Checked before anything is made in it, and once more afterwards.
 * @param workspace absolute path
 * @param file path from there
 * @throws ExportFileError when a link leads out of the workspace; what the system throws
 */
export async function openExportFolder(workspace: string, file: string): Promise<string> {
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
  EISDIR: 'There is a folder of that name, or of that of its partial result. Set `file` to another name.',
  ELOOP: 'A link in the path leads to itself. Set `file` to another path.',
  ENAMETOOLONG: 'Set `file` to a shorter name.',
  ENOENT: 'Does the workspace exist, and is a part of the path a link that leads nowhere?',
}

/** What went wrong while `file` was written, with a hint that fits what the system calls it. */
export function asExportFileError(error: unknown, file: string): ExportFileError {
  if (error instanceof ExportFileError) return error
  const { code = 'unknown error' } = error as NodeJS.ErrnoException
  const hint = HINTS[code] ?? 'Look at the disk of the runner.'
  return new ExportFileError(file, `the system says ${code}`, hint, { cause: error })
}
