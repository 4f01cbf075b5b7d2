import { type AgentJob, formatStatus } from '../../docs-service/schema.ts'
import type { Outputs } from '../../runner/outputs.ts'
import { shorten } from '../../untrusted/escape.ts'
import type { JobRecord } from '../job/job-record.ts'
import type { RunResult } from '../run-result.ts'

/** How each output of `action.yml` is made; an empty string where there is nothing. */
const OUTPUTS = {
  prLink: ({ job }: RunResult) => job?.prLink?.href ?? '',
  status: ({ job, answer }: RunResult) => (answer && formatStatus(answer)) || (job?.status ?? ''),
  outcome: ({ outcome }: RunResult) => outcome,
  jobId: ({ job }: RunResult) => job?.jobId ?? '',
  prNumber: ({ job }: RunResult) => /\/(\d+)\/?$/u.exec(job?.prLink?.pathname ?? '')?.[1] ?? '',
  commentUrl: ({ reportedIn }: RunResult) => reportedIn ?? '',
  job: ({ job, answer }: RunResult) => (job && answer ? formatJob(job, answer) : ''),
  cause: ({ cause }: RunResult) => cause ?? '',
  followUp: ({ job }: RunResult) => String(job?.isFollowUp ?? ''),
}

/** Longer than any that the service documents. */
const MAXIMUM_TEXT = 2_048

export type OutputName = keyof typeof OUTPUTS

/** Sets every output. */
export function writeOutputs(outputs: Outputs<OutputName>, report: RunResult): void {
  for (const name of Object.keys(OUTPUTS) as OutputName[]) outputs.set(name, OUTPUTS[name](report))
}

/**
 * The job as JSON, with the names of the service's documentation. Absent fields are left out; a link that is refused
 * is null. If the answer has no ID, the known one is filled in.
 */
function formatJob({ jobId, prLink }: JobRecord, { id, ...answer }: AgentJob): string {
  const { status, unknownStatus, source, model, createdAt, archivedAt } = answer
  const known = { status: status ?? unknownStatus, source, model, prLink: prLink?.href ?? null, createdAt, archivedAt }
  // An output has room for 100 KiB.
  const cut = (_key: string, value: unknown) => (typeof value === 'string' ? shorten(value, MAXIMUM_TEXT) : value)
  return JSON.stringify({ id: id ?? jobId, ...known }, cut)
}
