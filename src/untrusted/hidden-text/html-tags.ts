import { matchAt } from './match-at.ts'
import type { Span } from './placed-text.ts'

export interface Tag extends Span {
  /** In lower case. */
  name: string
  nameTo: number
  attributes: Attribute[]
}

/** From the white space in front of an attribute to its end. */
export interface Attribute extends Span {
  name: string
  value: string
}

/**
 * Reads the opening or closing tag at `from`.
 *
 * In running text only what Markdown takes for a tag is one: https://spec.commonmark.org/0.31.2/#raw-html. Within
 * an HTML block it is the browser that reads, and to a browser everything up to the next `>` outside quotes is the
 * tag. There a tag without an end ends with the text, or at infinity if a quote goes on into what follows.
 */
export function readTag(text: string, from: number, reader: 'markdown' | 'browser'): Tag | undefined {
  const start = matchAt(reader === 'markdown' ? strictStart : looseStart, text, from)
  const name = start?.[1]
  if (start === undefined || name === undefined) {
    return undefined
  }
  const nameTo = from + start[0].length
  const tag = { from, to: nameTo, name: name.toLowerCase(), nameTo, attributes: [] }
  return reader === 'markdown' ? finishStrictly(text, tag) : finishLoosely(text, tag)
}

function finishStrictly(text: string, tag: Tag): Tag | undefined {
  const isClosing = text[tag.from + 1] === '/'
  const attributesTo = isClosing ? tag.nameTo : readAttributes(strictAttribute, text, tag)
  const end = matchAt(isClosing ? strictClosingEnd : strictEnd, text, attributesTo)
  return end === undefined ? undefined : { ...tag, to: attributesTo + end[0].length }
}

function finishLoosely(text: string, tag: Tag): Tag {
  const attributesTo = readAttributes(looseAttribute, text, tag)
  if (attributesTo === Number.POSITIVE_INFINITY) {
    return { ...tag, to: attributesTo }
  }
  const end = matchAt(looseEnd, text, attributesTo)
  return { ...tag, to: end === undefined ? text.length : attributesTo + end[0].length }
}

/** Adds its attributes to `tag`, and returns where they end. */
function readAttributes(pattern: RegExp, text: string, tag: Tag): number {
  let at = tag.nameTo
  while (at <= text.length) {
    const match = matchAt(pattern, text, at)
    if (match === undefined) {
      return at
    }
    const [whole, name = '', double, single, bare, openQuote] = match
    const to = openQuote === undefined ? at + whole.length : Number.POSITIVE_INFINITY
    tag.attributes.push({ from: at, to, name: name.toLowerCase(), value: double ?? single ?? bare ?? '' })
    at = to
  }
  return at
}

const strictStart = /<\/?([a-z][a-z0-9-]*)/iy
const strictAttribute =
  /[ \t\r\n\v\f]+([a-z_:][a-z0-9:._-]*)(?:[ \t\r\n\v\f]*=[ \t\r\n\v\f]*(?:"([^"]*)"|'([^']*)'|([^ \t\r\n\v\f"'=<>`]+)))?/iy
const strictEnd = /[ \t\r\n\v\f]*\/?>/y
const strictClosingEnd = /[ \t\r\n\v\f]*>/y

// https://html.spec.whatwg.org/multipage/parsing.html#tag-name-state
const looseStart = /<\/?([a-z][^ \t\r\n\f/>]*)/iy
const looseAttribute =
  /[ \t\r\n\f/]*([^ \t\r\n\f/>][^ \t\r\n\f/>=]*)(?:[ \t\r\n\f]*=[ \t\r\n\f]*(?:"([^"]*)"|'([^']*)'|([^ \t\r\n\f"'>][^ \t\r\n\f>]*)|(["'])))?/y
const looseEnd = /[ \t\r\n\f/]*>/y
