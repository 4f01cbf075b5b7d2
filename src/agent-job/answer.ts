import { randomUUID } from 'node:crypto'
import { connectService } from '../docs-service/client.ts'
import { connectGitHub, type GitHubConnection } from '../github/connect.ts'
import type { GitHub } from '../github/github.ts'
import type { MarkedComment } from '../github/marked-comment.ts'
import { untilAborted } from '../github/until-aborted.ts'
import type { Claim } from '../job-marker/claim.ts'
import { createFetch, type Fetch } from '../network/fetch.ts'
import { describeWait } from '../network/patience.ts'
import { systemClock as clock } from '../runner/clock.ts'
import { readWorkflowRun, type WorkflowRun } from '../runner/event.ts'
import { InputError, type InputReader } from '../runner/inputs.ts'
import { collectWarnings, type Log } from '../runner/log.ts'
import { createState, createSummary, type Outputs, type State } from '../runner/outputs.ts'
import type { Runner } from '../runner/run-action.ts'
import { connectComment } from './claim/claim-run.ts'
import type { SecretInputs } from './early-inputs.ts'
import { endByError, type RunResult } from './ending.ts'
import { refineEnding } from './find-cause.ts'
import { type Inputs, readInputs } from './inputs.ts'
import { refuseInputs } from './refused-inputs.ts'
import { readTrigger } from './request/read-trigger.ts'
import { addReportThread, type ReportedTrigger, type Trigger } from './request/trigger.ts'
import type { OutputName } from './result/outputs.ts'
import { createReportContext, renderProgress } from './result/progress.ts'
import type { PublishOptions } from './result/publish.ts'
import { runAgentJob } from './run-agent-job.ts'
import { warnOfSettings } from './settings-warnings.ts'

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
  const { log, secrets } = runner
  const state = createState(runner)
  const run = readWorkflowRun(process.env)
  const inputs = readInputs(reader, secretInputs, event, run)
  const reported = addReportThread(event, inputs)
  const context = createReportContext(event, run.url, reader)
  const nonce = randomUUID()
  const renderAnswer = async (report: RunResult) => (await import('./result/report.ts')).renderAnswer(report, context)
  let connection: GitHubConnection | undefined
  let github: GitHub | undefined
  let comment: MarkedComment<Claim> | undefined
  let result: RunResult
  try {
    const fetch = entry.fetch ?? createFetch(process.env)
    connection = connectThread(reported, inputs, run, fetch, { signal, log, state })
    github = connection && untilAborted(connection.github, signal)
    reader.finish()
    const reads = { repository: run.repository, clock, signal, log }
    const trigger = github ? await readTrigger(reported, inputs, { github, ...reads }) : reported
    comment = connectReport(trigger, inputs, connection, { run, secrets })
    warnOfSettings(trigger, inputs, log)
    // `post` knows the comment of this step by it, and its thread, which the event of a push doesn't tell.
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
      service: connectService(inputs, { ...runner, ...clock, fetch }),
      comment: comment && untilAborted(comment, signal),
      githubNow: connection?.now ?? clock.wallClock,
      renderProgress: (progress) => renderProgress(progress, context),
      renderAnswer,
      onJob(job) {
        outputs.set('jobId', job.jobId)
        state.save('known', JSON.stringify({ job }))
      },
    })
  } catch (error) {
    if (!(error instanceof InputError)) result = endByError(error)
    else {
      comment = connectReport(reported, inputs, connection, { run, secrets })
      const options = { github, comment, run, clock, signal, nonce, log, renderAnswer }
      result = await refuseInputs(error, reported, inputs, options)
    }
  }

  const published = { runner, warnings, outputs, context, comment, command: event.comment }
  await publish(result, inputs, published, connection, state)
}

type Published = Pick<PublishOptions, 'warnings' | 'outputs' | 'context' | 'comment' | 'command'> & { runner: Runner }

/** Publishes how the run ended. `post` tries again if the comment couldn't be written. */
async function publish(
  result: RunResult,
  inputs: Inputs,
  published: Published,
  connection: GitHubConnection | undefined,
  state: State,
): Promise<void> {
  state.save('known', JSON.stringify({ outcome: result.outcome, job: result.job }))
  connection?.allowLastEdit(result.job !== undefined || result.outcome === 'unknown')
  // Not needed before the job is created, and a command should start fast.
  const { publishResult } = await import('./result/publish.ts')
  const isReported = await publishResult(refineEnding(result, inputs), {
    ...published,
    writeSummary: createSummary(published.runner.secrets),
    failOn: inputs.failOn,
    githubNow: connection?.now ?? clock.wallClock,
    github: inputs.comment ? connection?.github : undefined,
  })
  state.save('phase', isReported ? 'finished' : 'started')
}

/** The comment that the run reports in, if it has a thread. */
function connectReport(
  trigger: ReportedTrigger,
  { comment, followUp, apiKey, previousApiKey }: Inputs,
  connection: GitHubConnection | undefined,
  { run, secrets }: { run: WorkflowRun; secrets: Runner['secrets'] },
): MarkedComment<Claim> | undefined {
  const thread = trigger.reportThread?.number
  if (!comment || connection === undefined || thread === undefined) return undefined
  // Only a run that looks for a job to continue has to read the whole thread.
  const since = followUp === 'never' ? trigger.comment?.createdAt : undefined
  const options = { run, apiKey, previousApiKey, secrets, command: trigger.comment }
  return connectComment(connection, thread, since, options)
}

/** GitHub, if the run has a token. Its requests outlive a cancellation by a few seconds. */
function connectThread(
  { reportThread: thread, push }: ReportedTrigger,
  inputs: Inputs,
  run: WorkflowRun,
  fetch: Fetch,
  { signal, log, state }: { signal: AbortSignal; log: Log; state: State },
): GitHubConnection | undefined {
  const { githubToken: token, timeoutMs } = inputs
  if (token === '') return undefined
  // The thread of a push, if it has one, is a pull request.
  const threadKind = thread === undefined && push !== undefined ? 'pull request' : thread?.kind
  return connectGitHub({
    run,
    token,
    fetch,
    clock,
    signal,
    threadKind,
    graceMs: GITHUB_GRACE_MS,
    deadline: clock.now() + timeoutMs,
    onWait: (event) => event.isLimit && log.info(describeWait(event, 'GitHub', clock.wallClock())),
    // `post` sends nothing before that.
    onLimit: (until) => state.save('limitedUntil', String(until)),
  })
}
