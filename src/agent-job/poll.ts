import { ActionError } from '../runner/action-error.ts'
import type { Clock } from '../runner/clock.ts'
import type { Service } from '../service/client.ts'
import { type AgentJob, hasEnded } from '../service/job.ts'

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
   * Until then, in milliseconds since 1970, an end may be the one from before a message: it counts only once the job was
   * seen `active`.
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
 * Looks at a job every `pollIntervalMs` until it has ended, or the deadline has come. The last look is at the deadline, and
 * a job that has ended by then counts.
 * @param known what the service said of the job when it was created or read, if that is to be believed
 * @returns whether it has ended, and why the last look failed, if it did
 * @throws ActionError when another look is of no use; the signal's reason when the run is canceled
 */
export async function pollJob(
  id: string,
  known: AgentJob | undefined,
  options: PollOptions,
): Promise<{ hasEnded: boolean; failure: ActionError | undefined }> {
  const { clock, signal, deadline, pollIntervalMs, staleUntil } = options
  const look = createLook(id, options)
  let job = known
  let wasActive = false
  let isConfirmed = false
  // A job that exists already is looked at at once.
  let pauseMs = options.isNew ? pollIntervalMs : 0
  const isOver = () => job !== undefined && hasEnded(job) && (wasActive || clock.now() >= staleUntil)
  while (!(isOver() && (isConfirmed || !isToConfirm(job)))) {
    // From now on, a job that has ended stays ended: a response that says otherwise isn't believed.
    isConfirmed = isOver()
    const leftMs = deadline - clock.now()
    if (leftMs <= 0) return { hasEnded: isConfirmed, failure: look.failure }
    await clock.sleep(Math.min(pauseMs, leftMs), signal)
    const seen = await look()
    if (seen !== undefined && (!isConfirmed || hasEnded(seen))) job = seen
    wasActive ||= seen?.status === 'active'
    pauseMs = Math.max(pollIntervalMs, look.failure?.limitMs ?? 0)
  }
  return { hasEnded: true, failure: undefined }
}

/** The pull request may be written down a moment after the status, so `completed` without one is read once more. */
function isToConfirm(job: AgentJob | undefined): boolean {
  return job?.status === 'completed' && job.pullRequest === undefined && !job.isLinkRefused
}

interface Look {
  /** Reads the job; undefined if it couldn't be read now. */
  (): Promise<AgentJob | undefined>
  /** Why the last look failed, if it did. */
  failure: ActionError | undefined
}

function createLook(id: string, { service, clock, isNew, onJob }: PollOptions): Look {
  const startedAt = clock.now()
  let missing = 0
  const look: Look = async () => {
    try {
      const job = await service.getJob(id, { once: true })
      missing = 0
      look.failure = undefined
      onJob(job)
      return job
    } catch (error) {
      if (!(error instanceof ActionError)) throw error
      missing = error.status === 404 ? missing + 1 : 0
      const isEarly = isNew && clock.now() - startedAt < TOLERATED_MS
      if (FINAL_STATUSES.includes(error.status ?? 0) || (missing > TOLERATED_LOOKS && !isEarly)) throw error
      look.failure = error
      return undefined
    }
  }
  look.failure = undefined
  return look
}
