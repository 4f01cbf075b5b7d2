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
export type PathPatterns = ReturnType<typeof parsePathPatterns>

/** Parses globs of which those behind a `!` exclude. Behind it, one may be empty. */
export function parsePathPatterns(text: string) {
  const globs = parseGlobs(text)
  const excluded = globs.flatMap((glob) => (glob.startsWith('!') ? glob.slice(1).trim() : []))
  return { included: globs.filter((glob) => !glob.startsWith('!')), excluded }
}
