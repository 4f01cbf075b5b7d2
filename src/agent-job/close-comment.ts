import { connectGitHub } from '../github/connect.ts'
import { GitHubError } from '../github/errors.ts'
import { createFetch } from '../network/fetch.ts'
import { systemClock as clock } from '../runner/clock.ts'
import { readEvent, readWorkflowRun } from '../runner/event.ts'
import { createInputReader } from '../runner/inputs.ts'
import { describeInSentence, type Runner } from '../runner/run-action.ts'
import { type Claim, type ClaimedComment, type Delivery, pickDelivery } from './claim/claim-marker.ts'
import { connectComment } from './connect.ts'
import { INPUT_DEFAULTS } from './input-defaults.ts'
import { readCommandWord, type SecretInputs } from './inputs.ts'
import { findReportThread } from './request/report-thread.ts'
import { readTrigger } from './request/trigger.ts'
import type { Outcome } from './result/outcome.ts'
import { chooseClaimState } from './result/publish.ts'
import { renderComment } from './result/report.ts'

/** The runner gives `post` more time, but a job should not wait longer for it. */
const TIME_LIMIT_MS = 15_000

/** What `main` left behind for `post`; each part is undefined when it did not get so far. */
export interface LeftBehind {
  /** In the marker of this step's comment, and in no other. */
  nonce: string
  jobId: string | undefined
  /** Where the prompt went. */
  delivery: Delivery
  /** Set once it was decided: then only the comment is missing. */
  outcome: Outcome | undefined
  pullRequest: URL | undefined
}

/**
 * Finishes the comment when `main` was killed, or could not write the result to GitHub: the comment says how the run ended, and
 * keeps the job's ID. It edits the comment of its own step, and posts nothing. It never fails the run.
 */
export async function closeComment(runner: Runner, secrets: SecretInputs, left: LeftBehind): Promise<void> {
  try {
    await close(runner, secrets, left)
  } catch (error) {
    const text =
      error instanceof GitHubError
        ? error.message
        : `Writing how the run ended: ${describeInSentence(error)} The log of the run says what is known of the job.`
    runner.log.warning("The comment can't be closed", text)
  }
}

async function close(runner: Runner, { apiKey, githubToken }: SecretInputs, left: LeftBehind): Promise<void> {
  const reader = createInputReader(runner.secrets, INPUT_DEFAULTS)
  const run = readWorkflowRun(process.env)
  const trigger = readTrigger(readEvent(process.env))
  const command = readCommandWord(reader)
  const thread = findReportThread(trigger, { command, issueNumber: reader.issueNumber('issue-number') })
  if (thread === undefined || githubToken === '' || !reader.flag('comment')) return

  const connection = await connectGitHub({
    run,
    token: githubToken,
    fetch: createFetch(process.env),
    clock,
    signal: abortAfter(TIME_LIMIT_MS),
    threadKind: thread.kind,
    failuresMs: TIME_LIMIT_MS,
  })
  const { createdAt } = trigger.comment ?? {}
  const comment = connectComment(connection, thread.number, createdAt, {
    run,
    apiKey,
    secrets: runner.secrets,
  })
  const found = (await comment.find()).filter(({ isVerified }) => isVerified)
  const own = found.find(({ payload }) => payload.nonce === left.nonce && isOpen(payload))
  if (own === undefined) return
  const knowsNothing = own.payload.jobId === undefined && left.jobId === undefined
  // It was about to give way to the older one.
  if (trigger.comment !== undefined && knowsNothing && isSecond(own, found)) return await comment.remove(own)

  comment.adopt(own)
  const { jobId = left.jobId } = own.payload
  const delivery = { ...left.delivery, ...pickDelivery(own.payload) }
  const { isFollowUp, previous } = delivery
  const { outcome, problem, change } = describeEnd(own.payload, jobId, left.outcome)
  const report = {
    outcome,
    ...(problem !== undefined && { problem }),
    ...(jobId !== undefined && { jobId }),
    ...(left.pullRequest && { pullRequest: left.pullRequest }),
    ...(isFollowUp !== undefined && { isFollowUp }),
    ...(previous && { previous }),
  }
  const context = { askedBy: trigger.comment?.author.login, runUrl: run.url, command }
  await comment.edit(renderComment(report, context), { ...change, ...delivery })
  runner.log.info('The comment now says that this run has ended.')
}

function abortAfter(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new Error(`GitHub did not answer within ${ms / 1000} s.`)), ms).unref()
  return controller.signal
}

/** Whether the comment doesn't say yet how the run ended. */
function isOpen({ state }: Claim): boolean {
  return state === 'claimed' || state === 'waiting' || state === 'job' || state === 'refused'
}

function isSecond({ id, payload }: ClaimedComment, found: readonly ClaimedComment[]): boolean {
  const first = found.find(
    (other) => other.payload.trigger === payload.trigger && other.payload.project === payload.project,
  )
  return first?.id !== id
}

function describeEnd(
  claim: Claim,
  jobId: string | undefined,
  outcome: Outcome | undefined,
): { outcome: Outcome; problem?: string; change: Partial<Claim> } {
  const change = jobId === undefined ? {} : { jobId }
  if (outcome !== undefined)
    return { outcome, change: { ...change, state: chooseClaimState(outcome, jobId) } }
  const problem = 'The run was stopped before it could report.'
  // A claim without a job's ID stays one: only the service knows whether it received the prompt.
  if (jobId === undefined && claim.state === 'claimed') return { outcome: 'unknown', problem, change }
  return { outcome: 'cancelled', problem, change: jobId === undefined ? change : { jobId, state: 'job' } }
}
