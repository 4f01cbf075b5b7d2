import type { ClaimComment } from './claim.ts'

/** Where a range with `since: last-run` begins. */
export interface LastPlace {
  /** ID of the commit before the range. */
  commit: string
  /** The end of the sentence "Starts …". */
  reason: string
  /** The claim whose range ends there, if its run has seen the job complete. */
  claim?: ClaimComment
}

/** What the service says of a job now. */
export type JobNow = 'completed' | 'gone' | 'other'

/**
 * Finds where the step's last prompt leaves off: at its end if its job completed, or can't be found any more; in every
 * other case where it began. Told twice is better than never.
 * @param last the claims of one workflow run; of several, the one that reaches back furthest decides
 * @param fetchJobNow rejects if the job can't be read
 * @returns undefined if there is no claim
 */
export async function findLastPlace(
  last: readonly ClaimComment[],
  fetchJobNow: (jobId: string) => Promise<JobNow>,
): Promise<LastPlace | undefined> {
  const places: LastPlace[] = []
  for (const claim of last) {
    const { range, jobId } = claim.payload
    if (range === undefined) continue
    const isSeen = hasSeenCompletion(claim)
    const isTold = isSeen || (jobId !== undefined && (await fetchJobNow(jobId)) !== 'other')
    if (!isTold)
      return { commit: range.base, reason: 'where the previous run began, whose changes may be undocumented' }
    const commit = range.nothingUntil ?? range.head
    places.push({ commit, reason: 'where the previous run ended', ...(isSeen && { claim }) })
  }
  return places[0]
}

function hasSeenCompletion({ payload: { state, outcome } }: ClaimComment): boolean {
  return state === 'finished' && (outcome === 'pull-request' || outcome === 'no-pull-request')
}
