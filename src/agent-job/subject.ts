import { DocsServiceError } from '../docs-service/errors.ts'
import type { GitHub } from '../github/github.ts'
import { digest } from '../our-comments/marker.ts'
import { DAY_MS } from '../reports/dates.ts'
import { untrustedText } from '../untrusted/text.ts'
import type { Claim, ClaimComment, ToldRange } from './claim/claim.ts'
import { createClaim, refuseClaim } from './claim/claim-run.ts'
import { isOfEarlierAttempt, readThread } from './claim/claim-thread.ts'
import { sendsAgain } from './claim/end-claim.ts'
import { findLastPlace, type JobNow, type LastPlace } from './claim/last-place.ts'
import { endByError, type RunResult } from './ending.ts'
import type { Inputs } from './inputs.ts'
import type { JobDependencies } from './job/destination.ts'
import { fetchJob } from './job/fetch-job.ts'
import { type Context, createContext, findReasonToSkip, getRules } from './request/context.ts'
import { isStartedOnPurpose } from './request/loops.ts'
import type { Request } from './request/request.ts'
import { fetchBranchChanges, type Start } from './request/since/fetch-branch-changes.ts'
import type { Since } from './request/since/since-input.ts'
import type { ReportedTrigger } from './request/trigger.ts'

interface Options {
  request: Request
  trigger: ReportedTrigger
  inputs: Inputs
  dependencies: JobDependencies & { nonce: string }
}

/**
 * Finds what the run is about. With `since`, the claims in the conversation decide where that begins.
 * @returns an ending when there is nothing to do
 * @throws GitHubError when what changed on the branch can't be read
 */
export async function findSubject(options: Options): Promise<Context | RunResult> {
  const { request, trigger, inputs, dependencies } = options
  const { github, log } = dependencies
  const context = createContext(trigger, inputs, github, log)
  if (inputs.since !== undefined && github && request.kind === 'prompt' && isStartedOnPurpose(trigger))
    return await findBranchSubject(inputs.since, github, context, options)
  return (await findReasonToSkip(trigger, inputs, context)) ?? context
}

async function findBranchSubject(
  since: Since,
  github: GitHub,
  context: Context,
  { request, trigger, inputs, dependencies }: Options,
): Promise<Context | RunResult> {
  const { run, comment, log } = dependencies
  const isLastRun = since === 'last-run'
  const branch = digest(inputs.projectId, run.ref)
  const claim = createClaim(request, trigger, inputs, dependencies)
  const { decisive, last } = readThread((await comment?.find().catch(refuseClaim)) ?? [], claim, { branch })
  const own = decisive && isOfEarlierAttempt(decisive.payload, claim.claimant) ? decisive.payload : undefined
  // The claim knows the job, and how it ended.
  if (own !== undefined && !maySendAgain(own)) return context
  const place = isLastRun && !own?.range ? await readPlace(last, inputs, dependencies) : undefined
  // Whether the changes of a job are documented isn't known until it can be read.
  if (place instanceof DocsServiceError) return { ...endByError(place), outcome: 'unavailable' }
  const start = chooseStart(since, own?.range, place, dependencies.githubNow())
  const range = { branch, ...(isLastRun && { isLastRun }) }
  const read = await fetchBranchChanges(start, { ref: run.ref, sha: run.sha, ...range }, getRules(inputs), github, log)
  if (typeof read === 'string') {
    if (place?.claim !== undefined && !inputs.dryRun) await noteNothing(place.claim, run.sha, dependencies)
    return { outcome: 'skipped', problem: read }
  }
  const { base: before, head: after } = read.range
  const { comparison, pullRequests } = read
  const count = `commits: ${comparison.commitCount}, merged pull requests: ${pullRequests.length}`
  log.info(`What changed on the branch (${before}…${after}): ${count}.`)
  const push = { branch: untrustedText(run.ref), before, after, commits: [], comparison }
  const changed = { ...createContext({ ...trigger, push }, inputs, github, log), branchChanges: read }
  return (await findReasonToSkip(trigger, inputs, changed)) ?? changed
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
  const start = { base: undefined, sinceMs: nowMs - days * DAY_MS, nowMs, isLastRun }
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
