/** A code fence that is open: https://spec.commonmark.org/0.31.2/#fenced-code-blocks */
export class Fence {
  readonly #run: string
  readonly #indent: number
  readonly #isInItem: boolean

  constructor(run: string, indent: number, isInItem: boolean) {
    this.#run = run
    this.#indent = indent
    this.#isInItem = isInItem
  }

  /**
   * What becomes of the fence on the next line. `in doubt`: that depends on the list that it may stand in.
   * @param hasList whether there is any list above
   */
  read(line: string, hasList: boolean): 'open' | 'closed' | 'in doubt' {
    if (line.trim() === '') return 'open'
    const indent = readIndent(line)
    if (hasList && indent < this.#indent) return 'in doubt'
    const [, run = ''] = /^[ \t]*(`{3,}|~{3,})[ \t]*$/u.exec(line) ?? []
    if (!run.startsWith(this.#run)) return 'open'
    if (indent <= (this.#isInItem ? this.#indent : 0) + 3) return 'closed'
    return hasList && indent <= this.#indent + 3 ? 'in doubt' : 'open'
  }
}

/** The fence that a line certainly opens: alone, or as the first thing of a list item. */
export function openFence(line: string): Fence | undefined {
  const [, before = '', run = ''] =
    /^( {0,3}(?:(?:[-+*]|1[.)]) {1,4})?)(`{3,}(?=[^`]*$)|~{3,})/u.exec(line) ?? []
  return run === '' ? undefined : new Fence(run, before.length, before.trim() !== '')
}

/** Whether a line may open a fence in a list, or be text: for lines that don't certainly open one. */
export function isUncertainFence(line: string, hasList: boolean): boolean {
  const [, item] = /^[ \t]*((?:[-+*]|\d{1,9}[.)])[ \t]+)*(?:`{3}|~{3})/u.exec(line) ?? [undefined, false]
  return item !== false && (hasList || item !== undefined)
}

/** Columns of white space that a line starts with; a tab goes to the next multiple of four. */
export function readIndent(line: string): number {
  const [space = ''] = /^[ \t]*/u.exec(line) ?? []
  return [...space].reduce((column, each) => (each === '\t' ? column - (column % 4) + 4 : column + 1), 0)
}

/** Which runs of backticks open code, and where it ends. https://spec.commonmark.org/0.31.2/#code-spans */
export class BacktickPairs {
  /** By the start of each run, the end of the next one of the same length. */
  readonly #ends = new Map<number, number>()

  constructor(text: string) {
    const last = new Map<number, number>()
    for (const { 0: run, index } of text.matchAll(/`+/gu)) {
      const opening = last.get(run.length)
      // GitHub looks for no code between longer ones.
      if (opening !== undefined && run.length <= 80) this.#ends.set(opening, index + run.length)
      last.set(run.length, index)
    }
  }

  /** The end of the code that the run at `from` opens, or nothing if it isn't closed. */
  findEnd(from: number): number | undefined {
    return this.#ends.get(from)
  }
}
