import type { DocsService } from '../../docs-service/client.ts'
import { DocsServiceError, mayPassUntilNextPoll } from '../../docs-service/errors.ts'
import { type AgentJob, endsJob } from '../../docs-service/schema.ts'
import type { Clock } from '../../runner/clock.ts'

/** What polling needs. */
export interface PollOptions {
  service: Pick<DocsService, 'getAgentJob'>
  clock: Pick<Clock, 'now' | 'sleep'>
  signal: AbortSignal
  pollIntervalMs: number
  /** When the wait ends, on the monotonic clock. */
  deadline: number
  /** Whether this run has just created the job; then the service may need a moment to know it. */
  isNew: boolean
  /**
   * Until then, on the monotonic clock, a terminal status may be the one from before a follow-up message: it counts
   * only once the job was seen `active`.
   */
  staleUntil?: number
  /** Called with every answer. */
  onAnswer?: (job: AgentJob) => void
  /** Called with every failed poll that is tolerated. */
  onFailure?: (failure: DocsServiceError) => void
}

/** That a new job can't be found is tolerated for so many polls and so much time. */
const TOLERATED_POLLS = 3
const TOLERATED_MS = 5_000
/** `completed` without a pull request is read again this often before it is believed. */
const CONFIRMING_POLLS = 2

/**
 * Polls a job every `pollIntervalMs` until it is terminal or the deadline has come. Polls never overlap. The last one
 * is sent shortly before the deadline, and a job that is terminal then counts.
 * @param known what the service said before, if that is to be believed
 * @returns the last that the service said, if it said anything; `waitMs`: it asks to wait for longer than is left
 * @throws DocsServiceError when polling on is of no use; the signal's reason when the run is cancelled
 */
export async function pollJob(
  id: string,
  known: AgentJob | undefined,
  options: PollOptions,
): Promise<{ end: 'terminal' | 'timed-out'; job: AgentJob | undefined; waitMs?: number }> {
  const { clock, signal, deadline, pollIntervalMs, staleUntil = Number.NEGATIVE_INFINITY } = options
  const startedAt = clock.now()
  const timeoutMs = Math.max(0, deadline - startedAt)
  const lastPollAt = deadline - Math.min(5_000, timeoutMs / 10)
  const poll = createPoll(id, options, startedAt)

  let job = known
  let wasActive = false
  // A job that already exists is polled at once.
  let pauseMs = options.isNew ? pollIntervalMs : 0
  let isLastPoll = false
  const isOver = () => endsJob(job?.status) && (isLastPoll || wasActive || clock.now() >= staleUntil)
  while (!isOver()) {
    if (isLastPoll) return { end: 'timed-out', job }
    const leftMs = lastPollAt - clock.now()
    isLastPoll = pauseMs >= leftMs
    await clock.sleep(isLastPoll ? leftMs : pauseMs, signal)
    const { answer, waitMs } = await poll(isLastPoll)
    job = answer ?? job
    wasActive ||= answer?.status === 'active'
    if (waitMs > 0 && waitMs >= deadline - clock.now()) return { end: 'timed-out', job, waitMs }
    pauseMs = Math.max(waitMs, pollIntervalMs)
  }

  return { end: 'terminal', job: await confirmNoPullRequest(job, poll, options) }
}

/** The pull request may be written down a moment after the status: `completed` without one is read again. */
async function confirmNoPullRequest(
  known: AgentJob | undefined,
  poll: Poll,
  { clock, pollIntervalMs, signal, deadline }: PollOptions,
): Promise<AgentJob | undefined> {
  let job = known
  let pauseMs = pollIntervalMs
  for (let again = 0; again < CONFIRMING_POLLS; again += 1) {
    if (job?.status !== 'completed' || job.pullRequest !== undefined || job.isPrLinkRefused) break
    if (clock.now() + pauseMs >= deadline) break
    await clock.sleep(pauseMs, signal)
    // The job is completed already, so a poll that fails takes nothing away.
    const { answer, waitMs } = await poll(false).catch((error: unknown) => {
      if (error instanceof DocsServiceError) return { answer: undefined, waitMs: 0 }
      throw error
    })
    pauseMs = Math.max(pollIntervalMs, waitMs)
    // Terminal is terminal: an answer that says otherwise now is not believed.
    if (endsJob(answer?.status)) job = answer
  }
  return job
}

type Poll = (isLast: boolean) => Promise<{ answer?: AgentJob; waitMs: number }>

/** One poll at a time. It tolerates failures that may go away, and counts how often a new job was not found. */
function createPoll(id: string, options: PollOptions, startedAt: number): Poll {
  const { service, signal, deadline, clock } = options
  let notFound = 0
  return async (isLast) => {
    try {
      const answer = await service.getAgentJob(id, { signal, deadline })
      notFound = 0
      options.onAnswer?.(answer)
      return { answer, waitMs: 0 }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof DocsServiceError)) throw error
      return { waitMs: tolerate(error, isLast) }
    }
  }

  /** @returns how long the service asks to wait */
  function tolerate(error: DocsServiceError, isLast: boolean): number {
    // The time is up in the middle of a poll: that poll was the last one.
    if (error.kind === 'deadline') return 0
    notFound += error.status === 404 ? 1 : 0
    // Just after the create request, the service may not have written the job down everywhere yet.
    const isYoung = notFound <= TOLERATED_POLLS || clock.now() - startedAt < TOLERATED_MS
    const isTolerated = error.status === 404 && options.isNew && !isLast && isYoung
    if (!isTolerated && !mayPassUntilNextPoll(error)) throw error
    options.onFailure?.(error)
    return error.retryAfterMs ?? 0
  }
}
