import { isPlainName } from './hidden-in-tag.ts'
import type { Span } from './placed-text.ts'

/**
 * Finds what is hidden in fenced code. Of the words behind the opening fence only the name of the language makes a
 * difference, and that to the colours. Of code that GitHub draws a picture from, the comments are nowhere to be seen.
 *
 * @param info Where the words behind the opening fence are.
 * @param lines Where the lines of the code are.
 * @returns Stretches of the source.
 */
export function findHiddenInFence(source: string, info: Span, lines: Span[]): Span[] {
  const words = source.slice(info.from, info.to)
  const [space = '', language = ''] = words.match(/^([ \t]*)([\p{Letter}\p{Number}_.+#-]*)/u)?.slice(1) ?? []
  const shown = isPlainName(language) ? space.length + language.length : 0
  const hidden = /^[ \t]*$/.test(words.slice(shown)) ? [] : [{ from: info.from + shown, to: info.to }]
  const comment = drawnLanguages.get(language.toLowerCase())
  return comment === undefined ? hidden : [...hidden, ...findComments(source, lines, comment)]
}

function findComments(source: string, lines: Span[], comment: RegExp): Span[] {
  return lines.flatMap(({ from, to }) => {
    const start = source.slice(from, to).search(comment)
    return start === -1 ? [] : [{ from: from + start, to }]
  })
}

// Where their comments start: https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting
const drawnLanguages: ReadonlyMap<string, RegExp> = new Map([
  ['mermaid', /(?<=^[ \t]*)%%/],
  ['math', /(?<!\\)%/],
])
