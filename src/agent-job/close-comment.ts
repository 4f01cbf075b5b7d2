import { readEvent, readWorkflowRun } from '../runner/event.ts'
import { createInputReader } from '../runner/inputs.ts'
import { describeError, type Runner } from '../runner/run-action.ts'
import type { Claim, Claimant } from './claim/marker.ts'
import { connectGitHub, connectStatusComment, readClaimant } from './connect.ts'
import { INPUT_DEFAULTS } from './input-defaults.ts'
import { readTrigger } from './request/trigger.ts'
import type { Outcome } from './result/outcome.ts'
import { stateOf } from './result/publish.ts'
import { renderComment } from './result/report.ts'

/** The runner gives `post` more time, but nobody wants to wait for it. */
const TIME_LIMIT_MS = 15_000

/** What `main` left behind for `post`; each part is undefined when it did not get so far. */
export interface LeftBehind {
  jobId: string | undefined
  /** Set once it was decided: then only the thread has not heard of it. */
  outcome: Outcome | undefined
  pullRequest: URL | undefined
}

/**
 * Finishes what `main` left when it was killed, or could not tell GitHub: the comment says how the run ended, and
 * keeps the job's id. It edits what is there, and posts nothing. It never fails the run.
 */
export async function closeComment(
  runner: Runner,
  secretInputs: { apiKey: string; githubToken: string },
  left: LeftBehind,
): Promise<void> {
  try {
    await close(runner, secretInputs, left)
  } catch (error) {
    runner.log.warning('The comment could not be closed', describeError(error))
  }
}

async function close(
  runner: Runner,
  { apiKey, githubToken }: { apiKey: string; githubToken: string },
  left: LeftBehind,
): Promise<void> {
  const reader = createInputReader(runner.secrets, INPUT_DEFAULTS)
  const run = readWorkflowRun(process.env)
  const trigger = readTrigger(readEvent(process.env))
  const thread = trigger.thread?.number ?? (Number(reader.text('issue-number')) || undefined)
  if (thread === undefined || githubToken === '' || !reader.flag('comment')) return

  const budget = new AbortController()
  const tooLate = new Error(`GitHub did not answer within ${TIME_LIMIT_MS / 1000} s.`)
  setTimeout(() => budget.abort(tooLate), TIME_LIMIT_MS).unref()
  const { signal } = budget
  const github = await connectGitHub(run, githubToken, signal)
  const statusComment = connectStatusComment(github, thread, trigger, run, apiKey, runner.secrets, signal)
  const comments = await statusComment.find()
  const own = comments.find(({ claim }) => isThisAttempt(claim.claimant, readClaimant(run)) && isOpen(claim))
  if (own === undefined) return
  const knowsNothing = own.claim.jobId === undefined && left.jobId === undefined
  // It was about to give way to the older one.
  if (trigger.comment !== undefined && own !== comments[0] && knowsNothing)
    return await statusComment.remove(own)
  statusComment.adopt(own)
  const jobId = own.claim.jobId ?? left.jobId
  const { outcome, problem, change } = describeEnd(own.claim, jobId, left.outcome)
  const content = renderComment({
    outcome,
    problem,
    jobId,
    pullRequest: left.pullRequest,
    runUrl: run.url,
    command: reader.text('command'),
    askedBy: trigger.comment?.author.login,
  })
  await statusComment.edit(content, change)
  runner.log.info('The comment says now that this run has ended.')
}

function isThisAttempt(claimant: Claimant, { runId, job, attempt }: Claimant): boolean {
  return claimant.runId === runId && claimant.job === job && claimant.attempt === attempt
}

/** Whether the comment still waits for its last word. */
function isOpen({ state }: Claim): boolean {
  return state === 'claimed' || state === 'job' || state === 'refused'
}

function describeEnd(
  claim: Claim,
  jobId: string | undefined,
  outcome: Outcome | undefined,
): { outcome: Outcome; problem?: string; change: Partial<Claim> } {
  const change = jobId === undefined ? {} : { jobId }
  if (outcome !== undefined) return { outcome, change: { ...change, state: stateOf(outcome, jobId) } }
  const problem = 'The run was stopped before it could report.'
  // A claim without a job's id stays one: only the service knows whether a job was created.
  if (jobId === undefined && claim.state === 'claimed') return { outcome: 'unknown', problem, change }
  return { outcome: 'cancelled', problem, change: jobId === undefined ? change : { jobId, state: 'job' } }
}
