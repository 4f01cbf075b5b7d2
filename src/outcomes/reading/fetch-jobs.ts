import type { DocsService } from '../../docs-service/client.ts'
import { DocsServiceError } from '../../docs-service/errors.ts'
import type { Limits } from '../../docs-service/request.ts'
import type { AgentJob } from '../../docs-service/schema.ts'
import type { Claim } from '../../job-marker/claim.ts'
import { OUTCOME_RECORDS } from '../../job-marker/outcome.ts'
import { formatCount } from '../../reports/numbers.ts'

const MAXIMUM_JOBS = 50

/**
 * Reads the jobs whose end no run has seen (not waited for, timed out, cancelled), each with one request.
 * @param claims the newest first
 * @throws the signal's reason
 */
export async function fetchUnseenJobs(
  service: DocsService,
  claims: readonly Claim[],
  limits: Limits,
): Promise<{ jobs: ReadonlyMap<Claim, AgentJob>; notes: string[] }> {
  const unseen = claims.filter(isUnseen)
  const jobs = new Map<Claim, AgentJob>()
  const failures: DocsServiceError[] = []
  for (const claim of unseen.slice(0, MAXIMUM_JOBS)) {
    try {
      jobs.set(claim, await service.getAgentJob(claim.job?.jobId ?? '', limits))
    } catch (error) {
      limits.signal.throwIfAborted()
      if (!(error instanceof DocsServiceError)) throw error
      failures.push(error)
    }
  }
  const formatEnds = (count: number) => `The end of ${formatCount(count, 'job')} isn't known.`
  const notes = failures.slice(0, 1).map(({ message }) => `${formatEnds(failures.length)} ${message}`)
  const more = unseen.length - MAXIMUM_JOBS
  if (more > 0) notes.push(`${formatEnds(more)} A report reads ${MAXIMUM_JOBS}.`)
  return { jobs, notes }
}

/** A prompt that may have been lost stays so, whatever becomes of the job that it was for. */
function isUnseen({ state, outcome, job }: Claim): boolean {
  const isSeen = outcome !== undefined && OUTCOME_RECORDS[outcome].isFinal
  return job !== undefined && !isSeen && state !== 'unknown'
}
