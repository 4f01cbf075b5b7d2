import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/thread.ts'
import type { Outputs } from '../../runner/outputs.ts'
import { describeInSentence, type Runner } from '../../runner/run-action.ts'
import type { WriteSummary } from '../../runner/summary.ts'
import { shorten, toOneLine } from '../../untrusted/escape.ts'
import { toSafeUrl } from '../../untrusted/safe-url.ts'
import { readUntrustedText, untrustedText } from '../../untrusted/text.ts'
import type { ClaimComment, ClaimState } from '../claim/claim-marker.ts'
import type { TriggerComment } from '../request/trigger.ts'
import { failsStep, OUTCOME_RECORDS, type Outcome } from './outcome.ts'
import { type OutputName, writeOutputs } from './outputs.ts'
import { chooseHeadline, type ReportContext, type RunReport, renderComment, renderSummary } from './report.ts'
import type { RunResult } from './run-result.ts'

/** Where a result is published. */
export interface PublishOptions {
  runner: Runner
  outputs: Outputs<OutputName>
  writeSummary: WriteSummary
  failOn: readonly Outcome[]
  context: ReportContext
  /** Undefined when there is nothing to edit. */
  comment: ClaimComment | undefined
  /** Undefined when no reaction is to be left. */
  react: { github: Pick<GitHub, 'react'>; trigger: TriggerComment } | undefined
}

/**
 * Publishes how the run ended: outputs first, since a cancelled run may not get further; then comment,
 * reaction and summary side by side; last the color of the step. None of them can change the outcome.
 * @returns false when the comment does not say so, and might if it was tried again
 */
export async function publishResult(result: RunResult, options: PublishOptions): Promise<boolean> {
  const { runner, outputs, comment, context } = options
  const commentUrl = comment?.current?.url || result.reportedIn
  writeOutputs(outputs, { ...result, commentUrl })

  const facts: RunReport = {
    ...result,
    commentUrl: commentUrl === undefined ? undefined : toSafeUrl(untrustedText(commentUrl)),
  }
  const [isCommentWritten] = await Promise.all([
    report(runner, () => editComment(facts, options)),
    report(runner, () => leaveReaction(result, options.react)),
    report(runner, () => options.writeSummary(renderSummary(facts, context))),
  ])
  setStepResult(result, options)
  return isCommentWritten
}

async function editComment(report: RunReport, { comment, context }: PublishOptions): Promise<void> {
  const { outcome, jobId, isFollowUp, previous } = report
  // The help reply is what the comment has to say, and it says it already.
  if (comment === undefined || outcome === 'skipped') return
  const state = chooseClaimState(outcome, jobId)
  // An earlier attempt has reported the end, and this one has found out less.
  if (comment.current?.payload.state === 'finished' && state !== 'finished') return
  await comment.edit(renderComment(report, context), {
    state,
    ...(jobId !== undefined && { jobId }),
    ...(isFollowUp !== undefined && { isFollowUp }),
    ...(previous && { previous }),
  })
}

/** What the marker has to say so that a re-run does the right thing. */
export function chooseClaimState(outcome: Outcome, jobId: string | undefined): ClaimState {
  if (outcome === 'unknown') return 'unknown'
  if (jobId === undefined) return 'refused'
  return OUTCOME_RECORDS[outcome].isFinal ? 'finished' : 'job'
}

/** A closing reaction says that the comment was answered: none is left where a re-run may try again. */
async function leaveReaction(
  { outcome, isClaimed, jobId }: RunResult,
  react: PublishOptions['react'],
): Promise<void> {
  if (react === undefined) return
  const mayTryAgain = chooseClaimState(outcome, jobId) === 'refused' && outcome !== 'dry-run'
  const closing = isClaimed && !mayTryAgain ? OUTCOME_RECORDS[outcome].reaction : undefined
  const reaction = outcome === 'denied' ? '-1' : closing
  if (reaction !== undefined) await react.github.react(react.trigger, reaction)
}

/** Sets the color of the step, and logs the result. */
function setStepResult(result: RunResult, { runner, failOn }: PublishOptions): void {
  const { outcome, problem, detail, pullRequest } = result
  const said =
    detail === undefined ? '' : ` The service said: "${shorten(toOneLine(readUntrustedText(detail)), 300)}"`
  const text = `${problem ?? chooseHeadline(outcome)}${said}`
  const title = `Documentation job: ${outcome}`
  if (failsStep(outcome, failOn)) runner.fail(title, text)
  else if (problem !== undefined && outcome === 'no-pull-request') runner.log.warning(title, text)
  else if (problem !== undefined) runner.log.notice(title, text)
  // A run that was started by hand has no thread, so the log shows the link.
  if (pullRequest !== undefined) runner.log.info(`Pull request: ${pullRequest.href}`)
  runner.log.info(`Outcome: ${outcome}`)
  if (result.unexpected instanceof Error) runner.log.debug(String(result.unexpected.stack))
}

/**
 * A failure to report is a warning.
 * @returns false when another try might do better
 */
async function report(runner: Runner, write: () => Promise<void>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    const isRefusal = error instanceof GitHubError
    const text = isRefusal
      ? error.message
      : `${describeInSentence(error)} The outputs and the log have the result.`
    runner.log.warning('Not everything could be reported', text)
    return isRefusal && isForGood(error)
  }
}

/** GitHub refused for good, so trying again does not help. */
function isForGood({ status, isRateLimited }: GitHubError): boolean {
  return status !== undefined && status < 500 && status !== 408 && !isRateLimited
}
