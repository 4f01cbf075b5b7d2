import { DocsServiceError } from '../docs-service/errors.ts'
import { endsJob } from '../docs-service/schema.ts'
import { digest } from '../github/signed-marker.ts'
import type { ClaimComment } from '../job-marker/claim.ts'
import type { JobRecord } from '../job-marker/job-record.ts'
import { STATUS_OUTCOMES } from '../job-marker/outcome.ts'
import { DAY_MS } from '../reports/dates.ts'
import type { WorkflowRun } from '../runner/event.ts'
import { untrustedText } from '../untrusted/text.ts'
import type { ClaimResult } from './claim/claim.ts'
import { nameRun, refuseClaim } from './claim/claim-run.ts'
import { findTrigger, mayClaimAgain } from './claim/precedence.ts'
import { endByError, type RunResult } from './ending.ts'
import type { Inputs } from './inputs.ts'
import type { JobDependencies } from './job/destination.ts'
import { fetchJob } from './job/fetch-job.ts'
import { type Context, createContext, findReasonToSkip, getRules } from './request/context.ts'
import { isStartedOnPurpose } from './request/loops.ts'
import type { Request } from './request/request.ts'
import { fetchBranchChanges, type Start } from './request/since/fetch-branch-changes.ts'
import {
  findBeginning,
  findNext,
  listUnseen,
  type PastClaim,
  type SeriesNames,
} from './request/since/find-beginning.ts'
import type { Trigger } from './request/trigger.ts'

type Options = { request: Request; trigger: Trigger; inputs: Inputs; dependencies: JobDependencies }

/**
 * Finds what the run is about. With `since`, the claims in the thread decide where that begins.
 * @param claimed what the run was about when it claimed, and the claims that it found then
 * @returns an ending when there is nothing to do
 * @throws GitHubError when what changed on the branch can't be read
 */
export async function findSubject(
  options: Options,
  claimed?: { context: Context; found: readonly ClaimComment[] },
): Promise<Context | RunResult> {
  const { request, trigger, inputs, dependencies } = options
  const { run, github, comment, log } = dependencies
  const { since } = inputs
  const context = createContext(trigger, inputs, github, log)
  if (!since || !github || request.kind !== 'prompt' || !isStartedOnPurpose(trigger))
    return (await findReasonToSkip(trigger, inputs, context)) ?? context

  const names = nameSeries(inputs, run)
  const found = claimed?.found ?? (await comment?.find().catch(refuseClaim)) ?? []
  const ofRun = nameRun('prompt', inputs, run)
  const ownTrigger = findTrigger(found, ofRun)
  const own = found.find(({ isVerified, payload }) => isVerified && payload.trigger === ownTrigger)
  // The claim knows how that ended, or its job.
  if (own !== undefined && !mayClaimAgain(own)) return context
  const past = await readPast(selectPast(found, own, options, claimed && comment?.current?.id), names, options)
  // Whether the changes of a job are documented isn't known until it can be read.
  if (past instanceof DocsServiceError) return { ...endByError(past), outcome: 'unavailable' }
  const start = chooseStart(past, names, own, options)
  if ('outcome' in start) return start
  const isSame = claimed && claimed.context.branchChanges?.start.base === start.base
  if (isSame) return claimed.context
  const branch = { ref: run.ref, sha: run.sha, since: since === 'last-run' ? since : `${since.days}d` }
  const { project: _, ...shared } = names
  const read = await fetchBranchChanges(start, { ...branch, ...shared }, getRules(inputs), github, log)
  if (typeof read === 'string') return { outcome: 'skipped', problem: read }
  const branchChanges = { ...read, next: findNext(past, names, read.range, new Date(start.nowMs)) }
  const { base: before, head: after } = branchChanges.range
  const { comparison, pullRequests } = branchChanges
  const count = `commits: ${comparison.commitCount}, merged pull requests: ${pullRequests.length}`
  log.info(`What changed on the branch (${before}…${after}): ${count}.`)
  const push = { branch: untrustedText(run.ref), before, after, commits: [], comparison }
  const changed = { ...createContext({ ...trigger, push }, inputs, github, log), branchChanges }
  return (await findReasonToSkip(trigger, inputs, changed)) ?? changed
}

/** Digests, since anybody can read a marker. */
function nameSeries({ projectId, paths, promptSource }: Inputs, { ref, workflow, job, step }: WorkflowRun) {
  const name = (...parts: readonly unknown[]) => digest(JSON.stringify([projectId, ref, ...parts]))
  return {
    project: digest(projectId),
    branch: name(),
    step: name(workflow, job, step),
    series: name(workflow, job, step, paths, promptSource),
  }
}

/**
 * The claims that decide where a run begins. Other prompts of the same workflow run don't: each gets the whole range.
 * @param ownId of our comment, once there is one: later claims that are still open give way to it
 */
function selectPast(
  found: readonly ClaimComment[],
  own: ClaimComment | undefined,
  { inputs, dependencies }: Options,
  ownId = Infinity,
): ClaimComment[] {
  return found.filter((each) => {
    const { claimant, state, outcome } = each.payload
    const isOpen = state === 'claimed' && outcome === undefined
    // A dry run doesn't compete with other runs.
    const givesWay = isOpen && (inputs.dryRun || each.id > ownId)
    return each.id === own?.id || (claimant.runId !== dependencies.run.id && !givesWay)
  })
}

/** Reads the jobs whose end no run saw. @returns a failure if one can't be read */
async function readPast(
  found: readonly ClaimComment[],
  names: SeriesNames,
  { inputs, dependencies }: Options,
): Promise<PastClaim[] | DocsServiceError> {
  const past = new Map<number, PastClaim>(found.map((each) => [each.id, each]))
  for (const each of listUnseen(found, names)) {
    const job = each.payload.job as JobRecord
    const read = await fetchJob(job.jobId, dependencies.clock.now() + inputs.timeoutMs, dependencies)
    if (read instanceof DocsServiceError && read.status !== 404) return read
    if (read instanceof DocsServiceError) past.set(each.id, { ...each, jobNow: 'vanished' })
    else if (!endsJob(read.status)) past.set(each.id, { ...each, jobNow: 'active' })
    else {
      const payload = { ...each.payload, job: { ...job, ...(read.pullRequest && { prLink: read.pullRequest }) } }
      past.set(each.id, { ...each, payload, jobNow: STATUS_OUTCOMES[read.status] ?? 'no-pull-request' })
    }
  }
  return [...past.values()]
}

/** Where the range begins, or why the run ends without one. */
function chooseStart(
  past: readonly PastClaim[],
  names: SeriesNames,
  own: ClaimComment | undefined,
  { inputs: { since }, dependencies: { comment, githubNow, log } }: Options,
): Start | RunResult {
  const nowMs = githubNow()
  const found = findBeginning(past, names, new Date(nowMs))
  if (found.kind === 'blocked') return endBlocked(found.by, log)
  const isLastRun = since === 'last-run'
  const days = since === undefined || since === 'last-run' ? 7 : since.days
  const start = { base: undefined, sinceMs: nowMs - days * DAY_MS, nowMs, isLastRun }
  // A re-run tells the same range, unless a later run has told it.
  const isToldLater =
    isLastRun &&
    found.kind === 'commit' &&
    past.some(({ id, payload: { range } }) => own && id > own.id && range?.head === found.base)
  const ofOwn = own?.payload.range
  if (ofOwn !== undefined && !isToldLater) return { ...start, base: ofOwn.base, reason: 'where it began before' }
  if (!isLastRun) return { ...start, reason: `${days} day${days === 1 ? '' : 's'} ago` }
  if (found.kind === 'unverified') return { outcome: 'error', cause: 'place-of-other-key' }
  if (found.kind === 'days') return { ...start, reason: found.reason }
  const { base, reason, isVanished, reachedAt = nowMs } = found
  const advice = 'The service no longer knows it. Its changes are treated as documented.'
  if (isVanished && comment?.current === undefined) log.notice("The previous run's job can't be found", advice)
  return { ...start, base, sinceMs: Math.min(start.sinceMs, reachedAt), reason }
}

function endBlocked({ payload, url }: PastClaim, log: JobDependencies['log']): RunResult {
  const { runId } = payload.claimant
  const problem = `The workflow run ${runId} began earlier, and hasn't ended. If it was stopped, re-run it.`
  log.warning('An earlier run has not ended', problem)
  return { outcome: 'duplicate', cause: 'claimed-by-other-run', problem, reportedIn: url }
}

/**
 * Decides again by the claims that `claim` has found: another run may have covered a part of it meanwhile. Our comment
 * says so before anything is sent. If nothing is left to do, it is deleted.
 */
export async function settleSubject(
  context: Context,
  claim: ClaimResult,
  options: Options,
): Promise<Context | RunResult> {
  const { comment, renderProgress } = options.dependencies
  if (claim.kind !== 'won' || context.branchChanges === undefined || options.inputs.dryRun) return context
  const settled = await findSubject(options, { context, found: claim.found })
  if ('outcome' in settled && comment?.current) await comment.remove(comment.current)
  if ('outcome' in settled || settled === context) return settled
  const { branchChanges: covered } = settled
  if (covered) await comment?.edit(renderProgress({ covered }), { range: covered.range }).catch(refuseClaim)
  return settled
}
