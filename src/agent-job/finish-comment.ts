import { connectGitHub } from '../github/connect.ts'
import { GitHubError } from '../github/errors.ts'
import { createFetch } from '../network/fetch.ts'
import { systemClock as clock } from '../runner/clock.ts'
import { readEvent, readWorkflowRun } from '../runner/event.ts'
import { createInputReader } from '../runner/inputs.ts'
import type { State } from '../runner/outputs.ts'
import { describeInSentence, type Runner } from '../runner/run-action.ts'
import { parseJson } from '../untrusted/json.ts'
import { type Claim, type KnownJob, pickSentTo, recordEnd } from './claim/claim-marker.ts'
import { parseKnown } from './claim/parse-claim.ts'
import { selectDecisive } from './claim/precedence.ts'
import { connectComment } from './connections.ts'
import { INPUT_DEFAULTS, readCommandWord, type SecretInputs } from './inputs.ts'
import type { Outcome } from './outcome.ts'
import { readTrigger } from './request/read-trigger.ts'
import { renderComment } from './result/report.ts'

/** The runner gives `post` more time, but a job should not wait longer for it. */
const TIME_LIMIT_MS = 15_000

/** However long GitHub asks to wait, there is no later moment than this step. */
const LONGEST_WAIT_MS = 3_000

/**
 * Finishes the comment when `main` was killed, or could not write the result to GitHub: the comment says how the run ended, and
 * keeps the job's ID. It edits the comment of its own step, and posts nothing. It never fails the run.
 */
export async function finishComment(runner: Runner, secrets: SecretInputs, state: State): Promise<void> {
  try {
    await finish(runner, secrets, state)
  } catch (error) {
    const text =
      error instanceof GitHubError
        ? error.message
        : `Writing how the run ended: ${describeInSentence(error)} The log of the run says what is known of the job.`
    runner.log.warning("The comment can't be finished", text)
  }
}

async function finish(runner: Runner, { apiKey, githubToken }: SecretInputs, state: State): Promise<void> {
  // All that `main` knew. With an outcome, only the comment is missing.
  const left = parseKnown(parseJson(state.read('known')))
  const nonce = state.read('nonce')
  const reader = createInputReader(runner.secrets, INPUT_DEFAULTS)
  const run = readWorkflowRun(process.env)
  const trigger = readTrigger(readEvent(process.env))
  const command = readCommandWord(reader)
  // `main` has found it; of a push, the event alone doesn't tell.
  const thread = Number(state.read('thread'))
  if (!(thread > 0) || githubToken === '' || !reader.flag('comment')) return

  const connection = connectGitHub({
    run,
    token: githubToken,
    fetch: createFetch(process.env),
    clock,
    signal: abortAfter(TIME_LIMIT_MS),
    threadKind: trigger.thread?.number === thread ? trigger.thread.kind : undefined,
    failuresMs: TIME_LIMIT_MS,
    longestWaitMs: LONGEST_WAIT_MS,
  })
  const { createdAt } = trigger.comment ?? {}
  const comment = connectComment(connection, thread, createdAt, {
    run,
    apiKey,
    secrets: runner.secrets,
  })
  const found = (await comment.find()).filter(({ isVerified }) => isVerified)
  const own = found.find(({ payload }) => payload.nonce === nonce && isOpen(payload))
  if (own === undefined) return
  const { jobId = left.jobId, kept } = own.payload
  // It was about to give way to an older one.
  const isNeedless =
    jobId === undefined && kept === undefined && selectDecisive(found, own.payload)?.id !== own.id
  if (isNeedless) return await comment.remove(own)

  comment.adopt(own)
  const known = describeEnd(own.payload, left)
  const isStopped = left.outcome === undefined
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
    followUp: reader.text('follow-up'),
  }
  await comment.edit(renderComment(report, context), recordEnd(known))
  runner.log.info('The comment now says that this run has ended.')
}

/** What is known of the end, by the comment and by what `main` has left. */
function describeEnd(claim: Claim, left: KnownJob): KnownJob & { outcome: Outcome } {
  const { state, jobId = left.jobId } = claim
  const maySend = jobId === undefined && state === 'claimed'
  const { outcome = maySend ? 'unknown' : 'cancelled' } = left
  return { ...left, ...pickSentTo({ ...claim, ...pickSentTo(left) }), outcome, jobId }
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
