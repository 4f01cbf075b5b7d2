import { hasLink } from '../service/job.ts'
import type { EarlyContext } from './context.ts'
import { OUTCOMES } from './outcome.ts'
import type { RunResult } from './run-result.ts'

/** How a run ended, in the order in which a person needs it. */
export interface Explanation {
  sign: string
  /** Without a full stop. */
  headline: string
  /** What a server said, what happened, what to do, and what a re-run does. */
  sentences: string[]
  /** Request and response, which people read last; empty if no request failed. */
  technical: string
}

/** Explains how a run ended. */
export function explainEnd(result: RunResult, context: EarlyContext): Explanation {
  const { outcome, error, reason, help } = result
  const { sign } = OUTCOMES[outcome]
  const headline = help === undefined ? OUTCOMES[outcome].headline : 'The comment asks for help'
  const { whatHappened = '', technical = '' } = error ?? {}
  return {
    sign,
    headline: outcome === 'error' && whatHappened ? whatHappened : describePullRequest(result) || headline,
    sentences: [
      outcome !== 'error' && whatHappened ? `${whatHappened}.` : '',
      error?.said ?? '',
      reason,
      explainNext(result, context).trim(),
    ].filter(Boolean),
    technical,
  }
}

/** What is true of the pull request now, if it isn't open, or was continued; empty for any other. */
function describePullRequest({ outcome, destination, pullRequest, job }: RunResult): string {
  if (outcome !== 'pull-request') return ''
  const before = destination?.pullRequest
  const isContinued = before !== undefined && job?.pullRequest?.href === before.url.href
  if (pullRequest !== undefined && pullRequest.state !== 'open')
    return `The documentation pull request was ${pullRequest.state}${isContinued ? ' meanwhile' : ''}`
  if (!isContinued) return ''
  if (pullRequest === undefined) return "Finished, but couldn't read the pull request's changes"
  return pullRequest.headSha === before.headSha
    ? "The documentation pull request wasn't changed"
    : 'The documentation pull request was updated'
}

/** What to do, and whether anything was sent. */
function explainNext(result: RunResult, context: EarlyContext): string {
  const { outcome, error, jobId, pullRequest } = result
  const { isOpen, isSentAgain, advice: text } = OUTCOMES[outcome]
  const advice = fillIn(text, context)
  if (outcome === 'pull-request')
    return pullRequest !== undefined && pullRequest.state !== 'open'
      ? ''
      : `${advice} ${explainChange(result, context)}`
  if (outcome === 'unknown') {
    const job = result.destination?.jobId
    const look = job === undefined ? '' : `The prompt was for job \`${job}\`. Check that job first. `
    const rerun = isRemembered(result) ? "A re-run doesn't send the prompt." : 'A re-run sends the prompt again.'
    return `${look}${advice} ${rerun}`
  }
  if (isSentAgain && resends(result, context)) return `${advice} A re-run sends the same prompt again.`
  if (!isOpen) return advice
  const next = jobId === '' ? explainNothingSent(result, context) : explainJob(result, context)
  return [error?.hint, next, advice].filter(Boolean).join(' ')
}

/** Whether a re-run sends the prompt of a job that ended without a result again. */
function resends(result: RunResult, { inputs }: EarlyContext): boolean {
  const isReported = result.outcome === 'archived' && result.job !== undefined && hasLink(result.job)
  return isRemembered(result) && !isReported && !inputs.jobId
}

/** How to request a change to the pull request. */
function explainChange({ pullRequest }: RunResult, { trigger, inputs }: EarlyContext): string {
  return trigger.kind === 'comment' && pullRequest?.state === 'open'
    ? `To change it, post \`${inputs.command}\` followed by what to change. ` +
        "The agent updates the pull request as long as it's open."
    : ''
}

function explainNothingSent(result: RunResult, context: EarlyContext): string {
  const { memory, isAllowed } = result
  // What an earlier attempt did isn't known before the conversation is read.
  const { ofRequest } = memory
  const isKnown =
    context.run.attempt === 1 || (ofRequest.length > 0 && ofRequest.every(({ marker }) => marker.state === 'not-sent'))
  const sent = `${isKnown ? 'Nothing was sent' : 'This attempt sent nothing'} to the agent.`
  return isAllowed ? `${sent} ${explainRetry(result, context)}`.trim() : sent
}

/** How to send the prompt after all. A re-run has the workflow file of the first attempt, without a fix in it. */
function explainRetry({ error, comment, isPosting, checks }: RunResult, context: EarlyContext): string {
  const again = fillIn('{again}', context)
  const askMaintainer = context.trigger.kind === 'comment' ? "If you can't fix this, ask a maintainer." : ''
  if (error?.limitMs !== undefined) return ''
  if (error !== undefined && !error.isTrouble) return `Fix this, then ${again}. ${askMaintainer}`
  // A comment of ours that says otherwise would stop a re-run.
  const isMisled = isPosting || (comment !== undefined && comment.marker.state !== 'not-sent')
  return `To ${checks.length > 0 ? 'check again' : 'send the prompt'}, ${isMisled ? again : 're-run the job'}.`
}

/** What to do about a job that hasn't ended, as far as it is known. */
function explainJob(result: RunResult, context: EarlyContext): string {
  const { inputs } = context
  const { jobId, job, outcome, error, destination } = result
  const isKept = Boolean(inputs.jobId) || isRemembered(result)
  const rerun = isKept ? 're-run the job, or ' : ''
  const again = isKept ? '' : ` A re-run sends ${result.comment ? 'nothing' : 'the prompt again'}.`
  // A job that this run has just created may become known.
  if (outcome === 'error' && error?.status === 404 && destination === undefined) {
    const otherwise = inputs.jobId ? 'check `job-id`' : `job \`${jobId}\` no longer exists. To start a new job, {again}`
    return `If \`project-id\` is correct, ${fillIn(otherwise, context)}.`
  }
  // After a look that failed, it isn't known.
  const state =
    job?.status === 'active' && error === undefined ? `The agent is still working on job \`${jobId}\`. ` : ''
  const goal = outcome === 'submitted' ? 'To get the result' : 'To keep waiting'
  return `${state}${goal}, ${rerun}run the action with \`job-id: ${jobId}\`.${again}`
}

/** Whether our comment tells a re-run what this run did. */
function isRemembered({ comment, state, jobId }: RunResult): boolean {
  return comment !== undefined && comment.marker.state === state && (state !== 'job' || comment.marker.job === jobId)
}

/** `{again}` sends the prompt again; `{start}` is the next step after a check. */
function fillIn(text: string, { trigger, inputs }: EarlyContext): string {
  const isCommand = trigger.kind === 'comment'
  return text
    .replaceAll('{again}', isCommand ? 'post the command again' : 'run the workflow again')
    .replaceAll('{start}', inputs.dryRun ? 'remove `dry-run`' : `post \`${inputs.command}\` followed by what to write`)
}
