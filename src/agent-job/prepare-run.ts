import { randomUUID } from 'node:crypto'
import { untilAborted } from '../github/marked-comment.ts'
import { createFetch, type Fetch } from '../network/fetch.ts'
import { systemClock as clock } from '../runner/clock.ts'
import { readWorkflowRun, type WorkflowRun } from '../runner/event.ts'
import { InputError, type InputReader } from '../runner/inputs.ts'
import { collectWarnings, type Warnings } from '../runner/log.ts'
import { createState, type Outputs, type State } from '../runner/outputs.ts'
import type { Runner } from '../runner/run-action.ts'
import { createSummary } from '../runner/summary.ts'
import { pickSentTo } from './claim/claim-marker.ts'
import { connectReport, connectRun, connectService, type GitHubConnections } from './connections.ts'
import { INPUT_DEFAULTS, type Inputs, readInputs, type SecretInputs } from './inputs.ts'
import { markRefusal } from './refused-inputs.ts'
import { findReportThread, type Trigger } from './request/trigger.ts'
import type { ReportContext } from './result/explain.ts'
import { refineByKey } from './result/find-cause.ts'
import type { OutputName } from './result/outputs.ts'
import { renderProgress } from './result/progress.ts'
import { endByError, type RunResult } from './result/run-result.ts'
import { type Dependencies, runAgentJob } from './run-agent-job.ts'
import { warnOfSettings } from './settings-warnings.ts'

/** What the entry has when there is something to do. */
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

/** The use case with all that it takes, and where its result goes. */
export interface PreparedRun {
  runAgentJob: () => Promise<RunResult>
  /** Tells everybody, and leaves for `post` what it may have to finish. */
  publish: (result: RunResult) => Promise<void>
}

/**
 * Checks the inputs, and connects the use case to the world.
 * @returns nothing when that can't be done; the reason is published then
 */
export async function prepareRun(event: Trigger, entry: Entry): Promise<PreparedRun | undefined> {
  const warnings = collectWarnings(entry.runner.log)
  const runner = { ...entry.runner, log: warnings.log }
  const run = readWorkflowRun(process.env)
  const inputs = readInputs(entry.reader, entry.secretInputs, event, run.workspace)
  const context = {
    askedBy: event.comment?.author.login,
    runUrl: run.url,
    command: inputs.command,
    hasDashboard: inputs.baseUrl.origin === INPUT_DEFAULTS['base-url'],
    isAttached: inputs.jobId !== '',
    followUp: inputs.followUp,
  }
  const state = createState(runner)
  const publish = createPublisher({ ...entry, runner }, inputs, context, warnings, state)

  let connected: Connected
  try {
    connected = await connect(event, inputs, run, { ...entry, runner })
  } catch (error) {
    await publish({ ...endByError(error), isClaimed: false, durationMs: 0 }, {})
    return undefined
  }
  const { trigger, connections, fetch } = connected
  warnOfSettings(trigger, inputs, runner.log)

  const nonce = randomUUID()
  // `post` knows the comment of this step by it, and its thread, which the event of a push doesn't tell.
  state.save('nonce', nonce)
  state.save('thread', String(findReportThread(trigger, inputs)?.number ?? ''))
  state.save('phase', 'started')
  const { signal, outputs } = entry
  const { connection, comment } = connections
  const dependencies: Dependencies = {
    run,
    service: connectService(runner, inputs, fetch),
    github: connection?.untilAborted(signal),
    comment: comment && untilAborted(comment, signal),
    clock,
    signal,
    log: runner.log,
    nonce,
    renderProgress: (progress) => renderProgress(progress, context),
    onJob(job) {
      outputs.set('jobId', job.jobId)
      state.save('known', JSON.stringify({ jobId: job.jobId, ...pickSentTo(job) }))
    },
  }
  return {
    runAgentJob: () => runAgentJob(inputs, trigger, dependencies),
    async publish(result) {
      const isReported = await publish(result, connections)
      // `post` tries again if the comment could not be written.
      state.save('phase', isReported ? 'finished' : 'started')
    },
  }
}

/** The network, GitHub, and what the run is about once GitHub was asked. */
interface Connected {
  fetch: Fetch
  connections: GitHubConnections
  trigger: Trigger
}

/** @throws InputError when an input can't be used, after a reaction to who asked; ProxySettingError */
async function connect(event: Trigger, inputs: Inputs, run: WorkflowRun, entry: Entry): Promise<Connected> {
  const { reader, runner, signal } = entry
  const fetch = entry.fetch ?? createFetch(process.env)
  const connections = connectRun(event, inputs, run, fetch, signal)
  try {
    reader.finish()
  } catch (error) {
    if (error instanceof InputError) await markRefusal(event, inputs, error, connections.connection?.github)
    throw error
  }
  return { fetch, ...(await connectReport(event, inputs, run, connections, runner, signal)) }
}

/** Publishes a result where `connections` reach, and keeps for `post` what it may have to finish. */
function createPublisher(
  { runner, outputs }: Entry,
  inputs: Inputs,
  context: ReportContext,
  warnings: Warnings,
  state: State,
): (result: RunResult, connections: GitHubConnections) => Promise<boolean> {
  return async (result, { comment, react }) => {
    // Not needed before the job is created, and a command should start fast.
    const { publishResult, recordResult } = await import('./result/publish.ts')
    state.save('known', JSON.stringify(recordResult(result)))
    const writeSummary = createSummary(runner.secrets)
    const { failOn } = inputs
    return await publishResult(
      { ...result, cause: refineByKey(result.cause, inputs.apiKey) },
      { runner, warnings, outputs, writeSummary, failOn, context, comment, react },
    )
  }
}
