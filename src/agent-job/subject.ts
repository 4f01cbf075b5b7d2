import { DocsServiceError } from '../docs-service/errors.ts'
import type { GitHub } from '../github/github.ts'
import { digest } from '../our-comments/marker.ts'
import { DAY_MS } from '../reports/dates.ts'
import { formatCount } from '../reports/numbers.ts'
import { dropAbsent } from '../untrusted/json.ts'
import type { Covered } from './changes/changes.ts'
import { readRange } from './changes/read-range.ts'
import { compareBranch, type Start } from './changes/since/compare-branch.ts'
import type { Claim, ClaimComment, ToldRange } from './claim/claim.ts'
import { createClaim, refuseClaim } from './claim/claim-run.ts'
import { isOfEarlierAttempt, readThread } from './claim/claim-thread.ts'
import { sendsAgain } from './claim/end-claim.ts'
import { findLastPlace, type JobNow, type LastPlace } from './claim/last-place.ts'
import { endByError, type RunResult } from './ending.ts'
import type { Inputs } from './inputs.ts'
import type { JobDependencies } from './job/destination.ts'
import { fetchJob } from './job/fetch-job.ts'
import { type Context, createContext, findReasonToSkip } from './request/context.ts'
import { isStartedOnPurpose } from './request/loops.ts'
import type { Request } from './request/request.ts'
import type { Since } from './request/since/since-input.ts'
import type { ReportedTrigger } from './request/trigger.ts'

interface Options {
  request: Request
  trigger: ReportedTrigger
  inputs: Inputs
  dependencies: JobDependencies & { nonce: string }
}

/** What a run is about. */
export interface Subject {
  context: Context
  /** What people read of its range, if it is about one. */
  covered?: Covered
  /** With `since`: what the claim remembers of the range. */
  range?: ToldRange
}

/**
 * Finds what the run is about. With `since`, the claims in the conversation decide where that begins.
 * @returns an ending when there is nothing to do
 * @throws GitHubError when what changed can't be read
 */
export async function findSubject(options: Options): Promise<Subject | RunResult> {
  const { request, trigger, inputs, dependencies } = options
  const { github, log } = dependencies
  if (inputs.since !== undefined && github && request.kind === 'prompt' && isStartedOnPurpose(trigger))
    return await findBranchSubject(inputs.since, github, options)
  const context = createContext(trigger, inputs, trigger.read ?? { gaps: [] }, github, log)
  return (await findReasonToSkip(trigger, inputs, context)) ?? (await addCovered({ context }, options))
}

async function findBranchSubject(since: Since, github: GitHub, options: Options): Promise<Subject | RunResult> {
  const { request, trigger, inputs, dependencies } = options
  const { run, comment, log } = dependencies
  const isLastRun = since === 'last-run'
  const branch = digest(inputs.projectId, run.ref)
  const claim = createClaim(request, trigger, inputs, dependencies)
  const { decisive, last } = readThread((await comment?.find().catch(refuseClaim)) ?? [], claim, { branch })
  const own = decisive && isOfEarlierAttempt(decisive.payload, claim.claimant) ? decisive.payload : undefined
  // The claim knows the job, and how it ended.
  if (own !== undefined && !maySendAgain(own))
    return { context: createContext(trigger, inputs, { gaps: [] }, github, log) }
  const place = isLastRun && !own?.range ? await readPlace(last, inputs, dependencies) : undefined
  // Whether the changes of a job are documented isn't known until it can be read.
  if (place instanceof DocsServiceError) return { ...endByError(place), outcome: 'unavailable' }
  const start = chooseStart(since, own?.range, place, dependencies.githubNow())
  const { range, comparison, reason } = await compareBranch(start, run.sha, github, log)
  const brought = await readRange(range, comparison, { github, repository: run.repository })
  const context = createContext(trigger, inputs, { brought, gaps: [] }, github, log)
  const nothing = await findReasonToSkip(trigger, inputs, context)
  if (nothing === undefined) {
    const told = { ...range, branch, ...(isLastRun && { isLastRun }) }
    return await addCovered({ context, range: told }, options, reason)
  }
  // What couldn't be read may count.
  const changes = await context.fetchChanges()
  const isCertain = changes !== undefined && changes.undecided + changes.unlistedCommits === 0
  if (isCertain && place?.claim !== undefined && !inputs.dryRun) await noteNothing(place.claim, run.sha, dependencies)
  return nothing
}

/** Adds what people read of a range that the prompt tells. */
async function addCovered(subject: Subject, { inputs, dependencies }: Options, reason?: string): Promise<Subject> {
  const { context, range } = subject
  const changes = context.hasRange && inputs.context !== 'none' ? await context.fetchChanges() : undefined
  if (changes?.range === undefined) return subject
  const { told, more } = changes
  const count = formatCount(told.length + more.pullRequests + more.commits, 'change')
  dependencies.log.info(`What changed (${changes.range.base}…${changes.range.head}): ${count}.`)
  return {
    ...subject,
    covered: { range: changes.range, changes, ...dropAbsent({ isLastRun: range?.isLastRun, reason }) },
  }
}

function maySendAgain({ state, outcome, commentId }: Claim): boolean {
  const isOver = state === 'finished' && sendsAgain(outcome)
  return state === 'claimed' || commentId === undefined || isOver
}

/** @returns a failure if a job can't be read */
async function readPlace(
  last: readonly ClaimComment[],
  { timeoutMs }: Inputs,
  dependencies: JobDependencies,
): Promise<LastPlace | DocsServiceError | undefined> {
  const deadline = dependencies.clock.now() + timeoutMs
  try {
    return await findLastPlace(last, async (jobId): Promise<JobNow> => {
      const job = await fetchJob(jobId, deadline, dependencies)
      if (!(job instanceof DocsServiceError)) return job.status === 'completed' ? 'completed' : 'other'
      if (job.status === 404) return 'gone'
      throw job
    })
  } catch (error) {
    if (error instanceof DocsServiceError && error.kind !== 'cancelled') return error
    throw error
  }
}

/** Where the range begins. A re-run tells the same range. */
function chooseStart(
  since: NonNullable<Inputs['since']>,
  ofOwn: ToldRange | undefined,
  place: LastPlace | undefined,
  nowMs: number,
): Start {
  const isLastRun = since === 'last-run'
  const days = isLastRun ? 7 : since.days
  const start = { base: undefined, sinceMs: nowMs - days * DAY_MS, isLastRun }
  if (ofOwn !== undefined) return { ...start, base: ofOwn.base, reason: 'where it began before' }
  if (place !== undefined) return { ...start, base: place.commit, reason: place.reason }
  const ago = `${days} day${days === 1 ? '' : 's'} ago`
  return { ...start, reason: isLastRun ? `${ago}, because no earlier run is known` : ago }
}

/** A later run then begins here, and reads less. */
async function noteNothing(
  { id, payload }: ClaimComment,
  head: string,
  { comment, log }: JobDependencies,
): Promise<void> {
  const { range } = payload
  if (range === undefined || range.head === head || comment === undefined) return
  await comment
    .amend(id, payload.nonce, { range: { ...range, nothingUntil: head } })
    .catch((error: unknown) => log.info(`Couldn't note that nothing counts up to ${head}. ${String(error)}`))
}
