import { DocsServiceError } from '../docs-service/errors.ts'
import { endsJob } from '../docs-service/schema.ts'
import { digest } from '../github/signed-marker.ts'
import type { ClaimComment } from '../job-marker/claim.ts'
import type { JobRecord } from '../job-marker/job-record.ts'
import { STATUS_OUTCOMES } from '../job-marker/outcome.ts'
import { untrustedText } from '../untrusted/text.ts'
import type { ClaimResult } from './claim/claim.ts'
import { refuseClaim } from './claim/claim-run.ts'
import { mayClaimAgain } from './claim/precedence.ts'
import { type EarlyEnd, endByError } from './ending.ts'
import type { Inputs } from './inputs.ts'
import type { JobDependencies } from './job/create-or-continue.ts'
import { fetchJob } from './job/fetch-job.ts'
import { type Context, createContext } from './request/context.ts'
import { isStartedOnPurpose } from './request/loops.ts'
import { findReasonToSkip } from './request/reason-to-skip.ts'
import type { Request } from './request/request.ts'
import { fetchBranchChanges, formatBranchChanges } from './request/since/fetch-branch-changes.ts'
import { findStart, findUnfinished, listSeries } from './request/since/find-start.ts'
import type { Trigger } from './request/trigger.ts'

type Options = { request: Request; trigger: Trigger; inputs: Inputs; dependencies: JobDependencies }

/**
 * Finds out what the run is about. With `since`, the claims of the thread say where that begins.
 * @returns an ending when there is nothing to do
 * @throws GitHubError when what changed on the branch can't be read
 */
export async function findSubject(options: Options): Promise<Context | EarlyEnd> {
  const { request, trigger, inputs, dependencies } = options
  const hasRange = inputs.since !== undefined && isStartedOnPurpose(trigger) && request.kind === 'prompt'
  if (hasRange) return await findChanges(options, (await dependencies.comment?.find()) ?? [])
  return await skipOrGo(createContext(trigger, inputs, dependencies.github, dependencies.log), options)
}

/**
 * The same by the list that settles the claim: another run may have covered a part of it meanwhile. Our comment says so before
 * anything is sent; where there is nothing left to do, it is deleted.
 */
export async function settleSubject(
  context: Context,
  claim: ClaimResult,
  options: Options,
): Promise<Context | EarlyEnd> {
  const { comment, renderProgress } = options.dependencies
  const own = comment?.current
  if (claim.kind !== 'won' || own?.payload.range === undefined) return context
  const settled = await findChanges(options, claim.found, { id: own.id, context })
  if ('outcome' in settled) await comment?.remove(own)
  const covered = 'outcome' in settled || settled === context ? undefined : settled.branchChanges
  if (covered) await comment?.edit(renderProgress({ covered }), { range: covered.range }).catch(refuseClaim)
  return settled
}

async function findChanges(
  options: Options,
  found: readonly ClaimComment[],
  claimed?: { id: number; context: Context },
): Promise<Context | EarlyEnd> {
  const { trigger, inputs, dependencies } = options
  const { run, github, log, githubNow } = dependencies
  const { since, ignoreAuthors, dryRun } = inputs
  if (since === undefined || github === undefined) throw new Error('`since` needs GitHub.')
  const { workflow, job, step, ref } = run
  const series = digest(JSON.stringify([workflow, job, step, ref, inputs.projectId, inputs.paths]))
  const claims = listSeries(found, series)
  const own = claims.find(({ payload }) => payload.claimant.runId === run.id)
  // The claim knows how that ended, or its job.
  if (own !== undefined && !mayClaimAgain(own)) return createContext(trigger, inputs, github, log)
  // A dry run is in nobody's way.
  const unfinished = dryRun ? undefined : findUnfinished(claims, run.id, githubNow(), claimed?.id)
  if (unfinished !== undefined) return endAsDuplicate(unfinished)

  try {
    const now = { runId: run.id, nowMs: githubNow() }
    const start = await findStart(claims, since, now, (job) => hasFailed(job, options))
    if (claimed !== undefined && claimed.context.branchChanges?.start.base === start.base)
      return claimed.context
    const covered = await fetchBranchChanges(start, { ...run, series }, ignoreAuthors, github, log)
    if (typeof covered === 'string') return { outcome: 'skipped', problem: covered }
    const { base: before, head: after } = covered.range
    log.info(`What changed on the branch: ${formatBranchChanges(covered)} (${before}…${after}).`)
    const push = {
      branch: untrustedText(run.ref),
      before,
      after,
      commits: [],
      comparison: covered.comparison,
    }
    const context = createContext({ ...trigger, push }, inputs, github, log)
    return await skipOrGo({ ...context, branchChanges: covered }, options)
  } catch (error) {
    const isRefused = error instanceof DocsServiceError && (error.status === 401 || error.status === 403)
    if (!(error instanceof DocsServiceError) || isRefused) throw error
    // Whether the changes of a job are documented isn't known until it can be read.
    return { ...endByError(error), outcome: 'unavailable' }
  }
}

/** Whether a job ended without having done its work. One that is gone has, too. */
async function hasFailed({ jobId }: JobRecord, { inputs, dependencies }: Options): Promise<boolean> {
  const job = await fetchJob(jobId, dependencies.clock.now() + inputs.timeoutMs, dependencies)
  if (job instanceof DocsServiceError && job.status !== 404) throw job
  return job instanceof DocsServiceError || (endsJob(job.status) && STATUS_OUTCOMES[job.status] !== undefined)
}

function endAsDuplicate({ payload, url }: ClaimComment): EarlyEnd {
  const problem = `The workflow run ${payload.claimant.runId} began earlier, and hasn't ended.`
  return { outcome: 'duplicate', cause: 'claimed-by-other-run', problem, reportedIn: url }
}

async function skipOrGo(context: Context, { trigger, inputs }: Options): Promise<Context | EarlyEnd> {
  const reason = await findReasonToSkip(trigger, inputs, context)
  return reason === undefined ? context : { outcome: 'skipped', problem: reason }
}
