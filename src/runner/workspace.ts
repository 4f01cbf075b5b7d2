import { isAbsolute, relative, resolve, sep } from 'node:path'

/** Whether `path`, from `folder` on, names something below it, by its name alone: links are the caller's to resolve. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, resolve(folder, path))
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
