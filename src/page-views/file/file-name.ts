import { basename, extname, isAbsolute, relative, resolve, sep } from 'node:path'
import { EXTENSIONS, type Extension } from './formats.ts'

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
