import type { Claim, ClaimComment } from '../../job-marker/claim.ts'
import { OUTCOME_RECORDS } from '../../job-marker/outcome.ts'

/**
 * The comment that decides whether this run may send its prompt: the oldest claim for the same trigger, or, in a later
 * attempt without one, the comment that a later run has taken over.
 * @param found the claims in the thread, oldest first
 * @param isNew whether this run can't have had a comment before: then a claim that doesn't name its comment yet is that
 * of a workflow with another account, and not a copy of ours
 */
export function selectDecisive(
  found: readonly ClaimComment[],
  { trigger, project, series, claimant }: Claim,
  isNew = claimant.attempt === 1,
): ClaimComment | undefined {
  const counts = ({ isVerified, isOurs, isSigned }: ClaimComment) => isVerified || isOurs || (isSigned && isNew)
  const ours = found.filter((each) => each.payload.project === project && counts(each))
  const same = ours.filter(({ payload }) => payload.trigger === trigger)
  // Ignore claims that were rejected under another key, unless they are all we have.
  const oldest = same.find(({ payload, isVerified }) => isVerified || payload.state !== 'refused') ?? same[0]
  if (oldest !== undefined || series === undefined || claimant.attempt === 1) return oldest
  // IDs of runs grow.
  return ours.find(
    ({ payload, isVerified }) =>
      isVerified && payload.series === series && Number(payload.claimant.runId) > Number(claimant.runId),
  )
}

/**
 * The trigger by which a later attempt finds its claim: its own, or that of an earlier attempt whose `prompt-file` had
 * another text.
 */
export function findTrigger(
  found: readonly ClaimComment[],
  now: Pick<Claim, 'trigger' | 'project' | 'source' | 'claimant'>,
): string {
  const { trigger, project, source } = now
  const ofProject = found.filter(({ isVerified, payload }) => isVerified && payload.project === project)
  if (source === undefined || ofProject.some(({ payload }) => payload.trigger === trigger)) return trigger
  const earlier = ofProject.find(({ payload }) => payload.source === source && isOfEarlierAttempt(payload, now))
  return earlier?.payload.trigger ?? trigger
}

/** Whether our own account wrote a comment that no key of this run verifies. */
function isUnread({ isVerified, isOurs }: ClaimComment): boolean {
  return !isVerified && isOurs === true
}

/** Whether a claim was made by an earlier attempt of the step that runs now. */
export function isOfEarlierAttempt({ claimant }: Claim, { claimant: now }: Pick<Claim, 'claimant'>): boolean {
  const isSameStep = claimant.job === now.job && claimant.step === now.step
  return claimant.runId === now.runId && isSameStep && claimant.attempt < now.attempt
}

/** Whether a later attempt of the same run claims again: nothing was received, or the job failed. */
export function mayClaimAgain({ payload: { state, outcome } }: ClaimComment): boolean {
  const onRerun = state === 'finished' && outcome && OUTCOME_RECORDS[outcome].onRerun
  return state === 'refused' || onRerun === 'send'
}

/** How the trigger of a claim begins that is only a reply to invalid inputs. */
export const ANSWER = 'answer of run'

/** Comments that an earlier attempt of this run didn't get to delete. */
export function findNeedless(found: readonly ClaimComment[], { id }: ClaimComment, now: Claim) {
  return found.filter(({ id: each, payload, isVerified }) => {
    const isSame = payload.trigger === now.trigger && payload.project === now.project
    return isVerified && each > id && isSame && payload.job === undefined && isOfEarlierAttempt(payload, now)
  })
}

/**
 * The comment that this run continues in: the reply to the invalid inputs of an earlier attempt, or else the newest
 * comment of the same series whose run is an earlier one, and has ended.
 */
export function findEarlier(found: readonly ClaimComment[], claim: Claim): ClaimComment | undefined {
  const { series, project, claimant } = claim
  const reply = found.findLast(
    (each) =>
      each.payload.trigger.startsWith(ANSWER) &&
      (each.isVerified || isUnread(each)) &&
      isOfEarlierAttempt(each.payload, claim),
  )
  if (reply !== undefined || series === undefined) return reply
  return found.findLast(({ payload, isVerified }) => {
    const isSame = payload.series === series && payload.project === project
    return isVerified && isSame && payload.outcome && Number(payload.claimant.runId) < Number(claimant.runId)
  })
}
