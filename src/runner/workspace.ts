import { isAbsolute, relative, resolve } from 'node:path'

/**
 * Whether a path leads to a file or folder below `root`. On Windows, one on another drive doesn't.
 * @param root absolute path
 */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, resolve(root, path))
  return way !== '' && !/^\.\.(?:[\\/]|$)/u.test(way) && !isAbsolute(way)
}
