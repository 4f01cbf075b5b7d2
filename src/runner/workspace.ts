import { isAbsolute, relative, resolve, sep } from 'node:path'

/** Whether `path`, relative to `folder`, is inside it. The caller resolves links first. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, resolve(folder, path))
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
