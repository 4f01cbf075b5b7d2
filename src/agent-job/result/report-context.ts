import type { WorkflowRun } from '../../runner/event.ts'
import type { InputReader } from '../../runner/inputs.ts'
import { INPUT_DEFAULTS } from '../inputs/early-inputs.ts'
import type { Trigger } from '../trigger/trigger.ts'

/** What everything that is reported of a run depends on, besides its result. */
export interface ReportContext {
  /** Milliseconds since 1970. */
  now: () => number
  /** Login of the commenter; undefined in a run without a comment. */
  askedBy: string | undefined
  runUrl: URL
  /** The attempt of the workflow run, from 1. */
  attempt: number
  /** Empty when comments are not read. */
  command: string
  projectId: string
  /** Whether the action knows the dashboard of the service. */
  hasDashboard: boolean
  /** Whether `job-id` names the job. */
  isAttached: boolean
  /** Whether the workflow sets `dry-run`. */
  isDryRun: boolean
  followUp: string
}

/** Reads the inputs as they are, since a report of invalid ones needs it, too. */
export function createReportContext(
  { comment }: Trigger,
  { url: runUrl, attempt }: Pick<WorkflowRun, 'url' | 'attempt'>,
  reader: InputReader,
  now: () => number,
): ReportContext {
  return {
    now,
    askedBy: comment?.author.login,
    runUrl,
    attempt,
    command: reader.text('command'),
    projectId: reader.text('project-id'),
    hasDashboard: URL.parse(reader.text('base-url'))?.origin === INPUT_DEFAULTS['base-url'],
    isAttached: reader.text('job-id') !== '',
    isDryRun: /^true$/iu.test(reader.text('dry-run')),
    followUp: reader.text('follow-up'),
  }
}
