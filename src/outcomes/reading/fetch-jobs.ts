import type { DocsService } from '../../docs-service/client.ts'
import { DocsServiceError } from '../../docs-service/errors.ts'
import type { AgentJob } from '../../docs-service/schema.ts'
import type { Claim } from '../../job-marker/claim.ts'
import { OUTCOME_RECORDS } from '../../job-marker/outcome.ts'
import { formatCount } from '../result/words.ts'

export interface JobReader {
  service: Pick<DocsService, 'getAgentJob'>
  signal: AbortSignal
  /** On the monotonic clock of the service. */
  deadline: number
}

export interface UnseenJobs {
  jobs: ReadonlyMap<Claim, AgentJob>
  notes: string[]
}

const MAXIMUM_JOBS = 50

/**
 * Reads the jobs whose end no run has seen (not waited for, timed out, cancelled), each with one request.
 * @param claims the newest first
 * @throws the signal's reason
 */
export async function fetchUnseenJobs(
  claims: readonly Claim[],
  { service, signal, deadline }: JobReader,
): Promise<UnseenJobs> {
  const unseen = claims.filter(isUnseen)
  const jobs = new Map<Claim, AgentJob>()
  const failures: DocsServiceError[] = []
  for (const claim of unseen.slice(0, MAXIMUM_JOBS)) {
    try {
      jobs.set(claim, await service.getAgentJob(claim.job?.jobId ?? '', { signal, deadline }))
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof DocsServiceError)) throw error
      failures.push(error)
    }
  }
  const [failure] = failures
  const more = unseen.length - MAXIMUM_JOBS
  return {
    jobs,
    notes: [
      ...(failure === undefined
        ? []
        : [
            `How ${formatCount(failures.length, 'job')} ended isn't known. ${failure.message} ${failure.hint}`,
          ]),
      ...(more <= 0
        ? []
        : [
            `How ${formatCount(more, 'older job')} ended isn't known: the report reads up to ${MAXIMUM_JOBS}.`,
          ]),
    ],
  }
}

/** A prompt that may have been lost stays so, whatever the job does that it was for. */
function isUnseen({ state, outcome, job }: Claim): boolean {
  const isSeen = outcome !== undefined && OUTCOME_RECORDS[outcome].isFinal
  return job !== undefined && !isSeen && state !== 'unknown'
}
