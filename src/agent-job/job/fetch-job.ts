import type { DocsService } from '../../docs-service/client.ts'
import { DocsServiceError } from '../../docs-service/errors.ts'
import type { AgentJob } from '../../docs-service/schema.ts'
import { findStatus } from '../../docs-service/statuses.ts'
import { orFailure } from '../../network/cancelled-requests.ts'

/**
 * Reads a job now, and again after a failure that may pass, by the rules of every read.
 * @param deadline on the monotonic clock; a pause never goes beyond it
 * @returns the last failure where the job can't be read now; a refused key, a cancelled run and a bug are thrown
 */
export async function fetchJob(
  jobId: string,
  deadline: number,
  { service, signal }: { service: Pick<DocsService, 'getAgentJob'>; signal: AbortSignal },
): Promise<AgentJob | DocsServiceError> {
  const limits = { signal, deadline, tries: Number.POSITIVE_INFINITY }
  const answer = await orFailure(service.getAgentJob(jobId, limits), DocsServiceError, signal)
  // The same key would be refused again.
  if (answer instanceof DocsServiceError && findStatus(answer.status).refusesKey) throw answer
  return answer
}
