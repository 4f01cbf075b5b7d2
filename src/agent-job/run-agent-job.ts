import { DocsServiceError, mayPassUntilNextPoll } from '../docs-service/errors.ts'
import { endsJob } from '../docs-service/schema.ts'
import { findStatus } from '../docs-service/statuses.ts'
import type { Markdown } from '../untrusted/markdown.ts'
import { type ClaimPurpose, claimRun } from './claim/claim-run.ts'
import type { JobNow } from './claim/last-place.ts'
import type { ClaimResult } from './claim/make-claim.ts'
import { findRangeStart, noteNothing } from './claim/range-start.ts'
import { endByError, endByJob, endByPermissionCheck, stopByError } from './ending.ts'
import type { Inputs } from './inputs/inputs.ts'
import { checkSetup } from './job/check-setup.ts'
import { createOrContinueJob } from './job/create-or-continue.ts'
import type { JobDependencies } from './job/dependencies.ts'
import { fetchJob } from './job/fetch-job.ts'
import { followJob, recordAnswer } from './job/follow-job.ts'
import type { JobRecord } from './job/job-record.ts'
import { STATUS_OUTCOMES } from './outcome.ts'
import { createContext } from './request/context.ts'
import { checkPermission } from './request/permission.ts'
import { preparePrompt, startReading } from './request/prompt.ts'
import type { ReportedTrigger } from './request/read-trigger.ts'
import { parseRequest, type Request } from './request/request.ts'
import { type NoSubject, readBranchSubject, readEventSubject, type Subject } from './request/subject.ts'
import type { Ending, RunFacts, RunResult } from './run-result.ts'
import { isStartedOnPurpose, type Trigger } from './trigger/trigger.ts'

/** What a run needs from outside; tests pass their own. */
export interface Dependencies extends JobDependencies {
  /** Random; tells this run's comment from all others. */
  nonce: string
  /** The comment that answers without a job. */
  renderAnswer: (report: RunResult) => Markdown
  /** Called with the job before anything else can go wrong. */
  onJob: (job: JobRecord) => void
}

interface Run {
  request: Request
  trigger: ReportedTrigger
  inputs: Inputs
  dependencies: Dependencies
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
  let known: RunFacts = {}
  let job: JobRecord | undefined
  const renderProgress: Dependencies['renderProgress'] = (progress) =>
    outside.renderProgress({ covered: known.covered, ...progress })
  const dependencies = { ...outside, renderProgress }
  const end = (ending: RunFacts & Ending): RunResult => ({
    ...known,
    ...ending,
    durationMs: clock.now() - startedAt,
  })
  try {
    const permission = await askPermission(trigger, inputs, dependencies)
    if ('outcome' in permission) return end(permission)
    known = permission

    const subject = await findSubject({ request, trigger, inputs, dependencies })
    if ('outcome' in subject) return end(subject)

    if (request.kind === 'help') {
      const help = { outcome: 'skipped', help: request, problem: NO_REQUEST } as const
      await claimRun(request, trigger, inputs, dependencies.renderAnswer(help), dependencies)
      return end(help)
    }

    const { context, covered, range } = subject
    const purpose = choosePurpose(request, inputs, startedAt + inputs.timeoutMs, dependencies)
    const content = renderProgress({ state: 'claimed', covered })
    // A later attempt may find the job of an earlier one, and then needs no prompt.
    if (outside.run.attempt === 1) startReading(request, context, inputs.context)
    const claim = await claimRun(purpose, trigger, inputs, content, { ...dependencies, range })
    known = { ...known, ...pickClaim(claim, inputs, dependencies) }
    if (claim.kind === 'ended') return await tellUnknown(end(claim.ending), trigger, inputs, dependencies)
    if (claim.kind === 'reported')
      return end(await reportOther(claim, startedAt + inputs.timeoutMs, inputs, dependencies))
    // With a claim that is resumed, an earlier attempt has sent the prompt.
    const prompt = claim.kind === 'won' ? await preparePrompt(request, context, inputs, dependencies) : undefined
    known = { covered, ...known, prompt }
    // Time lost to GitHub does not count against the job's timeout.
    startedAt = clock.now()

    if (inputs.dryRun && claim.kind === 'won') return end(await checkSetup(known, claim, inputs, dependencies))
    const current = await createOrContinueJob(request, claim, prompt, inputs, dependencies)
    if ('outcome' in current) return end(current)

    job = current.job
    dependencies.onJob(job)
    const followed = await followJob(current, inputs, startedAt, dependencies)
    return end(endByJob(followed, inputs.timeoutMs))
  } catch (error) {
    return end(job === undefined ? endByError(error) : { ...stopByError(error), job })
  }
}

/** Reads the permission of the commenter, at every attempt. A run without a comment needs none. */
async function askPermission(
  { comment }: Trigger,
  { minimumPermission, allowedBots }: Inputs,
  { github, log }: Dependencies,
): Promise<RunFacts | RunResult> {
  if (comment === undefined) return {}
  if (github === undefined) throw new Error("A comment can't be answered without a GitHub client.")
  try {
    const { isAllowed, reason, advice } = await checkPermission(comment, minimumPermission, allowedBots, github)
    log.info(reason)
    return isAllowed ? { allowedBecause: reason } : { outcome: 'denied', problem: reason, advice }
  } catch (error) {
    return endByPermissionCheck(error)
  }
}

/**
 * Finds what the run is about. With `since`, the claims in the conversation decide where that begins.
 * @returns an ending when there is nothing to do
 */
export async function findSubject({ request, trigger, inputs, dependencies }: Run): Promise<Subject | Ending> {
  const { github, run, log } = dependencies
  const { since } = inputs
  const isOfBranch = since !== undefined && request.kind === 'prompt' && isStartedOnPurpose(trigger)
  if (!isOfBranch || github === undefined) return toEnding(await readEventSubject(trigger, inputs, dependencies))
  const deadline = dependencies.clock.now() + inputs.timeoutMs
  const fetchNow = (jobId: string) => fetchJobNow(jobId, deadline, dependencies)
  const found = await findRangeStart(since, trigger, inputs, dependencies, fetchNow).catch(asFailure)
  // Whether the changes of a job are documented isn't known until it can be read.
  if (found instanceof DocsServiceError)
    return mayPassUntilNextPoll(found) || found.kind === 'deadline'
      ? { ...stopByError(found), outcome: 'unavailable' }
      : stopByError(found)
  const { start, last } = found
  if (start === undefined) return { context: createContext(trigger, inputs, { gaps: [] }, github, log) }
  const subject = await readBranchSubject(start, trigger, inputs, { ...dependencies, github })
  const isNoted = 'problem' in subject && subject.isNothingCertain && !inputs.dryRun
  if (isNoted && last !== undefined) await noteNothing(last, run.sha, dependencies)
  return toEnding(subject)
}

function toEnding(subject: Subject | NoSubject): Subject | Ending {
  return 'problem' in subject ? { outcome: 'skipped', problem: subject.problem } : subject
}

/** @throws DocsServiceError if the job can't be read */
async function fetchJobNow(jobId: string, deadline: number, dependencies: Dependencies): Promise<JobNow> {
  const job = await fetchJob(jobId, deadline, dependencies)
  if (!(job instanceof DocsServiceError)) return job.status === 'completed' ? 'completed' : 'other'
  // The service's own answer, and not a page of another server.
  if (job.status === 404 && job.isJson === true) return 'gone'
  throw job
}

/** @throws all but failures of the service that may pass */
function asFailure(error: unknown): DocsServiceError {
  const isFailure = error instanceof DocsServiceError && error.kind !== 'cancelled'
  if (isFailure && !findStatus(error.status).refusesKey) return error
  throw error
}

/** If people wrote into our comment, it isn't edited: a reply says that the prompt couldn't be confirmed. */
async function tellUnknown(
  result: RunResult,
  trigger: ReportedTrigger,
  inputs: Inputs,
  dependencies: Dependencies,
): Promise<RunResult> {
  const { comment, renderAnswer } = dependencies
  if (result.outcome !== 'unknown' || comment?.current !== undefined) return result
  // A cancellation doesn't change the end.
  await claimRun({ kind: 'answer' }, trigger, inputs, renderAnswer(result), dependencies).catch(() => {})
  return result
}

/** What is known of the run by its claim. */
function pickClaim(claim: ClaimResult, { dryRun, since }: Inputs, { comment }: Dependencies): RunFacts {
  if (claim.kind === 'reported') return { reportedIn: claim.url }
  // A check claims nothing, and neither does a run without a comment.
  const isClaimed = !dryRun && comment?.current !== undefined && !comment.current.payload.isReply
  if (claim.kind === 'won') return { isClaimed }
  // Our comment keeps the range of an earlier attempt.
  const range = since && comment?.current?.payload.range
  if (claim.kind === 'resumed') return { isClaimed, covered: range && { range, isLastRun: range.isLastRun } }
  return { reportedIn: claim.reportedIn, isClaimed: claim.ending.outcome === 'unknown' }
}

function choosePurpose(
  request: Exclude<Request, { kind: 'help' }>,
  { dryRun }: Inputs,
  deadline: number,
  dependencies: Dependencies,
): ClaimPurpose {
  if (dryRun || request.kind === 'check') return { kind: 'check' }
  if (request.kind === 'attach') return request
  return {
    kind: 'prompt',
    async hasFailed(jobId) {
      const job = await fetchJob(jobId, deadline, dependencies)
      // A job that can't be read now may still be at work.
      return !(job instanceof DocsServiceError) && endsJob(job.status) && STATUS_OUTCOMES[job.status] !== undefined
    },
  }
}

/** Reports the job of another run, as the service tells it now. */
async function reportOther(
  { jobId, isFollowUp, url }: Extract<ClaimResult, { kind: 'reported' }>,
  deadline: number,
  { timeoutMs }: Inputs,
  dependencies: Dependencies,
): Promise<RunResult> {
  const answer = await fetchJob(jobId, deadline, dependencies)
  if (!(answer instanceof DocsServiceError) && endsJob(answer.status))
    return {
      ...endByJob(recordAnswer(answer, { job: { jobId, isFollowUp } }), timeoutMs),
      reportedIn: url,
    }
  return { outcome: 'duplicate', cause: 'claimed-by-other-run', reportedIn: url }
}
