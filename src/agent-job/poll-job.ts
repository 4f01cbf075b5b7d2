import type { DocsService } from '../docs-service/client.ts'
import { DocsServiceError } from '../docs-service/errors.ts'
import { mayPassUntilNextPoll } from '../docs-service/retry.ts'
import type { AgentJob } from '../docs-service/schema.ts'
import type { Clock } from '../runner/clock.ts'
import { makeRoomForLastPoll, nextPauseMs } from './schedule.ts'

/** What polling needs. */
export interface PollOptions {
  service: Pick<DocsService, 'getAgentJob'>
  clock: Clock
  random: () => number
  signal: AbortSignal
  pollIntervalMs: number
  /** The whole wait, in milliseconds from now. */
  timeoutMs: number
  /** Whether this run has just created the job; then the service may need a moment to know it. */
  isNew: boolean
  /** Told of every answer. */
  onAnswer?: (job: AgentJob) => void
  /** Told of every failed look that is passed over. */
  onFailure?: (failure: DocsServiceError) => void
}

/** How polling ended; `job` is the last that the service said, if it said anything. */
export interface PollResult {
  end: 'terminal' | 'timed-out'
  job: AgentJob | undefined
}

/** The states in which a job stays (interface section 3). */
export function isTerminal(job: AgentJob | undefined): boolean {
  return job?.status === 'completed' || job?.status === 'archived' || job?.status === 'failed'
}

/** A new job that can't be found: so many looks and so much time are forgiven. */
const FORGIVEN_POLLS = 3
const FORGIVEN_MS = 5_000
/** The longest `Retry-After` that is believed. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000
/** `completed` without a pull request is read again this often before it is believed. */
const CONFIRMING_POLLS = 2

/**
 * Looks at a job until it is terminal or the time is up (interface section 3, rule 1). Looks never overlap; the
 * last one is made shortly before the end, and a job that is terminal then counts.
 * @param known what the service said when the job was created
 * @throws DocsServiceError when looking on is of no use; the signal's reason when cancelled.
 */
export async function pollJob(
  id: string,
  known: AgentJob | undefined,
  options: PollOptions,
): Promise<PollResult> {
  const { clock, signal } = options
  const startedAt = clock.now()
  const deadline = startedAt + options.timeoutMs
  const lastPollAt = deadline - Math.min(5_000, options.timeoutMs / 10)
  const look = createPoll(id, options, deadline, startedAt)

  let job = known
  let pauseMs = options.isNew ? options.pollIntervalMs : 0
  let isLastPoll = false
  while (!isTerminal(job)) {
    if (isLastPoll) return { end: 'timed-out', job }
    const leftMs = lastPollAt - clock.now()
    // Whoever picks a job up looks at once; the rhythm begins after that.
    const sleepMs = pauseMs === 0 ? 0 : makeRoomForLastPoll(pauseMs, leftMs, options.pollIntervalMs)
    isLastPoll = sleepMs >= leftMs
    await clock.sleep(isLastPoll ? leftMs : sleepMs, signal)
    const { answer, waitMs } = await look(isLastPoll)
    job = answer ?? job
    pauseMs = Math.max(waitMs, nextPauseMs(clock.now() - startedAt, options.pollIntervalMs))
  }

  return { end: 'terminal', job: await confirmNoPullRequest(job, look, options, deadline) }
}

/** The pull request may be written down a moment after the state: `completed` without one is read again. */
async function confirmNoPullRequest(
  known: AgentJob | undefined,
  look: ReturnType<typeof createPoll>,
  { clock, pollIntervalMs, signal }: PollOptions,
  deadline: number,
): Promise<AgentJob | undefined> {
  let job = known
  for (let again = 0; again < CONFIRMING_POLLS; again += 1) {
    if (job?.status !== 'completed' || job.pullRequest !== undefined || job.isPrLinkRefused) break
    if (clock.now() + pollIntervalMs >= deadline) break
    await clock.sleep(pollIntervalMs, signal)
    // The job is completed already, so a look that fails takes nothing away.
    const { answer } = await look(false).catch((error: unknown) => {
      if (error instanceof DocsServiceError) return { answer: undefined }
      throw error
    })
    // Terminal is terminal: an answer that says otherwise now is not believed.
    if (isTerminal(answer)) job = answer
  }
  return job
}

/** One look at a time. It passes over what may go away, and remembers how often a new job was not found. */
function createPoll(id: string, options: PollOptions, deadline: number, startedAt: number) {
  let notFound = 0
  return async (isLast: boolean): Promise<{ answer?: AgentJob; waitMs: number }> => {
    try {
      const answer = await options.service.getAgentJob(id, { signal: options.signal, deadline })
      notFound = 0
      options.onAnswer?.(answer)
      return { answer, waitMs: 0 }
    } catch (error) {
      options.signal.throwIfAborted()
      if (!(error instanceof DocsServiceError)) throw error
      // The time is up in the middle of a look: that look was the last one.
      if (error.kind === 'deadline') return { waitMs: 0 }
      notFound += error.status === 404 ? 1 : 0
      const waitMs = isForgiven(error, isLast) ? 0 : decideWaitMs(error)
      options.onFailure?.(error)
      return { waitMs }
    }
  }

  /** 404 just after the create request: the service may not have written the job down everywhere yet. */
  function isForgiven(error: DocsServiceError, isLast: boolean): boolean {
    if (error.status !== 404 || !options.isNew || isLast) return false
    return notFound <= FORGIVEN_POLLS || options.clock.now() - startedAt < FORGIVEN_MS
  }

  function decideWaitMs(error: DocsServiceError): number {
    if (!mayPassUntilNextPoll(error)) throw error
    return Math.min(error.retryAfterMs ?? 0, LONGEST_WAIT_MS)
  }
}
