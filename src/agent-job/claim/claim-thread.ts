import { compareAge, isWhole } from '../../our-comments/found-comment.ts'
import { isAlone } from '../../our-comments/marker.ts'
import type { Claim, Claimant, ClaimComment } from './claim.ts'

/** What the comments of a conversation say to a run: read once, for the claim, the follow-up and `since`. */
export interface ClaimThread {
  /** The comment that decides who answers the trigger; absent if nobody has claimed it. */
  decisive?: ClaimComment | undefined
  /** The comment that this run edits instead of posting one: its own earlier reply, or that of an earlier run. */
  earlier?: ClaimComment | undefined
  /** Claims of this run's earlier attempts that gave way to the decisive one. */
  needless: readonly ClaimComment[]
  /** IDs of the jobs that received a prompt for this project, the newest first. */
  jobs: readonly string[]
  /** The claims of the step's newest earlier run with `since: last-run`; usually one. */
  last: readonly ClaimComment[]
}

/** What tells whether a comment of ours is older than the command. */
export interface CommandComment {
  kind: 'issue comment' | 'review comment'
  id: number
  createdAt?: string | undefined
}

/**
 * @param found the comments of ours in the conversation, oldest first
 * @param claim that this run makes, or would make
 * @param about `command`: the comment that the run replies to, if there is one; `branch`: the digest for `since`
 */
export function readThread(
  found: readonly ClaimComment[],
  claim: Claim,
  { command, branch }: { command?: CommandComment | undefined; branch?: string } = {},
): ClaimThread {
  const ours = found.filter(({ payload }) => payload.project === claim.project)
  const whole = ours.filter(isWhole)
  const decisive = findDecisive(ours, claim, command)
  return {
    decisive,
    needless: ours.filter((each) => each !== decisive && isAlone(each.around) && isNeedless(each.payload, claim)),
    earlier: findEarlier(whole, claim),
    jobs: listJobs(whole),
    last: findLast(whole, claim, branch),
  }
}

/**
 * The oldest claim for the trigger; or, for an earlier run, the comment that a later run of its step has taken over.
 */
function findDecisive(
  ours: readonly ClaimComment[],
  claim: Claim,
  command: CommandComment | undefined,
): ClaimComment | undefined {
  const { claimant, isOfStep, step } = claim
  const isClaim = (each: ClaimComment) => !each.payload.isReply && !isIgnored(each, claimant)
  const claims = ours.filter((each) => isClaim(each) && (command === undefined || !isOlder(each, command)))
  const own = claims.find(({ payload }) => payload.trigger === claim.trigger) ?? findOnlyOwn(claims, claim)
  if (own !== undefined || !isOfStep || claimant.attempt === 1) return own
  return claims.find(
    (each) => isWhole(each) && each.payload.isOfStep && each.payload.step === step && isLater(each.payload, claimant),
  )
}

/** An earlier attempt of this step has claimed the same, and couldn't delete its comment when it lost. */
function isNeedless({ state, isReply, trigger, earlierJobs, claimant }: Claim, claim: Claim): boolean {
  const isOwn = trigger === claim.trigger && isOfEarlierAttempt({ claimant }, claim.claimant)
  return isOwn && state === 'claimed' && !isReply && earlierJobs.length === 0
}

/**
 * Whether it is an earlier attempt's comment that names none, with text by other people: nothing was sent for it, and
 * it mustn't be edited.
 */
function isIgnored({ isNamed, around, payload }: ClaimComment, claimant: Claimant): boolean {
  return !isNamed && !isAlone(around) && isOfEarlierAttempt(payload, claimant)
}

/** A generated prompt differs from attempt to attempt, so the only claim of the step and leg counts, too. */
function findOnlyOwn(claims: readonly ClaimComment[], { trigger, step, claimant }: Claim): ClaimComment | undefined {
  if (!trigger.startsWith('run ')) return undefined
  const own = claims.filter(
    ({ payload }) =>
      payload.trigger.startsWith('run ') && payload.step === step && isOfEarlierAttempt(payload, claimant),
  )
  return own.length === 1 ? own[0] : undefined
}

/** Nobody can claim a command before it was written. IDs of review comments can't be compared with ours. */
function isOlder(found: ClaimComment, { kind, id, createdAt }: CommandComment): boolean {
  if (found.createdAt === undefined || createdAt === undefined) return false
  if (found.createdAt === createdAt) return kind === 'issue comment' && found.id < id
  return Date.parse(found.createdAt) < Date.parse(createdAt)
}

/** Whether a claim was made by an earlier attempt of the step that runs now. */
export function isOfEarlierAttempt({ claimant }: Pick<Claim, 'claimant'>, now: Claimant): boolean {
  const isSame = claimant.job === now.job && claimant.step === now.step && claimant.leg === now.leg
  return claimant.runId === now.runId && isSame && claimant.attempt < now.attempt
}

function isLater({ claimant }: Claim, now: Claimant): boolean {
  return Number(claimant.runId) > Number(now.runId)
}

/** The comment that this run continues in: its own earlier reply, or that of an earlier run, which has ended. */
function findEarlier(whole: readonly ClaimComment[], claim: Claim): ClaimComment | undefined {
  const { claimant, isOfStep, isReply, step, trigger } = claim
  const own = whole.findLast(
    ({ payload }) =>
      isOfEarlierAttempt(payload, claimant) && (payload.isReply || (isReply && payload.trigger === trigger)),
  )
  if (own !== undefined || !isOfStep) return own
  return whole.findLast(
    ({ payload }) =>
      payload.isOfStep &&
      payload.step === step &&
      payload.outcome !== undefined &&
      Number(payload.claimant.runId) < Number(claimant.runId),
  )
}

/** The newest run first: a comment that was taken over is older than its latest job. */
function listJobs(whole: readonly ClaimComment[]): string[] {
  const newest = whole.toSorted((one, other) => compareRun(other, one) || compareAge(other, one))
  const current = newest.flatMap(({ payload }) => payload.jobId ?? [])
  return [...new Set([...current, ...newest.flatMap(({ payload }) => payload.earlierJobs)])]
}

function compareRun(one: ClaimComment, other: ClaimComment): number {
  return Number(one.payload.claimant.runId) - Number(other.payload.claimant.runId)
}

/** Prompts of the same run don't count for each other. */
function findLast(
  whole: readonly ClaimComment[],
  { step, claimant }: Claim,
  branch: string | undefined,
): ClaimComment[] {
  const earlier = whole.filter(({ payload }) => {
    const { range } = payload
    const isSame = payload.step === step && range?.branch === branch
    return isSame && range?.isLastRun && payload.claimant.runId !== claimant.runId
  })
  const [newest] = earlier.toSorted((one, other) => compareRun(other, one) || compareAge(other, one))
  return earlier.filter(({ payload }) => payload.claimant.runId === newest?.payload.claimant.runId)
}
