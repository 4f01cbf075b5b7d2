import { DocsServiceError } from '../docs-service/errors.ts'
import { endsJob } from '../docs-service/schema.ts'
import { digest } from '../github/signed-marker.ts'
import type { ClaimComment, CommitRange } from '../job-marker/claim.ts'
import type { JobRecord } from '../job-marker/job-record.ts'
import { STATUS_OUTCOMES } from '../job-marker/outcome.ts'
import { DAY_MS } from '../reports/dates.ts'
import { formatCount } from '../reports/numbers.ts'
import type { WorkflowRun } from '../runner/event.ts'
import { dropAbsent } from '../untrusted/json.ts'
import type { Covered } from './changes/changes.ts'
import { readRange } from './changes/read-range.ts'
import { compareBranch, type Start } from './changes/since/compare-branch.ts'
import type { ClaimResult } from './claim/claim.ts'
import { nameRun, refuseClaim } from './claim/claim-run.ts'
import { findTrigger, mayClaimAgain } from './claim/precedence.ts'
import { endByError, type RunResult } from './ending.ts'
import type { Inputs } from './inputs.ts'
import type { JobDependencies } from './job/destination.ts'
import { fetchJob } from './job/fetch-job.ts'
import { type Context, createContext, findReasonToSkip } from './request/context.ts'
import { isStartedOnPurpose } from './request/loops.ts'
import type { Request } from './request/request.ts'
import {
  findBeginning,
  findNext,
  listUnseen,
  type PastClaim,
  type SeriesNames,
} from './request/since/find-beginning.ts'
import type { ReportedTrigger } from './request/trigger.ts'

type Options = { request: Request; trigger: ReportedTrigger; inputs: Inputs; dependencies: JobDependencies }

/** What a run is about. */
export interface Subject {
  context: Context
  /** What people read of its range, if it is about one. */
  covered?: Covered
  /** With `since`: where the range begins, and what the claim remembers of it. */
  start?: BranchStart
  range?: CommitRange
  next?: { told: string | undefined; untold: string | undefined }
}

type BranchStart = Start & { nowMs: number }

/**
 * Finds what the run is about. With `since`, the claims in the thread decide where that begins.
 * @param claimed what the run was about when it claimed, and the claims that it found then
 * @returns an ending when there is nothing to do
 * @throws GitHubError when what changed on the branch can't be read
 */
export async function findSubject(
  options: Options,
  claimed?: { subject: Subject; found: readonly ClaimComment[] },
): Promise<Subject | RunResult> {
  const { request, trigger, inputs, dependencies } = options
  const { run, github, comment, log } = dependencies
  const { since } = inputs
  const context = createContext(trigger, inputs, trigger.read ?? { gaps: [] }, github, log)
  if (!since || !github || request.kind !== 'prompt' || !isStartedOnPurpose(trigger))
    return await settle({ context }, options)

  const names = nameSeries(inputs, run)
  const found = claimed?.found ?? (await comment?.find().catch(refuseClaim)) ?? []
  const ofRun = nameRun('prompt', inputs, run)
  const ownTrigger = findTrigger(found, ofRun)
  const own = found.find(({ isVerified, payload }) => isVerified && payload.trigger === ownTrigger)
  // The claim knows how that ended, or its job.
  if (own !== undefined && !mayClaimAgain(own)) return { context }
  const past = await readPast(selectPast(found, own, options, claimed && comment?.current?.id), names, options)
  // Whether the changes of a job are documented isn't known until it can be read.
  if (past instanceof DocsServiceError) return { ...endByError(past), outcome: 'unavailable' }
  const start = chooseStart(past, names, own, options)
  if ('outcome' in start) return start
  if (claimed !== undefined && claimed.subject.start?.base === start.base) return claimed.subject
  const { range, comparison } = await compareBranch(start, run.sha, github, log)
  if (comparison.commitCount === 0)
    return skip(`Nothing has changed on ${run.ref.replace(/^refs\/heads\//u, '')} since ${range.base.slice(0, 7)}.`)
  const brought = await readRange(range, comparison, { github, repository: run.repository })
  const { project: _, ...shared } = names
  const told = { ...shared, ...range, since: since === 'last-run' ? since : `${since.days}d` }
  const next = findNext(past, names, told, new Date(start.nowMs))
  const read = createContext(trigger, inputs, { brought, gaps: [] }, github, log)
  return await settle({ context: read, start, range: told, next }, options)
}

const skip = (problem: string): RunResult => ({ outcome: 'skipped', problem })

/** Ends the run where nothing counts; else adds what people read of the range. */
async function settle(subject: Subject, { trigger, inputs, dependencies }: Options): Promise<Subject | RunResult> {
  const { context, start, range, next } = subject
  const reason = await findReasonToSkip(trigger, inputs, context)
  if (reason !== undefined) return reason
  const changes = context.hasRange && inputs.context !== 'none' ? await context.fetchChanges() : undefined
  if (changes?.range === undefined) return subject
  const { told, more } = changes
  const count = told.length + more.pullRequests + more.commits
  dependencies.log.info(`What changed (${changes.range.base}…${changes.range.head}): ${formatCount(count, 'change')}.`)
  const known = { since: range?.since, reason: start?.reason, next }
  return { ...subject, covered: { range: changes.range, changes, ...dropAbsent(known) } }
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
): BranchStart | RunResult {
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
  subject: Subject,
  claim: ClaimResult,
  options: Options,
): Promise<Subject | RunResult> {
  const { comment, renderProgress } = options.dependencies
  if (claim.kind !== 'won' || subject.range === undefined || options.inputs.dryRun) return subject
  const settled = await findSubject(options, { subject, found: claim.found })
  if ('outcome' in settled && comment?.current) await comment.remove(comment.current)
  if ('outcome' in settled || settled === subject) return settled
  const { covered, range } = settled
  if (range) await comment?.edit(renderProgress({ covered }), { range }).catch(refuseClaim)
  return settled
}
