import type { Tag } from './html-tags.ts'
import { matchAt } from './match-at.ts'
import type { OpenElements } from './open-elements.ts'
import type { Span } from './placed-text.ts'

/** What nobody sees of a tag, and where to go on reading. Stretches that end at infinity take the rest of the page. */
export interface HiddenInTag {
  hidden: Span[]
  next: number
}

/**
 * Finds what nobody sees of a tag: all of it if GitHub does not know the element, and else its attributes, unless
 * they say where something is or how large, in a word.
 */
export function findHiddenInTag(text: string, tag: Tag, elements: OpenElements): HiddenInTag {
  if (visibleTags.has(tag.name)) {
    return { hidden: [], next: tag.nameTo }
  }
  const isClosing = text[tag.from + 1] === '/'
  if (replacedElements.has(tag.name) && !isClosing) {
    return hideElement(text, tag)
  }
  if (elements.makesUnreadable(tag, isClosing)) {
    return { hidden: [{ from: tag.from, to: Number.POSITIVE_INFINITY }], next: tag.to }
  }
  const isWhole = text[tag.to - 1] === '>'
  const hidden =
    isWhole && shownElements.has(tag.name)
      ? tag.attributes.filter(({ name, value }) => !isHarmlessAttribute(name, value))
      : [tag]
  return { hidden, next: tag.to }
}

/** Where the element ends is certain only if nothing in it could be a tag, or code. */
function hideElement(text: string, tag: Tag): HiddenInTag {
  const end = matchAt(/[^<`[\\]*<\/([a-z]+)>/iy, text, tag.to)
  const isClosed = end?.[1]?.toLowerCase() === tag.name
  const to = isClosed ? tag.to + end[0].length : Number.POSITIVE_INFINITY
  return { hidden: [{ from: tag.from, to }], next: tag.to }
}

/** A name that says nothing by itself: one short word. An instruction takes more. */
export function isPlainName(text: string): boolean {
  return /^[\p{Letter}\p{Number}_.+#-]{1,32}$/u.test(text)
}

function isHarmlessAttribute(name: string, value: string): boolean {
  if (addresses.has(name)) {
    return /^[!-~]*$/.test(value) && !/[<>"'`]/.test(value)
  }
  return plainAttributes.has(name) && (value === '' || isPlainName(value) || /^\d[\d.]*%$/.test(value))
}

const addresses = readWords('href src')

const plainAttributes = readWords(
  'align alt border cellpadding cellspacing colspan dir height open rowspan start type valign width',
)

// GitHub shows these tags as they are written: https://github.github.com/gfm/#disallowed-raw-html-extension-
const visibleTags = readWords('title textarea style xmp iframe noembed noframes script plaintext')

// A browser shows nothing of what is in these, or only if it can't show the element.
const replacedElements = readWords('rp video audio object canvas template')

// What GitHub lets through: https://github.com/gjtorikian/html-pipeline
const shownElements = readWords(`
  a abbr b bdo blockquote br caption center cite code dd del details dfn div dl dt em figcaption figure
  h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p picture pre q rt ruby s samp small source span strike strong
  sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr
`)

function readWords(words: string): ReadonlySet<string> {
  return new Set(words.match(/\S+/g))
}
