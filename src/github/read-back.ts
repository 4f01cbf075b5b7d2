import type { Clock } from '../network/gate.ts'
import { GitHubError } from './errors.ts'
import type { FoundComment, MarkerPayload } from './found-comment.ts'
import type { MarkedComment } from './marked-comment.ts'

/** The list of the thread's comments doesn't show a comment that was written. */
export class NotShownError extends GitHubError {}

const LONGEST_LAG_MS = 30_000
const LONGEST_PAUSE_MS = 4_000

/**
 * Lists the marked comments of a thread until `isShown` returns true: lists may lag behind.
 * @param options `settleMs`: then waits this long and lists once more, since lists may show a later comment first
 * @throws NotShownError after 30 s; GitHubError if the list can't be read
 */
export async function readBack<Payload extends MarkerPayload>(
  isShown: (found: readonly FoundComment<Payload>[]) => boolean,
  options: {
    comment: Pick<MarkedComment<Payload>, 'find'>
    clock: Pick<Clock, 'now' | 'sleep'>
    signal: AbortSignal
    settleMs?: number | undefined
  },
): Promise<readonly FoundComment<Payload>[]> {
  const { comment, clock, signal, settleMs } = options
  const startedAt = clock.now()
  let isSettled = settleMs === undefined
  for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const found = await comment.find()
    const isHere = isShown(found)
    if (isHere && isSettled) return found
    if (clock.now() - startedAt >= LONGEST_LAG_MS)
      throw new NotShownError('read back our comment', {
        answer: `the list of comments didn't show it within ${LONGEST_LAG_MS / 1000} s`,
        hint: "Check GitHub's status page, and try again later.",
      })
    isSettled ||= isHere
    await clock.sleep(isHere ? (settleMs ?? 0) : pauseMs, signal)
  }
}
