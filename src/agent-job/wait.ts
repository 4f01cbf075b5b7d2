import { toActionError } from '../runner/action-error.ts'
import { log } from '../runner/log.ts'
import { type EndStatus, findEnd } from '../service/job.ts'
import { MINUTE_MS } from '../text/dates.ts'
import { type Context, isConnected } from './context.ts'
import type { Outcome } from './outcome.ts'
import { pollJob } from './poll.ts'
import { fetchPullRequest, listFiles } from './pull-request.ts'
import type { RunResult } from './run-result.ts'

/**
 * Waits for the job's end, and reads the pull request that it opened.
 * @throws ActionError when another look at the job is of no use
 */
export async function waitForJob(context: Context, result: RunResult): Promise<Outcome> {
  const { inputs, clock, lifetime } = context
  // Else the job is that of `job-id`, or of an earlier attempt.
  const isSentNow = result.destination !== undefined
  // The marker of an attempt that sent a message, and saw no end of it, has the same job twice.
  const isMessage = (result.destination?.jobId ?? result.memory.earlierAttempt?.marker.previous) === result.jobId
  const hasEnded = findEnd(result.job) !== undefined && !isMessage
  if (!inputs.wait && (isSentNow || inputs.jobId !== '') && !hasEnded) return 'submitted'
  lifetime.deadline = clock.now() + inputs.timeoutMs
  // After a message, an end may be the one from before it, for a minute.
  const staleUntil = isMessage ? clock.now() + MINUTE_MS : 0
  const { end, failure } = await pollJob(context, result, { isNew: isSentNow, staleUntil })
  if (end === undefined) {
    result.error = failure
    return 'timed-out'
  }
  // The result is read also after the end of `timeout`, which is for the job.
  lifetime.deadline = Math.max(lifetime.deadline, clock.now() + MINUTE_MS)
  await readResult(context, result)
  if (result.job?.isLinkRefused && end !== 'failed')
    result.reason =
      "The link to the pull request isn't safe to show. Look for the pull request in the documentation repository."
  return end === 'completed' && result.job?.pullRequest === undefined ? 'no-pull-request' : OUTCOMES_BY_END[end]
}

const OUTCOMES_BY_END: Readonly<Record<EndStatus, Outcome>> = {
  completed: 'pull-request',
  archived: 'archived',
  failed: 'failed',
}

/** Reads the pull request and its files, side by side. The token may not see them, as in another private repository. */
async function readResult(context: Context, result: RunResult): Promise<void> {
  const url = result.job?.pullRequest
  if (url === undefined || !isConnected(context)) return
  const note = (error: unknown): undefined => {
    context.signal.throwIfAborted()
    log.info(toActionError(error).message)
  }
  const [pullRequest, files] = await Promise.all([
    fetchPullRequest(context, url).catch(note),
    listFiles(context, url).catch(note),
  ])
  result.pullRequest = pullRequest
  result.files = files ?? []
}
