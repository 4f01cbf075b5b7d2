import { answerHelp, claimTrigger } from './claim/claim-trigger.ts'
import type { ClaimResult } from './claim/settle.ts'
import type { Inputs } from './inputs.ts'
import { checkDryRun } from './job/dry-run.ts'
import { followJob } from './job/follow-job.ts'
import { type ObtainDependencies, type ObtainedJob, obtainJob } from './job/obtain-job.ts'
import { findReasonToSkip } from './request/find-reason-to-skip.ts'
import { checkPermission } from './request/permission.ts'
import { preparePrompt } from './request/prepare-prompt.ts'
import { readRequest } from './request/request.ts'
import { createSubject } from './request/subject.ts'
import type { Trigger } from './request/trigger.ts'
import { renderHelp } from './result/help.ts'
import { type Ending, endByError, type RunResult } from './result/run-result.ts'

/** What the use case needs from outside; tests pass their own. */
export interface Dependencies extends ObtainDependencies {
  /** Random; tells this run's comment from all others. */
  nonce: string
  /** Told of the job before anything else can go wrong. */
  onJob: (job: ObtainedJob) => void
}

/**
 * Runs an agent job, from the trigger to the pull request: permission, request, claim, create or message, poll.
 * It never throws: whatever ends the run early is its result, with all that was known by then.
 */
export async function runAgentJob(
  inputs: Inputs,
  trigger: Trigger,
  dependencies: Dependencies,
): Promise<RunResult> {
  const { run, github, clock, log, renderProgress } = dependencies
  let startedAt = clock.now()
  let known: Partial<RunResult> = {}
  const end = (ending: Ending): RunResult => ({
    isClaimed: false,
    ...known,
    ...ending,
    durationMs: clock.now() - startedAt,
  })
  try {
    const permission = await askPermission(trigger, inputs, dependencies)
    known = { allowedBecause: permission.reason }
    if (!permission.isAllowed) return end({ outcome: 'denied', problem: permission.reason ?? '' })

    const subject = createSubject(trigger, inputs, github, log)
    const skipped = await findReasonToSkip(trigger, inputs, subject, github, log)
    if (skipped !== undefined) return end({ outcome: 'skipped', problem: skipped })

    const request = readRequest(trigger, inputs)
    if (request.kind === 'help') {
      known = { ...known, isHelp: true }
      await answerHelp(trigger, inputs, renderHelp(inputs.command), dependencies)
      return end({ outcome: 'skipped', problem: 'The comment asks for help, not for a job.' })
    }

    const preparing = preparePrompt(request, subject, inputs, { repository: run.repository, log })
    // The claim comes first: a comment that is on its way must be known before anything ends the run.
    preparing.catch(() => {})
    const claim = await claimTrigger(request, trigger, inputs, renderProgress({}), dependencies)
    known = { ...known, ...describeClaim(claim), prompt: await preparing }
    // Time lost to GitHub does not count against the job's timeout.
    startedAt = clock.now()
    const deadline = startedAt + inputs.timeoutMs

    if (claim.kind === 'lost') return end(describeLostClaim(claim))
    if (inputs.dryRun && claim.kind === 'won')
      return end(await checkDryRun(known, claim, inputs, deadline, dependencies))
    const obtained = await obtainJob(request, claim, known.prompt, inputs, deadline, dependencies)
    if ('outcome' in obtained) return end(obtained)

    const { job, jobId, prompt = known.prompt, isFollowUp, previous } = obtained
    known = { ...known, jobId, job, prompt, isFollowUp, previous }
    dependencies.onJob(obtained)
    const { ending, ...seen } = await followJob(obtained, inputs, { startedAt, deadline }, dependencies)
    known = { ...known, ...seen }
    return end(ending)
  } catch (error) {
    return end(endByError(error))
  }
}

/** The commenter's permission is read at every attempt. A run without a comment needs none. */
async function askPermission(
  { comment }: Trigger,
  { minimumPermission, allowedBots }: Inputs,
  { github, log }: Dependencies,
): Promise<{ isAllowed: boolean; reason?: string }> {
  if (comment === undefined) return { isAllowed: true }
  if (github === undefined) throw new Error("A comment can't be answered without a GitHub client.")
  const verdict = await checkPermission(comment, minimumPermission, allowedBots, github)
  log.info(verdict.reason)
  return verdict
}

function describeClaim(claim: ClaimResult): Partial<RunResult> {
  if (claim.kind === 'finished') return { isClaimed: true, reportedIn: claim.comment.url }
  if (claim.kind !== 'lost') return { isClaimed: true }
  return claim.comment === undefined ? {} : { reportedIn: claim.comment.url }
}

function describeLostClaim({ comment }: Extract<ClaimResult, { kind: 'lost' }>): Ending {
  if (comment === undefined)
    return { outcome: 'duplicate', problem: 'Another workflow run has taken this comment.' }
  const { claimant, state } = comment.payload
  const end = state === 'refused' ? ', and ended without a job: re-run that one, or comment again' : ''
  return { outcome: 'duplicate', problem: `The workflow run ${claimant.runId} has taken this comment${end}.` }
}
