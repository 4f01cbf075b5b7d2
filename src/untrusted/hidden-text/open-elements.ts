import type { Tag } from './html-tags.ts'

/** The elements that are open at a place of a page, for how small the text in them gets. */
export class OpenElements {
  readonly #names: string[] = []
  #shrinking = 0

  /** Whether the text behind `tag` is too small to be read. */
  makesUnreadable(tag: Tag, isClosing: boolean): boolean {
    if (!isClosing && !emptyElements.has(tag.name)) {
      this.#names.push(tag.name)
      this.#shrinking += shrinkingElements.has(tag.name) ? 1 : 0
    }
    // What is closed out of turn may be open still.
    if (isClosing && this.#names.at(-1) === tag.name) {
      this.#names.pop()
      this.#shrinking -= shrinkingElements.has(tag.name) ? 1 : 0
    }
    return this.#shrinking > mostShrinking
  }
}

/** Each takes off a quarter, and what is left of normal text after three is about six pixels. */
const mostShrinking = 3

const shrinkingElements: ReadonlySet<string> = new Set(['sub', 'sup', 'small'])

const emptyElements: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'source', 'wbr'])
