import { parseGlobs } from '../../../globs/parse-globs.ts'

/** Globs that say which changed files count. */
export interface PathPatterns {
  included: readonly string[]
  excluded: readonly string[]
}

/** Parses globs. `!` in front excludes; the glob behind it may be empty. */
export function parsePathPatterns(text: string): PathPatterns {
  const [excluded = [], included = []] = [true, false].map((isExcluded) =>
    parseGlobs(text).filter((glob) => glob.startsWith('!') === isExcluded),
  )
  return { included, excluded: excluded.map((glob) => glob.slice(1).trim()) }
}
