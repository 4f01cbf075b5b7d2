import type { ClaimResult } from './claim/claim.ts'
import { claimRun } from './claim/claim-run.ts'
import type { Ending } from './ending.ts'
import type { Inputs } from './inputs.ts'
import { checkSetup } from './job/check-setup.ts'
import { closeDocumentation } from './job/close-documentation.ts'
import { type CurrentJob, createOrContinueJob, type JobDependencies } from './job/create-or-continue.ts'
import { followJob } from './job/follow-job.ts'
import { createContext } from './request/context.ts'
import { checkPermission } from './request/permission.ts'
import { preparePrompt } from './request/prepare-prompt.ts'
import { findReasonToSkip } from './request/reason-to-skip.ts'
import { type Request, readRequest } from './request/request.ts'
import type { Trigger } from './request/trigger.ts'
import { endByError, endByPermissionCheck, type RunResult } from './result/run-result.ts'

/** What the use case needs from outside; tests pass their own. */
export interface Dependencies extends JobDependencies {
  /** Random; tells this run's comment from all others. */
  nonce: string
  /** Told of the job before anything else can go wrong. */
  onJob: (job: CurrentJob) => void
}

/**
 * Runs an agent job, from the trigger to the pull request: permission, request, claim, create or message, poll.
 * It never throws: whatever ends the run early is its result, with all that was known by then.
 */
export async function runAgentJob(
  given: Inputs,
  trigger: Trigger,
  dependencies: Dependencies,
): Promise<RunResult> {
  const { run, github, clock, log, renderProgress } = dependencies
  const request = readRequest(trigger, given)
  // A check is a dry run that a comment asks for.
  const inputs = request.kind === 'check' ? { ...given, dryRun: true } : given
  let startedAt = clock.now()
  let known: Partial<RunResult> = {}
  const end = (ending: Ending & Partial<RunResult>): RunResult => ({
    isClaimed: false,
    ...known,
    ...ending,
    durationMs: clock.now() - startedAt,
  })
  try {
    const permission = await askPermission(trigger, inputs, dependencies)
    if ('outcome' in permission) return end(permission)
    known = { allowedBecause: permission.reason }
    if (!permission.isAllowed) return end({ outcome: 'denied', problem: permission.reason ?? '' })

    const context = createContext(trigger, inputs, github, log)
    const skipped = await findReasonToSkip(trigger, inputs, context)
    if (skipped !== undefined) return end({ outcome: 'skipped', problem: skipped })

    if (request.kind === 'help' || request.kind === 'close')
      return end(await endWithoutJob(request, trigger, inputs, dependencies))

    const preparing = preparePrompt(request, context, inputs, { repository: run.repository, log })
    // The claim comes first: a comment that is on its way must be known before anything ends the run.
    preparing.catch(() => {})
    const purpose = inputs.dryRun ? ({ kind: 'check' } as const) : request
    const claim = await claimRun(purpose, trigger, inputs, renderProgress({}), dependencies)
    known = { ...known, ...describeClaim(claim, inputs, dependencies) }
    if ('ending' in claim) return end(claim.ending)
    if (claim.kind === 'told-again') return end({ outcome: claim.claim.outcome ?? 'error' })
    known = { ...known, prompt: await preparing }
    // Time lost to GitHub does not count against the job's timeout.
    startedAt = clock.now()
    const deadline = startedAt + inputs.timeoutMs

    if (inputs.dryRun && claim.kind === 'won')
      return end(await checkSetup(known, claim, inputs, deadline, dependencies))
    const current = await createOrContinueJob(request, claim, known.prompt, inputs, deadline, dependencies)
    if ('outcome' in current) return end(current)

    const { job, jobId, prompt = known.prompt, isFollowUp, previous } = current
    known = { ...known, jobId, job, prompt, isFollowUp, previous }
    dependencies.onJob(current)
    const { ending, ...seen } = await followJob(current, inputs, { startedAt, deadline }, dependencies)
    known = { ...known, ...seen }
    return end(ending)
  } catch (error) {
    return end(endByError(error))
  }
}

/** Answers who asks for help, or looks after the documentation of a pull request that was closed without a merge. */
async function endWithoutJob(
  request: Extract<Request, { kind: 'help' | 'close' }>,
  trigger: Trigger,
  inputs: Inputs,
  dependencies: Dependencies,
): Promise<Ending & Partial<RunResult>> {
  if (request.kind === 'close') {
    const deadline = dependencies.clock.now() + inputs.timeoutMs
    return await closeDocumentation(trigger.thread?.number, inputs, deadline, dependencies)
  }
  dependencies.log.info('The comment asks for help.')
  const { unknownWord } = request
  // Few comments ask for it.
  const { renderHelp } = await import('./result/report.ts')
  await claimRun({ kind: 'help' }, trigger, inputs, renderHelp(inputs.command, unknownWord), dependencies)
  return {
    outcome: 'skipped',
    isHelp: true,
    unknownWord,
    problem: 'The comment asks for help, not for a job.',
  }
}

/** The commenter's permission is read at every attempt. A run without a comment needs none. */
async function askPermission(
  { comment }: Trigger,
  { minimumPermission, allowedBots }: Inputs,
  { github, log }: Dependencies,
): Promise<{ isAllowed: boolean; reason?: string } | Ending> {
  if (comment === undefined) return { isAllowed: true }
  if (github === undefined) throw new Error("A comment can't be answered without a GitHub client.")
  try {
    const verdict = await checkPermission(comment, minimumPermission, allowedBots, github)
    log.info(verdict.reason)
    return verdict
  } catch (error) {
    return endByPermissionCheck(error)
  }
}

/** What the claim says of the run, however it goes on. */
function describeClaim(
  claim: ClaimResult,
  { dryRun }: Inputs,
  { comment }: Dependencies,
): Partial<RunResult> {
  if (claim.kind === 'told-again') {
    const { status, prLink, isFollowUp, previous } = claim.claim
    return { reportedIn: claim.url, jobId: claim.jobId, status, pullRequest: prLink, isFollowUp, previous }
  }
  if ('ending' in claim)
    return { reportedIn: claim.reportedIn, isClaimed: claim.ending.outcome === 'unknown' }
  // A check claims nothing, and where GitHub took no comment, nothing is claimed.
  return { isClaimed: !dryRun && comment?.current !== undefined }
}
