import { randomUUID } from 'node:crypto'
import { createDocsService, type DocsService } from '../docs-service/client.ts'
import { sendsPrompt } from '../docs-service/errors.ts'
import { connectGitHub, type GitHubConnection } from '../github/connect.ts'
import { type MarkedComment, untilAborted } from '../github/marked-comment.ts'
import type { Claim } from '../job-marker/claim.ts'
import { createFetch, delayAbort, type Fetch } from '../network/fetch.ts'
import { systemClock as clock, formatDuration } from '../runner/clock.ts'
import { readWorkflowRun, type WorkflowRun } from '../runner/event.ts'
import { InputError, type InputReader } from '../runner/inputs.ts'
import { collectWarnings } from '../runner/log.ts'
import { createState, type Outputs } from '../runner/outputs.ts'
import type { Runner } from '../runner/run-action.ts'
import { createSummary } from '../runner/summary.ts'
import { connectComment } from './claim/connect-comment.ts'
import { endByError, type RunResult } from './ending.ts'
import { refineEnding } from './find-cause.ts'
import { type Inputs, readInputs, type SecretInputs } from './inputs.ts'
import { refuseInputs } from './refused-inputs.ts'
import { addMergedPullRequest } from './request/merged-pull-request.ts'
import { findReportThread, type Trigger } from './request/trigger.ts'
import type { OutputName } from './result/outputs.ts'
import { createReportContext, renderProgress } from './result/progress.ts'
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
  const state = createState(runner)
  const run = readWorkflowRun(process.env)
  const inputs = readInputs(reader, secretInputs, event, run)
  const context = createReportContext(event, run.url, { ...inputs, baseUrl: inputs.baseUrl.origin })
  const nonce = randomUUID()
  let connected: { connection?: GitHubConnection | undefined; comment?: MarkedComment<Claim> | undefined } =
    {}
  let result: RunResult
  try {
    const fetch = entry.fetch ?? createFetch(process.env)
    const connection = connectThread(event, inputs, run, fetch, signal)
    connected = { connection }
    reader.finish()
    const { trigger, comment } = await connectReport(event, inputs, run, connection, { ...entry, runner })
    connected = { connection, comment }
    warnOfSettings(trigger, inputs, reader.text('timeout'), runner.log)
    // `post` knows the comment of this step by it, and its thread, which the event of a push doesn't tell.
    state.save('nonce', nonce)
    state.save('thread', String(findReportThread(trigger, inputs)?.number ?? ''))
    state.save('phase', 'started')
    result = await runAgentJob(inputs, trigger, {
      run,
      service: connectService(runner, inputs, fetch),
      github: connection?.untilAborted(signal),
      comment: comment && untilAborted(comment, signal),
      clock,
      githubNow: connection?.now ?? clock.wallClock,
      signal,
      log: runner.log,
      nonce,
      renderProgress: (progress) => renderProgress(progress, context),
      renderHelp: async (help) => (await import('./result/report.ts')).renderHelp(inputs.command, help),
      onJob(job) {
        outputs.set('jobId', job.jobId)
        state.save('known', JSON.stringify({ job }))
      },
    })
  } catch (error) {
    result =
      error instanceof InputError
        ? await refuseInputs(error, event, inputs, {
            ...{ connection: connected.connection, run, clock, signal, log: runner.log, nonce },
            secrets: runner.secrets,
            render: async (report) => (await import('./result/report.ts')).renderAnswer(report, context),
          })
        : { ...endByError(error), isClaimed: false, durationMs: 0 }
  }

  // Not needed before the job is created, and a command should start fast.
  const { publishResult } = await import('./result/publish.ts')
  state.save('known', JSON.stringify({ outcome: result.outcome, job: result.job }))
  const { connection, comment } = connected
  const isReported = await publishResult(refineEnding(result, inputs), {
    ...{ runner, warnings, outputs, context, comment },
    writeSummary: createSummary(runner.secrets),
    failOn: inputs.failOn,
    githubNow: connection?.now ?? clock.wallClock,
    react:
      connection && event.comment && inputs.comment
        ? { github: connection.github, trigger: event.comment }
        : undefined,
  })
  // `post` tries again if the comment could not be written.
  if (connection !== undefined) state.save('phase', isReported ? 'finished' : 'started')
}

/** Connects the run to the comment that it reports in. Of a push, GitHub has to be asked for the thread. */
async function connectReport(
  event: Trigger,
  inputs: Inputs,
  run: WorkflowRun,
  connection: GitHubConnection | undefined,
  { runner, signal }: Entry,
) {
  const github = connection?.untilAborted(signal)
  const { log, secrets } = runner
  const trigger = await addMergedPullRequest(event, inputs, { github, clock, signal, log })
  const thread = findReportThread(trigger, inputs)
  if (connection === undefined || !inputs.comment || thread === undefined)
    return { trigger, comment: undefined }
  // Only a run that looks for a job to continue has to read the whole thread.
  const since = inputs.followUp === 'never' ? trigger.comment?.createdAt : undefined
  const comment = connectComment(connection, thread.number, since, { run, apiKey: inputs.apiKey, secrets })
  return { trigger, comment }
}

/** GitHub, if the run has a token. Its requests outlive a cancellation by a few seconds. */
function connectThread(
  trigger: Trigger,
  inputs: Inputs,
  run: WorkflowRun,
  fetch: Fetch,
  signal: AbortSignal,
): GitHubConnection | undefined {
  const { githubToken: token } = inputs
  if (token === '') return undefined
  const thread = findReportThread(trigger, inputs)
  return connectGitHub({
    ...{ run, token, fetch, clock },
    signal: delayAbort(signal, GITHUB_GRACE_MS),
    // The thread of a push, if it has one, is a pull request.
    threadKind: thread === undefined && trigger.push !== undefined ? 'pull request' : thread?.kind,
  })
}

/** The documentation service, for the project and key of the inputs. */
function connectService(
  { log, secrets }: Runner,
  { baseUrl, apiKey, projectId }: Inputs,
  fetch: Fetch,
): DocsService {
  return createDocsService({
    ...{ baseUrl, apiKey, projectId, fetch },
    ...clock,
    random: Math.random,
    redact: secrets.redact,
    onRetry({ failure, attempt, delayMs }) {
      const next = `The next attempt follows in ${formatDuration(delayMs)}.`
      // How it ended says the result: a warning for each attempt would hide it.
      const what = sendsPrompt(failure.operation) ? "wasn't accepted" : 'failed'
      log.info(`${failure.message} Attempt ${attempt} ${what}. ${next}`)
    },
  })
}
