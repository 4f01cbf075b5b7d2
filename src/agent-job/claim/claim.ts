import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import type { MarkedComment } from '../../github/marked-comment.ts'
import { readBack } from '../../github/read-back.ts'
import { type Claim, type ClaimComment, inheritClaim } from '../../job-marker/claim.ts'
import type { JobRecord } from '../../job-marker/job-record.ts'
import type { Outcome } from '../../job-marker/outcome.ts'
import type { Clock } from '../../network/gate.ts'
import { dropAbsent } from '../../untrusted/json.ts'
import { hasHeadlineOf, type Markdown } from '../../untrusted/markdown.ts'
import type { CauseName, Ending } from '../causes.ts'
import type { TriggerComment } from '../request/trigger.ts'
import {
  findEarlier,
  findNeedless,
  findTrigger,
  isOfEarlierAttempt,
  mayClaimAgain,
  selectDecisive,
} from './precedence.ts'

/** Which run may send the prompt. Decided before anything is sent, so that it is sent at most once. */
export type ClaimResult =
  /**
   * This run. `found`: the other claims in the thread, oldest first; a comment that it has taken over is among them, as
   * it was before. `failure`: why our comment can't be written or read back, where nothing depends on it.
   */
  | { kind: 'won'; found: readonly ClaimComment[]; failure?: GitHubError }
  /** This run again: an earlier attempt of it knows the job. */
  | { kind: 'resumed'; job: JobRecord }
  /** The job has ended, as the comment at `url` shows, which is left unchanged. */
  | { kind: 'finished'; job: JobRecord; outcome: Outcome | undefined; url: string }
  /** Nothing may be sent. `reportedIn`: the page of the comment with the details. */
  | { kind: 'ended'; ending: Ending; reportedIn?: string }

export interface ClaimOptions {
  github: Pick<GitHub, 'react' | 'hasComment'>
  comment: MarkedComment<Claim>
  /** The comment with the command, if there is one. */
  trigger: TriggerComment | undefined
  claim: Claim
  /** The text of the comment while the run is in progress. */
  content: Markdown
  clock: Pick<Clock, 'now' | 'sleep'>
  signal: AbortSignal
  /** Called for a failure of GitHub that the run can do without. */
  warn: (error: unknown) => void
}

/** A claim, and what became of its reaction to the comment with the command. */
interface Attempt extends ClaimOptions {
  eyes: {
    result: 'first' | 'again' | 'failed' | 'gone' | 'none'
    /** ID of our own account, if GitHub has named it. */
    account?: number | undefined
  }
}

/** How long a run that has just reacted or written may need until the thread shows it. */
const VISIBILITY_DELAY_MS = 1_500

/**
 * Claims the work: our comment with the claim is in the list of the thread's comments before anything is sent. The
 * oldest claim in that list wins.
 * @throws GitHubError when that can't be done: then nothing may be sent
 */
export async function makeClaim(options: ClaimOptions): Promise<ClaimResult> {
  const { comment, claim: given, clock, signal } = options
  const eyes = await leaveEyes(options)
  comment.identify(eyes.account)
  const isRerun = given.claimant.attempt > 1
  if (!isRerun && eyes.result !== 'again' && given.series === undefined) return await postClaim({ ...options, eyes })

  let found = await comment.find()
  const claim = { ...given, trigger: findTrigger(found, given) }
  const attempt = { ...options, claim, eyes }
  let decisive = selectDecisive(found, claim, isNew(attempt))
  if (decisive === undefined && eyes.result === 'again') {
    await clock.sleep(VISIBILITY_DELAY_MS, signal)
    found = await comment.find()
    decisive = selectDecisive(found, claim, isNew(attempt))
  }
  if (decisive !== undefined) return await decide(decisive, found, attempt)
  const earlier = findEarlier(found, claim)
  return (earlier && (await takeOverEarlier(earlier, found, attempt))) ?? (await postClaim(attempt))
}

/** GitHub answers 201 to the first `eyes`, and 200 to the next. After a failure, it isn't known which it was. */
async function leaveEyes({ github, comment, trigger, warn }: ClaimOptions): Promise<Attempt['eyes']> {
  if (trigger === undefined) return { result: 'none' }
  try {
    return await github.react(trigger, 'eyes')
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    // Posting the comment says that the conversation is locked.
    if (!error.isLocked) warn(error)
    const isGone = error.status === 404 && !(await github.hasComment(trigger))
    // In a private repository, a missing permission is a 404, too. Then the list is one, which says what is missing.
    if (isGone) await comment.find()
    return { result: isGone ? 'gone' : 'failed' }
  }
}

const isNew = ({ claim, eyes }: Attempt) => claim.claimant.attempt === 1 || eyes.result === 'first'

/** Posts our claim, reads it back, and deletes it if there is an older one. */
async function postClaim(attempt: Attempt): Promise<ClaimResult> {
  const { comment, claim, content, eyes, warn } = attempt
  if (eyes.result === 'gone') return end('skipped', 'comment-gone')
  const { id, isRepeated } = await comment.post(content, claim)
  // No other run of this comment is under way only if GitHub says that these `eyes` were the first. A list may show a
  // later comment before an earlier one.
  const isAlone = eyes.result === 'first' || (eyes.result === 'none' && claim.range === undefined)
  const settleMs = isAlone && !isRepeated ? undefined : VISIBILITY_DELAY_MS
  const all = await readBack((shown) => shown.some((each) => each.id === id), { ...attempt, settleMs })
  const found = all.filter(({ payload }) => payload.nonce !== claim.nonce)
  // If its answer was lost, a comment may have been posted twice. The first one counts.
  const [own, ...spare] = all.filter(({ payload }) => payload.nonce === claim.nonce)
  const older = found.filter((each) => each.payload.trigger !== claim.trigger || each.id < (own?.id ?? id))
  const decisive = selectDecisive(older, claim, isNew(attempt))
  const needless = decisive === undefined || own === undefined ? spare : [...spare, own]
  for (const each of needless) await comment.remove(each).catch(warn)
  if (decisive !== undefined) return await decide(decisive, found, attempt)

  // An empty key verifies nothing, but nobody else knows our nonce.
  comment.adopt(own && { ...own, isVerified: true })
  return { kind: 'won', found }
}

/** What the decisive claim means for this run. The first rule that fits decides. */
async function decide(decisive: ClaimComment, found: readonly ClaimComment[], attempt: Attempt): Promise<ClaimResult> {
  const { comment, claim, warn } = attempt
  const { payload, isVerified, url } = decisive
  const { state, job, outcome } = payload
  for (const each of findNeedless(found, decisive, claim)) await comment.remove(each).catch(warn)
  if (!isVerified) return await decideUnread(decisive, found, attempt)
  if (payload.trigger !== claim.trigger) return duplicate(decisive, 'taken-over-by-later-run')

  const isOurs = isOfEarlierAttempt(payload, claim)
  if (isOurs && mayClaimAgain(decisive))
    return (await takeOver(decisive, found, attempt)) ?? duplicate(decisive, 'claimed-by-other-run')
  if (state === 'finished' && job !== undefined) return { kind: 'finished', job, outcome, url }
  if (!isOurs || state === 'answered') return duplicate(decisive, 'claimed-by-other-run')
  if (state === 'unknown') return endUnconfirmed(url)

  const { claimant, nonce } = claim
  const { outcome: _, ...known } = payload
  comment.adopt({ ...decisive, payload: { ...known, claimant, nonce } })
  return job === undefined ? endUnconfirmed() : { kind: 'resumed', job }
}

/** What a claim means that no key of this run verifies: of it, only the trigger, the project and the state are read. */
async function decideUnread(
  decisive: ClaimComment,
  found: readonly ClaimComment[],
  attempt: Attempt,
): Promise<ClaimResult> {
  const { payload, isOurs, isSigned, text, url } = decisive
  const { comment, claim, content } = attempt
  if (payload.state === 'refused' && isOurs === true) {
    const taken = await takeOver(decisive, found, attempt)
    if (taken !== undefined) return taken
  }
  const isRerun = payload.state !== 'answered' && isOfEarlierAttempt(payload, claim)
  // The earlier attempt was killed: nobody else will say there that it has ended.
  if (isRerun && isOurs === true && hasHeadlineOf(content, text)) comment.adopt(decisive)
  // GitHub doesn't tell our account, so it isn't known whether this is a copy.
  if (isRerun && isSigned && payload.commentId === undefined) return endUnconfirmed(url)
  if (isRerun) return end('unknown', 'other-key', url)
  return duplicate(decisive, 'claimed-by-other-run')
}

function end(outcome: 'unknown' | 'skipped', cause: CauseName, reportedIn = ''): ClaimResult {
  return { kind: 'ended', ending: { outcome, cause }, reportedIn }
}

function endUnconfirmed(reportedIn = ''): ClaimResult {
  const problem = "An earlier attempt of this run couldn't confirm that the prompt was received."
  return { kind: 'ended', ending: { outcome: 'unknown', cause: 'prompt-unconfirmed', problem }, reportedIn }
}

function duplicate({ payload, isSigned, url }: ClaimComment, cause: CauseName): ClaimResult {
  const again =
    payload.state === 'refused' ? ' That run ended without creating a job. Re-run it, or post the command again.' : ''
  const problem = isSigned ? `It is the workflow run ${payload.claimant.runId}.${again}` : undefined
  return { kind: 'ended', ending: { outcome: 'duplicate', cause, problem }, reportedIn: url }
}

/** A run without a command continues in the comment of an earlier run that has ended. */
async function takeOverEarlier(
  earlier: ClaimComment,
  found: readonly ClaimComment[],
  attempt: Attempt,
): Promise<ClaimResult | undefined> {
  try {
    return await takeOver(earlier, found, attempt)
  } catch (error) {
    if (!(error instanceof GitHubError) || error.isTransient) throw error
    // Deleted meanwhile, or another account's: this run posts a comment of its own.
    attempt.comment.adopt(undefined)
    return undefined
  }
}

/**
 * Claims by an edit of a comment whose run has ended. The thread must show the edit before anything is sent. Of several
 * runs at once, the last to write has the comment.
 * @returns undefined when another run has it
 */
async function takeOver(
  before: ClaimComment,
  found: readonly ClaimComment[],
  attempt: Attempt,
): Promise<ClaimResult | undefined> {
  const { comment, claim, content, clock, signal, eyes } = attempt
  if (eyes.result === 'gone') return end('skipped', 'comment-gone')
  // A reaction can be deleted only by the account that left it, so its ID needs no signature.
  const { confused } = before.payload
  const inherited = before.isVerified ? inheritClaim(before.payload) : dropAbsent({ confused })
  comment.adopt({ ...before, isVerified: true, payload: { ...claim, ...inherited } })
  await comment.edit(content, {})
  await clock.sleep(VISIBILITY_DELAY_MS, signal)
  const find = (all: readonly ClaimComment[]) => all.find(({ id }) => id === before.id)
  const now = find(await readBack((all) => find(all)?.payload.nonce !== before.payload.nonce, attempt))
  if (now?.payload.nonce === claim.nonce) return { kind: 'won', found }
  comment.adopt(undefined)
  return undefined
}
