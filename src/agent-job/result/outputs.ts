import { type AgentJob, formatStatus } from '../../docs-service/schema.ts'
import type { Outputs } from '../../runner/outputs.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { RunReport } from './run-result.ts'

/** How each output of `action.yml` is made; an empty string where there is nothing. */
const OUTPUTS = {
  prLink: ({ pullRequest }: RunReport) => pullRequest?.href ?? '',
  status: ({ job, status }: RunReport) => (job && formatStatus(job)) || (status ?? ''),
  outcome: ({ outcome }: RunReport) => outcome,
  jobId: ({ jobId }: RunReport) => jobId ?? '',
  prNumber: ({ pullRequest }: RunReport) => /\/(\d+)\/?$/u.exec(pullRequest?.pathname ?? '')?.[1] ?? '',
  commentUrl: ({ reportedIn }: RunReport) => reportedIn ?? '',
  job: describeJob,
  followUp: ({ isFollowUp }: RunReport) => (isFollowUp === undefined ? '' : String(isFollowUp)),
}

export type OutputName = keyof typeof OUTPUTS

/** The outputs of the root action. */
export const OUTPUT_NAMES = Object.keys(OUTPUTS) as OutputName[]

/** Sets every output. */
export function writeOutputs(outputs: Outputs<OutputName>, report: RunReport): void {
  for (const name of OUTPUT_NAMES) outputs.set(name, OUTPUTS[name](report))
}

/**
 * The job as JSON, with the names of the service's documentation. Absent fields are left out; a link that is refused
 * is null. If the answer has no ID, the known one is filled in.
 */
function describeJob({ job, jobId, pullRequest }: RunReport): string {
  if (job === undefined) return ''
  const { status, unknownStatus, source, model, createdAt, archivedAt }: AgentJob = job
  const known = status ?? (unknownStatus === undefined ? undefined : readUntrustedText(unknownStatus))
  return JSON.stringify({
    id: job.id ?? jobId,
    status: known,
    source,
    model,
    prLink: pullRequest?.href ?? null,
    createdAt,
    archivedAt,
  })
}
