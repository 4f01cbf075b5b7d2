import { readEvent, readWorkflowRun } from '../runner/event.ts'
import { createInputReader } from '../runner/inputs.ts'
import { describeError, type Runner } from '../runner/run-action.ts'
import { connectGitHub, connectStatusComment, readClaimant } from './connect.ts'
import { renderComment } from './report.ts'
import type { ClaimedComment, StatusComment } from './status-comment.ts'
import { readTrigger } from './trigger.ts'

/** The runner gives `post` more time, but nobody wants to wait for it. */
const TIME_LIMIT_MS = 30_000

/**
 * Finishes what a killed `main` left: its comment says that nobody is waiting any more, and keeps the job's id.
 * It edits what is there, and posts nothing. It never fails the run.
 */
export async function closeComment(
  runner: Runner,
  secretInputs: { apiKey: string; githubToken: string },
  jobId: string,
): Promise<void> {
  try {
    await close(runner, secretInputs, jobId)
  } catch (error) {
    runner.log.warning('The comment could not be closed', describeError(error))
  }
}

async function close(
  runner: Runner,
  { apiKey, githubToken }: { apiKey: string; githubToken: string },
  savedJobId: string,
): Promise<void> {
  const reader = createInputReader(runner.secrets)
  const run = readWorkflowRun(process.env)
  const trigger = readTrigger(readEvent(process.env))
  const thread = trigger.thread?.number ?? (Number(reader.text('issue-number')) || undefined)
  if (thread === undefined || githubToken === '' || !reader.flag('comment')) return

  const signal = AbortSignal.timeout(TIME_LIMIT_MS)
  const github = await connectGitHub(run, githubToken, signal)
  const statusComment = connectStatusComment(github, thread, trigger, run, apiKey, runner.secrets, signal)
  const own = await findOwn(statusComment)
  if (own === undefined) return
  statusComment.adopt(own)
  // A claim without a job's id stays one: only the service knows whether a job was created.
  const jobId = own.claim.jobId ?? (savedJobId === '' ? undefined : savedJobId)
  const content = renderComment({
    outcome: jobId === undefined ? 'unknown' : 'cancelled',
    problem: 'The run was stopped before it could report.',
    jobId,
    runUrl: run.url,
    command: reader.text('command'),
    askedBy: trigger.comment?.author.login,
  })
  await statusComment.edit(content, jobId === undefined ? {} : { state: 'job', jobId })
  runner.log.info('The comment says now that this run has ended.')

  /** The comment that this very attempt wrote and left unfinished. */
  async function findOwn(from: StatusComment): Promise<ClaimedComment | undefined> {
    const claimant = readClaimant(run)
    const unfinished = (await from.find()).filter(
      ({ claim }) => claim.state === 'claimed' || claim.state === 'job' || claim.state === 'refused',
    )
    return unfinished.find(
      ({ claim }) =>
        claim.claimant.runId === claimant.runId &&
        claim.claimant.job === claimant.job &&
        claim.claimant.attempt === claimant.attempt,
    )
  }
}
