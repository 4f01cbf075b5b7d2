import type { Reaction } from '../../github/comments.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/thread.ts'
import type { Log } from '../../runner/log.ts'
import type { Outputs } from '../../runner/outputs.ts'
import type { Runner } from '../../runner/run-action.ts'
import type { WriteSummary } from '../../runner/summary.ts'
import { shorten, toOneLine } from '../../untrusted/escape.ts'
import type { Markdown } from '../../untrusted/markdown.ts'
import { toSafeUrl } from '../../untrusted/safe-url.ts'
import { readUntrustedText, untrustedText } from '../../untrusted/text.ts'
import type { Claim, ClaimState } from '../claim/marker.ts'
import type { StatusComment } from '../claim/status-comment.ts'
import type { TriggerComment } from '../request/trigger.ts'
import type { Facts } from '../run-agent-job.ts'
import type { Ending } from './ending.ts'
import { isRed, type Outcome } from './outcome.ts'
import { type OutputName, writeOutputs } from './outputs.ts'
import { headlineOf, type Report, renderComment, renderHelp, renderPrompt, renderSummary } from './report.ts'

/** What the end of a run is told to. */
export interface Audience {
  runner: Runner
  outputs: Outputs<OutputName>
  writeSummary: WriteSummary
  failOn: readonly Outcome[]
  /** Undefined when there is nothing to edit. */
  statusComment: StatusComment | undefined
  /** Undefined when no reaction is to be left. */
  react: { github: Pick<GitHub, 'react'>; comment: TriggerComment } | undefined
  reportOf: (facts: Partial<Report>) => Report
  /** Gives a cancelled run the last moments that it has for its comment; false when there are none to give. */
  hurry: () => boolean
}

/**
 * Tells everybody how the run ended: outputs first, since a cancelled run may not get further; then comment,
 * reaction and summary side by side; last the verdict on the step. None of them can change the outcome.
 * @returns false when the comment does not say so, and might if it was tried again
 */
export async function publishResult(
  ending: Ending,
  facts: Facts,
  durationMs: number,
  audience: Audience,
): Promise<boolean> {
  const { runner, statusComment, outputs } = audience
  const { outcome } = ending
  const commentUrl = statusComment?.current?.url ?? facts.commentUrl
  writeOutputs(outputs, { outcome, jobId: facts.jobId, job: facts.job, commentUrl })

  const report = audience.reportOf({
    outcome,
    problem: ending.problem,
    detail: ending.detail,
    jobId: facts.jobId,
    pullRequest: facts.job?.pullRequest,
    ...(facts.jobId !== undefined && { durationMs }),
    removals: facts.prompt?.removals,
    commentUrl: commentUrl === undefined ? undefined : toSafeUrl(untrustedText(commentUrl)),
  })
  const [isToldInThread] = await Promise.all([
    tell(runner, () => editComment(report, facts, audience)),
    tell(runner, () => leaveReaction(outcome, audience.react)),
    tell(runner, () => audience.writeSummary(renderSummary(report, describeMore(report, facts)))),
  ])
  judge(ending, report, audience)
  return isToldInThread
}

async function editComment(
  report: Report,
  { jobId }: Facts,
  { statusComment, hurry }: Audience,
): Promise<void> {
  const { outcome } = report
  // The help reply is what the comment has to say, and it says it already.
  if (statusComment === undefined || outcome === undefined || outcome === 'skipped') return
  const state = stateOf(outcome, jobId)
  // An earlier attempt has reported the end, and this one has found out less.
  if (statusComment.current?.claim.state === 'finished' && state !== 'finished') return
  const change: Partial<Claim> = { state, ...(jobId !== undefined && { jobId }) }
  try {
    await statusComment.edit(renderComment(report), change)
  } catch (error) {
    // Cancelled in the middle of it.
    if (!hurry()) throw error
    await statusComment.edit(renderComment(report), change)
  }
}

/** What the marker has to say so that a re-run does the right thing. */
export function stateOf(outcome: Outcome, jobId: string | undefined): ClaimState {
  if (outcome === 'unknown') return 'unknown'
  if (jobId === undefined) return 'refused'
  const isOver: readonly Outcome[] = ['pull-request', 'no-pull-request', 'archived', 'failed']
  return isOver.includes(outcome) ? 'finished' : 'job'
}

const REACTIONS: Readonly<Partial<Record<Outcome, Reaction>>> = {
  'pull-request': 'rocket',
  'no-pull-request': 'rocket',
  submitted: 'rocket',
  'dry-run': 'rocket',
  archived: 'confused',
  denied: '-1',
  failed: 'confused',
  'timed-out': 'confused',
  unknown: 'confused',
  error: 'confused',
}

async function leaveReaction(outcome: Outcome, react: Audience['react']): Promise<void> {
  const reaction = REACTIONS[outcome]
  if (react !== undefined && reaction !== undefined) await react.github.react(react.comment, reaction)
}

/** What the summary has beyond the facts: the help, also where no comment may be posted, or what would be sent. */
function describeMore({ outcome, command }: Report, { prompt, allowedBecause, isHelp }: Facts): Markdown[] {
  if (isHelp) return [renderHelp(command)]
  return outcome === 'dry-run' && prompt !== undefined ? [renderPrompt(prompt.text, allowedBecause)] : []
}

/** What people see at the step itself. */
function judge(
  { outcome, problem }: Ending,
  { detail, pullRequest }: Report,
  { runner, failOn }: Audience,
): void {
  const said =
    detail === undefined ? '' : ` The service said: "${shorten(toOneLine(readUntrustedText(detail)), 300)}"`
  const text = `${problem ?? headlineOf(outcome)}${said}`
  if (isRed(outcome, failOn)) runner.fail(`Documentation job: ${outcome}`, text)
  else if (problem !== undefined) noteOf(outcome, runner)(`Documentation job: ${outcome}`, text)
  // The log is the only place that everybody looks at who comes from a run by hand.
  if (pullRequest !== undefined) runner.log.info(`Pull request: ${pullRequest.href}`)
  runner.log.info(`Outcome: ${outcome}`)
}

/** A green step with something to say: a warning when it is about a job, a notice when nothing was to be done. */
function noteOf(outcome: Outcome, { log }: Runner): Log['notice'] {
  return outcome === 'no-pull-request' ? log.warning : log.notice
}

/**
 * A failure to tell is a warning.
 * @returns false when another try might do better
 */
async function tell(runner: Runner, action: () => Promise<void>): Promise<boolean> {
  try {
    await action()
    return true
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    runner.log.warning(
      'Not everything could be reported',
      error instanceof GitHubError ? reason : `Writing the report: ${reason}`,
    )
    return error instanceof GitHubError && isForGood(error)
  }
}

/** GitHub has understood, and will not do it. */
function isForGood({ status, isRateLimited }: GitHubError): boolean {
  return status !== undefined && status < 500 && status !== 408 && !isRateLimited
}
