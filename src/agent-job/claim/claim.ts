import type { GitHub } from '../../github/thread.ts'
import type { TriggerComment } from '../request/trigger.ts'
import type { ClaimedComment } from './claim-marker.ts'
import {
  asGitHubError,
  type ClaimResult,
  isByUs,
  type SettleOptions,
  selectClaims,
  settle,
  VISIBILITY_DELAY_MS,
} from './settle.ts'

export interface ClaimOptions extends SettleOptions {
  github: Pick<GitHub, 'react' | 'listReactions'>
  /** The comment that asks. */
  trigger: TriggerComment
}

/**
 * Claims a comment. GitHub answers 201 to the first `eyes` and 200 to the next, so that most of the time one request
 * tells who was first; what counts after that are the comments with a marker of ours.
 * @throws GitHubError when another run was first, and GitHub doesn't say what it did: going on could create a second job.
 */
export async function claimComment(options: ClaimOptions): Promise<ClaimResult> {
  const { claim, warn } = options
  const reaction = await tryToReact('eyes', options)
  const seen = await findPreviousClaim(reaction, options)
  if (seen !== undefined) return seen

  const mustRead = reaction.result === 'again' || claim.claimant.attempt > 1
  try {
    await options.comment.post(options.content, claim)
  } catch (error) {
    warn(asGitHubError(error))
    return await goOnWithoutComment(mustRead, reaction.account, options)
  }
  // Two runs may both have come this far (two tokens both react first, or one was slow): the older comment wins.
  const ownComment = options.comment.current
  const account = reaction.account ?? ownComment?.author
  const { own, all } = await readClaims(mustRead, account, options)
  const result = await settle(own, options)
  if (result.kind !== 'won') return result
  // A run that could not comment leaves a reaction, perhaps after we looked for it.
  const others = all.filter(({ id }) => id !== ownComment?.id)
  const mayBeLate = reaction.result === 'again' && claim.state === 'claimed'
  if (mayBeLate && (await wasAnswered(others, account, options))) return ANSWERED_BEFORE
  return all.length > 0 ? { ...result, found: all } : result
}

/** The claim of another run or attempt, if there may be one; undefined when there is none. */
async function findPreviousClaim(
  { result: reaction, account }: OwnReaction,
  options: ClaimOptions,
): Promise<ClaimResult | undefined> {
  const isRerun = options.claim.claimant.attempt > 1
  if (reaction === 'first' && !isRerun) return undefined
  const mustRead = reaction === 'again' || isRerun
  const { own } = await readClaims(mustRead, account, options)
  if (own.length > 0) return await settle(own, options)
  if (reaction !== 'again') return undefined

  await options.clock.sleep(VISIBILITY_DELAY_MS, options.signal)
  const { own: later, all } = await readClaims(mustRead, account, options)
  if (later.length > 0) return await settle(later, options)
  return (await wasAnswered(all, account, options)) ? ANSWERED_BEFORE : undefined
}

/**
 * Claims a run that no comment asked for. Nobody competes for it, but an earlier attempt may have sent its prompt.
 * @param mayContinue whether the job of another claim may be continued: then the thread is read meanwhile
 * @throws GitHubError in a re-run, when GitHub doesn't say how far the earlier attempt came
 */
export async function claimRun(options: SettleOptions, mayContinue: boolean): Promise<ClaimResult> {
  const { comment, claim, content, warn } = options
  const isRerun = claim.claimant.attempt > 1
  const { own, all } = isRerun ? await readClaims(true, undefined, options) : { own: [], all: [] }
  if (own.length > 0) return await settle(own, options)
  // Who needs the list reads it again if that fails, and says so.
  const listing = mayContinue && !isRerun ? comment.find().catch(() => undefined) : undefined
  try {
    await comment.post(content, claim)
  } catch (error) {
    warn(asGitHubError(error))
  }
  // Which account is ours is known only now; its claim with another key counts as well.
  const withOtherKey = selectClaims(all, claim, comment.current?.author)
  if (withOtherKey.length > 0) return await settle(withOtherKey, options)
  const found = isRerun ? all : await listing
  return { kind: 'won', ...(found && { found }) }
}

const ANSWERED_BEFORE: ClaimResult = {
  kind: 'uncertain',
  reason: 'This comment was answered before, and the comment that says how is gone.',
}

const NOT_RECORDED_BEFORE: ClaimResult = {
  kind: 'uncertain',
  reason:
    "The action can't comment in the thread, so an earlier attempt of this run could not record whether it sent the prompt.",
}

interface OwnReaction {
  result: 'first' | 'again' | 'failed'
  /** Id of our own account, where GitHub said so. */
  account: number | undefined
}

async function tryToReact(
  content: 'eyes' | 'rocket',
  { github, trigger, warn }: ClaimOptions,
): Promise<OwnReaction> {
  try {
    return await github.react(trigger, content)
  } catch (error) {
    warn(asGitHubError(error))
    return { result: 'failed', account: undefined }
  }
}

/** The claims in the thread: all of them, and those of this trigger and project. */
async function readClaims(
  isNeeded: boolean,
  account: number | undefined,
  { comment, claim, warn }: SettleOptions,
): Promise<{ all: ClaimedComment[]; own: ClaimedComment[] }> {
  try {
    const all = await comment.find()
    return { all, own: selectClaims(all, claim, account) }
  } catch (error) {
    if (isNeeded) throw error
    warn(asGitHubError(error))
    return { all: [], own: [] }
  }
}

/**
 * Whether the account that reacted with `eyes` has also said how it ended, and no comment in the thread explains
 * that: then our comment was deleted, or GitHub didn't accept one. The comment of another project is an explanation.
 */
async function wasAnswered(
  all: readonly ClaimedComment[],
  account: number | undefined,
  { github, trigger, claim }: ClaimOptions,
): Promise<boolean> {
  if (all.some((comment) => comment.payload.trigger === claim.trigger && isByUs(comment, account)))
    return false
  const reactions = await github.listReactions(trigger).catch((error: unknown) => {
    const { status } = asGitHubError(error)
    // The comment that asked is gone, or this GitHub does not list reactions.
    if (status === 404 || status === 410) return []
    throw error
  })
  const accountsOf = (...contents: string[]) =>
    reactions.filter(({ content }) => contents.includes(content)).map((reaction) => reaction.account)
  const reactedWithEyes = accountsOf('eyes')
  return accountsOf('rocket', 'confused').some((reacted) => reactedWithEyes.includes(reacted))
}

/**
 * Goes on when GitHub accepts no comment. A second reaction is the only trace that this run can leave; a run that can
 * comment looks for it after it has commented.
 */
async function goOnWithoutComment(
  mustRead: boolean,
  account: number | undefined,
  options: ClaimOptions,
): Promise<ClaimResult> {
  const { own } = await readClaims(mustRead, account, options)
  if (own.length > 0) return await settle(own, options)
  // This run sends nothing, so no other run has to be stopped.
  if (options.claim.state !== 'claimed') return { kind: 'won' }
  const { result: trace } = await tryToReact('rocket', options)
  if (trace !== 'first' && options.claim.claimant.attempt > 1) return NOT_RECORDED_BEFORE
  if (trace === 'again') return { kind: 'lost', comment: undefined }
  const late = await readClaims(mustRead, account, options)
  return late.own.length > 0 ? await settle(late.own, options) : { kind: 'won' }
}
