import type { AgentJob, KnownStatus } from '../../docs-service/schema.ts'
import type { Outcome } from './outcome.ts'

/** What a status of the service means for a run. */
interface StatusRecord {
  /** The outcome of a job that ends in it; absent where the job goes on. Without a link, `pull-request` is none. */
  endsAs?: Outcome
}

/** Every status, and what it means: a new one is added to the schema, and then here. */
const STATUS_RECORDS: Readonly<Record<KnownStatus, StatusRecord>> = {
  active: {},
  completed: { endsAs: 'pull-request' },
  archived: { endsAs: 'archived' },
  failed: { endsAs: 'failed' },
}

/** The outcome of a job by its status alone; undefined while it goes on, and where its status isn't known. */
export function findOutcome(job: AgentJob | undefined): Outcome | undefined {
  return job?.status === undefined ? undefined : STATUS_RECORDS[job.status].endsAs
}

/** Whether the job stays in its status. */
export function isTerminal(job: AgentJob | undefined): boolean {
  return findOutcome(job) !== undefined
}
