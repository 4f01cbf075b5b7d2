import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/thread.ts'
import type { Clock } from '../../runner/clock.ts'
import type { Markdown } from '../../untrusted/markdown.ts'
import type { TriggerComment } from '../request/trigger.ts'
import { type Claim, type Claimant, isEarlierAttempt } from './marker.ts'
import type { ClaimedComment, StatusComment } from './status-comment.ts'

/** Who may go on with a trigger. Decided before a job is created, so that there is at most one. */
export type ClaimResult =
  /** We: nobody else has it, and our claim stands in the thread (unless GitHub took no comment). */
  | { kind: 'won' }
  /** We, again: an earlier attempt of this run knows the job. */
  | { kind: 'resumed'; jobId: string }
  /** There may be a job that nobody knows: no other may be created. `reason` is a sentence for people. */
  | { kind: 'uncertain'; reason: string }
  /** The work is done. The comment is ours to edit when an earlier attempt of this run wrote it. */
  | { kind: 'finished'; jobId: string; comment: ClaimedComment }
  /** Another run has it; its comment, unless GitHub took none. */
  | { kind: 'lost'; comment: ClaimedComment | undefined }

export interface ClaimOptions {
  github: Pick<GitHub, 'react' | 'listReactions'>
  comment: TriggerComment
  statusComment: StatusComment
  claimant: Claimant
  /** The claim that is written into the comment when we are first. */
  claim: Claim
  /** What the comment says while nothing is known but that we are on it. */
  content: Markdown
  clock: Clock
  signal: AbortSignal
  /** Told of what GitHub did not let us do; none of it ends the run. */
  warn: (error: GitHubError) => void
}

/** How long a run that has just reacted may need until its claim can be seen. */
const MOMENT_MS = 1_500

/**
 * Claims a comment. GitHub answers 201 to the first `eyes` and 200 to the next, so most of the time one request
 * tells who was first; what then counts are the comments with a marker of ours.
 * @throws GitHubError when somebody was here before and GitHub does not let us see how far they got: going on
 *   could make a second job.
 */
export async function claimComment(options: ClaimOptions): Promise<ClaimResult> {
  const { statusComment, claim, content, claimant } = options
  const reaction = await tryToReact('eyes', options)
  const mustSee = reaction === 'again' || claimant.attempt > 1

  if (reaction !== 'first' || mustSee) {
    const found = await look(mustSee, options)
    if (found.length > 0) return await judge(found, options)
  }
  if (reaction === 'again') {
    await options.clock.sleep(MOMENT_MS, options.signal)
    const found = await look(mustSee, options)
    if (found.length > 0) return await judge(found, options)
    if (await wasAnswered(options))
      return {
        kind: 'uncertain',
        reason: 'This comment was answered before, and the comment that says how is gone.',
      }
  }

  try {
    await statusComment.post(content, claim)
  } catch (error) {
    options.warn(asGitHubError(error))
    return await goOnWithoutComment(options)
  }
  // Two runs may both have got here (two tokens both react first, or one was slow): the older comment wins.
  return await judge(await look(mustSee, options), options)
}

async function tryToReact(
  content: 'eyes' | 'rocket',
  { github, comment, warn }: ClaimOptions,
): Promise<'first' | 'again' | 'failed'> {
  try {
    return (await github.react(comment, content)).result
  } catch (error) {
    warn(asGitHubError(error))
    return 'failed'
  }
}

async function look(
  isNeeded: boolean,
  { statusComment, warn }: Pick<ClaimOptions, 'statusComment' | 'warn'>,
): Promise<ClaimedComment[]> {
  try {
    return await statusComment.find()
  } catch (error) {
    if (isNeeded) throw error
    warn(asGitHubError(error))
    return []
  }
}

/** Whether the account that said `eyes` has also said how it ended: then somebody deleted our comment. */
async function wasAnswered({ github, comment }: ClaimOptions): Promise<boolean> {
  const reactions = await github.listReactions(comment).catch((error: unknown) => {
    // The comment that asked is gone, or this GitHub does not list reactions.
    if (error instanceof GitHubError && (error.status === 404 || error.status === 410)) return []
    throw error
  })
  const accountsOf = (...contents: string[]) =>
    reactions.filter(({ content }) => contents.includes(content)).map(({ account }) => account)
  const watchers = accountsOf('eyes')
  return accountsOf('rocket', 'confused').some((account) => watchers.includes(account))
}

/** GitHub takes no comment, which must not keep the job from being done. A second reaction is all we can leave. */
async function goOnWithoutComment(options: ClaimOptions): Promise<ClaimResult> {
  // Nothing will be created, so nobody has to be kept from it.
  if (options.claim.state !== 'claimed') return { kind: 'won' }
  const trace = await tryToReact('rocket', options)
  if (trace === 'first') return { kind: 'won' }
  if (options.claimant.attempt > 1)
    return {
      kind: 'uncertain',
      reason:
        'GitHub takes no comment, so an earlier attempt of this run could not say whether it created a job.',
    }
  return trace === 'again' ? { kind: 'lost', comment: undefined } : { kind: 'won' }
}

/** Decides by the claim that counts most, and takes back what this run left beside it. */
async function judge(seen: readonly ClaimedComment[], options: ClaimOptions): Promise<ClaimResult> {
  const { statusComment, claim, claimant } = options
  const found = withCurrent(seen, statusComment.current)
  const decisive = findDecisive(found, claimant)
  if (decisive === undefined) return { kind: 'won' }

  const others = found.filter((comment) => comment !== decisive)
  const left = await takeBack(others, options)
  if (decisive.claim.nonce === claim.nonce) {
    statusComment.adopt(decisive)
    return { kind: 'won' }
  }
  const isOurs = isEarlierAttempt(decisive.claim, claimant)
  // What could not be taken back will at least say that it is a duplicate.
  statusComment.adopt(isOurs ? { ...decisive, claim: { ...decisive.claim, claimant } } : left)
  return await decide(decisive, isOurs, options)
}

/** A list may lag behind what was posted a moment ago. */
function withCurrent(
  seen: readonly ClaimedComment[],
  current: ClaimedComment | undefined,
): readonly ClaimedComment[] {
  if (current === undefined || seen.some(({ id }) => id === current.id)) return seen
  return [...seen, current].sort((a, b) => a.id - b.id)
}

/** A known job first, whoever made it; then a job that there may be; then whoever came first. */
function findDecisive(found: readonly ClaimedComment[], claimant: Claimant): ClaimedComment | undefined {
  const withJob = found.filter(({ claim }) => claim.jobId !== undefined)
  return (
    withJob.find(({ claim }) => isEarlierAttempt(claim, claimant)) ??
    withJob[0] ??
    found.find(({ claim }) => claim.state === 'unknown') ??
    found[0]
  )
}

/**
 * Deletes comments of ours that decide nothing and know nothing.
 * @returns this run's own, if GitHub did not let it be deleted
 */
async function takeBack(
  others: readonly ClaimedComment[],
  { statusComment, claim, claimant, warn }: ClaimOptions,
): Promise<ClaimedComment | undefined> {
  let left: ClaimedComment | undefined
  for (const comment of others) {
    const isOwn = comment.claim.nonce === claim.nonce
    const knowsNothing = comment.claim.jobId === undefined && comment.claim.state !== 'unknown'
    if (!isOwn && !(isEarlierAttempt(comment.claim, claimant) && knowsNothing)) continue
    try {
      await statusComment.remove(comment)
    } catch (error) {
      warn(asGitHubError(error))
      if (isOwn) left = comment
    }
  }
  return left
}

/** What the claim that stands means for us. First rule that fits decides. */
async function decide(comment: ClaimedComment, isOurs: boolean, options: ClaimOptions): Promise<ClaimResult> {
  const { state, jobId } = comment.claim
  // Done is done, for every run: report it, and create nothing.
  if (state === 'finished' && jobId !== undefined) return { kind: 'finished', jobId, comment }
  // Somebody else's, in whatever state: theirs to go on with.
  if (!isOurs || state === 'answered') return { kind: 'lost', comment }
  if (jobId !== undefined) return { kind: 'resumed', jobId }
  // Certainly no job was created, so this attempt may try again.
  if (state === 'refused') return await takeOver(comment, options)
  return {
    kind: 'uncertain',
    reason: 'An earlier attempt of this run ended while it was creating the job.',
  }
}

/**
 * Claims a comment again. The thread must say so before a job is created; where GitHub does not take it, nothing is.
 * Legs of a matrix are one claimant and may all get here at once: the last one to write has it.
 */
async function takeOver(refused: ClaimedComment, options: ClaimOptions): Promise<ClaimResult> {
  const { statusComment, claim, content, clock, signal } = options
  await statusComment.edit(content, { ...claim, startedAt: refused.claim.startedAt })
  await clock.sleep(MOMENT_MS, signal)
  const found = await look(true, options)
  if (found.some(({ claim: { nonce } }) => nonce === claim.nonce)) return { kind: 'won' }
  statusComment.adopt(undefined)
  return { kind: 'lost', comment: refused }
}

/** Anything but a failed request (a cancelled run, a mistake of ours) is none of the caller's warnings. */
function asGitHubError(error: unknown): GitHubError {
  if (error instanceof GitHubError) return error
  throw error
}
