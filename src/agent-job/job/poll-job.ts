import type { DocsService } from '../../docs-service/client.ts'
import { DocsServiceError, mayPassUntilNextPoll } from '../../docs-service/errors.ts'
import { type AgentJob, endsJob } from '../../docs-service/schema.ts'
import { orFailure } from '../../network/cancelled-requests.ts'
import type { Clock } from '../../network/gate.ts'
import type { FollowedJob } from './create-or-continue.ts'

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
  staleUntil: number
  /** Called with every answer. */
  onAnswer: (job: AgentJob) => void
  /** Called with every failed poll that is tolerated. */
  onFailure: (failure: DocsServiceError) => void
}

/** A 404 is tolerated once. For a new job, it is tolerated for so many polls, and for so long. */
const TOLERATED_POLLS = 3
const TOLERATED_MS = 5_000

/**
 * Polls a job every `pollIntervalMs` until it is terminal or the deadline has come. Polls never overlap. The last one
 * is sent shortly before the deadline, and a job that is terminal then counts.
 * @param known what the service said before, if that is to be believed
 * @returns the last that the service said as `job`, if it said anything
 * @throws DocsServiceError when polling on is of no use; the signal's reason when the run is cancelled
 */
export async function pollJob(
  id: string,
  known: AgentJob | undefined,
  options: PollOptions,
): Promise<Pick<FollowedJob, 'unread' | 'retryAt'> & { end: 'over' | 'deadline'; job: AgentJob | undefined }> {
  const { clock, signal, deadline, pollIntervalMs, staleUntil } = options
  const timeoutMs = Math.max(0, deadline - clock.now())
  const lastPollAt = deadline - Math.min(5_000, timeoutMs / 10)
  const poll = createPoll(id, options)

  let job = known
  let wasActive = false
  // A job that already exists is polled at once.
  let pauseMs = options.isNew ? pollIntervalMs : 0
  let isLastPoll = false
  let unread: DocsServiceError | undefined
  const isOver = () => endsJob(job?.status) && (wasActive || clock.now() >= staleUntil)
  while (!isOver()) {
    if (isLastPoll) return { end: 'deadline', job, unread }
    const leftMs = lastPollAt - clock.now()
    isLastPoll = pauseMs >= leftMs
    await clock.sleep(isLastPoll ? leftMs : pauseMs, signal)
    const { answer, failure } = await poll()
    job = answer ?? job
    unread = failure
    wasActive ||= answer?.status === 'active'
    const { retryAfterMs = 0, retryAt } = failure ?? {}
    if (retryAfterMs > 0 && retryAfterMs >= deadline - clock.now()) return { end: 'deadline', job, unread, retryAt }
    pauseMs = Math.max(retryAfterMs, pollIntervalMs)
  }

  return { end: 'over', job: await confirmNoPullRequest(job, poll, options) }
}

/** The pull request may be written down a moment after the status: `completed` without one is read once more. */
async function confirmNoPullRequest(
  known: AgentJob | undefined,
  poll: Poll,
  { clock, pollIntervalMs, signal, deadline }: PollOptions,
): Promise<AgentJob | undefined> {
  if (known?.status !== 'completed' || known.pullRequest !== undefined || known.isPrLinkRefused) return known
  let pauseMs = pollIntervalMs
  while (clock.now() + pauseMs < deadline) {
    await clock.sleep(pauseMs, signal)
    const result = await orFailure(poll(), DocsServiceError, signal)
    // The job is completed already, so a poll that fails for good changes nothing.
    if (result instanceof DocsServiceError) return known
    // A job that has ended stays ended: a response that says otherwise isn't believed.
    if (result.answer !== undefined) return endsJob(result.answer.status) ? result.answer : known
    pauseMs = Math.max(result.failure?.retryAfterMs ?? 0, pollIntervalMs)
  }
  return known
}

type Poll = () => Promise<{ answer?: AgentJob; failure?: DocsServiceError | undefined }>

/** One poll at a time. It tolerates failures that may go away, and counts how often the job was not found in a row. */
function createPoll(id: string, { service, signal, deadline, clock, isNew, onAnswer, onFailure }: PollOptions): Poll {
  const startedAt = clock.now()
  let notFound = 0
  let wasRead = false
  let unread: DocsServiceError | undefined

  return async () => {
    const answer = await orFailure(service.getAgentJob(id, { signal, deadline }), DocsServiceError, signal)
    if (!(answer instanceof DocsServiceError)) {
      notFound = 0
      wasRead = true
      unread = undefined
      onAnswer(answer)
      return { answer }
    }
    // The deadline ended this poll, which was the last one: the failure of the previous poll counts, if there is one.
    if (answer.kind === 'deadline') return { failure: unread ?? (wasRead ? undefined : answer) }
    if (!isTolerated(answer)) throw answer
    onFailure(answer)
    unread = answer
    return { failure: answer }
  }

  function isTolerated(failure: DocsServiceError): boolean {
    const isMissing = failure.status === 404
    notFound = isMissing ? notFound + 1 : 0
    // Just after the create request, the service may not have written the job down everywhere yet.
    const isEarly = isNew && (notFound <= TOLERATED_POLLS || clock.now() - startedAt < TOLERATED_MS)
    return (isMissing && (isEarly || notFound <= 1)) || mayPassUntilNextPoll(failure)
  }
}
