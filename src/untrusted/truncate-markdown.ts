/** How the size of a text is counted, and how the first `maximum` of it are taken, between code points. */
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
  // A code point that was cut in two decodes to U+FFFD; it goes.
  take: (text, maximum) =>
    new TextDecoder().decode(Buffer.from(text).subarray(0, maximum)).replace(/\uFFFD+$/u, ''),
}

const NOTE = '\n\n*Cut here, because it would not fit.*'

/**
 * `markdown` in at most `maximum` UTF-16 units, cut between code points, with an open fence and open folded
 * parts closed again.
 */
export function truncateMarkdown(markdown: string, maximum: number): string {
  return cutToFit(markdown, maximum, UTF16_UNITS)
}

/** The same, measured in bytes of UTF-8, which is how the runner measures a summary. */
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

/** The start of `source`. A line that lost its end goes too when a code span, link or tag in it would stay open. */
function takeLines(source: string, maximum: number, measure: Measure): string {
  const kept = measure.take(source, Math.max(0, maximum))
  const lineStart = kept.lastIndexOf('\n') + 1
  // In a code block every line may end anywhere. The line that opens one may not: it names the language.
  if (readOpenParts(kept.slice(0, lineStart)).fence !== '') return kept
  if (/[`<[|]/u.test(kept.slice(lineStart))) return kept.slice(0, Math.max(0, lineStart - 1))
  // Half of `&#124;` would be a reference to issue 12.
  return kept.replace(/&[#\w]*$/u, '')
}

/** What must follow `source` so that nothing stays open in it. */
function close(source: string): string {
  const { fence, details } = readOpenParts(source)
  return `${fence === '' ? '' : `\n${fence}`}${'\n\n</details>'.repeat(Math.max(0, details))}`
}

/**
 * The fence that is open at the end of `source`, and how many folded parts are. Ours begin a line; what is in a
 * fence, or further on in a line, is only text.
 */
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
