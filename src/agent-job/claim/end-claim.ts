import { OUTCOME_RECORDS, type Outcome } from '../outcome.ts'
import type { Claim } from './claim.ts'

/** What a run knows at its end of the prompt that it claimed. */
export interface ClaimEnd {
  outcome: Outcome
  /** The job that has received the prompt. */
  jobId?: string | undefined
  /** Whether this run holds the claim. An answer to invalid inputs doesn't change what an earlier attempt knew. */
  isClaimed: boolean
}

/** The change of a claim at the end of its run. */
export function endClaim(claim: Claim, { outcome, jobId, isClaimed }: ClaimEnd): Partial<Claim> {
  if (claim.isReply) return { outcome }
  if (!isClaimed) return {}
  if (jobId !== undefined) return { state: OUTCOME_RECORDS[outcome].isFinal ? 'finished' : 'job', jobId, outcome }
  // Without a job, only `unknown` means that the prompt may have been received.
  return { state: outcome === 'unknown' ? 'sending' : 'claimed', outcome }
}

/** Whether the marker on GitHub makes a re-run do what the result of this run says. */
export function isTrueMemory(written: Claim | undefined, { outcome, jobId }: ClaimEnd): boolean {
  if (jobId === undefined) return written?.state === (outcome === 'unknown' ? 'sending' : 'claimed')
  return written?.jobId === jobId && sendsAgain(written.outcome) === sendsAgain(outcome)
}

/** Whether a re-run of the run with this claim may send: nothing was sent, or its job ended so that it sends again. */
export function maySendAgain({ state, outcome, commentId }: Claim): boolean {
  return commentId === undefined || state === 'claimed' || (state === 'finished' && sendsAgain(outcome))
}

/** Whether a re-run sends the prompt again after a job that ended so. */
export function sendsAgain(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && OUTCOME_RECORDS[outcome].onRerun === 'send'
}
