import { matchAt } from './match-at.ts'
import type { Span } from './placed-text.ts'

/** `[label]: destination "title"` */
export interface Definition extends Span {
  label: string
  destination: Span
  /** With the white space in front of it. */
  title: Span | undefined
}

/**
 * Reads the link reference definitions that a paragraph starts with.
 * https://spec.commonmark.org/0.31.2/#link-reference-definitions
 *
 * @returns The definitions, and where the rest of the paragraph starts.
 */
export function readDefinitions(text: string): { definitions: Definition[]; end: number } {
  const definitions: Definition[] = []
  let end = 0
  for (;;) {
    const definition = readDefinition(text, end)
    if (definition === undefined) {
      return { definitions, end }
    }
    definitions.push(definition)
    end = Math.min(definition.to + 1, text.length)
  }
}

function readDefinition(text: string, from: number): Definition | undefined {
  const label = readLabel(text, from)
  if (label === undefined || label.to - from < 3 || text[label.to] !== ':') {
    return undefined
  }
  const destination = readDestination(text, skipSpaceAndLine(text, label.to + 1))
  if (destination === undefined || destination.to === destination.from) {
    return undefined
  }
  const title = readTitle(text, destination.to)
  const endAfterTitle = title === undefined ? undefined : findLineEnd(text, title.to)
  const to = endAfterTitle ?? findLineEnd(text, destination.to)
  if (to === undefined) {
    return undefined
  }
  const shownTitle = endAfterTitle === undefined ? undefined : title
  return { from, to, label: label.label, destination, title: shownTitle }
}

/** `(destination "title")` behind a link's text. */
export interface LinkTail extends Span {
  destination: Span
  /** With the white space in front of it. */
  title: Span | undefined
}

/** Reads the rest of an inline link: https://spec.commonmark.org/0.31.2/#inline-link */
export function readLinkTail(text: string, from: number): LinkTail | undefined {
  if (text[from] !== '(') {
    return undefined
  }
  const destination = readDestination(text, skipSpace(text, from + 1))
  if (destination === undefined) {
    return undefined
  }
  const title = readTitle(text, destination.to)
  const end = skipSpace(text, title?.to ?? destination.to)
  return text[end] === ')' ? { from, to: end + 1, destination, title } : undefined
}

/** White space, or what looks like a comment, has no business in an address. */
export function findHiddenInDestination({ from, to }: Span, text: string): Span[] {
  const destination = text.slice(from, to)
  const isAngle = destination.startsWith('<')
  const inner = isAngle ? { from: from + 1, to: to - 1 } : { from, to }
  if (isAngle && /[ \t]/.test(destination)) {
    return [inner]
  }
  const comment = destination.indexOf('<!--')
  return comment === -1 ? [] : [{ from: from + comment, to: inner.to }]
}

/** Reads `[label]`. The label comes as labels are compared: without case, and with single spaces. */
export function readLabel(text: string, from: number): (Span & { label: string }) | undefined {
  const [label] = matchAt(labelPattern, text, from) ?? []
  return label === undefined
    ? undefined
    : { from, to: from + label.length, label: normalizeLabel(label.slice(1, -1)) }
}

export function normalizeLabel(label: string): string {
  return label
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/^ | $/g, '')
    .toLowerCase()
    .toUpperCase()
}

const labelPattern = /\[(?:\\[!-/:-@[-`{-~]|\\(?![!-/:-@[-`{-~])|[^[\]\\]){0,1000}\]/y

function readDestination(text: string, from: number): Span | undefined {
  if (text[from] === '<') {
    const [destination] = matchAt(angleDestination, text, from) ?? []
    return destination === undefined ? undefined : { from, to: from + destination.length }
  }
  return readBareDestination(text, from)
}

const angleDestination = /<(?:\\[!-/:-@[-`{-~]|\\(?![!-/:-@[-`{-~])|[^<>\n\\])*>/y

/** Up to white space, a control character or a closing parenthesis too many. */
function readBareDestination(text: string, from: number): Span | undefined {
  let open = 0
  let to = from
  for (;;) {
    const [part] = matchAt(barePart, text, to) ?? []
    open += part === '(' ? 1 : part === ')' ? -1 : 0
    // The limit is GitHub's own. It also keeps a run of `](` from being read again and again.
    if (open > 32) {
      return undefined
    }
    if (part === undefined || open < 0) {
      return { from, to }
    }
    to += part.length
  }
}

const barePart = /[()]|(?:\\[!-/:-@[-`{-~]|[^\0- ()])+/y

/** Reads a title and the white space that has to be in front of it. */
function readTitle(text: string, from: number): Span | undefined {
  const start = skipSpaceAndLine(text, from)
  if (start === from) {
    return undefined
  }
  const [title] = matchAt(titlePattern, text, start) ?? []
  return title === undefined ? undefined : { from, to: start + title.length }
}

const titlePattern = /"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\((?:\\[\s\S]|[^()\\])*\)/y

function skipSpace(text: string, from: number): number {
  return skip(/[ \t\r\n\v\f]*/y, text, from)
}

function skipSpaceAndLine(text: string, from: number): number {
  return skip(/[ \t\v\f]*\n?[ \t\v\f]*/y, text, from)
}

/** Where the line ends, if nothing but white space is left of it. */
function findLineEnd(text: string, from: number): number | undefined {
  const end = skip(/[ \t\v\f]*/y, text, from)
  return end === text.length || text[end] === '\n' ? end : undefined
}

function skip(pattern: RegExp, text: string, from: number): number {
  return from + (matchAt(pattern, text, from)?.[0].length ?? 0)
}
