const LINE = /^(?<margin>[ >]*)(?<item>(?:[-+*]|\d{1,9}[.)]) +)?(?<run>`{3,}(?=[^`]*$)|~{3,})?(?<rest>.*)$/u
const NO_FENCE = { run: '', margin: 0, quoteEnd: 0 }

/**
 * Tells for each line of a text, from the first on, whether it belongs to a fenced block. From the line on before which
 * its quote or list may have ended, that is `unsure`. https://spec.commonmark.org/0.31.2/#fenced-code-blocks
 */
export function createFenceReader(): (line: string) => 'fenced' | 'text' | 'unsure' {
  /** Columns that a line of the list item, or of the fence, begins with. */
  let itemIndent = 0
  let fence = NO_FENCE
  let isUnsure = false

  return (line) => {
    const { margin = '', item = '', run = '', rest = '' } = LINE.exec(line)?.groups ?? {}
    const quoteEnd = margin.lastIndexOf('>') + 1
    if (line.trim() === '' && !isUnsure) return fence === NO_FENCE ? 'text' : 'fenced'
    isUnsure ||= margin.length < fence.margin || quoteEnd < fence.quoteEnd
    if (isUnsure) return 'unsure'
    if (fence === NO_FENCE) return openFence(margin, item, run, quoteEnd)
    fence = closes(item + run + rest.trim(), margin.length) ? NO_FENCE : fence
    return 'fenced'
  }

  function closes(text: string, indent: number): boolean {
    return indent <= fence.margin + 3 && /^(?:`+|~+)$/u.test(text) && text.startsWith(fence.run)
  }

  function openFence(margin: string, item: string, run: string, quoteEnd: number): 'fenced' | 'text' {
    if (margin.length < itemIndent) itemIndent = 0
    const inner = Math.max(itemIndent, quoteEnd)
    // Only a list that begins with one can begin in the middle of a paragraph.
    const isItem = itemIndent > 0 || /^(?:[-+*]|1[.)])|^$/u.test(item)
    if (margin.length > inner + 3 || !isItem) return 'text'
    if (item !== '') itemIndent = margin.length + item.length
    fence = run === '' ? NO_FENCE : { run, margin: Math.max(inner, itemIndent), quoteEnd }
    return run === '' ? 'text' : 'fenced'
  }
}

/** Where the code spans end that backticks open, by where they begin. Cells of a table divide what is none then. */
export function pairBackticks(text: string, hasTable: boolean): Map<number, number> {
  const ends = new Map<number, number>()
  const last: number[] = []
  for (const { 0: run, index } of text.matchAll(/`+/gu)) {
    // GitHub looks for no code between longer ones.
    if (run.length > 80) continue
    const from = last[run.length] ?? index
    if (!hasTable || !text.slice(from, index).includes('|')) ends.set(from, index + run.length)
    last[run.length] = index
  }
  return ends
}
