import { randomUUID } from 'node:crypto'
import { connectService } from '../docs-service/client.ts'
import { describeError } from '../formatting/errors.ts'
import { connectGitHub, type GitHubConnection } from '../github/connect.ts'
import { GitHubError } from '../github/errors.ts'
import type { GitHub } from '../github/github.ts'
import { untilAborted } from '../network/cancelled-requests.ts'
import { createFetch, type Fetch } from '../network/fetch.ts'
import { describeWait } from '../network/patience.ts'
import type { OurComment } from '../our-comments/our-comment.ts'
import { CancelledError } from '../runner/cancellation.ts'
import { systemClock as clock } from '../runner/clock.ts'
import { readWorkflowRun, type WorkflowRun } from '../runner/event.ts'
import { InputError, type InputReader } from '../runner/inputs.ts'
import { collectWarnings, type Log } from '../runner/log.ts'
import { createState, createSummary, type Outputs, type State } from '../runner/outputs.ts'
import type { Runner } from '../runner/run-action.ts'
import type { Claim } from './claim/claim.ts'
import { connectComment } from './claim/claim-run.ts'
import { endByError } from './ending.ts'
import { refineEnding } from './find-cause.ts'
import type { SecretInputs } from './inputs/early-inputs.ts'
import { type Inputs, readInputs } from './inputs/inputs.ts'
import type { JobRecord } from './job/job-record.ts'
import type { Outcome } from './outcome.ts'
import { refuseInputs } from './refused-inputs.ts'
import { addReportThread, type ReportedTrigger, readTrigger } from './request/read-trigger.ts'
import type { OutputName } from './result/outputs.ts'
import { renderProgress } from './result/progress.ts'
import { publishResult } from './result/publish.ts'
import { renderAnswer } from './result/report.ts'
import { createReportContext } from './result/report-context.ts'
import { runAgentJob } from './run-agent-job.ts'
import type { RunResult } from './run-result.ts'
import type { Trigger } from './trigger/trigger.ts'

/** What the entry has when there may be something to do. */
export interface Entry {
  runner: Runner
  reader: InputReader
  outputs: Outputs<OutputName>
  secretInputs: SecretInputs
  /** Aborts when the run is cancelled. */
  signal: AbortSignal
  /** The network, unless a test gives something else. */
  fetch: Fetch | undefined
}

/**
 * A cancelled run has 7.5 seconds. Requests to GitHub end this long after the cancellation; waiting for the answer to
 * a prompt may have taken two of these seconds.
 */
const GITHUB_GRACE_MS = 5_000

/** Answers an event: checks the inputs, connects the use case to the world, runs it, and publishes its result. */
export async function answer(event: Trigger, entry: Entry): Promise<void> {
  const { reader, outputs, secretInputs, signal } = entry
  const warnings = collectWarnings(entry.runner.log)
  const runner = { ...entry.runner, log: warnings.log }
  const { log } = runner
  const state = createState(runner)
  const run = readWorkflowRun(process.env)
  const inputs = readInputs(reader, secretInputs, event, run)
  const reported = addReportThread(event, inputs)
  const context = createReportContext(event, run, reader, clock.wallClock)
  const nonce = randomUUID()
  const answerWith = (report: RunResult) => renderAnswer(report, context)
  let connection: GitHubConnection | undefined
  let github: GitHub | undefined
  let comment: OurComment<Claim> | undefined
  let result: RunResult
  try {
    const fetch = entry.fetch ?? createFetch()
    connection = connectThread(reported, inputs, run, fetch, { signal, state, runner })
    github = connection && untilAborted(connection.github, signal)
    reader.finish()
    const reads = { repository: run.repository, clock, signal, log }
    const trigger = github ? await readTrigger(reported, inputs, { github, ...reads }) : reported
    comment = connectReport(trigger, inputs, connection, runner)
    if (connection === undefined && inputs.issueNumber !== undefined)
      log.warning('No report in the conversation', '`issue-number` is set, but `github-token` is empty.')
    // `post` finds the comment by this nonce, and by the number of the conversation, which a push doesn't contain.
    state.save('nonce', nonce)
    state.save('thread', String(trigger.reportThread?.number ?? ''))
    state.save('phase', 'started')
    result = await runAgentJob(inputs, trigger, {
      run,
      github,
      clock,
      signal,
      log,
      nonce,
      service: connectService(inputs, { ...runner, clock, fetch }),
      comment: comment && untilAborted(comment, signal),
      githubNow: connection?.now ?? clock.wallClock,
      renderProgress: (progress) => renderProgress(progress, context),
      renderAnswer: answerWith,
      onJob(job) {
        // First, so that `post` has whatever a later step can read, even if the run is killed in between.
        save(state, comment, { job })
        outputs.set('jobId', job.jobId)
      },
    })
  } catch (error) {
    if (!(error instanceof InputError)) result = endByError(error)
    else {
      comment = connectReport(reported, inputs, connection, runner)
      const options = { github, comment, run, clock, signal, nonce, log, renderAnswer: answerWith }
      result = await refuseInputs(error, reported, inputs, options)
    }
  }

  save(state, comment, { outcome: result.outcome, job: result.job })
  connection?.allowLastEdit(result.job !== undefined || result.outcome === 'unknown')
  const isReported = await publishResult(refineEnding(result, inputs), {
    runner,
    warnings,
    outputs,
    context,
    comment,
    command: event.comment,
    writeSummary: createSummary(runner.secrets),
    failOn: inputs.failOn,
    github: inputs.comment ? connection?.github : undefined,
  })
  // A run that ends early may have begun to read what its prompt would have needed.
  connection?.end()
  // `post` tries again if the comment couldn't be written.
  state.save('phase', isReported ? 'finished' : 'started')
}

/** What `post` can't find out by itself, or only with another request. */
function save(
  state: State,
  comment: OurComment<Claim> | undefined,
  known: { job: JobRecord | undefined; outcome?: Outcome },
): void {
  state.save('known', JSON.stringify(known))
  state.save('account', String(comment?.account ?? ''))
}

/** The comment that the run reports in, if it has a thread. */
function connectReport(
  trigger: ReportedTrigger,
  { comment, followUp }: Inputs,
  connection: GitHubConnection | undefined,
  { secrets, log }: Runner,
): OurComment<Claim> | undefined {
  const thread = trigger.reportThread?.number
  if (!comment || connection === undefined || thread === undefined) return undefined
  // Only a run that looks for a job to continue has to read the whole thread.
  const since = followUp === 'never' ? trigger.comment?.createdAt : undefined
  return connectComment(connection, thread, since, { secrets, onLostEdit: (error) => warnOfLostEdit(error, log) })
}

/** The final edit has the same facts, and more, so a lost one is only a warning. */
function warnOfLostEdit(error: unknown, log: Log): void {
  if (error instanceof CancelledError) return
  const hint = error instanceof GitHubError ? error.hint : undefined
  log.warning("Couldn't update the comment", describeError(error), hint)
}

/** GitHub, if the run has a token. Its requests outlive a cancellation by a few seconds. */
function connectThread(
  { reportThread: thread, push }: ReportedTrigger,
  inputs: Inputs,
  run: WorkflowRun,
  fetch: Fetch,
  { signal, state, runner }: { signal: AbortSignal; state: State; runner: Runner },
): GitHubConnection | undefined {
  const { githubToken: token, timeoutMs } = inputs
  const { log, secrets } = runner
  if (token === '') return undefined
  // The thread of a push, if it has one, is a pull request.
  const threadKind = thread === undefined && push !== undefined ? 'pull request' : thread?.kind
  return connectGitHub({
    run,
    token,
    redact: secrets.redact,
    fetch,
    clock,
    signal,
    threadKind,
    graceMs: GITHUB_GRACE_MS,
    deadline: clock.now() + timeoutMs,
    onWait(event) {
      if (event.isLimit) log.info(describeWait(event, 'GitHub', clock.wallClock()))
    },
    // `post` sends nothing before that.
    onLimit: (until) => state.save('limitedUntil', String(until)),
  })
}
