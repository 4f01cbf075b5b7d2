/** Globs that say which changed files count. */
export interface PathPatterns {
  included: readonly string[]
  excluded: readonly string[]
  /** Whether one of the patterns is empty, such as `!` alone. */
  hasEmptyPattern: boolean
}

/** Parses globs, one a line or separated by commas. */
export function parsePathPatterns(text: string): PathPatterns {
  let depth = 0
  // A comma inside braces separates nothing.
  const lines = text.replaceAll(/[{},]|\r\n?|\n/gu, (mark) => {
    if (mark === '{') depth += 1
    else if (mark === '}') depth = Math.max(0, depth - 1)
    else if (mark !== ',') depth = 0
    return /[{}]/u.test(mark) || depth > 0 ? mark : '\n'
  })
  const patterns = lines.split('\n').map((line) => line.trim())
  const excluded = patterns.filter((pattern) => pattern.startsWith('!'))
  return {
    included: patterns.filter((pattern) => pattern !== '' && !pattern.startsWith('!')),
    excluded: excluded.map((pattern) => pattern.slice(1).trim()),
    hasEmptyPattern: excluded.includes('!'),
  }
}
