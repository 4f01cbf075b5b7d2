const NOTE = "\n\n*Cut here, because it wouldn't fit.*"

/**
 * Cuts `markdown` to bytes of UTF-8, and closes an open fence and open `<details>`. The runner measures a summary in
 * bytes, and a comment of so many bytes has no more characters.
 */
export function truncateMarkdown(markdown: string, maximumBytes: number): string {
  const source = markdown.toWellFormed()
  if (Buffer.byteLength(source) <= maximumBytes) return source
  let kept = takeLines(source, maximumBytes - Buffer.byteLength(NOTE))
  while (kept !== '') {
    const whole = kept + close(kept) + NOTE
    const excess = Buffer.byteLength(whole) - maximumBytes
    if (excess <= 0) return whole
    kept = takeLines(kept, Buffer.byteLength(kept) - excess)
  }
  return take(NOTE.trim(), maximumBytes)
}

/** The first bytes of a text. A code point that was split decodes to U+FFFD, which is removed. */
function take(text: string, maximumBytes: number): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, maximumBytes)).replace(/\uFFFD+$/u, '')
}

/** The start of `source`, without a last line in which a code span, link or tag would stay open. */
function takeLines(source: string, maximumBytes: number): string {
  const kept = take(source, Math.max(0, maximumBytes))
  const lineStart = kept.lastIndexOf('\n') + 1
  // Lines of a code block can be cut anywhere, but not the line that opens it and names the language.
  if (readOpenParts(kept.slice(0, lineStart)).fence !== '') return kept
  if (/[`<[|]/u.test(kept.slice(lineStart))) return kept.slice(0, Math.max(0, lineStart - 1))
  // Half of `&#124;` would be a reference to issue 12.
  return kept.replace(/&[#\w]*$/u, '')
}

/** The text that closes everything that is open in `source`. */
function close(source: string): string {
  const { fence, details } = readOpenParts(source)
  return `${fence === '' ? '' : `\n${fence}`}${'\n\n</details>'.repeat(Math.max(0, details))}`
}

/** The fence that is open at the end of `source`, and the number of open `<details>`, which begin a line. */
function readOpenParts(source: string): { fence: string; details: number } {
  let fence = ''
  let details = 0
  for (const line of source.split('\n')) {
    const [, run, rest] = /^ {0,3}(`{3,}(?!.*`)|~{3,})(.*)$/su.exec(line) ?? []
    if (fence !== '') {
      if (run?.startsWith(fence) && rest?.trim() === '') fence = ''
    } else if (run !== undefined) fence = run
    else if (line.startsWith('<details>')) details += 1
    else if (line.startsWith('</details>')) details -= 1
  }
  return { fence, details }
}
