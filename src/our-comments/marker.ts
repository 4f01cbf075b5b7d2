import { createHash } from 'node:crypto'
import { parseJson } from '../untrusted/json.ts'
import { readUntrustedText, type UntrustedText } from '../untrusted/text.ts'

/** What a comment is for. Comments of one kind never read those of another. */
export type CommentKind = 'job' | 'page-views' | 'outcomes'

/** What every marker has. */
export interface CommentPayload {
  /** Random: finds our comment if the answer to its creation was lost. */
  nonce: string
  /** The comment that the marker is in, from its first edit on: a marker that names another comment is a copy. */
  commentId?: number
}

/** What people wrote before and after our part of a comment. Both are empty where we alone have written. */
export interface Surroundings {
  above: string
  below: string
}

const NOTHING: Surroundings = { above: '', below: '' }

/**
 * A body: the fixed mark of its kind, the content, and the marker as its last line. The payload is JSON that people can
 * read in the source. Its angle brackets and double hyphens are escaped, so that it can't end the HTML comment.
 * @param content Markdown without HTML comments, already cut to the room that `measureFrame` leaves
 */
export function writeBody(kind: CommentKind, content: string, payload: object, around = NOTHING): string {
  return `${around.above}${startOf(kind)}\n${content}\n\n${renderMarker(kind, payload)}${around.below}`
}

/** The bytes of a body without its content. */
export function measureFrame(kind: CommentKind, payload: object, around = NOTHING): number {
  return Buffer.byteLength(writeBody(kind, '', payload, around))
}

/**
 * Reads the marker in a body. One with two markers of a kind has none, since it isn't clear which one is ours.
 * @returns the payload as JSON, unchecked, what our part shows, and the text around it, which is undefined if the mark
 * at its start is missing; undefined if there is no marker
 */
export function readBody(kind: CommentKind, body: UntrustedText) {
  // GitHub keeps the line ends of browsers.
  const source = readUntrustedText(body).replaceAll('\r\n', '\n')
  const [marker, another] = source.matchAll(new RegExp(`${prefixOf(kind)}(\\{[^\\n]*?\\}) -->`, 'gu'))
  if (marker?.[1] === undefined || another !== undefined) return undefined
  const payload = parseJson(marker[1])
  if (payload === undefined) return undefined
  const start = source.lastIndexOf(startOf(kind), marker.index)
  if (start === -1) return { payload, content: '', around: undefined }
  const content = source.slice(start + startOf(kind).length, marker.index).trim()
  const below = source.slice(marker.index + marker[0].length)
  return { payload, content, around: { above: source.slice(0, start), below } }
}

/** Whether nobody has written anything around our part. */
export function isAlone(around: Surroundings | undefined): boolean {
  return around !== undefined && `${around.above}${around.below}`.trim() === ''
}

/** Whether a body has the fixed mark of a kind, but no marker: somebody has removed it. */
export function hasStartAlone(kind: CommentKind, body: UntrustedText): boolean {
  const source = readUntrustedText(body)
  return source.includes(startOf(kind)) && !source.includes(prefixOf(kind))
}

function startOf(kind: CommentKind): string {
  return `<!-- docs-agent:${kind} -->`
}

function prefixOf(kind: CommentKind): string {
  return `<!-- docs-agent:${kind} marker `
}

function renderMarker(kind: CommentKind, payload: object): string {
  const json = JSON.stringify(payload)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('--', '-\\u002d')
  return `${prefixOf(kind)}${json} -->`
}

/** Sixteen hex digits. Anybody can read a marker, and the texts may be secrets. */
export function digest(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)
}
