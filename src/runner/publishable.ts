const NOTE = '\n\n*Cut here, because it would not fit.*'

/**
 * `markdown` in at most `maximum` UTF-16 units, cut between code points, with an open fence and open folded
 * parts closed again.
 */
export function fitMarkdown(markdown: string, maximum: number): string {
  const source = markdown.toWellFormed()
  return source.length <= maximum ? source : cut(source, maximum)
}

/** The same, measured in bytes of UTF-8, which is how the runner measures a summary. */
export function fitMarkdownBytes(markdown: string, maximumBytes: number): string {
  const source = markdown.toWellFormed()
  if (Buffer.byteLength(source) <= maximumBytes) return source
  const bytes = Buffer.from(source).subarray(0, maximumBytes)
  // A code point that was cut in two decodes to U+FFFD; it goes.
  const kept = new TextDecoder().decode(bytes).replace(/\uFFFD+$/u, '')
  return cut(kept, kept.length - 400)
}

function cut(source: string, maximum: number): string {
  const room = maximum - NOTE.length - 200
  const kept = source.slice(0, room).replace(/[\uD800-\uDBFF]$/u, '')
  return kept + closing(kept) + NOTE
}

/** What must follow `source` so that nothing stays open in it. */
function closing(source: string): string {
  let fence = ''
  for (const line of source.split('\n')) {
    const run = /^\s{0,3}(`{3,}|~{3,})/u.exec(line)?.[1]
    if (run === undefined) continue
    if (fence === '') fence = run
    else if (run.startsWith(fence)) fence = ''
  }
  const open = source.split('<details>').length - source.split('</details>').length
  return `${fence === '' ? '' : `\n${fence.slice(0, 150)}`}${'\n\n</details>'.repeat(Math.min(Math.max(0, open), 3))}`
}
