const LINE = /^(?<margin>[ >]*)(?<item>(?:[-+*]|\d{1,9}[.)]) +)?(?<run>`{3,}(?=[^`]*$)|~{3,})?(?<rest>.*)$/u
export const NO_FENCE = { run: '', margin: 0, quoteEnd: 0 }

/** The state of fenced blocks after a line. */
export interface FenceState {
  /**
   * The kind of the line. `opening`: it opens a block, and text after its fence is invisible. `unsure`: its quote or
   * list may have ended before it. All lines after it are unsure too.
   */
  line: 'fenced' | 'opening' | 'text' | 'unsure'
  fence: typeof NO_FENCE
  /** The indentation of the list item or fence, in columns. */
  itemIndent: number
}

/** Before the first line. */
export const START: FenceState = { line: 'text', fence: NO_FENCE, itemIndent: 0 }
/** After any unknown line. */
export const UNSURE: FenceState = { ...START, line: 'unsure' }

/** Reads the next line of a text. https://spec.commonmark.org/0.31.2/#fenced-code-blocks */
export function readFenceLine(before: FenceState, line: string): FenceState {
  const { fence } = before
  const { margin = '', item = '', run = '', rest = '' } = LINE.exec(line)?.groups ?? {}
  const quoteEnd = margin.lastIndexOf('>') + 1
  if (before.line === 'unsure') return UNSURE
  if (line.trim() === '') return { ...before, line: fence === NO_FENCE ? 'text' : 'fenced' }
  const hasLeftList = margin.slice(fence.quoteEnd, fence.margin).includes('>')
  if (margin.length < fence.margin || quoteEnd < fence.quoteEnd || hasLeftList) return UNSURE
  if (fence === NO_FENCE) return openFence(before, margin, item, run, quoteEnd)
  const closing = item + run + rest.trim()
  const closes = margin.length <= fence.margin + 3 && /^(?:`+|~+)$/u.test(closing) && closing.startsWith(fence.run)
  // Spaces in quotes are optional, so a different number of columns may be the same quote.
  if (closes && quoteEnd > fence.quoteEnd) return fence.quoteEnd > 0 ? UNSURE : { ...before, line: 'fenced' }
  return { ...before, line: 'fenced', fence: closes ? NO_FENCE : fence }
}

function openFence(before: FenceState, margin: string, item: string, run: string, quoteEnd: number): FenceState {
  const outer = margin.length < before.itemIndent ? 0 : before.itemIndent
  const inner = Math.max(outer, quoteEnd)
  // Inside a paragraph, only a list that starts at 1 can begin.
  const isItem = outer > 0 || /^(?:[-+*]|1[.)])|^$/u.test(item)
  if (margin.length > inner + 3 || !isItem) return { line: 'text', fence: NO_FENCE, itemIndent: outer }
  const itemIndent = item === '' ? outer : margin.length + item.length
  if (run === '') return { line: 'text', fence: NO_FENCE, itemIndent }
  return { line: 'opening', fence: { run, margin: Math.max(inner, itemIndent), quoteEnd }, itemIndent }
}

/** Maps the start of each code span to its end. In a table, a code span can't cover several cells. */
export function pairBackticks(text: string, hasTable: boolean): Map<number, number> {
  const ends = new Map<number, number>()
  const last: number[] = []
  for (const { 0: run, index } of text.matchAll(/`+/gu)) {
    // GitHub ignores longer runs.
    if (run.length > 80) continue
    const from = last[run.length] ?? index
    if (!hasTable || !text.slice(from, index).includes('|')) ends.set(from, index + run.length)
    last[run.length] = index
  }
  return ends
}
