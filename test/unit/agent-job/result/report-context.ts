import type { ReportContext } from '../../../../src/agent-job/result/progress.ts'

/** A run that a comment asked for, with the service that the action knows. */
export const CONTEXT: ReportContext = {
  now: () => Date.UTC(2026, 10, 22, 12),
  askedBy: 'writer',
  runUrl: new URL('https://github.com/acme/app/actions/runs/42'),
  attempt: 1,
  command: '/docs',
  hasDashboard: true,
  isAttached: false,
  followUp: 'auto',
  projectId: 'acme-docs',
}

export const pullRequest = new URL('https://github.com/acme/docs/pull/7')
export const otherPullRequest = new URL('https://github.com/acme/docs/pull/8')
