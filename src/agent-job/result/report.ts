import {
  code,
  codeBlock,
  details,
  joinMarkdown,
  link,
  type Markdown,
  markdown,
  plain,
  table,
} from '../../untrusted/markdown.ts'
import { prose } from '../../untrusted/prose.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { PreviousPullRequest } from '../claim/claim-marker.ts'
import { formatDuration } from './format-duration.ts'
import { renderHelp } from './help.ts'
import { listNextSteps, renderSteps } from './next-steps.ts'
import { OUTCOME_RECORDS, type Outcome } from './outcome.ts'
import { formatPullRequest } from './pull-request-url.ts'
import type { Check, RunResult } from './run-result.ts'
import { renderTraffic } from './traffic.ts'

/** What every report of a run says alike. */
export interface ReportContext {
  /** Login of whoever wrote the command. */
  askedBy: string | undefined
  /** Page of the workflow run. */
  runUrl: URL
  command: string
}

/** What is known while the run goes on. */
export interface Progress {
  jobId?: string
  isFollowUp?: boolean
  previous?: PreviousPullRequest
  /** The prompt waits for the job of an earlier run to end. */
  isWaiting?: boolean
}

/** What is reported of a run that has ended. `commentUrl`: the page of the comment that reports on it. */
export type RunReport = Partial<RunResult> & Pick<RunResult, 'outcome'> & { commentUrl?: URL | undefined }

/** The first line of a report, as text. */
export function chooseHeadline(outcome: Outcome, isUpdate = false): string {
  return outcome === 'pull-request' && isUpdate
    ? '🚀 The documentation pull request is updated'
    : OUTCOME_RECORDS[outcome].headline
}

/** The comment in the thread, while the run goes on. */
export function renderProgress(progress: Progress, context: ReportContext): Markdown {
  const headline = progress.isWaiting
    ? '⏳ The agent is busy with an earlier request; this one is next'
    : '⏳ The agent is working on the documentation'
  const isNoted = progress.jobId !== undefined
  return joinMarkdown(
    [
      markdown`### ${headline}`,
      ...(isNoted ? describePrevious(progress, 'working') : []),
      tabulate(listRows({ ...progress }, context)),
      foldSteps(undefined, progress.jobId, context),
    ],
    '\n\n',
  )
}

/** The comment in the thread, when the run has ended. */
export function renderComment(report: RunReport, context: ReportContext): Markdown {
  // The comment doesn't link to itself.
  const rows = listRows({ ...report, commentUrl: undefined }, context)
  return joinMarkdown(
    [
      markdown`### ${chooseHeadline(report.outcome, report.isFollowUp)}`,
      ...renderProblem(report),
      ...describePrevious(report, 'done'),
      tabulate(rows),
      ...renderFindings(report),
      foldSteps(report.outcome, report.jobId, context),
    ],
    '\n\n',
  )
}

/** The job summary: the same facts, and what only those need who look at the run. */
export function renderSummary(report: RunReport, context: ReportContext): Markdown {
  return joinMarkdown(
    [
      markdown`## ${chooseHeadline(report.outcome, report.isFollowUp)}`,
      ...renderProblem(report),
      ...describePrevious(report, 'done'),
      tabulate(listRows(report, context)),
      ...renderFindings(report),
      ...(report.isHelp ? [renderHelp(context.command)] : []),
      ...(report.outcome === 'dry-run' ? renderPrompt(report) : []),
      foldSteps(report.outcome, report.jobId, context),
    ],
    '\n\n',
  )
}

function renderProblem({ problem, detail }: RunReport): Markdown[] {
  return [
    ...(problem === undefined ? [] : [prose(problem)]),
    ...(detail === undefined || readUntrustedText(detail).trim() === ''
      ? []
      : [markdown`The service said: ${code(detail, 500)}`]),
  ]
}

/** Which pull request is continued, or why there is a new one. */
function describePrevious(
  { previous, isFollowUp }: Pick<RunReport, 'previous' | 'isFollowUp'>,
  when: 'working' | 'done',
): Markdown[] {
  if (previous === undefined || isFollowUp === undefined) return []
  const name = link(plain(formatPullRequest(previous.url)), previous.url)
  if (isFollowUp)
    return [
      when === 'working'
        ? markdown`The agent continues the pull request ${name} of an earlier request.`
        : markdown`The pull request ${name} of an earlier request was continued.`,
    ]
  if (previous.state === 'open')
    return [markdown`The pull request ${name} could not be continued, so this is a new job.`]
  if (previous.state === 'unreadable')
    return [markdown`Whether the pull request ${name} is open can't be read, so this is a new job.`]
  return [
    markdown`The pull request ${name} of an earlier request is ${previous.state}, so this is a new one.`,
  ]
}

/** The first fact is the header row, because a Markdown table needs one, and an empty one looks like a blank line. */
function tabulate([first = [], ...others]: Markdown[][]): Markdown {
  return table(first, others, [':--', ':--'])
}

function listRows(report: Partial<RunReport>, { askedBy, runUrl }: ReportContext): Markdown[][] {
  const { pullRequest, jobId, durationMs, commentUrl, prompt } = report
  const rows: Markdown[][] = []
  if (pullRequest !== undefined)
    rows.push([markdown`**Pull request**`, link(plain(formatPullRequest(pullRequest)), pullRequest)])
  if (jobId !== undefined) rows.push([markdown`**Job**`, code(jobId)])
  if (jobId !== undefined && durationMs !== undefined)
    rows.push([markdown`**Duration**`, markdown`${formatDuration(durationMs)}`])
  if (askedBy !== undefined) rows.push([markdown`**Asked by**`, code(askedBy)])
  if (prompt?.changes !== undefined) rows.push([markdown`**What changed**`, markdown`${prompt.changes}`])
  if (prompt !== undefined && prompt.removals > 0)
    rows.push([
      markdown`**Hidden text**`,
      markdown`${prompt.removals} ${prompt.removals === 1 ? 'piece' : 'pieces'} removed from the prompt`,
    ])
  if (commentUrl !== undefined)
    rows.push([markdown`**Comment**`, link(markdown`report in the conversation`, commentUrl)])
  rows.push([markdown`**Run**`, link(markdown`log of the workflow run`, runUrl)])
  return rows
}

/** What was found out beside the job: how often its pages are read, or what a dry run has checked. */
function renderFindings({ traffic, checks }: RunReport): Markdown[] {
  return [
    ...(traffic === undefined
      ? []
      : [markdown`#### Views in the last ${formatDays(traffic.days)}`, renderTraffic(traffic)]),
    ...(checks === undefined ? [] : [renderChecks(checks)]),
  ]
}

function formatDays(days: number): string {
  return days === 1 ? 'day' : `${days} days`
}

const CHECK_SIGNS = { passed: '✓', failed: '✗', unknown: '?' } as const

function renderChecks(checks: readonly Check[]): Markdown {
  return joinMarkdown(
    checks.map(({ state, text }) => markdown`- ${CHECK_SIGNS[state]} ${prose(text)}`),
    '\n',
  )
}

/** What a dry run would send, and why it was allowed. */
function renderPrompt({ prompt, allowedBecause }: RunReport): Markdown[] {
  if (prompt === undefined) return []
  const reason = allowedBecause ?? 'The workflow itself asks for it, not a comment.'
  return [
    markdown`**Why it was allowed:** ${reason}`,
    markdown`**What would be sent:**\n\n${codeBlock(prompt.text)}`,
  ]
}

function foldSteps(
  outcome: Outcome | undefined,
  jobId: string | undefined,
  context: ReportContext,
): Markdown {
  const isAsked = context.askedBy !== undefined
  const steps = listNextSteps({ outcome, command: context.command, isAsked, hasJob: jobId !== undefined })
  return steps.length === 0 ? markdown`` : details('What to do next', renderSteps(steps))
}
