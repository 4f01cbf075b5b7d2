import { digest } from '../github/signed-marker.ts'
import { type ClaimComment, tellsOfWork } from '../job-marker/claim.ts'
import type { JobRecord } from '../job-marker/job-record.ts'
import type { Markdown } from '../untrusted/markdown.ts'
import type { ClaimResult } from './claim/claim.ts'
import { claimRun } from './claim/claim-run.ts'
import { endByError, endByJob, endByPermissionCheck, type RunResult } from './ending.ts'
import type { Inputs } from './inputs.ts'
import { checkSetup } from './job/check-setup.ts'
import { createOrContinueJob } from './job/create-or-continue.ts'
import type { JobDependencies } from './job/destination.ts'
import { followJob } from './job/follow-job.ts'
import { checkPermission } from './request/permission.ts'
import { preparePrompt } from './request/prompt.ts'
import { parseRequest } from './request/request.ts'
import type { ReportedTrigger, Trigger } from './request/trigger.ts'
import { findSubject, settleSubject } from './subject.ts'

/** What a run needs from outside; tests pass their own. */
export interface Dependencies extends JobDependencies {
  /** Random; tells this run's comment from all others. */
  nonce: string
  /** The comment that answers without a job. */
  renderAnswer: (report: RunResult) => Promise<Markdown>
  /** Called with the job before anything else can go wrong. */
  onJob: (job: JobRecord) => void
}

/** What the log and the summary of a run say that answers with the help. */
export const NO_REQUEST = "The comment isn't a request for a job."

/**
 * Runs an agent job, from the trigger to the pull request: permission, request, claim, create or message, poll.
 * It never throws: whatever ends the run early is its result, with all that was known by then.
 */
export async function runAgentJob(given: Inputs, trigger: ReportedTrigger, outside: Dependencies): Promise<RunResult> {
  const { clock } = outside
  const request = parseRequest(trigger, given)
  // A check is a dry run that a comment asks for.
  const inputs = request.kind === 'check' ? { ...given, dryRun: true } : given
  let startedAt = clock.now()
  let known: Partial<RunResult> = {}
  const renderProgress: Dependencies['renderProgress'] = (progress) =>
    outside.renderProgress({ covered: known.covered, ...progress })
  const dependencies = { ...outside, renderProgress }
  const end = (ending: RunResult): RunResult => ({ ...known, ...ending, durationMs: clock.now() - startedAt })
  try {
    const permission = await askPermission(trigger, inputs, dependencies)
    if ('outcome' in permission) return end(permission)
    known = permission

    const options = { request, trigger, inputs, dependencies }
    const found = await findSubject(options)
    if ('outcome' in found) return end(found)

    if (request.kind === 'help') {
      const help = { outcome: 'skipped', help: request, problem: NO_REQUEST } as const
      await claimRun(request, trigger, inputs, await dependencies.renderAnswer(help), dependencies)
      return end(help)
    }

    const { covered, range } = found
    const purpose = inputs.dryRun ? ({ kind: 'check' } as const) : request
    const content = renderProgress({ covered })
    const claimDependencies = { ...dependencies, range }
    const claim = await claimRun(purpose, trigger, inputs, content, claimDependencies)
    known = { ...known, ...pickClaim(claim, inputs, dependencies) }
    if (claim.kind === 'ended') return end(claim.ending)
    if (claim.kind === 'finished') return end({ outcome: claim.outcome ?? 'error' })
    const subject = await settleSubject(found, claim, options)
    if ('outcome' in subject) return end(subject)
    // With a claim that is resumed, an earlier attempt has sent the prompt.
    const prompt =
      claim.kind === 'won' ? await preparePrompt(request, subject.context, inputs, dependencies) : undefined
    known = { covered: subject.covered, ...known, prompt }
    // Time lost to GitHub does not count against the job's timeout.
    startedAt = clock.now()

    if (inputs.dryRun && claim.kind === 'won') return end(await checkSetup(known, claim, inputs, dependencies))
    const current = await createOrContinueJob(request, claim, prompt, inputs, dependencies)
    if ('outcome' in current) return end(current)

    known = { ...known, job: current.job }
    dependencies.onJob(current.job)
    const followed = await followJob(current, inputs, startedAt, dependencies)
    return end(endByJob(followed, inputs.timeoutMs))
  } catch (error) {
    return end(endByError(error))
  }
}

/** Reads the permission of the commenter, at every attempt. A run without a comment needs none. */
async function askPermission(
  { comment }: Trigger,
  { minimumPermission, allowedBots }: Inputs,
  { github, log }: Dependencies,
): Promise<Pick<RunResult, 'allowedBecause'> | RunResult> {
  if (comment === undefined) return {}
  if (github === undefined) throw new Error("A comment can't be answered without a GitHub client.")
  try {
    const { isAllowed, reason, advice } = await checkPermission(comment, minimumPermission, allowedBots, github)
    log.info(reason)
    return { allowedBecause: reason, ...(!isAllowed && { outcome: 'denied', problem: reason, advice }) }
  } catch (error) {
    return endByPermissionCheck(error)
  }
}

/** What is known of the run by its claim. */
function pickClaim(claim: ClaimResult, { dryRun, projectId }: Inputs, { comment }: Dependencies): Partial<RunResult> {
  if (claim.kind === 'finished') return { reportedIn: claim.url, job: claim.job }
  // A check claims nothing, and neither does a run without a comment.
  const isClaimed = !dryRun && comment?.current !== undefined
  // Our comment keeps the range of an earlier attempt.
  const range = comment?.current?.payload.range
  const covered = range && { range, since: range.since ?? 'last-run' }
  const known = { isClaimed, covered }
  if (claim.kind === 'won') {
    const isUnread = (each: ClaimComment) =>
      each.isOurs === true && !each.isVerified && tellsOfWork(each, digest(projectId))
    return { isClaimed, isHistoryUnread: claim.found.some(isUnread) }
  }
  if (claim.kind === 'resumed') return { ...known, job: claim.job }
  return { ...known, reportedIn: claim.reportedIn, isClaimed: claim.ending.outcome === 'unknown' }
}
