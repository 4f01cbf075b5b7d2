import { DocsServiceError, mayPassUntilNextPoll } from '../../docs-service/errors.ts'
import { type AgentJob, endsJob, formatStatus } from '../../docs-service/schema.ts'
import { describeError } from '../../formatting/errors.ts'
import { formatDuration } from '../../formatting/times.ts'
import type { Log } from '../../runner/log.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { Inputs } from '../inputs/inputs.ts'
import { type CurrentJob, type FollowedJob, tellProgress } from './create-or-continue.ts'
import type { JobDependencies } from './dependencies.ts'
import { fetchJob } from './fetch-job.ts'
import type { JobRecord } from './job-record.ts'
import { pollJob } from './poll-job.ts'
import { fetchWrittenDocumentation } from './written-documentation.ts'

/** After a message, the service may report the previous status for so long. */
const STALE_MS = 60_000
/** The log has a line for each change, and at least one in this time. */
const LONGEST_GAP_MS = 60_000

/**
 * Follows a job: writes its ID into the comment, waits for its end if `wait` is set, and reads what it has written.
 * @param startedAt when `timeout` began, on the monotonic clock
 * @returns what is known of the job, whatever ends the wait; nothing is thrown
 */
export async function followJob(
  current: CurrentJob,
  inputs: Inputs,
  startedAt: number,
  dependencies: JobDependencies,
): Promise<FollowedJob> {
  const { log } = dependencies
  let followed: FollowedJob = { ...current, end: 'submitted' }
  try {
    // GitHub in trouble doesn't keep the job from being polled.
    void noteJob(current, dependencies)
    followed = inputs.wait
      ? await watchJob(current, inputs, startedAt, dependencies)
      : await fetchSubmitted(current, startedAt + inputs.timeoutMs, dependencies)
    const { job, end } = followed
    if (end !== 'over' || job.prLink === undefined) return followed
    const documentation = await fetchWrittenDocumentation(job.prLink, inputs.trafficDays, dependencies)
    return { ...followed, documentation }
  } catch (error) {
    // What is known of the job stays known.
    if (dependencies.signal.aborted || followed.end !== 'over') return { ...followed, end: { error } }
    log.warning("The changed pages aren't listed", describeError(error))
    return followed
  }
}

/** Doesn't wait for the job. One that this run hasn't created has to exist. */
async function fetchSubmitted(
  current: CurrentJob,
  deadline: number,
  dependencies: JobDependencies,
): Promise<FollowedJob> {
  const { job, answer } = current
  const read = answer ?? (await fetchJob(job.jobId, deadline, dependencies))
  if (read instanceof DocsServiceError) {
    if (!mayPassUntilNextPoll(read)) throw read
    dependencies.log.warning("Couldn't read the job's status", `${read.message} ${read.hint}`)
    return { ...current, end: 'submitted' }
  }
  // After a message, the status may still be the previous one.
  return endsJob(read.status) && !job.isFollowUp
    ? recordAnswer(read, current)
    : { ...current, job: recordStatus(job, read), answer: read, end: 'submitted' }
}

/** Writes the job's ID into our comment. Never rejects. */
async function noteJob({ job }: CurrentJob, dependencies: JobDependencies): Promise<void> {
  await tellProgress({ state: 'job', job }, dependencies, { state: 'job', jobId: job.jobId, outcome: undefined })
}

/** Polls the job to its end, or to the deadline. */
async function watchJob(
  current: CurrentJob,
  { timeoutMs, pollIntervalMs }: Inputs,
  startedAt: number,
  dependencies: JobDependencies,
): Promise<FollowedJob> {
  const { service, clock, signal, log } = dependencies
  const { job, answer: first } = current
  const { jobId, messageAt: sentAt = clock.wallClock() } = job
  log.info(`Waiting for job ${jobId}, up to ${formatDuration(timeoutMs)}.`)
  const writeProgress = createProgressLog(log, () => clock.now() - startedAt)
  let last = first
  let hasWarned = false
  let isWaitTold = false
  try {
    const { job: read, ...ended } = await pollJob(jobId, job.isFollowUp ? undefined : first, {
      service,
      clock,
      signal,
      pollIntervalMs,
      deadline: startedAt + timeoutMs,
      // This run has just sent a prompt to it.
      isNew: first !== undefined,
      // A later attempt doesn't know when the message was sent.
      staleUntil: clock.now() + (job.isFollowUp ? STALE_MS - Math.max(0, clock.wallClock() - sentAt) : 0),
      onAnswer(each) {
        last = (each.status ?? each.unknownStatus) === undefined ? { ...last, ...each } : each
        writeProgress(each.status ?? 'unknown status')
        if (each.unknownStatus !== undefined && !hasWarned) {
          hasWarned = true
          const text = `This version doesn't know the status "${readUntrustedText(each.unknownStatus)}".`
          log.warning('Unknown job status', `${text} Treating the job as unfinished.`)
        }
        if (isWaitTold && !endsJob(each.status)) void tellProgress({ state: 'job', job }, dependencies)
        isWaitTold = false
      },
      onFailure(failure) {
        writeProgress(`${failure.message} Retrying.`)
        if (failure.retryAt === undefined) return
        isWaitTold = true
        void tellProgress({ state: 'job', job, waitingUntil: failure.retryAt }, dependencies)
      },
    })
    if (ended.end === 'over' && read !== undefined) return recordAnswer(read, current)
    return { ...current, job: recordStatus(job, last), answer: last, ...ended }
  } catch (error) {
    return { ...current, job: recordStatus(job, last), answer: last, end: { error } }
  }
}

/** Records the last response about a job that has ended. A continued job may not name its pull request again. */
export function recordAnswer(answer: AgentJob, current: CurrentJob): FollowedJob {
  const { job } = current
  const { prLink: _, ...known } = job
  const isContinued = job.isFollowUp && answer.status === 'completed' && !answer.isPrLinkRefused
  const prLink = answer.pullRequest ?? (isContinued ? job.previous?.url : undefined)
  return { ...current, job: { ...recordStatus(known, answer), ...(prLink && { prLink }) }, answer, end: 'over' }
}

function recordStatus(job: JobRecord, answer: AgentJob | undefined): JobRecord {
  const status = answer && formatStatus(answer)
  return status ? { ...job, status } : job
}

/**
 * What the log shows while a job is polled: a line now and then, not one for every poll.
 * @param elapsedMs how long the wait has lasted, in milliseconds
 */
export function createProgressLog(log: Log, elapsedMs: () => number): (line: string) => void {
  let lastLine: string | undefined
  let lastAt = 0
  return (line) => {
    const elapsed = elapsedMs()
    if (line === lastLine && elapsed - lastAt < LONGEST_GAP_MS) return
    lastLine = line
    lastAt = elapsed
    log.info(`${formatDuration(elapsed)}: ${line}`)
  }
}
