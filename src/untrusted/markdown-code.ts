/** A code fence that is open: https://spec.commonmark.org/0.31.2/#fenced-code-blocks */
export interface Fence {
  run: string
  /** Columns in front of it, the marker of a list item included. */
  indent: number
  /** Whether it is the first thing of a list item. */
  isInItem: boolean
}

/** The fence that a line certainly opens: alone, or as the first thing of a list item. */
export function findFence(line: string): Fence | undefined {
  const [, before = '', run] = /^( {0,3}(?:(?:[-+*]|1[.)]) {1,4})?)(`{3,}(?=[^`]*$)|~{3,})/u.exec(line) ?? []
  return run === undefined ? undefined : { run, indent: before.length, isInItem: before.trim() !== '' }
}

/** Whether a line may open a fence in a list, or be text: for lines that don't certainly open one. */
export function isUncertainFence(line: string, hasList: boolean): boolean {
  const found = /^[ \t]*((?:[-+*]|\d{1,9}[.)])[ \t]+)*(?:`{3}|~{3})/u.exec(line)
  return found !== null && (hasList || found[1] !== undefined)
}

/**
 * What becomes of a fence on the next line. `in doubt`: that depends on the list that it may stand in.
 * @param hasList whether there is any list above
 */
export function readFence(fence: Fence, line: string, hasList: boolean): 'open' | 'closed' | 'in doubt' {
  if (line.trim() === '') return 'open'
  const indent = readIndent(line)
  if (hasList && indent < fence.indent) return 'in doubt'
  const [, run = ''] = /^[ \t]*(`{3,}|~{3,})[ \t]*$/u.exec(line) ?? []
  if (!run.startsWith(fence.run)) return 'open'
  if (indent <= (fence.isInItem ? fence.indent : 0) + 3) return 'closed'
  return hasList && indent <= fence.indent + 3 ? 'in doubt' : 'open'
}

/** Columns of white space that a line starts with; a tab goes to the next multiple of four. */
export function readIndent(line: string): number {
  const [space = ''] = /^[ \t]*/u.exec(line) ?? []
  return [...space].reduce((column, each) => (each === '\t' ? column - (column % 4) + 4 : column + 1), 0)
}

/** Where each run of backticks starts that another one of its length follows, and where that ends: code, if it opens any. */
export function pairBackticks(text: string): Map<number, number> {
  const ends = new Map<number, number>()
  const last = new Map<number, number>()
  for (const { 0: run, index } of text.matchAll(/`+/gu)) {
    const opening = last.get(run.length)
    // GitHub looks for no code between longer ones.
    if (opening !== undefined && run.length <= 80) ends.set(opening, index + run.length)
    last.set(run.length, index)
  }
  return ends
}
