import type { ReportContext } from '../../../../src/agent-job/result/report-context.ts'
import type { RunResult } from '../../../../src/agent-job/run-result.ts'

/** A run that a comment asked for, with the service that the action knows. */
export const CONTEXT: ReportContext = {
  now: () => Date.UTC(2026, 10, 22, 12),
  askedBy: 'writer',
  runUrl: new URL('https://github.com/acme/app/actions/runs/42'),
  attempt: 1,
  command: '/docs',
  hasDashboard: true,
  isAttached: false,
  isDryRun: false,
  followUp: 'auto',
  projectId: 'acme-docs',
}

export const pullRequest = new URL('https://github.com/acme/docs/pull/7')
export const otherPullRequest = new URL('https://github.com/acme/docs/pull/8')

/** A result of which a test gives what it looks at, whatever the outcome requires. */
export type LooseResult = { [Name in keyof RunResult]?: RunResult[Name] | undefined }

export const asResult = (facts: LooseResult): RunResult => facts as RunResult
