import type { Span } from './placed-text.ts'

/** The lines of a text, without their ends (LF, CR LF or CR) and without a byte order mark in front, as GitHub reads them. */
export function splitLines(source: string): Span[] {
  const lines: Span[] = []
  let from = source.startsWith('\uFEFF') ? 1 : 0
  for (const end of source.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ from, to: end.index })
    from = end.index + end[0].length
  }
  lines.push({ from, to: source.length })
  return lines
}

/**
 * One line, and how far its containers have been read. Columns count a tab up to the next multiple of four,
 * so that a container may take a part of a tab: https://spec.commonmark.org/0.31.2/#tabs
 */
export class LineCursor {
  /** Where the line starts and ends in the source. */
  readonly from: number
  readonly to: number
  /** What is not read yet starts here... */
  offset: number
  /** ...and here without its white space. */
  textFrom = 0
  text = ''
  readonly #source: string
  #column = 0
  #textColumn = 0

  constructor(source: string, { from, to }: Span) {
    this.#source = source
    this.from = from
    this.to = to
    this.offset = from
    this.#findText()
  }

  get indent(): number {
    return this.#textColumn - this.#column
  }

  get isBlank(): boolean {
    return this.textFrom === this.to
  }

  /** What a sticky pattern matches at the start of the text. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = 0
    return pattern.exec(this.text)?.[0]
  }

  skipColumns(count: number): void {
    const goal = this.#column + count
    while (this.#column < goal && this.offset < this.to) {
      const next =
        this.#source[this.offset] === '\t' ? this.#column + 4 - (this.#column % 4) : this.#column + 1
      if (next > goal) {
        this.#column = goal
      } else {
        this.#column = next
        this.offset += 1
      }
    }
    this.#findText()
  }

  /** Takes `count` characters of the text. */
  skipCharacters(count: number): void {
    this.offset = this.textFrom + count
    this.#column = this.#textColumn + count
    this.#findText()
  }

  takeQuoteMarker(): boolean {
    if (this.indent >= 4 || !this.text.startsWith('>')) {
      return false
    }
    this.skipCharacters(1)
    if (this.indent > 0) {
      this.skipColumns(1)
    }
    return true
  }

  /** Takes a list marker, and returns how many columns after it belong to it: one if code or nothing follows. */
  takeItemMarker(length: number): number {
    this.skipCharacters(length)
    const columns = this.isBlank || this.indent >= 5 ? 1 : this.indent
    this.skipColumns(Math.min(columns, this.indent))
    return columns
  }

  #findText(): void {
    let at = this.offset
    let column = this.#column
    for (; at < this.to; at += 1) {
      const character = this.#source[at]
      if (character === '\t') {
        column += 4 - (column % 4)
      } else if (character === ' ') {
        column += 1
      } else {
        break
      }
    }
    this.textFrom = at
    this.#textColumn = column
    this.text = this.#source.slice(at, this.to)
  }
}
