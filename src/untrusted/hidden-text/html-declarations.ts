import { matchAt } from './match-at.ts'
import type { Span } from './placed-text.ts'

/**
 * Finds declarations, processing instructions and CDATA sections, without looking twice at what has been looked at.
 *
 * Markdown lets these through as they are, up to the end that XML gives them. To a browser they are comments that
 * end with the first `>`, and what is between the two ends is HTML: https://html.spec.whatwg.org/multipage/parsing.html#bogus-comment-state
 */
export class DeclarationFinder {
  readonly #text: string
  readonly #missing = new Set<string>()

  constructor(text: string) {
    this.#text = text
  }

  /** A stretch that ends at infinity if there is no telling where a browser sees it end. */
  find(from: number): Span | undefined {
    const end = declarations.find(({ start }) => matchAt(start, this.#text, from))?.end
    if (end === undefined || this.#missing.has(end)) {
      return undefined
    }
    const endFrom = this.#text.indexOf(end, from + 2)
    if (endFrom === -1) {
      this.#missing.add(end)
      return undefined
    }
    const browserTo = this.#text.indexOf('>', from) + 1
    const to = endFrom + end.length
    const opensMore = this.#text.slice(browserTo, to).includes('<')
    return { from, to: opensMore ? Number.POSITIVE_INFINITY : to }
  }
}

const declarations = [
  { start: /<\?/y, end: '?>' },
  { start: /<!\[CDATA\[/y, end: ']]>' },
  { start: /<![a-z]/iy, end: '>' },
]
