import { describeInSentence } from '../../formatting/errors.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import type { OurComment } from '../../our-comments/our-comment.ts'
import type { Warnings } from '../../runner/log.ts'
import type { Outputs, WriteSummary } from '../../runner/outputs.ts'
import type { Runner } from '../../runner/run-action.ts'
import type { CauseName } from '../causes.ts'
import type { Claim } from '../claim/claim.ts'
import { type ClaimEnd, endClaim, isTrueMemory } from '../claim/end-claim.ts'
import { failsStep, OUTCOME_RECORDS, type Outcome } from '../outcome.ts'
import type { RunResult } from '../run-result.ts'
import type { TriggerComment } from '../trigger/trigger.ts'
import { explainCheck, explainEnd, quoteDetail } from './explain.ts'
import { type OutputName, writeOutputs } from './outputs.ts'
import { renderComment, renderSummary } from './report.ts'
import type { ReportContext } from './report-context.ts'

/** Where a result is published. */
export interface PublishOptions {
  runner: Pick<Runner, 'fail'>
  warnings: Warnings
  outputs: Outputs<OutputName>
  writeSummary: WriteSummary
  failOn: readonly Outcome[]
  context: ReportContext
  /** Undefined when there is nothing to edit. */
  comment: OurComment<Claim> | undefined
  /** Undefined when no reaction is to be left. */
  github: Pick<GitHub, 'react' | 'removeReaction'> | undefined
  /** The comment that the run answers. */
  command: TriggerComment | undefined
}

/**
 * Publishes how the run ended. Outputs and summary come first, since the rest may wait for GitHub: reaction and
 * comment; then the summary once more, if there are warnings; last the conclusion of the step. None of them can change
 * the outcome.
 * @returns false when the comment does not say so, and might if it was tried again
 */
export async function publishResult(result: RunResult, options: PublishOptions): Promise<boolean> {
  const { outputs, comment, warnings, context } = options
  const wasOurs = comment?.current !== undefined
  const reportedIn = comment?.current?.url || result.reportedIn
  let report: RunResult = { ...result, reportedIn }
  const writeSummary = () => options.writeSummary(renderSummary(report, context, warnings.list(report.problem)))
  writeOutputs(outputs, report)
  await attempt(warnings, writeSummary)

  const told = warnings.list().length
  let change: Partial<Claim> = {}
  // Before the edit, since our comment remembers it.
  await attempt(warnings, async () => {
    // A denied commenter gets only this reaction. Where the permission isn't known, no one is told anything.
    const isKnown = report.outcome === 'denied' || report.allowedBecause !== undefined
    if (isKnown) change = await leaveReaction(report, options)
  })
  let isAlone = true
  const isCommentWritten = await attempt(warnings, async () => {
    isAlone = (await comment?.deleteSpare()) ?? true
    await editComment(report, change, options)
  })
  if (isMisleading(report, comment)) report = { ...report, isMemoryWrong: true }
  // If our comment was deleted, so is its memory. One with other people's text was never ours to edit, and still
  // counts.
  const isGone = comment !== undefined && comment.current === undefined && (wasOurs || result.reportedIn === undefined)
  const isForgotten = report.isClaimed === true && isGone
  if (isForgotten) report = { ...report, isClaimed: false }
  // The edit may have found a comment whose creation got no response. A deleted comment has no page.
  report = { ...report, reportedIn: isGone ? undefined : comment?.current?.url || reportedIn }
  if (report.reportedIn !== reportedIn) writeOutputs(outputs, report)
  // Two failures with the same fix are one warning.
  if (warnings.list().length > told || report.isMemoryWrong || isForgotten) await attempt(warnings, writeSummary)
  setStepResult(report, options)
  return isCommentWritten && isAlone
}

/** Whether a re-run would go by a comment that doesn't say what became of the prompt. */
function isMisleading(report: RunResult, comment: OurComment<Claim> | undefined): boolean {
  return report.isClaimed === true && comment?.current !== undefined && !isTrueMemory(comment.written, toEnd(report))
}

function toEnd({ outcome, job, isClaimed = false, checks }: RunResult): ClaimEnd {
  // Whatever a check finds, it isn't a request for a job.
  return { outcome: checks ? 'dry-run' : outcome, jobId: job?.jobId, isClaimed }
}

async function editComment(report: RunResult, change: Partial<Claim>, options: PublishOptions): Promise<void> {
  const { comment, context } = options
  const end = toEnd(report)
  // The comment has the help already.
  if (comment?.current === undefined || end.outcome === 'skipped') return
  await comment.edit(renderComment(report, context), { ...endClaim(comment.current.payload, end), ...change })
}

/** Causes with which no reaction can be left. */
const HOPELESS: ReadonlySet<CauseName> = new Set(['thread-locked', 'github-limit', 'github-unreachable'])

/** Reacts, and deletes the 😕 of an earlier attempt after a better one. @returns what our comment remembers of it */
export async function leaveReaction(
  { outcome, cause }: Pick<RunResult, 'outcome' | 'cause'>,
  { github, command, comment }: Pick<PublishOptions, 'github' | 'command' | 'comment'>,
): Promise<Partial<Claim>> {
  if (!github || !command || (cause !== undefined && HOPELESS.has(cause))) return {}
  const { reaction } = OUTCOME_RECORDS[outcome]
  const left = reaction && (await github.react(command, reaction))
  // Of a 😕 that was there before, it isn't known whether this action left it.
  if (reaction === 'confused') return left?.result === 'first' && left.id !== undefined ? { confused: left.id } : {}
  const confused = comment?.current?.payload.confused
  if (!confused) return {}
  await github.removeReaction(command, confused)
  return { confused: undefined }
}

/** Logs the result, as the comment tells it, and fails the step where it has to. */
function setStepResult(result: RunResult, { runner, warnings: { log }, failOn, context }: PublishOptions): void {
  const { outcome, problem, technical, checks = [], job } = result
  const { sign, headline, paragraphs } = explainEnd(result, context)
  const failed = checks.filter(({ state }) => state === 'failed')
  const lines = [
    ...failed.map((check) => explainCheck(check, context).text),
    ...paragraphs.map((paragraph) => paragraph.text),
    ...[technical, ...failed.map((check) => check.technical)],
    ...(result.isDetailOpen ? [] : quoteDetail(result).map((quote) => quote.text)),
  ]
  const text = lines.filter(Boolean).join('\n')
  for (const check of checks) log.info(explainCheck(check, context).text)
  // The runner shows the title of an annotation beside the run, and not in the log.
  log.info(`${sign} ${headline.text}`)
  if (failsStep(outcome, failOn)) runner.fail(headline.text, text)
  else if (result.cause === 'link-refused') log.warning(headline.text, text)
  else if (problem !== undefined || result.cause !== undefined) log.notice(headline.text, text)
  // A run that was started manually has no thread, so the log shows the link.
  if (job?.prLink !== undefined) log.info(`Pull request: ${job.prLink.href}`)
  log.info(`Outcome: ${outcome}`)
  if (result.unexpected instanceof Error) log.debug(String(result.unexpected.stack))
}

/**
 * A failure to report is a warning.
 * @returns false when another try might do better
 */
async function attempt({ log }: Warnings, write: () => Promise<void>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (!(error instanceof GitHubError)) {
      const text = `${describeInSentence(error)} The result is in the outputs and the log.`
      log.warning("Couldn't report everything", text)
      return false
    }
    log.warning("Couldn't report everything", error.message, error.hint)
    return !error.isTransient
  }
}
