import { GitHubError } from '../../github/errors.ts'
import type { Clock } from '../../runner/clock.ts'
import type { ClaimComment, ClaimedComment } from './claim-marker.ts'

/** The list of the thread's comments doesn't show what was written. */
export class NotShownError extends GitHubError {}

const LONGEST_LAG_MS = 30_000
const LONGEST_PAUSE_MS = 4_000

/**
 * Lists the claims in the thread until what was written is among them: a list may lag behind.
 * @throws NotShownError when it isn't shown for 30 s; GitHubError when the list can't be read
 */
export async function readBack(
  isShown: (found: readonly ClaimedComment[]) => boolean,
  {
    comment,
    clock,
    signal,
  }: { comment: ClaimComment; clock: Pick<Clock, 'now' | 'sleep'>; signal: AbortSignal },
): Promise<readonly ClaimedComment[]> {
  const startedAt = clock.now()
  for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const found = await comment.find()
    if (isShown(found)) return found
    if (clock.now() - startedAt >= LONGEST_LAG_MS)
      throw new NotShownError('read back our comment', {
        answer: `the list of the thread's comments did not show it within ${LONGEST_LAG_MS / 1000} s`,
        hint: 'Check https://www.githubstatus.com and try again later.',
      })
    await clock.sleep(pauseMs, signal)
  }
}
