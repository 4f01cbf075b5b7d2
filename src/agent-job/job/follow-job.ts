import { DocsServiceError } from '../../docs-service/errors.ts'
import { mayPassUntilNextPoll } from '../../docs-service/retry.ts'
import { type AgentJob, endsJob } from '../../docs-service/schema.ts'
import { createThreadWarning } from '../../github/thread-warning.ts'
import type { Clock } from '../../runner/clock.ts'
import { describeError } from '../../runner/run-action.ts'
import { pickSentTo } from '../claim/claim-marker.ts'
import type { Ending } from '../ending.ts'
import type { Inputs } from '../inputs.ts'
import { formatDuration } from '../result/progress.ts'
import { endByError, endByJob, type WrittenDocumentation } from '../result/run-result.ts'
import type { CurrentJob, JobDependencies } from './create-or-continue.ts'
import { pollJob } from './poll-job.ts'
import { createProgressLog, type ProgressLog } from './progress-log.ts'
import { readJob } from './read-job.ts'
import { readWrittenDocumentation } from './written-documentation.ts'

/** When waiting for a job began, and when it ends, on the monotonic clock. */
export interface Wait {
  startedAt: number
  deadline: number
}

/** What became of a job. */
export interface FollowedJob {
  ending: Ending
  /** The last that the service said of it, also where a later failure ended the wait. */
  job?: AgentJob | undefined
  pullRequest?: URL
  /** What the pull request changes, where GitHub lets the token read it. */
  documentation?: WrittenDocumentation | undefined
}

/** The comment must not hold up polling for longer than this. */
const COMMENT_TIME_LIMIT_MS = 10_000
/** For so many poll intervals, and at most this long, a terminal status may be the one from before a message. */
const STALE_POLLS = 20
const STALE_MS = 60_000

/**
 * Goes on with a job: says in the comment that it is known, waits for its end where that is wanted, and reads what it
 * has written.
 */
export async function followJob(
  current: CurrentJob,
  inputs: Inputs,
  wait: Wait,
  dependencies: JobDependencies,
): Promise<FollowedJob> {
  const { log, clock } = dependencies
  const progress = createProgressLog(log, () => clock.now() - wait.startedAt)
  if (current.job !== undefined) progress.warnOf(current.job)
  await noteJob(current, dependencies)
  if (!inputs.wait) return await describeSubmitted(current, wait, dependencies)
  const followed = await watchJob(current, inputs, wait, progress, dependencies)
  const { ending, pullRequest } = followed
  if (ending.outcome !== 'pull-request' || pullRequest === undefined) return followed
  try {
    const documentation = await readWrittenDocumentation(pullRequest, inputs.trafficDays, dependencies)
    return { ...followed, documentation }
  } catch (error) {
    // What the job has come to is known all the same.
    if (dependencies.signal.aborted) return { ...followed, ending: endByError(error) }
    log.warning('The result is shown without the changed pages', describeError(error))
    return followed
  }
}

/** Nobody waits for the job, but one that this run has not created has to be there. */
async function describeSubmitted(
  { jobId, job, isFollowUp }: CurrentJob,
  { deadline }: Wait,
  dependencies: JobDependencies,
): Promise<FollowedJob> {
  const describe = (answer: AgentJob): FollowedJob => ({
    ending: { outcome: 'submitted' },
    job: answer,
    // After a message, the status may still be the one from before it.
    ...(!isFollowUp && endsJob(answer.status) && answer.pullRequest && { pullRequest: answer.pullRequest }),
  })
  if (job !== undefined) return describe(job)
  try {
    const read = await readJob(jobId, deadline, dependencies)
    if (!(read instanceof DocsServiceError)) return describe(read)
    if (!mayPassUntilNextPoll(read)) throw read
    dependencies.log.warning("The job's status is not known", `${read.message} ${read.hint}`)
    return { ending: { outcome: 'submitted' } }
  } catch (error) {
    return { ending: endByError(error) }
  }
}

/** Writes the job's ID into our comment. GitHub in trouble must not keep the job from being polled. */
async function noteJob(
  current: CurrentJob,
  { comment, clock, signal, log, renderProgress }: JobDependencies,
): Promise<void> {
  if (comment === undefined) return
  const change = { state: 'job', jobId: current.jobId, ...pickSentTo(current) } as const
  const edit = comment.edit(renderProgress(change), change).catch(createThreadWarning({ log, signal }))
  const over = new AbortController()
  const timeLimit = clock.sleep(COMMENT_TIME_LIMIT_MS, AbortSignal.any([signal, over.signal])).catch(() => {})
  await Promise.race([edit, timeLimit])
  over.abort()
}

/** Polls the job to its end, or to the deadline. */
async function watchJob(
  current: CurrentJob,
  { timeoutMs, pollIntervalMs }: Inputs,
  { deadline }: Wait,
  progress: ProgressLog,
  { service, clock, signal, log }: JobDependencies,
): Promise<FollowedJob> {
  const { jobId, job: known, isNew, messageAt } = current
  log.info(`Waiting for job ${jobId}, up to ${formatDuration(timeoutMs)}.`)
  let last = known
  try {
    const { end, job } = await pollJob(jobId, isNew ? known : undefined, {
      service,
      clock,
      signal,
      pollIntervalMs,
      deadline,
      // A message has just been accepted, so this job is known as well as a new one.
      isNew: isNew || known !== undefined,
      ...(messageAt !== undefined && { staleUntil: findStaleEnd(messageAt, pollIntervalMs, clock) }),
      onAnswer(answer) {
        last = answer.status === undefined ? { ...last, ...answer } : answer
        progress.note(answer)
      },
      onFailure: progress.noteFailure,
    })
    if (end === 'terminal' && job !== undefined) return describeEnd(job, current)
    const problem = `The job was not finished when the timeout of ${formatDuration(timeoutMs)} ran out.`
    return { ending: { outcome: 'timed-out', problem }, job: last }
  } catch (error) {
    return { ending: endByError(error), job: last }
  }
}

/** A terminal job. One that was continued may not name its pull request again. */
function describeEnd(job: AgentJob, { isFollowUp, previous }: CurrentJob): FollowedJob {
  const isContinued = isFollowUp && job.status === 'completed' && !job.isPrLinkRefused
  const pullRequest = job.pullRequest ?? (isContinued ? previous?.url : undefined)
  return { ending: endByJob(job, pullRequest), job, ...(pullRequest && { pullRequest }) }
}

/** On the monotonic clock; a re-run goes on counting where the run before it stopped. */
function findStaleEnd(messageAt: number, pollIntervalMs: number, clock: Clock): number {
  const spanMs = Math.min(STALE_POLLS * pollIntervalMs, STALE_MS)
  const passedMs = Math.max(0, clock.wallClock() - messageAt)
  return clock.now() + Math.max(0, spanMs - passedMs)
}
