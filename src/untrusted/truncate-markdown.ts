/** Counts the size of a text, and takes the first `maximum` units of it, without splitting code points. */
interface Measure {
  sizeOf(text: string): number
  take(text: string, maximum: number): string
}

const UTF16_UNITS: Measure = {
  sizeOf: (text) => text.length,
  take: (text, maximum) => text.slice(0, maximum).replace(/[\uD800-\uDBFF]$/u, ''),
}

const UTF8_BYTES: Measure = {
  sizeOf: (text) => Buffer.byteLength(text),
  // A code point that was split decodes to U+FFFD, which is removed.
  take: (text, maximum) => new TextDecoder().decode(Buffer.from(text).subarray(0, maximum)).replace(/\uFFFD+$/u, ''),
}

const NOTE = "\n\n*Cut here, because it wouldn't fit.*"

/** Cuts `markdown` to `maximum` UTF-16 units, and closes an open fence and open `<details>`. */
export function truncateMarkdown(markdown: string, maximum: number): string {
  return cutToFit(markdown, maximum, UTF16_UNITS)
}

/** Cuts to bytes of UTF-8, as the runner measures a summary. */
export function truncateMarkdownToBytes(markdown: string, maximumBytes: number): string {
  return cutToFit(markdown, maximumBytes, UTF8_BYTES)
}

function cutToFit(markdown: string, maximum: number, measure: Measure): string {
  const source = markdown.toWellFormed()
  if (measure.sizeOf(source) <= maximum) return source
  let kept = takeLines(source, maximum - measure.sizeOf(NOTE), measure)
  while (kept !== '') {
    const whole = kept + close(kept) + NOTE
    const excess = measure.sizeOf(whole) - maximum
    if (excess <= 0) return whole
    kept = takeLines(kept, measure.sizeOf(kept) - excess, measure)
  }
  return measure.take(NOTE.trim(), maximum)
}

/** The start of `source`, without a last line in which a code span, link or tag would stay open. */
function takeLines(source: string, maximum: number, measure: Measure): string {
  const kept = measure.take(source, Math.max(0, maximum))
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
