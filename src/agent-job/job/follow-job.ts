import type { DocsService } from '../../docs-service/client.ts'
import type { AgentJob } from '../../docs-service/schema.ts'
import type { Clock } from '../../runner/clock.ts'
import type { Markdown } from '../../untrusted/markdown.ts'
import { type ClaimComment, pickDelivery } from '../claim/claim-marker.ts'
import { createThreadWarning } from '../claim/claim-trigger.ts'
import type { Inputs } from '../inputs.ts'
import { formatDuration } from '../result/format-duration.ts'
import type { Progress } from '../result/report.ts'
import { type Ending, endByError, endByJob } from '../result/run-result.ts'
import type { Traffic } from '../result/traffic.ts'
import { findTraffic, type TrafficDependencies } from './find-traffic.ts'
import type { ObtainedJob } from './obtain-job.ts'
import { pollJob } from './poll-job.ts'
import { createProgressLog } from './progress-log.ts'

interface FollowDependencies extends TrafficDependencies {
  service: DocsService
  comment: ClaimComment | undefined
  clock: Clock
  renderProgress: (progress: Progress) => Markdown
}

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
  traffic?: Traffic | undefined
}

/** The comment must not hold up polling for longer than this. */
const COMMENT_TIME_LIMIT_MS = 10_000
/** For so many poll intervals, and at most this long, a terminal status may be the one from before a message. */
const STALE_POLLS = 20
const STALE_MS = 60_000

/**
 * Goes on with a job: says in the comment that it is known, waits for its end where that is wanted, and reads the
 * traffic of the pages that it changed.
 */
export async function followJob(
  obtained: ObtainedJob,
  inputs: Inputs,
  wait: Wait,
  dependencies: FollowDependencies,
): Promise<FollowedJob> {
  const { isFinished, job } = obtained
  if (!isFinished) await noteJob(obtained, dependencies)
  if (!inputs.wait && !isFinished) return { ending: { outcome: 'submitted' }, job }
  const followed = await watchJob(obtained, inputs, wait, dependencies)
  const { ending, pullRequest } = followed
  if (ending.outcome !== 'pull-request' || pullRequest === undefined || inputs.trafficDays === undefined)
    return followed
  try {
    return { ...followed, traffic: await findTraffic(pullRequest, inputs.trafficDays, dependencies) }
  } catch (error) {
    // Cancelled meanwhile: what the job has come to is known all the same.
    return { ...followed, ending: endByError(error) }
  }
}

/** Writes the job's ID into our comment. GitHub in trouble must not keep the job from being polled. */
async function noteJob(
  obtained: ObtainedJob,
  { comment, clock, signal, log, renderProgress }: FollowDependencies,
): Promise<void> {
  if (comment === undefined) return
  const change = { state: 'job', jobId: obtained.jobId, ...pickDelivery(obtained) } as const
  const edit = comment.edit(renderProgress(change), change).catch(createThreadWarning({ log, signal }))
  const over = new AbortController()
  const timeLimit = clock.sleep(COMMENT_TIME_LIMIT_MS, AbortSignal.any([signal, over.signal])).catch(() => {})
  await Promise.race([edit, timeLimit])
  over.abort()
}

/** Polls the job to its end, or to the deadline. */
async function watchJob(
  obtained: ObtainedJob,
  { timeoutMs, pollIntervalMs }: Inputs,
  { startedAt, deadline }: Wait,
  { service, clock, signal, log }: FollowDependencies,
): Promise<FollowedJob> {
  const { jobId, job: known, isNew, messageAt } = obtained
  const progress = createProgressLog(log, () => clock.now() - startedAt)
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
    if (end === 'terminal' && job !== undefined) return describeEnd(job, obtained)
    const problem = `The job was not finished when the timeout of ${formatDuration(timeoutMs)} ran out.`
    return { ending: { outcome: 'timed-out', problem }, job: last }
  } catch (error) {
    return { ending: endByError(error), job: last }
  }
}

/** A terminal job. One that was continued may not name its pull request again. */
function describeEnd(job: AgentJob, { isFollowUp, previous }: ObtainedJob): FollowedJob {
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
