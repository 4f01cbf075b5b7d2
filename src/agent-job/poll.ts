import { type ActionError, lookPast } from '../runner/action-error.ts'
import type { Clock } from '../runner/clock.ts'
import type { Service } from '../service/client.ts'
import { type AgentJob, hasEnded, hasLink } from '../service/job.ts'

/** What polling needs. */
export interface PollOptions {
  service: Pick<Service, 'getJob'>
  clock: Clock
  signal: AbortSignal
  pollIntervalMs: number
  /** When the wait ends, in milliseconds since 1970. */
  deadline: number
  /** Whether this run has just created the job: the service may need a moment to know it. */
  isNew: boolean
  /**
   * Until then, in milliseconds since 1970, an end may be the one from before a message: it counts only once the job
   * was seen `active`.
   */
  staleUntil: number
  /** Called with each job that was read. */
  onJob: (job: AgentJob) => void
}

/** A 404 is looked past so often in a row, or, for a new job, for so long. */
const TOLERATED_LOOKS = 1
const TOLERATED_MS = 5_000
/** Statuses after which another look gets the same. */
const FINAL_STATUSES = [400, 401, 403]

/**
 * Looks at a job every `pollIntervalMs` until it has ended, or the deadline has come. The last look is at the
 * deadline, and a job that has ended by then counts.
 * @param known what the service said of the job when it was created or read, if that is to be believed
 * @returns whether it has ended, and why the last look failed, if it did
 * @throws ActionError when another look is of no use; the signal's reason when the run is canceled
 */
export async function pollJob(
  id: string,
  known: AgentJob | undefined,
  options: PollOptions,
): Promise<{ hasEnded: boolean; failure: ActionError | undefined }> {
  const { service, clock, signal, deadline, pollIntervalMs, isNew, staleUntil } = options
  const startedAt = clock.now()
  let job = known
  let wasActive = false
  let isConfirmed = false
  let missing = 0
  let failure: ActionError | undefined
  // A job that was just read, or created, is looked at after a pause.
  let pauseMs = known === undefined && !isNew ? 0 : pollIntervalMs
  const isOver = () => job !== undefined && hasEnded(job) && (wasActive || clock.now() >= staleUntil)
  const noteFailure = (error: ActionError) => {
    failure = error
    missing = error.status === 404 ? missing + 1 : 0
    const isEarly = isNew && clock.now() - startedAt < TOLERATED_MS
    if (FINAL_STATUSES.includes(error.status ?? 0) || (missing > TOLERATED_LOOKS && !isEarly)) throw error
  }
  while (!(isOver() && (isConfirmed || !isToConfirm(job)))) {
    // From now on, a job that has ended stays ended: a response that says otherwise isn't believed.
    isConfirmed = isOver()
    const leftMs = deadline - clock.now()
    if (leftMs <= 0) return { hasEnded: isConfirmed, failure }
    await clock.sleep(Math.min(pauseMs, leftMs), signal)
    const seen = await service.getJob(id, { once: true }).catch(lookPast(noteFailure))
    pauseMs = Math.max(pollIntervalMs, seen === undefined ? (failure?.limitMs ?? 0) : 0)
    if (seen === undefined) continue
    failure = undefined
    missing = 0
    options.onJob(seen)
    if (!isConfirmed || hasEnded(seen)) job = seen
    wasActive ||= seen.status === 'active'
  }
  return { hasEnded: true, failure: undefined }
}

/** The pull request may be written down a moment after the status, so `completed` without one is read once more. */
function isToConfirm(job: AgentJob | undefined): boolean {
  return job?.status === 'completed' && !hasLink(job)
}
