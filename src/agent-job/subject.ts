import { DocsServiceError } from '../docs-service/errors.ts'
import { endsJob } from '../docs-service/schema.ts'
import { digest } from '../github/signed-marker.ts'
import type { ClaimComment } from '../job-marker/claim.ts'
import { STATUS_OUTCOMES } from '../job-marker/outcome.ts'
import { untrustedText } from '../untrusted/text.ts'
import type { ClaimResult } from './claim/claim.ts'
import { refuseClaim } from './claim/claim-run.ts'
import { mayClaimAgain } from './claim/precedence.ts'
import { endByError, type RunResult } from './ending.ts'
import type { Inputs } from './inputs.ts'
import type { JobDependencies } from './job/create-or-continue.ts'
import { fetchJob } from './job/fetch-job.ts'
import { type Context, createContext } from './request/context.ts'
import { isStartedOnPurpose } from './request/loops.ts'
import { findReasonToSkip } from './request/reason-to-skip.ts'
import type { Request } from './request/request.ts'
import { fetchBranchChanges } from './request/since/fetch-branch-changes.ts'
import { findStart, findUnfinished, listSeries } from './request/since/find-start.ts'
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
  const { run, github, comment, log, githubNow } = dependencies
  const { since, ignoreAuthors, projectId, paths, dryRun } = inputs
  const context = createContext(trigger, inputs, github, log)
  if (!since || !github || request.kind !== 'prompt' || !isStartedOnPurpose(trigger))
    return (await findReasonToSkip(trigger, inputs, context)) ?? context

  const { workflow, job, step, ref } = run
  const series = digest(JSON.stringify([workflow, job, step, ref, projectId, paths]))
  const claims = listSeries(claimed?.found ?? (await comment?.find().catch(refuseClaim)) ?? [], series)
  const now = { runId: run.id, nowMs: githubNow() }
  const ofRun = claims.find(({ payload }) => payload.claimant.runId === run.id)
  // The claim knows how that ended, or its job.
  if (ofRun !== undefined && !mayClaimAgain(ofRun)) return context
  // A dry run doesn't compete with other runs.
  const other = dryRun ? undefined : findUnfinished(claims, now, claimed && comment?.current?.id)
  if (other !== undefined) {
    const problem = `The workflow run ${other.payload.claimant.runId} began earlier, and hasn't ended.`
    return { outcome: 'duplicate', cause: 'claimed-by-other-run', problem, reportedIn: other.url }
  }

  const unread: DocsServiceError[] = []
  const start = await findStart(claims, since, now, async ({ jobId }) => {
    const found = await fetchJob(jobId, dependencies.clock.now() + inputs.timeoutMs, dependencies)
    if (!(found instanceof DocsServiceError))
      return endsJob(found.status) && STATUS_OUTCOMES[found.status] !== undefined
    // A job that is gone has documented nothing.
    if (found.status !== 404) unread.push(found)
    return found.status === 404
  })
  // Whether the changes of a job are documented isn't known until it can be read.
  if (unread.length > 0) return { ...endByError(unread[0]), outcome: 'unavailable' }
  if (claimed && claimed.context.branchChanges?.start.base === start.base) return claimed.context
  const branchChanges = await fetchBranchChanges(start, { ...run, series }, ignoreAuthors, github, log)
  if (typeof branchChanges === 'string') return { outcome: 'skipped', problem: branchChanges }
  const { base: before, head: after } = branchChanges.range
  const { comparison, pullRequests } = branchChanges
  const count = `commits: ${comparison.commitCount}, merged pull requests: ${pullRequests.length}`
  log.info(`What changed on the branch (${before}…${after}): ${count}.`)
  const push = { branch: untrustedText(ref), before, after, commits: [], comparison }
  const branch = { ...createContext({ ...trigger, push }, inputs, github, log), branchChanges }
  return (await findReasonToSkip(trigger, inputs, branch)) ?? branch
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
