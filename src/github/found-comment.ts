import { toSafeUrl } from '../untrusted/safe-url.ts'
import { type UntrustedText, untrustedText } from '../untrusted/text.ts'
import type { ThreadComment } from './comments.ts'
import type { SignedMarker } from './signed-marker.ts'

/** What every marker remembers, beside what its feature needs. */
export interface MarkerPayload {
  /** Random; identifies our comment when the answer to posting it was lost. */
  nonce: string
  /** The comment that the marker belongs to, from its first edit on: a copy elsewhere doesn't count. */
  commentId?: number
}

/** A comment with a marker. */
export interface FoundComment<Payload> {
  id: number
  /** Empty when GitHub named no URL that is safe to show. */
  url: string
  /** Id of the account that wrote it; undefined when GitHub did not say. */
  author: number | undefined
  /** When it was last edited, in ISO 8601; undefined when GitHub did not say. */
  updatedAt?: string | undefined
  payload: Payload
  /** What stands before the marker; undefined when it was only posted, and not read. */
  text?: UntrustedText
  /** False when this key did not sign the marker: only the author then says whether the comment is ours. */
  isVerified: boolean
}

/**
 * Selects the comments with a marker, those of other keys included.
 * @param parse the payload, if the value in a marker has its shape
 */
export function selectMarked<Payload extends MarkerPayload>(
  comments: readonly ThreadComment[],
  marker: SignedMarker,
  parse: (value: unknown) => Payload | undefined,
): FoundComment<Payload>[] {
  const found = comments.flatMap((comment) => {
    const content = marker.read(comment.body)
    const payload = content === undefined ? undefined : parse(content.payload)
    if (content === undefined || payload === undefined) return []
    if ((payload.commentId ?? comment.id) !== comment.id) return []
    return [{ ...locate(comment), payload, text: content.text, isVerified: content.isVerified }]
  })
  return found.filter((comment) => !isCopy(comment, found))
}

/** Until its first edit a marker could be copied. The copy is younger, and by another account. */
function isCopy<Payload extends MarkerPayload>(
  { id, author, payload }: FoundComment<Payload>,
  found: readonly FoundComment<Payload>[],
): boolean {
  return found.some(
    (other) => other.id < id && other.payload.nonce === payload.nonce && other.author !== author,
  )
}

/** Where a comment is, and whose it is. */
export function locate({ id, url, author, updatedAt }: ThreadComment): Omit<ThreadComment, 'body'> {
  return { id, url: toSafeUrl(untrustedText(url))?.href ?? '', author, updatedAt }
}
