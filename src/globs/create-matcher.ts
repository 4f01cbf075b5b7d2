import picomatch from 'picomatch'

/** Whether a path matches one of the globs. A folder, with `/` at its end, means everything in it. */
export function createMatcher(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.map((glob) =>
    glob
      .replace(/(?<=.)\/$/u, '/**')
      // For picomatch, parentheses are groups; in a path they are part of a name, as in `app/(shop)/page.tsx`.
      .replaceAll(/(?<![\\!?*+@])\(/gu, '\\('),
  )
  // Windows has other separators, whatever this runs on.
  const matches = picomatch(patterns, { dot: true, windows: false })
  return (path) => matches(path.replace(LONG_NAME, (name) => name.slice(-LONGEST_NAME)))
}

/**
 * No file system of a runner has longer names. A glob with several stars takes a time that grows with a power of a
 * name's length, and strangers choose names of files and addresses of pages.
 */
const LONGEST_NAME = 255
const LONG_NAME = /[^/]{256,}/gu
