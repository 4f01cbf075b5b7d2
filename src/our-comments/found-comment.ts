import type { ThreadComment } from '../github/comments.ts'
import { toSafeUrl } from '../untrusted/safe-url.ts'
import { untrustedText } from '../untrusted/text.ts'
import { type CommentKind, type CommentPayload, isAlone, readBody, type Surroundings } from './marker.ts'

/**
 * A comment by our own account with a marker of ours. docs/at-most-one-job.md says who else could write one, and what
 * that gets them.
 */
export interface FoundComment<Payload> {
  id: number
  /** Its page; empty if the URL isn't safe to show. */
  url: string
  /** ISO 8601, by GitHub's clock; undefined if GitHub doesn't tell. */
  createdAt: string | undefined
  payload: Payload
  /** What our part shows, as Markdown; empty if the comment was posted, and not read. */
  content: string
  /** Whether the marker names this comment. Before its first edit it names none. */
  isNamed: boolean
  /** What people wrote around our part; undefined if they removed the mark at its start. */
  around: Surroundings | undefined
}

/**
 * Whether the memory in a comment counts, and the comment may be edited: it names itself, and has nothing but our text.
 */
export function isWhole({ isNamed, around }: FoundComment<unknown>): boolean {
  return isNamed && isAlone(around)
}

/** The marker of a comment, and the account that wrote it. */
export interface MarkedComment<Payload> extends FoundComment<Payload> {
  author: number | undefined
}

/**
 * Reads the comments with a marker of a kind, whoever wrote them. Copies are left out: their markers name the comment
 * that they were copied from.
 */
export function selectMarked<Payload extends CommentPayload>(
  comments: readonly ThreadComment[],
  kind: CommentKind,
  parse: (value: unknown) => Payload | undefined,
): MarkedComment<Payload>[] {
  return comments.flatMap((comment) => {
    const read = readBody(kind, comment.body)
    const payload = read && parse(read.payload)
    if (read === undefined || payload === undefined) return []
    const isNamed = payload.commentId !== undefined
    if (isNamed && payload.commentId !== comment.id) return []
    return [{ ...locate(comment), payload, content: read.content, isNamed, around: read.around }]
  })
}

/** The facts of a comment that was posted, or found. */
export function locate({ id, url, author, createdAt }: ThreadComment) {
  return { id, url: toSafeUrl(untrustedText(url))?.href ?? '', author, createdAt }
}

/** Orders comments by age, the oldest first. Times are in whole seconds; within one, IDs decide. */
export function compareAge(one: Dated, other: Dated): number {
  const [first, second] = [one.createdAt ?? '', other.createdAt ?? '']
  return first === second || first === '' || second === '' ? one.id - other.id : first < second ? -1 : 1
}

type Dated = Pick<FoundComment<unknown>, 'id' | 'createdAt'>
