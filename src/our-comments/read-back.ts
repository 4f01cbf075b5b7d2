import { GitHubError } from '../github/errors.ts'
import type { Clock } from '../network/gate.ts'
import type { FoundComment } from './found-comment.ts'
import type { CommentPayload } from './marker.ts'
import type { OurComment } from './our-comment.ts'

/** The list of the conversation's comments doesn't show a comment that was written. */
export class NotShownError extends GitHubError {}

const LONGEST_LAG_MS = 30_000
const LONGEST_PAUSE_MS = 4_000

/**
 * Lists our comments in a conversation until `isShown` returns true: lists may lag behind.
 * @param options `delayMs`: once it is shown, waits and lists again, because a list may show a later comment first
 * @throws NotShownError after 30 s; GitHubError if the list can't be read
 */
export async function readBack<Payload extends CommentPayload>(
  isShown: (found: readonly FoundComment<Payload>[]) => boolean,
  options: {
    comment: Pick<OurComment<Payload>, 'find'>
    clock: Pick<Clock, 'now' | 'sleep'>
    signal: AbortSignal
    delayMs?: number | undefined
  },
): Promise<readonly FoundComment<Payload>[]> {
  const { comment, clock, signal, delayMs } = options
  const startedAt = clock.now()
  let isLate = delayMs === undefined
  for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const found = await comment.find()
    const isHere = isShown(found)
    if (isHere && isLate) return found
    if (clock.now() - startedAt >= LONGEST_LAG_MS)
      throw new NotShownError('read back our comment', {
        answer: `the list of comments didn't show it within ${LONGEST_LAG_MS / 1000} s`,
        hint: "Check GitHub's status page, and try again later.",
      })
    isLate ||= isHere
    await clock.sleep(isHere ? (delayMs ?? 0) : pauseMs, signal)
  }
}
