/** Globs that say which changed files count. */
export interface PathPatterns {
  included: readonly string[]
  excluded: readonly string[]
  /** Whether one of the patterns is empty, such as `!` alone. */
  hasEmptyPattern: boolean
}

/** Reads globs that stand one a line or are separated by commas; a comma inside braces separates nothing. */
export function parsePathPatterns(text: string): PathPatterns {
  const patterns = splitPatterns(text).filter((pattern) => pattern !== '')
  const excluded = patterns
    .filter((pattern) => pattern.startsWith('!'))
    .map((pattern) => pattern.slice(1).trim())
  return {
    included: patterns.filter((pattern) => !pattern.startsWith('!')),
    excluded,
    hasEmptyPattern: excluded.includes(''),
  }
}

function splitPatterns(text: string): string[] {
  const patterns: string[] = []
  for (const line of text.split(/\r\n|\n|\r/u)) {
    let depth = 0
    let pattern = ''
    for (const character of line) {
      if (character === '{') depth += 1
      if (character === '}') depth = Math.max(0, depth - 1)
      if (character === ',' && depth === 0) {
        patterns.push(pattern.trim())
        pattern = ''
      } else pattern += character
    }
    patterns.push(pattern.trim())
  }
  return patterns
}
