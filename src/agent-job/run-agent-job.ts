import type { JobRecord } from '../job-marker/job-record.ts'
import type { Markdown } from '../untrusted/markdown.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import type { Ending } from './causes.ts'
import type { ClaimResult } from './claim/claim.ts'
import { claimRun } from './claim/claim-run.ts'
import { endByError, endByJob, endByPermissionCheck, type RunResult } from './ending.ts'
import type { Inputs } from './inputs.ts'
import { checkSetup } from './job/check-setup.ts'
import { closeDocumentation } from './job/closing/close-documentation.ts'
import { createOrContinueJob, type JobDependencies } from './job/create-or-continue.ts'
import { followJob } from './job/follow-job.ts'
import { createContext } from './request/context.ts'
import { checkPermission } from './request/permission.ts'
import { preparePrompt } from './request/prepare-prompt.ts'
import type { Prompt } from './request/prompt.ts'
import { findReasonToSkip } from './request/reason-to-skip.ts'
import { type Request, readRequest } from './request/request.ts'
import type { Trigger } from './request/trigger.ts'

/** What the use case needs from outside; tests pass their own. */
export interface Dependencies extends JobDependencies {
  /** Random; tells this run's comment from all others. */
  nonce: string
  /** The answer to `/docs help`; `unknownWord` is the first word, where it looks like an option. */
  renderHelp: (unknownWord: UntrustedText | undefined) => Promise<Markdown>
  /** Told of the job before anything else can go wrong. */
  onJob: (job: JobRecord) => void
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

    const composed = startPrompt(run.attempt, () => preparePrompt(request, context, inputs, dependencies))
    const purpose = inputs.dryRun ? ({ kind: 'check' } as const) : request
    const claim = await claimRun(purpose, trigger, inputs, renderProgress({}), dependencies)
    known = { ...known, ...pickClaim(claim, inputs, dependencies) }
    if (claim.kind === 'ended') return end(claim.ending)
    if (claim.kind === 'finished') return end({ outcome: claim.outcome ?? 'error' })
    known = { ...known, prompt: await composed(claim) }
    // Time lost to GitHub does not count against the job's timeout.
    startedAt = clock.now()
    const deadline = startedAt + inputs.timeoutMs

    if (inputs.dryRun && claim.kind === 'won')
      return end(await checkSetup(known, claim, inputs, deadline, dependencies))
    const current = await createOrContinueJob(request, claim, known.prompt, inputs, deadline, dependencies)
    if ('outcome' in current) return end(current)

    const { job, answer, prompt = known.prompt } = current
    known = { ...known, job, answer, prompt }
    dependencies.onJob(job)
    const followed = await followJob(current, inputs, { startedAt, deadline }, dependencies)
    return end(endByJob(followed, inputs.timeoutMs))
  } catch (error) {
    return end(endByError(error))
  }
}

/**
 * Composes the prompt while the run claims its work. A later attempt waits for the claim, since it may find a job.
 * @returns the prompt for a claim; nothing where the claim found a job
 */
function startPrompt(attempt: number, prepare: () => Promise<Prompt | undefined>) {
  const early = attempt > 1 ? undefined : prepare()
  // The claim comes first: a comment that is being posted must be known before anything ends the run.
  early?.catch(() => {})
  return async ({ kind }: ClaimResult) => (kind === 'won' ? await (early ?? prepare()) : undefined)
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
  const help = await dependencies.renderHelp(unknownWord)
  await claimRun({ kind: 'help' }, trigger, inputs, help, dependencies)
  return {
    outcome: 'skipped',
    help: { unknownWord },
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

/** What the claim says of the run, whatever the run does next. */
function pickClaim(claim: ClaimResult, { dryRun }: Inputs, { comment }: Dependencies): Partial<RunResult> {
  if (claim.kind === 'finished') return { reportedIn: claim.url, job: claim.job }
  if (claim.kind === 'ended')
    return { reportedIn: claim.reportedIn, isClaimed: claim.ending.outcome === 'unknown' }
  // A check claims nothing, and where GitHub took no comment, nothing is claimed.
  const isClaimed = !dryRun && comment?.current !== undefined
  return claim.kind === 'resumed' ? { isClaimed, job: claim.job } : { isClaimed }
}
