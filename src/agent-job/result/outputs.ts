import type { AgentJob } from '../../docs-service/schema.ts'
import type { Outputs } from '../../runner/outputs.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { RunResult } from './run-result.ts'

/** What the outputs are made from. */
export type OutputFacts = Pick<
  RunResult,
  'outcome' | 'jobId' | 'job' | 'status' | 'pullRequest' | 'isFollowUp'
> & {
  commentUrl?: string | undefined
}

/** How each output of `action.yml` is made; an empty string where there is nothing. */
const OUTPUTS = {
  prLink: ({ pullRequest }: OutputFacts) => pullRequest?.href ?? '',
  status: ({ job, status }: OutputFacts) => job?.status ?? status ?? '',
  outcome: ({ outcome }: OutputFacts) => outcome,
  jobId: ({ jobId }: OutputFacts) => jobId ?? '',
  prNumber: ({ pullRequest }: OutputFacts) => /\/(\d+)\/?$/u.exec(pullRequest?.pathname ?? '')?.[1] ?? '',
  commentUrl: ({ commentUrl }: OutputFacts) => commentUrl ?? '',
  job: describeJob,
  followUp: ({ isFollowUp }: OutputFacts) => (isFollowUp === undefined ? '' : String(isFollowUp)),
}

export type OutputName = keyof typeof OUTPUTS

/** The outputs of the root action. */
export const OUTPUT_NAMES = Object.keys(OUTPUTS) as OutputName[]

/** Sets every output. */
export function writeOutputs(outputs: Outputs<OutputName>, facts: OutputFacts): void {
  for (const name of OUTPUT_NAMES) outputs.set(name, OUTPUTS[name](facts))
}

/**
 * The job as JSON, with the names of the service's documentation. Absent fields are left out; a link that is refused
 * is null. If the answer has no ID, the known one is filled in.
 */
function describeJob({ job, jobId, pullRequest }: OutputFacts): string {
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
