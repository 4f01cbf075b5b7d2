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
  /** The text after the marker; undefined if the comment was only posted. */
  below?: UntrustedText
  /** The marker as it is in the comment; undefined if the comment was only posted. */
  source?: string
  /** Whether the marker counts. */
  isVerified: boolean
  /** Whether our own account wrote it; `maybe` if that isn't known, and a key of ours signed the marker. */
  isOurs?: boolean | 'maybe'
  /** Whether a key of ours signed the marker, which anybody may have copied. */
  isSigned?: boolean
}

/**
 * Selects the comments with a marker, including markers of other keys. A marker counts in the comment that it names.
 * One that doesn't name its comment yet can be copied, and the previous key may be in other hands: both count only in
 * comments of our own account.
 * @param account ID of the account that this run writes with, if it is known
 */
export function selectMarked<Payload extends MarkerPayload>(
  comments: readonly ThreadComment[],
  marker: SignedMarker,
  parse: (value: unknown) => Payload | undefined,
  account?: number,
): FoundComment<Payload>[] {
  return comments.flatMap((comment) => {
    const content = marker.read(comment.body)
    const payload = content === undefined ? undefined : parse(content.payload)
    if (content === undefined || payload === undefined) return []
    const { text, below, source, signedBy } = content
    if ((payload.commentId ?? comment.id) !== comment.id) return []
    const isSigned = signedBy !== undefined
    const isKnown = account !== undefined && comment.author !== undefined
    const isOurs = isKnown ? comment.author === account : isSigned && ('maybe' as const)
    const isSafe = signedBy === 'current' && payload.commentId !== undefined
    const isVerified = isSafe || (isSigned && isOurs === true)
    return [{ ...locate(comment), payload, text, below, source, isVerified, isOurs, isSigned }]
  })
}

/** The facts of a comment. The URL is empty if it isn't safe to show. */
export function locate({ id, url, author, updatedAt }: ThreadComment): Omit<ThreadComment, 'body'> {
  return { id, url: toSafeUrl(untrustedText(url))?.href ?? '', author, updatedAt }
}
