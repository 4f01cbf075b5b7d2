import type { Claim, ClaimComment } from '../../job-marker/claim.ts'
import { OUTCOME_RECORDS } from '../../job-marker/outcome.ts'

/**
 * The comment by which it is decided whether this run may go on: the oldest claim of the same, or, in a later attempt
 * without one, the comment that a later run has taken over.
 * @param found the claims in the thread, oldest first
 * @param account our own, where it is known
 */
export function selectDecisive(
  found: readonly ClaimComment[],
  { trigger, project, series, claimant }: Claim,
  account?: number,
): ClaimComment | undefined {
  const ours = found.filter((each) => each.payload.project === project && isByUs(each, account))
  const same = ours.filter(({ payload }) => payload.trigger === trigger)
  // One that was refused with another key stops nobody who did not see it as ours.
  const oldest = same.find(({ payload, isVerified }) => isVerified || payload.state !== 'refused') ?? same[0]
  if (oldest !== undefined || series === undefined || claimant.attempt === 1) return oldest
  return ours.find(({ payload }) => payload.series === series && isLater(payload, claimant.runId))
}

/** Signed with our key, or by our own account with the key of before. */
export function isByUs({ isVerified, author }: ClaimComment, account?: number): boolean {
  return isVerified || (author !== undefined && author === account)
}

/** Whether `claim` was made by an earlier attempt of the step that `by` is now. */
export function isOfEarlierAttempt({ claimant }: Claim, { claimant: now }: Claim): boolean {
  const isSameStep = claimant.job === now.job && claimant.step === now.step
  return claimant.runId === now.runId && isSameStep && claimant.attempt < now.attempt
}

/**
 * Whether a later attempt of the same run claims again: certainly nothing was received, or another try is what a re-run
 * asks for. The plain fields of a marker that can't be verified are believed for less.
 */
export function mayClaimAgain({ payload: { state, outcome }, isVerified }: ClaimComment): boolean {
  const isSentAgain =
    state === 'finished' && outcome !== undefined && OUTCOME_RECORDS[outcome].onRerun === 'send'
  return state === 'refused' || (isVerified && (state === 'waiting' || isSentAgain))
}

/** What a claim answers that is only a reply to invalid inputs. */
export const ANSWER = 'answer of run'

/** Whether a comment is the reply to the invalid inputs of an earlier attempt of this run. */
export function isReply(comment: ClaimComment, now: Claim, account?: number): boolean {
  const { payload } = comment
  return payload.trigger.startsWith(ANSWER) && isByUs(comment, account) && isOfEarlierAttempt(payload, now)
}

/** Comments that an earlier attempt of this run could not take back any more. */
export function findNeedless(
  found: readonly ClaimComment[],
  { id }: ClaimComment,
  now: Claim,
): ClaimComment[] {
  return found.filter(({ id: each, payload, isVerified }) => {
    const isSame = payload.trigger === now.trigger && payload.project === now.project
    return isVerified && each > id && isSame && payload.job === undefined && isOfEarlierAttempt(payload, now)
  })
}

/**
 * The comment that this run continues in: the reply to the invalid inputs of an earlier attempt, or else the newest comment
 * of the same series whose run is an earlier one, and has ended.
 * @param account our own, where it is known
 */
export function findEarlier(
  found: readonly ClaimComment[],
  claim: Claim,
  account?: number,
): ClaimComment | undefined {
  const { series, project, claimant } = claim
  const reply = found.findLast((each) => isReply(each, claim, account))
  if (reply !== undefined || series === undefined) return reply
  return found.findLast(({ payload, isVerified }) => {
    const isSame = payload.series === series && payload.project === project
    return isVerified && isSame && payload.outcome && Number(payload.claimant.runId) < Number(claimant.runId)
  })
}

/** Ids of runs grow. One that is no number is none of GitHub's, and later than nothing. */
function isLater({ claimant }: Claim, runId: string): boolean {
  return Number(claimant.runId) > Number(runId)
}
