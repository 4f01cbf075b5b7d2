import { randomUUID } from 'node:crypto'
import { connectGitHub, type GitHubConnection } from '../github/connect.ts'
import { delayAbort } from '../network/delay-abort.ts'
import { createFetch, type Fetch } from '../network/fetch.ts'
import { untilAborted } from '../runner/cancellation.ts'
import { systemClock as clock } from '../runner/clock.ts'
import { readWorkflowRun, type WorkflowRun } from '../runner/event.ts'
import { InputError, type InputReader } from '../runner/inputs.ts'
import { collectWarnings } from '../runner/log.ts'
import { createState, type Outputs, type State } from '../runner/outputs.ts'
import type { Runner } from '../runner/run-action.ts'
import { createSummary } from '../runner/summary.ts'
import { type ClaimComment, pickDelivery } from './claim/claim-marker.ts'
import { connectComment, connectService } from './connect.ts'
import { INPUT_DEFAULTS, type Inputs, readInputs, type SecretInputs } from './inputs.ts'
import { markRefusal } from './refused-inputs.ts'
import { addMergedPullRequest } from './request/merged-pull-request.ts'
import { findReportThread, type Trigger } from './request/trigger.ts'
import type { ReportContext } from './result/explain.ts'
import { refineByKey } from './result/find-cause.ts'
import type { OutputName } from './result/outputs.ts'
import { renderProgress } from './result/progress.ts'
import { endByError, type RunResult } from './result/run-result.ts'
import { runAgentJob } from './run-agent-job.ts'
import { warnOfSettings } from './settings-warnings.ts'

/** What the entry has prepared. */
export interface EntryContext {
  runner: Runner
  reader: InputReader
  outputs: Outputs<OutputName>
  secretInputs: SecretInputs
  /** Aborts when the run is cancelled. */
  signal: AbortSignal
  /** The network, unless a test gives something else. */
  fetch: Fetch | undefined
}

/** The connection to GitHub, if the run needs one. */
interface Connections {
  connection?: GitHubConnection | undefined
  /** Undefined when there is no thread, or no comment is wanted. */
  comment?: ClaimComment | undefined
}

/**
 * A cancelled run has 7.5 seconds. Requests to GitHub end this long after the cancellation; waiting for the answer to
 * a prompt may have taken two of these seconds.
 */
const GITHUB_GRACE_MS = 5_000

/** Checks the inputs, connects the use case to the world, runs it, and publishes the result. */
export async function answerTrigger(event: Trigger, entry: EntryContext): Promise<void> {
  const warnings = collectWarnings(entry.runner.log)
  const context = { ...entry, runner: { ...entry.runner, log: warnings.log } }
  const { runner, reader, outputs, secretInputs } = context
  const run = readWorkflowRun(process.env)
  const inputs = readInputs(reader, secretInputs, event, run.workspace)
  const reportContext = {
    askedBy: event.comment?.author.login,
    runUrl: run.url,
    command: inputs.command,
    hasDashboard: inputs.baseUrl.origin === INPUT_DEFAULTS['base-url'],
    isAttached: inputs.jobId !== '',
  }
  const state = createState(runner)
  let trigger = event
  let connections: Connections = {}
  const publish = async (result: RunResult): Promise<boolean> => {
    // Not needed before the job is created, and a command should start fast.
    const { publishResult, recordResult } = await import('./result/publish.ts')
    state.save('known', JSON.stringify(recordResult(result)))
    const cause = refineByKey(result.cause, inputs.apiKey)
    return await publishResult(
      { ...result, cause },
      {
        runner,
        warnings,
        outputs,
        writeSummary: createSummary(runner.secrets),
        failOn: inputs.failOn,
        context: reportContext,
        comment: connections.comment,
        react: findReaction(trigger, inputs, connections),
      },
    )
  }

  let fetch: Fetch
  try {
    fetch = context.fetch ?? createFetch(process.env)
    const connection = await connect(trigger, inputs, run, fetch, context)
    connections = { connection }
    reader.finish()
    if (connection !== undefined) {
      const github = untilAborted(connection.github, context.signal)
      trigger = await addMergedPullRequest(event, inputs, github, runner.log)
      connections = { connection, comment: findComment(trigger, inputs, run, connection, context) }
    }
  } catch (error) {
    if (error instanceof InputError) await markRefusal(trigger, inputs, error, connections.connection?.github)
    await publish({ ...endByError(error), isClaimed: false, durationMs: 0 })
    return
  }

  warnOfSettings(trigger, inputs, runner.log)
  const result = await runJob(trigger, inputs, { run, fetch, connections, state, reportContext }, context)
  const isReported = await publish(result)
  // `post` tries again if the comment could not be written.
  state.save('phase', isReported ? 'finished' : 'started')
}

/** What the run works with, once the inputs are checked. */
interface Surroundings {
  run: WorkflowRun
  fetch: Fetch
  connections: Connections
  state: State
  reportContext: ReportContext
}

/** Runs the use case, and keeps for `post` what it would need if this process were killed. */
async function runJob(
  trigger: Trigger,
  inputs: Inputs,
  { run, fetch, connections: { connection, comment }, state, reportContext }: Surroundings,
  { runner, outputs, signal }: EntryContext,
): Promise<RunResult> {
  const nonce = randomUUID()
  // `post` knows the comment of this step by it, and its thread, which the event of a push doesn't tell.
  state.save('nonce', nonce)
  state.save('thread', String(findReportThread(trigger, inputs)?.number ?? ''))
  state.save('phase', 'started')
  return await runAgentJob(inputs, trigger, {
    run,
    service: connectService(runner, inputs, fetch),
    github: connection && untilAborted(connection.github, signal),
    comment: comment && untilAborted(comment, signal),
    clock,
    signal,
    log: runner.log,
    nonce,
    renderProgress: (progress) => renderProgress(progress, reportContext),
    onJob(job) {
      outputs.set('jobId', job.jobId)
      state.save('known', JSON.stringify({ jobId: job.jobId, ...pickDelivery(job) }))
    },
  })
}

/** Connects to GitHub where the run needs it. Its requests outlive a cancellation by a few seconds. */
async function connect(
  trigger: Trigger,
  inputs: Inputs,
  run: WorkflowRun,
  fetch: Fetch,
  { signal }: EntryContext,
): Promise<GitHubConnection | undefined> {
  const thread = findReportThread(trigger, inputs)
  if (!needsGitHub(trigger, inputs, thread !== undefined)) return undefined
  // The thread of a push, if it has one, is a pull request.
  const threadKind = thread === undefined && trigger.push !== undefined ? 'pull request' : thread?.kind
  return await connectGitHub({
    run,
    token: inputs.githubToken,
    fetch,
    clock,
    signal: delayAbort(signal, GITHUB_GRACE_MS),
    threadKind,
  })
}

/** The comment in the thread that the run reports in, if there is one, and a comment is wanted. */
function findComment(
  trigger: Trigger,
  inputs: Inputs,
  run: WorkflowRun,
  connection: GitHubConnection,
  { runner }: EntryContext,
): ClaimComment | undefined {
  const thread = findReportThread(trigger, inputs)
  if (!inputs.comment || thread === undefined) return undefined
  const { apiKey } = inputs
  // Only who looks for a job to continue has to read the whole thread.
  const since = inputs.followUp === 'never' ? trigger.comment?.createdAt : undefined
  return connectComment(connection, thread.number, since, { run, apiKey, secrets: runner.secrets })
}

/** Without anything there to ask about or to report in, Octokit need not be loaded. */
function needsGitHub(trigger: Trigger, inputs: Inputs, hasThread: boolean): boolean {
  if (inputs.githubToken === '') return false
  const { comment, release, push } = trigger
  return hasThread || [comment, release, push, inputs.trafficDays].some((each) => each !== undefined)
}

function findReaction({ comment }: Trigger, inputs: Inputs, { connection }: Connections) {
  if (comment === undefined || connection === undefined || !inputs.comment) return undefined
  return { github: connection.github, trigger: comment }
}
