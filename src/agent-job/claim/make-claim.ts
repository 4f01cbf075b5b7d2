import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import type { Clock } from '../../network/gate.ts'
import { isWhole } from '../../our-comments/found-comment.ts'
import type { OurComment } from '../../our-comments/our-comment.ts'
import { readBack } from '../../our-comments/read-back.ts'
import type { Markdown } from '../../untrusted/markdown.ts'
import type { TriggerComment } from '../trigger/trigger.ts'
import { addEarlierJob, type Claim, type ClaimComment } from './claim.ts'
import { type ClaimThread, isOfEarlierAttempt, readThread } from './claim-thread.ts'
import { sendsAgain } from './end-claim.ts'

/** Which run may send the prompt. Decided before anything is sent, so that it is sent at most once. */
export type ClaimResult =
  /** This run. `failure`: why our comment can't be written or read back, where nothing depends on it. */
  | { kind: 'won'; thread: ClaimThread; failure?: GitHubError }
  /** This run again: an earlier attempt of it knows the job. */
  | { kind: 'resumed'; jobId: string; isFollowUp: boolean }
  /** Another run, whose job has ended; its comment at `url` is left unchanged. */
  | { kind: 'reported'; jobId: string; isFollowUp: boolean; url: string }
  /** Nothing may be sent. `reportedIn`: the page of the comment with the details. */
  | { kind: 'ended'; ending: ClaimEnding; reportedIn?: string }

/** Why a run that has read the conversation sends nothing. */
export type ClaimEnding =
  | { outcome: 'skipped'; cause: 'comment-gone' }
  | { outcome: 'unknown'; cause: 'prompt-unconfirmed'; problem: string }
  | { outcome: 'duplicate'; cause: 'claimed-by-other-run'; problem?: string }

export interface ReplyOptions {
  github: Pick<GitHub, 'react' | 'hasComment'>
  comment: OurComment<Claim>
  /** The comment with the command, if there is one. */
  command: TriggerComment | undefined
  claim: Claim
  /** The text of the comment while nothing was sent. */
  content: Markdown
  clock: Pick<Clock, 'now' | 'sleep'>
  signal: AbortSignal
  /** Called for a failure of GitHub that the run can do without. */
  warn: (error: unknown) => void
}

export interface ClaimOptions extends ReplyOptions {
  /** Whether the service says that a job has failed, or was archived: then a re-run sends again. */
  hasFailed: (jobId: string) => Promise<boolean>
}

/** What became of the reaction to the comment with the command. */
type Eyes = 'first' | 'again' | 'failed' | 'gone' | 'none'

/** How long a run that has just reacted or written may need until the conversation shows it. */
const VISIBILITY_DELAY_MS = 1_500

/**
 * Claims the work: our comment with the claim is in the list of the conversation before anything is sent. The oldest
 * claim in that list wins.
 * @throws GitHubError if that can't be done, or GitHub doesn't say who we are: then nothing may be sent
 */
export async function makeClaim(options: ClaimOptions): Promise<ClaimResult> {
  const { claim, clock, signal } = options
  const eyes = await leaveEyes(options)
  if (eyes === 'gone') return endGone()
  const isFirst = eyes === 'first' || eyes === 'none'
  if (claim.claimant.attempt === 1 && isFirst && !claim.isOfStep) return await postClaim(options, eyes)

  let thread = await read(options)
  if (thread.decisive === undefined && !isFirst) {
    await clock.sleep(VISIBILITY_DELAY_MS, signal)
    thread = await read(options)
  }
  if (thread.decisive !== undefined) {
    for (const each of thread.needless) await options.comment.remove(each).catch(options.warn)
    return await decide(thread.decisive, thread, options)
  }
  const taken = thread.earlier && (await takeOverEarlier(thread.earlier, thread, options))
  return taken ?? (await postClaim(options, eyes))
}

/**
 * Answers without a prompt: help, a check, invalid inputs, a job that is only followed. A later attempt edits the
 * comment of an earlier one, and keeps what it knows of a job.
 * @param isReadBack whether the list has to show the comment
 * @throws GitHubError if the comment can't be written, or read back
 */
export async function postReply(options: ReplyOptions, isReadBack: boolean): Promise<ClaimResult> {
  const { comment, claim, content } = options
  const eyes = await leaveEyes(options)
  if (eyes === 'gone') return endGone()
  const isListed = claim.claimant.attempt > 1 || eyes === 'again' || claim.isOfStep === true
  const found = isListed ? await comment.find() : []
  const { earlier } = readThread(found, claim, options)
  if (earlier !== undefined) {
    const { claimant, nonce } = claim
    const isOurJob = isOfEarlierAttempt(earlier.payload, claimant) && !earlier.payload.isReply
    comment.adopt(earlier)
    // An earlier attempt may have sent a prompt: its state stays.
    await comment.edit(content, isOurJob ? { claimant, nonce } : inherit(claim, earlier))
  } else {
    const isAnswered = found.some(({ payload }) => payload.isReply && isHelp(payload) && isSameRequest(payload, claim))
    if (isAnswered && isHelp(claim)) return { kind: 'won', thread: readThread(found, claim) }
    await comment.post(content, claim)
  }
  const shown = isReadBack ? await readBack((all) => all.some(({ id }) => id === comment.current?.id), options) : found
  return { kind: 'won', thread: readThread(shown, claim) }
}

const isHelp = ({ outcome }: Claim) => outcome === 'skipped'
const isSameRequest = (one: Claim, other: Claim) => one.trigger === other.trigger && one.project === other.project

const read = async ({ comment, claim, command }: ReplyOptions): Promise<ClaimThread> =>
  readThread(await comment.find(), claim, { command })

/** GitHub answers 201 to the first `eyes`, and 200 to the next. After a failure, it isn't known which it was. */
async function leaveEyes({ github, comment, command, warn }: ReplyOptions): Promise<Eyes> {
  if (command === undefined) return 'none'
  try {
    const { result, account } = await github.react(command, 'eyes')
    comment.identify(account)
    return result
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    // Posting the comment fails for the same reason, and reports it.
    if (!error.isLocked) warn(error)
    const isGone = error.status === 404 && !(await github.hasComment(command))
    // In a private repository, a missing permission returns 404, too. Listing the comments then fails, and names the
    // permission.
    if (isGone) await comment.find()
    return isGone ? 'gone' : 'failed'
  }
}

/** Posts our claim, reads it back, and deletes it if there is an older one. */
async function postClaim(options: ClaimOptions, eyes: Eyes): Promise<ClaimResult> {
  const { comment, claim, content, command, warn } = options
  const { id, isRepeated } = await comment.post(content, claim)
  // No other run of this comment is under way only if GitHub says that these `eyes` were the first. A list may show a
  // later comment before an earlier one.
  const isAlone = eyes === 'first' || eyes === 'none'
  const delayMs = isAlone && !isRepeated ? undefined : VISIBILITY_DELAY_MS
  const all = await readBack((shown) => shown.some((each) => each.id === id), { ...options, delayMs })
  const others = all.filter(({ payload }) => payload.nonce !== claim.nonce)
  // If its answer was lost, a comment may have been posted twice. The first one counts.
  const [own, ...spare] = all.filter(({ payload }) => payload.nonce === claim.nonce)
  // Somebody has edited it already.
  if (own === undefined) return endGone()
  const { decisive } = readThread(all.slice(0, all.indexOf(own)), claim, { command })
  const needless = decisive === undefined ? spare : [...spare, own]
  for (const each of needless) await comment.remove(each).catch(warn)
  const thread = readThread(others, claim, { command })
  if (decisive !== undefined) return await decide(decisive, thread, options)
  comment.adopt(own)
  return { kind: 'won', thread }
}

/** What the decisive claim means for this run. The first rule that fits decides. */
async function decide(decisive: ClaimComment, thread: ClaimThread, options: ClaimOptions): Promise<ClaimResult> {
  const { comment, claim, hasFailed } = options
  const { payload, url, isNamed } = decisive
  const { state, jobId, outcome } = payload
  const isTaken = payload.isOfStep && payload.trigger !== claim.trigger && !isOfEarlierAttempt(payload, claim.claimant)
  if (isTaken) return duplicate(decisive)
  if (!isOfEarlierAttempt(payload, claim.claimant)) {
    const isReported = isWhole(decisive) && state === 'finished' && jobId !== undefined
    return isReported
      ? { kind: 'reported', jobId, isFollowUp: payload.earlierJobs.includes(jobId), url }
      : duplicate(decisive)
  }
  // It isn't known whether its memory is still ours.
  if (isNamed && !isWhole(decisive))
    return endUnconfirmed("Somebody wrote into this run's comment, so the action can't tell what was sent.", url)
  const isOver = state === 'finished' && sendsAgain(outcome)
  const isSentAgain = isOver && jobId !== undefined && (await hasFailed(jobId))
  if (!isNamed || state === 'claimed' || isSentAgain)
    return (await takeOver(decisive, thread, options)) ?? duplicate(decisive)
  const { claimant, nonce } = claim
  comment.adopt(decisive, { claimant, nonce, outcome: undefined })
  if (state === 'sending' || jobId === undefined)
    return endUnconfirmed("An earlier attempt of this run couldn't confirm that the prompt was received.", url)
  return { kind: 'resumed', jobId, isFollowUp: payload.earlierJobs.includes(jobId) }
}

function endGone(): ClaimResult {
  return { kind: 'ended', ending: { outcome: 'skipped', cause: 'comment-gone' } }
}

function endUnconfirmed(problem: string, reportedIn: string): ClaimResult {
  return { kind: 'ended', ending: { outcome: 'unknown', cause: 'prompt-unconfirmed', problem }, reportedIn }
}

function duplicate(decisive: ClaimComment) {
  const { payload, url } = decisive
  const isOver = isWhole(decisive) && payload.state === 'claimed' && payload.outcome !== undefined
  const again = isOver ? ' That run ended without sending the prompt.' : ''
  const problem = `It is the workflow run ${payload.claimant.runId}.${again}`
  return {
    kind: 'ended',
    ending: { outcome: 'duplicate', cause: 'claimed-by-other-run', problem },
    reportedIn: url,
  } as const
}

/** A run without a command continues in the comment of an earlier run that has ended. */
async function takeOverEarlier(
  earlier: ClaimComment,
  thread: ClaimThread,
  options: ClaimOptions,
): Promise<ClaimResult | undefined> {
  try {
    return await takeOver(earlier, thread, options)
  } catch (error) {
    if (!(error instanceof GitHubError) || error.isTransient) throw error
    // Deleted meanwhile: this run posts a comment of its own.
    options.comment.adopt(undefined)
    return undefined
  }
}

/**
 * Claims by an edit of a comment whose run has ended. The conversation must show the edit before anything is sent. Of
 * several runs at once, the last to write has the comment.
 * @returns undefined when another run has it
 */
async function takeOver(
  before: ClaimComment,
  thread: ClaimThread,
  options: ClaimOptions,
): Promise<ClaimResult | undefined> {
  const { comment, claim, content, clock, signal } = options
  comment.adopt(before)
  await comment.edit(content, inherit(claim, before))
  await clock.sleep(VISIBILITY_DELAY_MS, signal)
  const find = (all: readonly ClaimComment[]) => all.find(({ id }) => id === before.id)
  const isEdited = (all: readonly ClaimComment[]) => {
    const nonce = find(all)?.payload.nonce
    // A list that doesn't show the comment says nothing about who has it.
    return nonce !== undefined && nonce !== before.payload.nonce
  }
  const now = find(await readBack(isEdited, options))
  if (now?.payload.nonce === claim.nonce) return { kind: 'won', thread }
  comment.adopt(undefined)
  return undefined
}

/** A claim in a comment that has another one: it replaces all but the jobs, and the 😕. */
function inherit(claim: Claim, { payload }: ClaimComment): Partial<Claim> {
  const none = { isReply: undefined, isOfStep: undefined, outcome: undefined, jobId: undefined, range: undefined }
  const earlierJobs = addEarlierJob(payload.earlierJobs, payload.jobId)
  return { ...none, ...claim, earlierJobs, confused: payload.confused }
}
