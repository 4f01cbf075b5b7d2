import type { AgentJob } from '../docs-service/schema.ts'
import type { Reason } from './causes.ts'
import type { Covered } from './changes/changes.ts'
import type { ClaimEnding } from './claim/make-claim.ts'
import type { Check, CheckEnding } from './job/check-setup.ts'
import type { JobRecord } from './job/job-record.ts'
import type { WrittenDocumentation } from './job/written-documentation.ts'
import type { Help } from './request/command.ts'
import type { Prompt } from './request/prompt.ts'

/** What outputs, comment, reaction, summary and log report of a run: all that is known at its end. */
export type RunResult = RunFacts & Ending

/** How a run ended, why, and what came of its job. Each outcome has the fields that are told of it, and no others. */
export type Ending =
  | Only<{ outcome: 'pull-request' } & JobFacts<JobWithLink>>
  | Only<{ outcome: 'no-pull-request'; cause?: 'link-refused' | undefined } & JobFacts<JobRecord>>
  | Only<{ outcome: 'archived' | 'failed' | 'submitted' } & JobFacts<JobRecord>>
  | Only<{ outcome: 'timed-out' } & Reason & JobFacts<JobRecord>>
  | Only<Extract<CheckEnding, { outcome: 'dry-run' }>>
  | Only<{ outcome: 'skipped'; problem: string; help?: Help }>
  | Only<Extract<ClaimEnding, { outcome: 'skipped' }>>
  | Only<Extract<ClaimEnding, { outcome: 'duplicate' }>>
  | Only<{ outcome: 'denied'; problem: string; advice?: string | undefined }>
  | StoppedEnding

/** A run that was stopped before its job ended, or before there was one. */
export type StoppedEnding = Only<
  { outcome: 'unavailable' | 'cancelled' | 'unknown' | 'error'; checks?: readonly Check[] } & Reason &
    Partial<JobFacts<JobRecord>>
>

/** What is known of a run, however it ends. */
export interface RunFacts {
  /** Absent where no prompt was prepared, as in an attempt that finds the job of an earlier one. */
  prompt?: Prompt | undefined
  /** The range of commits that the prompt covers; absent if it is about none. */
  covered?: Covered | undefined
  /** Why the commenter was let in; absent without a comment, and where nobody was. */
  allowedBecause?: string | undefined
  /** Milliseconds since the claim, or since the start of a run that ended before; absent in the `post` step. */
  durationMs?: number
  /** Page of the comment that reports on this job, this run's or another one's; absent where no comment does. */
  reportedIn?: string | undefined
  /** Whether our comment keeps what was sent, so that a re-run finds it. Absent where another run's comment decides. */
  isClaimed?: boolean
  /** Set if our comment doesn't say what became of the prompt, so that a re-run may be misled. */
  isMemoryWrong?: true
}

/** What is known of the job. */
interface JobFacts<Job> {
  job: Job
  /** The last that the service said of it; absent where it never answered. */
  answer?: AgentJob | undefined
  /** What its pull request changes; absent without one, and where GitHub doesn't let the token read it. */
  documentation?: WrittenDocumentation | undefined
}

type JobWithLink = JobRecord & { prLink: URL }

interface Everything extends Reason, JobFacts<JobRecord> {
  /** What a check found out, in the order in which it was checked. */
  checks: readonly Check[]
  /** Set when the comment is answered with the help. */
  help: Help
}

/** `Own`, and none of the other fields. */
type Only<Own> = Own & { [Name in Exclude<keyof Everything, keyof Own>]?: undefined }
