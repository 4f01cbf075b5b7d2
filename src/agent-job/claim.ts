import { GitHubError } from '../github/errors.ts'
import type { GitHub } from '../github/thread.ts'
import type { Clock } from '../runner/clock.ts'
import type { Markdown } from '../runner/markdown.ts'
import { type Claim, type Claimant, isEarlierAttempt } from './marker.ts'
import type { ClaimedComment, StatusComment } from './status-comment.ts'
import type { TriggerComment } from './trigger.ts'

/** Who may go on with a trigger. Decided before a job is created, so that there is at most one. */
export type ClaimResult =
  /** We: nobody else has it, and our claim stands in the thread (unless GitHub took no comment). */
  | { kind: 'won' }
  /** We, again: an earlier attempt of this run knows the job. */
  | { kind: 'resumed'; jobId: string }
  /** An earlier attempt of this run died, or lost the answer, while it created the job. */
  | { kind: 'uncertain' }
  /** The work is done. `isOurs`: by an earlier attempt of this run, so its comment is ours to edit. */
  | { kind: 'finished'; jobId: string; isOurs: boolean; comment: ClaimedComment }
  /** Another run has it. */
  | { kind: 'lost'; comment: ClaimedComment }

export interface ClaimOptions {
  github: Pick<GitHub, 'react' | 'deleteComment'>
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
 * tells who was first; what then counts is the oldest comment with a marker of ours.
 * @throws GitHubError when somebody was here before and GitHub does not let us see how far they got: going on
 *   could make a second job.
 */
export async function claimComment(options: ClaimOptions): Promise<ClaimResult> {
  const { statusComment, claim, content, warn } = options
  const reaction = await options.github.react(options.comment, 'eyes').catch((error: unknown) => {
    warn(asGitHubError(error))
    return 'failed' as const
  })
  // Without a reaction only a re-run has reason to think that somebody was here.
  const mustSee = reaction === 'again' || (reaction === 'failed' && options.claimant.attempt > 1)

  if (reaction !== 'first') {
    const found = await look(mustSee)
    if (found.length > 0) return await judge(found, options)
    if (reaction === 'again') {
      await options.clock.sleep(MOMENT_MS, options.signal)
      const foundLater = await look(mustSee)
      if (foundLater.length > 0) return await judge(foundLater, options)
    }
  }

  try {
    await statusComment.post(content, claim)
  } catch (error) {
    warn(asGitHubError(error))
    return { kind: 'won' }
  }
  // Two runs may both have got here (two tokens both react first, or one was slow): the older comment wins.
  return await judge(await look(mustSee), options)

  async function look(isNeeded: boolean): Promise<ClaimedComment[]> {
    try {
      return await statusComment.find()
    } catch (error) {
      if (isNeeded) throw error
      warn(asGitHubError(error))
      return []
    }
  }
}

/** Decides by the oldest claim, and takes back what this run left beside it. */
async function judge(found: readonly ClaimedComment[], options: ClaimOptions): Promise<ClaimResult> {
  const { statusComment, claim, claimant } = options
  const [oldest, ...younger] = found
  if (oldest === undefined || oldest.claim.nonce === claim.nonce) return { kind: 'won' }

  for (const { id, claim: other } of younger) {
    const isOurs = other.nonce === claim.nonce || isEarlierAttempt(other, claimant)
    if (isOurs) await options.github.deleteComment(id).catch((error) => options.warn(asGitHubError(error)))
  }
  const isOurs = isEarlierAttempt(oldest.claim, claimant)
  statusComment.adopt(isOurs ? { ...oldest, claim: { ...oldest.claim, claimant } } : undefined)
  const result = decide(oldest, isOurs)
  // The thread must say so before a job is created; where GitHub does not take it, nothing is.
  if (result.kind === 'won')
    await statusComment.edit(options.content, { ...claim, startedAt: oldest.claim.startedAt })
  return result
}

/** What the claim that stands means for us. First rule that fits decides. */
function decide(comment: ClaimedComment, isOurs: boolean): ClaimResult {
  const { state, jobId } = comment.claim
  // Done is done, for every run: report it, and create nothing.
  if (state === 'finished' && jobId !== undefined) return { kind: 'finished', jobId, isOurs, comment }
  // Somebody else's, in whatever state: theirs to go on with.
  if (!isOurs || state === 'answered') return { kind: 'lost', comment }
  if (jobId !== undefined) return { kind: 'resumed', jobId }
  // Certainly no job was created, so this attempt may try again.
  if (state === 'refused') return { kind: 'won' }
  return { kind: 'uncertain' }
}

/** Anything but a failed request (a cancelled run, a mistake of ours) is none of the caller's warnings. */
function asGitHubError(error: unknown): GitHubError {
  if (error instanceof GitHubError) return error
  throw error
}
