import { DocsServiceError } from '../docs-service/errors.ts'
import { endsJob } from '../docs-service/schema.ts'
import type { ClaimComment, CommitRange } from '../job-marker/claim.ts'
import type { JobRecord } from '../job-marker/job-record.ts'
import { STATUS_OUTCOMES } from '../job-marker/outcome.ts'
import { untrustedText } from '../untrusted/text.ts'
import type { ClaimResult } from './claim/claim.ts'
import { refuseClaim } from './claim/claim-run.ts'
import { mayClaimAgain } from './claim/precedence.ts'
import { type EarlyEnd, endByError } from './ending.ts'
import type { Inputs } from './inputs.ts'
import type { JobDependencies } from './job/create-or-continue.ts'
import { readJob } from './job/read-job.ts'
import { type Context, createContext } from './request/context.ts'
import { findReasonToSkip } from './request/reason-to-skip.ts'
import type { Request } from './request/request.ts'
import {
  findOwnClaim,
  findStart,
  findUnfinished,
  identifySeries,
  listSeries,
  type Start,
} from './request/since/find-start.ts'
import {
  type BranchChanges,
  formatBranchChanges,
  readBranchChanges,
} from './request/since/read-branch-changes.ts'
import { isSinceEvent } from './request/since/since-input.ts'
import type { Trigger } from './request/trigger.ts'

/** What the run is about. */
export interface Subject {
  context: Context
  /** The rest with `since`, unless an earlier attempt has told it. */
  start?: Start
  told?: BranchChanges
  range?: CommitRange
}

export interface SubjectOptions {
  request: Request
  trigger: Trigger
  inputs: Inputs
  dependencies: JobDependencies
}

/**
 * Finds out what the run is about. With `since`, the claims of the thread say where that begins.
 * @returns an ending when there is nothing to do
 * @throws GitHubError when what changed on the branch can't be read
 */
export async function findSubject(options: SubjectOptions): Promise<Subject | EarlyEnd> {
  const { request, inputs, trigger, dependencies } = options
  const isTelling = inputs.since !== undefined && isSinceEvent(trigger) && request.kind === 'prompt'
  return isTelling
    ? await findRange(options, (await dependencies.comment?.find()) ?? [])
    : await skipOrGo(
        { context: createContext(trigger, inputs, dependencies.github, dependencies.log) },
        options,
      )
}

/**
 * The same by the list that settles the claim: another run may have told a part of it meanwhile. Our comment says so before
 * anything is sent; where there is nothing left to do, it is deleted.
 */
export async function settleSubject(
  subject: Subject,
  claim: ClaimResult,
  options: SubjectOptions,
): Promise<Subject | EarlyEnd> {
  const { inputs, dependencies } = options
  const { comment, renderProgress } = dependencies
  const own = comment?.current
  if (claim.kind !== 'won' || !subject.start || own === undefined || inputs.dryRun) return subject
  const settled = await findRange(options, claim.found, { id: own.id, subject })
  if ('outcome' in settled) await comment?.remove(own)
  else if (settled.range !== undefined && settled !== subject)
    await comment?.edit(renderProgress({ told: settled.told }), { range: settled.range }).catch(refuseClaim)
  return settled
}

async function findRange(
  options: SubjectOptions,
  found: readonly ClaimComment[],
  claimed?: { id: number; subject: Subject },
): Promise<Subject | EarlyEnd> {
  const { trigger, inputs, dependencies } = options
  const { run, github, log, githubNow } = dependencies
  const { since, ignoreAuthors, dryRun } = inputs
  if (since === undefined || github === undefined) throw new Error('`since` needs GitHub.')
  const series = identifySeries(run, inputs)
  const claims = listSeries(found, series)
  const own = findOwnClaim(claims, run.id)
  const hasTold = !dryRun && claimed === undefined && own !== undefined && !mayClaimAgain(own)
  if (hasTold) return { context: createContext(trigger, inputs, github, log) }
  const unfinished = dryRun ? undefined : findUnfinished(claims, run.id, githubNow(), claimed?.id)
  if (unfinished !== undefined) return endAsDuplicate(unfinished)

  try {
    const now = { runId: run.id, nowMs: githubNow() }
    const start = await findStart(claims, since, now, (job) => hasFailed(job, options))
    if (claimed !== undefined && claimed.subject.start?.base === start.base) return claimed.subject
    const changes = await readBranchChanges(start, run, ignoreAuthors, github, log)
    if (typeof changes === 'string') return { outcome: 'skipped', problem: changes }
    const { base: before, head: after } = changes.range
    log.info(`What changed on the branch: ${formatBranchChanges(changes)} (${before}…${after}).`)
    const branch = untrustedText(run.ref.replace(/^refs\/heads\//u, ''))
    const push = { branch, before, after, commits: [], comparison: changes.comparison }
    const context = { ...createContext({ ...trigger, push }, inputs, github, log), branchChanges: changes }
    return await skipOrGo({ context, start, told: changes, range: { series, ...changes.range } }, options)
  } catch (error) {
    const isRefused = error instanceof DocsServiceError && (error.status === 401 || error.status === 403)
    if (!(error instanceof DocsServiceError) || isRefused) throw error
    // Of a job that can't be read, nobody knows whether its changes are to be told again.
    return { ...endByError(error), outcome: 'unavailable' }
  }
}

/** Whether a job ended without having done its work. One that is gone has, too. */
async function hasFailed({ jobId }: JobRecord, { inputs, dependencies }: SubjectOptions): Promise<boolean> {
  const job = await readJob(jobId, dependencies.clock.now() + inputs.timeoutMs, dependencies)
  if (!(job instanceof DocsServiceError))
    return endsJob(job.status) && STATUS_OUTCOMES[job.status] !== undefined
  if (job.status !== 404) throw job
  return true
}

function endAsDuplicate({ payload, url }: ClaimComment): EarlyEnd {
  const problem = `The workflow run ${payload.claimant.runId} began earlier, and hasn't ended.`
  return { outcome: 'duplicate', cause: 'claimed-by-other-run', problem, reportedIn: url }
}

async function skipOrGo(subject: Subject, { trigger, inputs }: SubjectOptions): Promise<Subject | EarlyEnd> {
  const reason = await findReasonToSkip(trigger, inputs, subject.context)
  return reason === undefined ? subject : { outcome: 'skipped', problem: reason }
}
