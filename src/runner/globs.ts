import picomatch from 'picomatch/posix.js'

/** Globs of an input, one per line or separated by commas. A comma inside braces separates nothing. */
export function parseGlobs(text: string): string[] {
  let depth = 0
  const lines = text.replaceAll(/[{},]|\r\n?|\n/gu, (mark) => {
    if (mark === '{') depth += 1
    else if (mark === '}') depth = Math.max(0, depth - 1)
    else if (mark !== ',') depth = 0
    return /[{}]/u.test(mark) || depth > 0 ? mark : '\n'
  })
  return lines.split('\n').flatMap((line) => line.trim() || [])
}

/** Globs that say which changed files count. */
export interface PathPatterns {
  included: string[]
  excluded: string[]
}

/** Parses globs of which those behind a `!` exclude. Behind it, one may be empty. */
export function parsePathPatterns(text: string): PathPatterns {
  const globs = parseGlobs(text)
  const excluded = globs.flatMap((glob) => (glob.startsWith('!') ? glob.slice(1).trim() : []))
  return { included: globs.filter((glob) => !glob.startsWith('!')), excluded }
}

export const GLOB_RULE = "Write globs of up to 1,000 characters that don't end with `/`, and close every bracket."

/** Whether a glob can match something. Its author writes the workflow, so it may be as slow as it likes. */
export function isGlob(glob: string): boolean {
  const count = (bracket: string) => glob.split(bracket).length
  const isClosed = count('[') === count(']') && count('{') === count('}')
  return isClosed && glob.length <= 1000 && !glob.endsWith('/')
}

/** Paths are by others, and the time for one grows with its length. */
const LONGEST_PATH = 1000

/**
 * Whether a path matches one of the globs, which begin at the root.
 * https://github.com/micromatch/picomatch#globbing-features
 */
export function createMatcher(globs: readonly string[]): (path: string) => boolean {
  const matchers = globs.map((glob) =>
    picomatch(glob.replace(/^\.?\//u, ''), { dot: true, nonegate: true, posix: true }),
  )
  return (path) => path.length <= LONGEST_PATH && matchers.some((matches) => matches(path))
}
