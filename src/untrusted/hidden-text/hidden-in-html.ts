import { findInvisibleReference } from './character-references.ts'
import { findHiddenInTag, type HiddenInTag } from './hidden-in-tag.ts'
import { CommentFinder } from './html-comments.ts'
import { DeclarationFinder } from './html-declarations.ts'
import { readTag } from './html-tags.ts'
import { matchAt } from './match-at.ts'
import type { OpenElements } from './open-elements.ts'
import type { PlacedText, Span } from './placed-text.ts'

/**
 * Finds what is hidden in a block of HTML. Markdown leaves such a block as it is, and so it is read as a browser
 * reads it. There is no code in it, and what it leaves open swallows the rest of the page.
 *
 * @returns Stretches of the source. Those that end at infinity take the rest of the page.
 */
export function findHiddenInHtml(block: PlacedText, elements: OpenElements): Span[] {
  const { text } = block
  const comments = new CommentFinder(text)
  const declarations = new DeclarationFinder(text)
  const spans: Span[] = []
  const special = /[<&]/g
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    const { hidden, next } =
      readWhole(text, match.index, comments, declarations) ?? readElement(text, match.index, elements)
    for (const span of hidden) {
      spans.push(block.toSource(span))
    }
    special.lastIndex = Math.min(Math.max(next, match.index + 1), text.length)
  }
  return spans
}

/** What is hidden as a whole. */
function readWhole(
  text: string,
  at: number,
  comments: CommentFinder,
  declarations: DeclarationFinder,
): HiddenInTag | undefined {
  const hidden =
    text[at] === '&'
      ? findInvisibleReference(text, at, 'browser')
      : (comments.find(at) ?? declarations.find(at) ?? findBogusComment(text, at))
  return hidden === undefined ? undefined : { hidden: [hidden], next: hidden.to }
}

function readElement(text: string, at: number, elements: OpenElements): HiddenInTag {
  const tag = readTag(text, at, 'browser')
  return tag === undefined ? { hidden: [], next: at + 1 } : findHiddenInTag(text, tag, elements)
}

/** `<!...>`, `<?...>` and `</...>` are comments to a browser, which looks for their end in what follows the block, too. */
function findBogusComment(text: string, from: number): Span | undefined {
  if (matchAt(/<(?:[?!]|\/[^a-z])/iy, text, from) === undefined) {
    return undefined
  }
  const end = text.indexOf('>', from)
  return { from, to: end === -1 ? Number.POSITIVE_INFINITY : end + 1 }
}
