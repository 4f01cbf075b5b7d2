import type { AgentJob } from '../../docs-service/schema.ts'
import type { Outputs } from '../../runner/outputs.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { Outcome } from './outcome.ts'

/** The outputs of the root action. */
export type OutputName = 'prLink' | 'status' | 'outcome' | 'jobId' | 'prNumber' | 'commentUrl' | 'job'

/** What the outputs are made from. */
export interface Result {
  outcome: Outcome
  jobId?: string | undefined
  job?: AgentJob | undefined
  commentUrl?: string | undefined
}

/** Sets every output, with an empty string where there is nothing. */
export function writeOutputs(
  outputs: Outputs<OutputName>,
  { outcome, jobId, job, commentUrl }: Result,
): void {
  const pullRequest = job?.pullRequest
  const values: Record<OutputName, string> = {
    prLink: pullRequest?.href ?? '',
    status: job?.status ?? '',
    outcome,
    jobId: jobId ?? '',
    prNumber: /\/(\d+)\/?$/u.exec(pullRequest?.pathname ?? '')?.[1] ?? '',
    commentUrl: commentUrl ?? '',
    // An answer may leave the id out; whoever reads the output should not have to put it back.
    job: job === undefined ? '' : describeJob({ ...(jobId !== undefined && { id: jobId }), ...job }),
  }
  for (const name of Object.keys(values) as OutputName[]) outputs.set(name, values[name])
}

/** The job as JSON (interface section 2.1): fields that are absent are left out; a link that is refused is null. */
function describeJob({ unknownStatus, pullRequest, isPrLinkRefused, wrongFields, ...job }: AgentJob): string {
  const status = job.status ?? (unknownStatus === undefined ? undefined : readUntrustedText(unknownStatus))
  return JSON.stringify({
    ...job,
    ...(status !== undefined && { status }),
    prLink: pullRequest?.href ?? null,
  })
}
