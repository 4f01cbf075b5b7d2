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
