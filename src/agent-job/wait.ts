import { lookPast } from '../runner/action-error.ts'
import { log } from '../runner/log.ts'
import { hasEnded } from '../service/job.ts'
import { MINUTE_MS } from '../text/dates.ts'
import { type Context, isConnected } from './context.ts'
import type { Outcome } from './outcome.ts'
import { pollJob } from './poll.ts'
import { fetchPullRequest, listFiles } from './pull-request.ts'
import type { RunResult } from './run-result.ts'

/** After a message, an end may be the one from before it, for so long. */
const STALE_MS = MINUTE_MS

/**
 * Waits for the job's end, and reads the pull request that it opened.
 * @throws ActionError when another look at the job is of no use
 */
export async function waitForJob(context: Context, result: RunResult): Promise<Outcome> {
  const { inputs, clock, lifetime } = context
  // Else the job is that of `job-id`, or of an earlier attempt.
  const isSentNow = result.destination !== undefined
  // The marker of an attempt that sent a message, and saw no end of it, has the same job twice.
  const isMessage = (result.destination?.jobId ?? result.memory.request?.marker.previous) === result.jobId
  const isKnownToHaveEnded = result.job !== undefined && hasEnded(result.job) && !isMessage
  if (!inputs.wait && (isSentNow || inputs.jobId !== '') && !isKnownToHaveEnded) return 'submitted'
  lifetime.deadline = clock.now() + inputs.timeoutMs
  const { hasEnded: isOver, failure } = await pollJob(result.jobId, result.job, {
    ...context,
    pollIntervalMs: inputs.pollIntervalMs,
    deadline: lifetime.deadline,
    isNew: isSentNow,
    staleUntil: isMessage ? clock.now() + STALE_MS : 0,
    onJob(job) {
      if (job.status !== result.job?.status) log.info(`Status: ${job.status || 'unknown'}`)
      result.job = job
    },
  })
  if (!isOver) {
    result.error = failure
    return 'timed-out'
  }
  // The result is read also after the end of `timeout`, which is for the job.
  lifetime.deadline = Math.max(lifetime.deadline, clock.now() + MINUTE_MS)
  await readResult(context, result)
  const { status, pullRequest, isLinkRefused } = result.job ?? {}
  if (isLinkRefused)
    result.reason =
      "The link to the pull request isn't safe to show. Look for the pull request in the documentation repository."
  if (status === 'failed' || status === 'archived') return status
  return pullRequest === undefined ? 'no-pull-request' : 'pull-request'
}

/** Reads the pull request and its files, side by side. The token may not see them, as in another private repository. */
async function readResult(context: Context, result: RunResult): Promise<void> {
  const url = result.job?.pullRequest
  if (url === undefined || !isConnected(context)) return
  const note = lookPast(({ message }) => log.info(message))
  const [pullRequest, files] = await Promise.all([
    fetchPullRequest(context, url).catch(note),
    listFiles(context, url).catch(note),
  ])
  result.pullRequest = pullRequest
  result.files = files ?? []
}
