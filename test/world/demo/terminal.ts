import { styleText } from 'node:util'
import stringWidth from 'string-width'
import { escapeInvisible } from '../../../src/untrusted/escape.ts'

export type Style = Exclude<Parameters<typeof styleText>[0], readonly unknown[]>

/** Where the demo is told. */
export interface Terminal {
  /** Characters in a line. */
  columns: number
  write(line: string): void
  paint: Paint
}

/** Text with colors around it, or as it is where colors are not wanted. */
export type Paint = (text: string, ...styles: Style[]) => string

export const paintNothing: Paint = (text) => text

/** The terminal behind `stream`; colors by NO_COLOR, FORCE_COLOR and whether it is a terminal at all. */
export function createTerminal(stream: NodeJS.WriteStream): Terminal {
  return {
    columns: Math.min(Math.max(stream.columns ?? 80, 40), 100),
    write: (line) => void stream.write(`${line}\n`),
    paint: (text, ...styles) => (styles.length === 0 ? text : styleText(styles, text, { stream })),
  }
}

/** A piece of text in one style. A line break is a span of its own: `\n`. */
export interface Span {
  text: string
  styles: Style[]
}

/** Keeps `#1` from becoming a link to another repository's issue, and is not seen on GitHub either. */
const wordJoiner = '\u2060'

/** One span; `text` may come from anybody, so nothing in it reaches the terminal as a control sequence. */
export function span(text: string, ...styles: Style[]): Span {
  return { text: text === '\n' ? text : escapeInvisible(text.replaceAll(wordJoiner, '')), styles }
}

export function widthOf(text: string | readonly Span[]): number {
  return typeof text === 'string'
    ? stringWidth(text)
    : text.reduce((sum, part) => sum + widthOf(part.text), 0)
}

export function paintSpans(spans: readonly Span[], paint: Paint): string {
  return spans.map(({ text, styles }) => paint(text, ...styles)).join('')
}

/** Breaks at spaces, and inside a word only where it is longer than a line. At least one line. */
export function wrapSpans(spans: readonly Span[], columns: number): Span[][] {
  const lines: Span[][] = [[]]
  let used = 0
  const breakLine = (): void => {
    lines.push([])
    used = 0
  }
  for (const word of splitWords(spans, columns)) {
    const isSpace = /^\s+$/.test(word.text)
    if (word.text === '\n') breakLine()
    else if (isSpace && used === 0) continue
    else {
      const width = widthOf(word.text)
      if (used + width > columns && used > 0) breakLine()
      if (isSpace && used === 0) continue
      lines.at(-1)?.push(word)
      used += width
    }
  }
  return lines.map(trimEnd)
}

/** `text` on lines of at most `columns`, painted in one style. */
export function wrapText(
  text: string,
  columns: number,
  paint: Paint = paintNothing,
  ...styles: Style[]
): string[] {
  const spans = text
    .split('\n')
    .flatMap((line, index) => [...(index === 0 ? [] : [span('\n')]), span(line, ...styles)])
  return wrapSpans(spans, columns).map((line) => paintSpans(line, paint))
}

/** Cuts off what is beyond `columns`, and says so with an ellipsis. */
export function cutText(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let kept = ''
  for (const { segment } of graphemes.segment(text)) {
    if (widthOf(kept + segment) > columns - 1) break
    kept += segment
  }
  return `${kept}…`
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function splitWords(spans: readonly Span[], columns: number): Span[] {
  return spans.flatMap(({ text, styles }) =>
    text === '\n'
      ? [{ text, styles }]
      : text
          .split(/(\s+)/)
          .filter((word) => word !== '')
          .flatMap((word) => splitLongWord(word, columns))
          .map((word) => ({ text: /^\s+$/.test(word) ? ' '.repeat(word.length) : word, styles })),
  )
}

/** Breaks after `/`, `-` and the like where that is enough, else anywhere. */
function splitLongWord(word: string, columns: number): string[] {
  if (widthOf(word) <= columns) return [word]
  const pieces = word
    .split(/(?<=[/\-_.,:?&])/)
    .flatMap((piece) =>
      widthOf(piece) <= columns ? [piece] : Array.from(graphemes.segment(piece), ({ segment }) => segment),
    )
  const parts = ['']
  for (const piece of pieces) {
    const last = parts.at(-1) ?? ''
    if (widthOf(last + piece) > columns) parts.push(piece)
    else parts[parts.length - 1] = last + piece
  }
  return parts
}

function trimEnd(line: Span[]): Span[] {
  const end = line.findLastIndex(({ text }) => text.trim() !== '')
  return line.slice(0, end + 1)
}
