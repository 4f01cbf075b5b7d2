import { connectGitHub } from '../github/connect.ts'
import { GitHubError } from '../github/errors.ts'
import { createFetch } from '../network/fetch.ts'
import { systemClock as clock } from '../runner/clock.ts'
import { readEvent, readWorkflowRun } from '../runner/event.ts'
import { createInputReader } from '../runner/inputs.ts'
import { describeInSentence, type Runner } from '../runner/run-action.ts'
import { type Claim, type KnownJob, pickDelivery, recordEnd } from './claim/claim-marker.ts'
import { selectDecisive } from './claim/precedence.ts'
import { connectComment } from './connect.ts'
import { INPUT_DEFAULTS, readCommandWord, type SecretInputs } from './inputs.ts'
import { readTrigger } from './request/read-trigger.ts'
import { renderComment } from './result/report.ts'

/** The runner gives `post` more time, but a job should not wait longer for it. */
const TIME_LIMIT_MS = 15_000

/** However long GitHub asks to wait, there is no later moment than this step. */
const LONGEST_WAIT_MS = 3_000

/** What `main` left behind for `post`. */
export interface LeftBehind {
  /** Number of the thread, which the event of a push doesn't tell; 0 without one. */
  thread: number
  /** In the marker of this step's comment, and in no other. */
  nonce: string
  /** All that it knew. With an outcome, only the comment is missing. */
  known: KnownJob
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
  if (left.thread === 0 || githubToken === '' || !reader.flag('comment')) return

  const connection = await connectGitHub({
    run,
    token: githubToken,
    fetch: createFetch(process.env),
    clock,
    signal: abortAfter(TIME_LIMIT_MS),
    threadKind: trigger.thread?.kind,
    failuresMs: TIME_LIMIT_MS,
    longestWaitMs: LONGEST_WAIT_MS,
  })
  const { createdAt } = trigger.comment ?? {}
  const comment = connectComment(connection, left.thread, createdAt, {
    run,
    apiKey,
    secrets: runner.secrets,
  })
  const found = (await comment.find()).filter(({ isVerified }) => isVerified)
  const own = found.find(({ payload }) => payload.nonce === left.nonce && isOpen(payload))
  if (own === undefined) return
  const { state, jobId = left.known.jobId, kept } = own.payload
  // It was about to give way to an older one.
  const isNeedless =
    jobId === undefined && kept === undefined && selectDecisive(found, own.payload)?.id !== own.id
  if (isNeedless) return await comment.remove(own)

  comment.adopt(own)
  const maySend = jobId === undefined && state === 'claimed'
  const { outcome = maySend ? 'unknown' : 'cancelled' } = left.known
  const known = {
    ...left.known,
    ...pickDelivery({ ...own.payload, ...pickDelivery(left.known) }),
    outcome,
    jobId,
  }
  const isStopped = left.known.outcome === undefined
  const report = {
    ...known,
    pullRequest: known.prLink,
    ...(isStopped && { problem: 'The run was stopped before it could report.' }),
    isClaimed: true,
  }
  const context = {
    askedBy: trigger.comment?.author.login,
    runUrl: run.url,
    command,
    hasDashboard: reader.text('base-url') === INPUT_DEFAULTS['base-url'],
    isAttached: reader.text('job-id') !== '',
  }
  await comment.edit(renderComment(report, context), recordEnd(known))
  runner.log.info('The comment now says that this run has ended.')
}

function abortAfter(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new Error(`GitHub did not answer within ${ms / 1000} s.`)), ms).unref()
  return controller.signal
}

/** Whether the comment doesn't say yet how the run ended. */
function isOpen({ state, outcome }: Claim): boolean {
  return outcome === undefined && state !== 'answered'
}
