import { describeError, describeInSentence } from '../formatting/errors.ts'
import { connectGitHub } from '../github/connect.ts'
import { GitHubError } from '../github/errors.ts'
import { createFetch } from '../network/fetch.ts'
import { systemClock as clock } from '../runner/clock.ts'
import { readEvent, readWorkflowRun } from '../runner/event.ts'
import { InputReader } from '../runner/inputs.ts'
import type { State } from '../runner/outputs.ts'
import type { Runner } from '../runner/run-action.ts'
import { parseJson, readFields } from '../untrusted/json.ts'
import type { Claim } from './claim/claim.ts'
import { connectComment } from './claim/claim-run.ts'
import { readThread } from './claim/claim-thread.ts'
import { endClaim } from './claim/end-claim.ts'
import { INPUT_DEFAULTS, type SecretInputs } from './inputs/early-inputs.ts'
import { type JobRecord, parseSavedJob } from './job/job-record.ts'
import { OUTCOMES, type Outcome } from './outcome.ts'
import { leaveReaction } from './result/publish.ts'
import { renderComment } from './result/report.ts'
import { createReportContext } from './result/report-context.ts'
import type { Ending, RunResult } from './run-result.ts'
import { parseTrigger } from './trigger/parse-trigger.ts'

/** The runner gives `post` more time, but a job should not wait longer for it. */
const TIME_LIMIT_MS = 15_000

/**
 * Finishes the comment when `main` was killed, or couldn't write the result to GitHub: how the run ended, and the ID of
 * the job. It edits the comment of its own step, and posts nothing. It never fails the run.
 */
export async function finishComment(runner: Runner, secrets: SecretInputs, state: State): Promise<void> {
  try {
    await finish(runner, secrets, state)
  } catch (error) {
    const advice = 'See the log for the job.'
    const text = `Couldn't write the result: ${describeInSentence(error)} ${advice}`
    runner.log.warning("Couldn't update the comment", error instanceof GitHubError ? error.message : text)
  }
}

async function finish(runner: Runner, { githubToken }: SecretInputs, state: State): Promise<void> {
  // All that `main` knew of the end and of the job. With an outcome, only the comment is missing.
  const known = readFields(parseJson(state.read('known')))
  const nonce = state.read('nonce')
  const reader = new InputReader(runner.secrets, INPUT_DEFAULTS)
  const run = readWorkflowRun(process.env)
  const trigger = parseTrigger(readEvent(process.env))
  // `main` has found it; of a push, the event alone doesn't tell.
  const thread = Number(state.read('thread'))
  if (!(thread > 0) || githubToken === '' || !reader.flag('comment')) return

  const connection = connectGitHub({
    run,
    clock,
    token: githubToken,
    redact: runner.secrets.redact,
    fetch: createFetch(),
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
    threadKind: trigger.thread?.number === thread ? trigger.thread.kind : undefined,
    troubleMs: TIME_LIMIT_MS,
    deadline: clock.now() + TIME_LIMIT_MS,
    notBefore: Number(state.read('limitedUntil')),
  })
  const { secrets, log } = runner
  const onLostEdit = (error: unknown) => log.info(describeError(error))
  const comment = connectComment(connection, thread, trigger.comment?.createdAt, { secrets, onLostEdit })
  comment.identify(Number(state.read('account')) || undefined)
  const found = await comment.find()
  // Those of this attempt whose comment doesn't say yet how the run ended.
  const same = found.filter(({ payload }) => payload.nonce === nonce)
  const own = same.find(({ payload }) => payload.outcome === undefined)
  if (own === undefined) return
  // GitHub carried out a second post after `main` had given it up.
  if (same.some(({ payload }) => payload.outcome !== undefined)) return await comment.remove(own)
  const outcome = OUTCOMES.find((each) => each === known['outcome'])
  const report = describeEnd(own.payload, outcome, parseSavedJob(known['job']))
  const { decisive } = readThread(found, own.payload, { command: trigger.comment })
  // An older claim decides, so the run was about to delete this one.
  const isNeedless = !own.payload.isReply && own.payload.earlierJobs.length === 0 && decisive?.id !== own.id
  if (report.job === undefined && isNeedless) return await comment.remove(own)

  comment.adopt(own)
  const context = createReportContext(trigger, run, reader, connection.now)
  const { github } = connection
  // The comment says more than the reaction.
  const reacted = await leaveReaction(report, { github, command: trigger.comment, comment }).catch((error: unknown) => {
    log.info(describeError(error))
    return {}
  })
  const end = endClaim(own.payload, { outcome: report.outcome, jobId: report.job?.jobId, isClaimed: true })
  await comment.edit(renderComment(report, context), { ...end, ...reacted })
  log.info('The comment now says that this run has ended.')
}

/** How the run ended, by its claim, and by what `main` knew. */
function describeEnd(
  { state, range, jobId, isReply }: Claim,
  known: Outcome | undefined,
  saved?: JobRecord,
): RunResult {
  const job = saved ?? (jobId === undefined ? undefined : { jobId })
  const ending = known === undefined ? describeKilled(job, state) : describeSaved(known, job)
  // A reply says nothing of what was sent.
  return { ...ending, covered: range && { range }, ...(!isReply && { isClaimed: true }) }
}

const STOPPED = 'The run was stopped before it could report.'

function describeKilled(job: JobRecord | undefined, state: Claim['state']): Ending {
  return job === undefined && state === 'sending'
    ? { outcome: 'unknown', problem: STOPPED }
    : { outcome: 'cancelled', cause: 'run-stopped', ...(job && { job }) }
}

/** What `main` knew but couldn't write: the outcome and the job. */
function describeSaved(outcome: Outcome, job: JobRecord | undefined): Ending {
  switch (outcome) {
    case 'skipped':
    case 'denied':
      return { outcome, problem: '' }
    case 'dry-run':
      return { outcome, checks: [] }
    case 'duplicate':
      return { outcome, cause: 'claimed-by-other-run' }
    case 'unavailable':
    case 'cancelled':
    case 'unknown':
    case 'error':
      return { outcome, ...(job && { job }) }
    default:
      break
  }
  if (job === undefined) return { outcome: 'cancelled', cause: 'run-stopped' }
  const { prLink } = job
  if (outcome !== 'pull-request') return { outcome, job }
  return prLink === undefined ? { outcome: 'no-pull-request', job } : { outcome, job: { ...job, prLink } }
}
