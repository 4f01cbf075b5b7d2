/** A stretch of text, end exclusive. */
export interface Span {
  from: number
  to: number
}

/** The lines of a block without what is around them (quote marks, indentation), and where they are in the source. */
export class PlacedText {
  readonly text: string
  readonly #lines: Span[]
  readonly #starts: number[] = []

  constructor(source: string, lines: Span[]) {
    this.#lines = lines
    let length = 0
    const parts: string[] = []
    for (const { from, to } of lines) {
      this.#starts.push(length)
      parts.push(source.slice(from, to))
      length += to - from + 1
    }
    this.text = parts.join('\n')
  }

  /** Where the source has what `span` is in the text. Quote marks between its lines are within, and infinity stays what it is. */
  toSource({ from, to }: Span): Span {
    const placedTo = to > from ? this.#locate(to - 1) + 1 : this.#locate(from)
    return { from: this.#locate(from), to: to > this.text.length ? to : placedTo }
  }

  /** Where the text goes on after `at` of the source. */
  fromSource(at: number): number {
    const index = findLast(this.#lines, ({ from }) => from <= at)
    const line = this.#lines[index]
    if (line === undefined || (at > line.to && index === this.#lines.length - 1)) {
      return this.text.length
    }
    return (this.#starts[index] ?? 0) + Math.min(at, line.to) - line.from
  }

  #locate(at: number): number {
    const index = findLast(this.#starts, (start) => start <= at)
    return (this.#lines[index]?.from ?? 0) + at - (this.#starts[index] ?? 0)
  }
}

/** The last of the leading items that fit, or the first one. */
function findLast<Item>(items: Item[], fits: (item: Item) => boolean): number {
  let low = 0
  let high = items.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const item = items[middle]
    if (item !== undefined && fits(item)) {
      low = middle
    } else {
      high = middle - 1
    }
  }
  return low
}
