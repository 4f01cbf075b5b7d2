import { matchAt } from './match-at.ts'
import type { Span } from './placed-text.ts'

/** Finds HTML comments, without looking twice at what has been looked at. */
export class CommentFinder {
  readonly #text: string
  #searchedFrom = 0
  #endFrom = -1
  #endTo = -1

  constructor(text: string) {
    this.#text = text
  }

  /**
   * The comment that is opened at `from`, as a browser sees it: https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state
   *
   * It takes in a comment that comes about when this one is gone: `<!-<!-- a -->- b -->` is one.
   *
   * @returns A stretch that ends at infinity if the comment is never closed, or nothing if there is no comment.
   */
  find(from: number): Span | undefined {
    if (!this.#text.startsWith('<!--', from)) {
      return undefined
    }
    const [empty] = matchAt(emptyComment, this.#text, from) ?? []
    const to = empty === undefined ? this.#findEnd(from + '<!--'.length) : from + empty.length
    return this.#widen({ from, to })
  }

  #findEnd(from: number): number {
    if (this.#endFrom < from || from < this.#searchedFrom) {
      const end = matchAt(commentEnd, this.#text, from)
      this.#searchedFrom = from
      this.#endFrom = end?.index ?? Number.POSITIVE_INFINITY
      this.#endTo = end === undefined ? Number.POSITIVE_INFINITY : end.index + end[0].length
    }
    return this.#endTo
  }

  #widen(comment: Span): Span {
    let { from, to } = comment
    for (;;) {
      const { length } = openings.find((start) => this.#isOpenedBy(start, from, to)) ?? ''
      if (length === 0) {
        return { from, to }
      }
      from -= length
      to = this.#findEnd(to + '<!--'.length - length)
    }
  }

  /** Whether `start`, which ends at `from`, and what is at `to` make an opening. */
  #isOpenedBy(start: string, from: number, to: number): boolean {
    const { length } = start
    return (
      from >= length &&
      this.#text.startsWith(start, from - length) &&
      this.#text.startsWith('<!--'.slice(length), to)
    )
  }
}

const openings = ['<!-', '<!', '<']
const emptyComment = /<!--(?:-?>)/y
const commentEnd = /--!?>/g
