import { toSafeUrl } from '../untrusted/safe-url.ts'
import { type UntrustedText, untrustedText } from '../untrusted/text.ts'
import type { ThreadComment } from './comments.ts'
import type { SignedMarker } from './signed-marker.ts'

export interface MarkerPayload {
  /** Random; identifies our comment if the answer to its creation was lost. */
  nonce: string
  /** The comment that the marker belongs to, from its first edit on. Copies in other comments don't count. */
  commentId?: number
}

export interface FoundComment<Payload> extends Omit<ThreadComment, 'body'> {
  payload: Payload
  /** The text before the marker; undefined if the comment was only posted, and not read. */
  text?: UntrustedText
  /** False if another key signed the marker. Then only the author shows whether the comment is ours. */
  isVerified: boolean
}

/**
 * Selects the comments with a marker, including markers of other keys.
 * @param parse parses the payload of a marker
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

/** Until its first edit, a marker can be copied. The copy is newer, and by another account. */
function isCopy<Payload extends MarkerPayload>(
  { id, author, payload }: FoundComment<Payload>,
  found: readonly FoundComment<Payload>[],
): boolean {
  return found.some((other) => other.id < id && other.payload.nonce === payload.nonce && other.author !== author)
}

/** The facts of a comment. The URL is empty if it isn't safe to show. */
export function locate({ id, url, author, updatedAt }: ThreadComment): Omit<ThreadComment, 'body'> {
  return { id, url: toSafeUrl(untrustedText(url))?.href ?? '', author, updatedAt }
}
