import { GitHubError } from '../../github/errors.ts'
import type { Clock } from '../../runner/clock.ts'
import type { Markdown } from '../../untrusted/markdown.ts'
import { type Claim, type ClaimComment, type ClaimedComment, isPreviousAttempt } from './claim-marker.ts'

/** Who may go on. Decided before a prompt is sent, so that it is sent at most once. */
export type ClaimResult =
  /**
   * This run: no other run has it, and its claim is in the thread (unless GitHub took no comment). `found`: every claim
   * in the thread, oldest first, where the thread was read; ours may be missing.
   */
  | { kind: 'won'; found?: readonly ClaimedComment[] }
  /** This run again: an earlier attempt of it knows the job. */
  | { kind: 'resumed'; jobId: string; claim: Claim }
  /** There may be a job whose ID was lost, so nothing may be sent. `reason` is a sentence for people. */
  | { kind: 'uncertain'; reason: string }
  /** The work is done. The comment is ours to edit when an earlier attempt of this run wrote it. */
  | { kind: 'finished'; jobId: string; comment: ClaimedComment }
  /** Another run has it; its comment, unless GitHub took none. */
  | { kind: 'lost'; comment: ClaimedComment | undefined }

export interface SettleOptions {
  comment: ClaimComment
  /** The claim that is written into the comment when we are first. */
  claim: Claim
  /** What the comment says while nothing is known but that we are working on it. */
  content: Markdown
  clock: Pick<Clock, 'sleep'>
  signal: AbortSignal
  /** Told of what GitHub did not let us do, where the run goes on without it. */
  warn: (error: unknown) => void
}

/** How long a run that has just reacted or written may need until the thread shows it. */
export const VISIBILITY_DELAY_MS = 1_500

/** Claims of the same comment (or run) and project; `account` is our own, where it is known. */
export function selectClaims(
  found: readonly ClaimedComment[],
  { trigger, project }: Claim,
  account: number | undefined,
): ClaimedComment[] {
  return found.filter(
    (comment) =>
      comment.payload.trigger === trigger && comment.payload.project === project && isByUs(comment, account),
  )
}

/** Signed with our key, or by our own account with the key of before. */
export function isByUs({ isVerified, author }: ClaimedComment, account: number | undefined): boolean {
  return isVerified || (author !== undefined && author === account)
}

/**
 * Decides by the claim in `found` with the highest precedence, and deletes needless comments of this run.
 * @param found claims of this trigger and project, oldest first
 */
export async function settle(found: readonly ClaimedComment[], options: SettleOptions): Promise<ClaimResult> {
  const { comment, claim } = options
  const candidates = includeCurrent(found, comment.current)
  const decisive = findDecisive(candidates, claim)
  if (decisive === undefined) return { kind: 'won' }

  const others = candidates.filter((candidate) => candidate !== decisive)
  const left = await removeNeedless(others, options)
  if (decisive.payload.nonce === claim.nonce) {
    comment.adopt(decisive)
    return { kind: 'won' }
  }
  const isOurs = isPreviousAttempt(decisive.payload, claim.claimant)
  if (!decisive.isVerified) return await decideOtherKey(decisive, isOurs, left, options)
  // A comment that can't be deleted at least says that it is a duplicate.
  comment.adopt(isOurs ? replaceClaimant(decisive, claim) : left)
  return await decide(decisive, isOurs, options)
}

/** A list may lag behind what was posted a moment ago. */
function includeCurrent(
  found: readonly ClaimedComment[],
  current: ClaimedComment | undefined,
): readonly ClaimedComment[] {
  if (current === undefined || found.some(({ id }) => id === current.id)) return found
  return [...found, current].sort((a, b) => a.id - b.id)
}

/** A known job first, of any run; then a claim whose prompt may have been received; then the oldest claim. */
function findDecisive(found: readonly ClaimedComment[], { claimant }: Claim): ClaimedComment | undefined {
  const withJob = found.filter(({ payload }) => payload.jobId !== undefined)
  return (
    withJob.find(({ payload }) => isPreviousAttempt(payload, claimant)) ??
    withJob[0] ??
    found.find(({ payload }) => payload.state === 'unknown') ??
    found[0]
  )
}

function replaceClaimant(comment: ClaimedComment, { claimant, nonce }: Claim): ClaimedComment {
  return { ...comment, payload: { ...comment.payload, claimant, nonce } }
}

/**
 * Deletes comments of ours that decide nothing and know nothing.
 * @returns this run's own, if GitHub did not let it be deleted
 */
async function removeNeedless(
  others: readonly ClaimedComment[],
  { comment, claim, warn }: SettleOptions,
): Promise<ClaimedComment | undefined> {
  let left: ClaimedComment | undefined
  for (const other of others) {
    const { payload, isVerified } = other
    const isOwn = payload.nonce === claim.nonce
    const knowsNothing = payload.jobId === undefined && payload.state !== 'unknown'
    if (!isVerified || !(isOwn || (isPreviousAttempt(payload, claim.claimant) && knowsNothing))) continue
    try {
      await comment.remove(other)
    } catch (error) {
      warn(error)
      if (isOwn) left = other
    }
  }
  return left
}

/** What the claim that stands means for us. The first rule that fits decides. */
async function decide(
  decisive: ClaimedComment,
  isOurs: boolean,
  options: SettleOptions,
): Promise<ClaimResult> {
  const { state, jobId } = decisive.payload
  // A finished job is reported again by every run; nothing is sent.
  if (state === 'finished' && jobId !== undefined) return { kind: 'finished', jobId, comment: decisive }
  // Another run goes on with it, or has answered it.
  if (!isOurs || state === 'answered') return { kind: 'lost', comment: decisive }
  if (jobId !== undefined) return { kind: 'resumed', jobId, claim: decisive.payload }
  // Certainly nothing was received, so this attempt may try again.
  if (state === 'refused' || state === 'waiting') return await takeOver(decisive, options)
  return {
    kind: 'uncertain',
    reason: 'An earlier attempt of this run ended while it was sending the prompt.',
  }
}

/** The key was changed: what the marker says can be read, but its job may belong to another organization. */
async function decideOtherKey(
  decisive: ClaimedComment,
  isOurs: boolean,
  left: ClaimedComment | undefined,
  options: SettleOptions,
): Promise<ClaimResult> {
  const { state } = decisive.payload
  if (isOurs && (state === 'refused' || state === 'waiting')) {
    options.comment.adopt(replaceClaimant(decisive, options.claim))
    return await takeOver(decisive, options)
  }
  options.comment.adopt(left)
  if (state === 'answered' || state === 'refused') return { kind: 'lost', comment: decisive }
  return {
    kind: 'uncertain',
    reason:
      "The comment of an earlier run was made with another `api-key`, so it can't be verified. " +
      'To continue with the job of that run, run the action with `job-id` set to it.',
  }
}

/**
 * Claims again. The thread must say so before anything is sent; where GitHub does not take it, nothing is.
 * Legs of a matrix that ask for the same may all get here at once: the last one to write has it.
 */
async function takeOver(refused: ClaimedComment, options: SettleOptions): Promise<ClaimResult> {
  const { comment, claim, content, clock, signal } = options
  await comment.edit(content, claim)
  await clock.sleep(VISIBILITY_DELAY_MS, signal)
  const found = await comment.find()
  if (found.some(({ payload, isVerified }) => isVerified && payload.nonce === claim.nonce))
    return { kind: 'won', found }
  comment.adopt(undefined)
  return { kind: 'lost', comment: refused }
}

/** Anything but a failed request (a cancelled run, a bug) ends the run. */
export function asGitHubError(error: unknown): GitHubError {
  if (error instanceof GitHubError) return error
  throw error
}
