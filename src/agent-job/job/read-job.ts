import type { DocsService } from '../../docs-service/client.ts'
import { DocsServiceError } from '../../docs-service/errors.ts'
import { mayPassUntilNextPoll } from '../../docs-service/retry.ts'
import type { AgentJob } from '../../docs-service/schema.ts'
import type { Clock } from '../../runner/clock.ts'

const MAXIMUM_TRIES = 4
/** Twice as long each time, so that all tries together hold up the prompt by two seconds. */
const FIRST_PAUSE_MS = 300

/**
 * Reads a job as it stands, in up to four tries.
 * @param deadline on the monotonic clock; a pause never goes beyond it
 * @returns the last failure where the job can't be read now; a refused key, a cancelled run and a bug are thrown
 */
export async function readJob(
  jobId: string,
  deadline: number,
  {
    service,
    clock,
    signal,
  }: { service: Pick<DocsService, 'getAgentJob'>; clock: Pick<Clock, 'now' | 'sleep'>; signal: AbortSignal },
): Promise<AgentJob | DocsServiceError> {
  for (let attempt = 1; ; attempt += 1) {
    const read = await service
      .getAgentJob(jobId, { signal, deadline })
      .catch((error: unknown) => toUnread(error, signal))
    if (!(read instanceof DocsServiceError) || !mayPassUntilNextPoll(read)) return read
    const pauseMs = Math.max(read.retryAfterMs ?? 0, FIRST_PAUSE_MS * 2 ** (attempt - 1))
    if (attempt === MAXIMUM_TRIES || clock.now() + pauseMs >= deadline) return read
    await clock.sleep(pauseMs, signal)
  }
}

/** A failure without which the run can go on. @throws anything else: a refused key, a cancelled run, a bug */
export function toUnread(error: unknown, signal: AbortSignal): DocsServiceError {
  signal.throwIfAborted()
  if (!(error instanceof DocsServiceError) || error.status === 401 || error.status === 403) throw error
  return error
}
