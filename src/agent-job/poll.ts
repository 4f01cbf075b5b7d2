import { ActionError } from '../runner/action-error.ts'
import { log } from '../runner/log.ts'
import { type AgentJob, type EndStatus, findEnd, hasLink } from '../service/job.ts'
import type { Context } from './context.ts'
import type { RunResult } from './run-result.ts'

/** What is special about a wait. */
export interface WaitOptions {
  /** Whether this run has just created the job: the service may need a moment to know it. */
  isNew: boolean
  /**
   * Until then, in milliseconds since 1970, an end may be the one from before a message: it counts only once the job
   * was seen `active`.
   */
  staleUntil: number
}

/** How many 404s in a row are ignored, and, for a new job, for how long. */
const TOLERATED_LOOKS = 1
const TOLERATED_MS = 5_000
/** Statuses after which another look gets the same. */
const FINAL_STATUSES = [400, 401, 403]

/**
 * Looks at the job of `result` every `poll-interval` until it has ended, or the deadline has come. The last look is at
 * the deadline, and a job that has ended by then counts.
 * @returns how it has ended, if it has, and why the last look failed, if it did
 * @throws ActionError when another look is of no use; the signal's reason when the run is canceled
 */
export async function pollJob(
  context: Context,
  result: RunResult,
  { isNew, staleUntil }: WaitOptions,
): Promise<{ end: EndStatus | undefined; failure: ActionError | undefined }> {
  const { clock, signal, lifetime } = context
  const { pollIntervalMs } = context.inputs
  const look = createLook(context, result.jobId, isNew)
  let wasActive = false
  let isConfirmed = false
  let failure: ActionError | undefined
  // A job that was just read, or created, is looked at after a pause.
  let pauseMs = result.job === undefined && !isNew ? 0 : pollIntervalMs
  for (;;) {
    const isBelieved = wasActive || clock.now() >= staleUntil
    const end = isBelieved ? findEnd(result.job) : undefined
    const isFinal = end !== undefined && isEnough(result.job, isConfirmed)
    const leftMs = lifetime.deadline - clock.now()
    if (isFinal || leftMs <= 0) return { end, failure }
    await clock.sleep(Math.min(pauseMs, leftMs), signal)
    const seen = await look()
    failure = seen instanceof ActionError ? seen : undefined
    pauseMs = Math.max(pollIntervalMs, failure?.limitMs ?? 0)
    if (seen instanceof ActionError) continue
    isConfirmed = end !== undefined
    wasActive ||= seen.status === 'active'
    note(result, seen, isConfirmed)
  }
}

/** A job that has ended stays ended: a response that says otherwise isn't believed. */
function note(result: RunResult, seen: AgentJob, hasEnded: boolean): void {
  if (hasEnded && findEnd(seen) === undefined) return
  if (seen.status !== result.job?.status) log.info(`Status: ${seen.status || 'unknown'}`)
  result.job = seen
}

/** @returns what looks at the job once: a failure that may pass is returned, and any other is thrown */
function createLook({ service, clock }: Context, id: string, isNew: boolean): () => Promise<AgentJob | ActionError> {
  const startedAt = clock.now()
  let missing = 0
  return async () => {
    const seen = await service.getJob(id, { once: true }).catch(catchActionError)
    missing = seen instanceof ActionError && seen.status === 404 ? missing + 1 : 0
    if (!(seen instanceof ActionError)) return seen
    const isEarly = isNew && clock.now() - startedAt < TOLERATED_MS
    if (FINAL_STATUSES.includes(seen.status ?? 0) || (missing > TOLERATED_LOOKS && !isEarly)) throw seen
    return seen
  }
}

function catchActionError(error: unknown): ActionError {
  if (error instanceof ActionError) return error
  throw error
}

/** The pull request may be written down a moment after the status, so `completed` without one is read once more. */
function isEnough(job: AgentJob | undefined, isConfirmed: boolean): boolean {
  return isConfirmed || job?.status !== 'completed' || hasLink(job)
}
