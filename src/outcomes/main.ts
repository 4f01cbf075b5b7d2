import { createDocsService } from '../docs-service/client.ts'
import { connectGitHub, type GitHubConnection, identifyRepository } from '../github/connect.ts'
import { GitHubError } from '../github/errors.ts'
import { createFetch, type Fetch } from '../network/fetch.ts'
import { ProxySettingError } from '../network/proxies.ts'
import { formatRange } from '../reports/dates.ts'
import { publishReport } from '../reports/publish-report.ts'
import { CancelledError, listenForCancellation } from '../runner/cancellation.ts'
import { systemClock as clock } from '../runner/clock.ts'
import { readWorkflowRun, type WorkflowRun } from '../runner/event.ts'
import { createInputReader, InputError } from '../runner/inputs.ts'
import { createOutputs } from '../runner/outputs.ts'
import { describeInSentence, type Runner, runAction } from '../runner/run-action.ts'
import { readText } from '../untrusted/json.ts'
import { INPUT_DEFAULTS, type Inputs, readInputs } from './inputs.ts'
import { type OutcomesReport, reportOutcomes } from './report-outcomes.ts'
import type { OutputName } from './result/outputs.ts'
import { publishFailure, publishResult } from './result/publish.ts'
import { renderReport } from './result/render-report.ts'

/** The action's only step. Importing this file starts nothing: `index` does. */
export const runMain = (): Promise<void> => runAction(main)

/** Checks the inputs, makes the report, and publishes it. */
export async function main(runner: Runner): Promise<void> {
  const outputs = createOutputs<OutputName>(runner)
  const { signal, stop } = listenForCancellation()
  try {
    const run = readWorkflowRun(process.env)
    const inputs = readInputs(createInputReader(runner.secrets, INPUT_DEFAULTS), clock.wallClock())
    runner.log.info(`Outcomes of project "${inputs.projectId}", ${formatRange(inputs.period)}.`)
    const fetch = createFetch(process.env)
    const report = await createReport(runner, inputs, { run, fetch, signal })
    await publishResult(runner, outputs, inputs.projectId, report)
    const url = await keepComment(runner, inputs, { run, fetch, signal }, report)
    if (url !== undefined) outputs.set('commentUrl', url)
  } catch (error) {
    const title = findTitle(error)
    if (title === undefined) throw error
    await publishFailure(runner, outputs, title, describeInSentence(error))
  } finally {
    stop()
  }
}

/** What ends a run without a report; undefined for a bug. */
function findTitle(error: unknown): string | undefined {
  if (error instanceof InputError) return 'inputs'
  if (error instanceof GitHubError) return "the comments couldn't be read"
  if (error instanceof CancelledError) return 'the run was cancelled'
  return error instanceof ProxySettingError ? "the proxy can't be used" : undefined
}

/** What the requests of a run share. */
interface RunContext {
  run: WorkflowRun
  fetch: Fetch
  /** Aborts when the run is cancelled. */
  signal: AbortSignal
}

/** Each connection has repeats of its own. */
function connect({ githubToken: token }: Inputs, context: RunContext): GitHubConnection {
  return connectGitHub({ ...context, token, clock, threadKind: undefined })
}

async function createReport(
  { secrets: { redact } }: Runner,
  inputs: Inputs,
  context: RunContext,
): Promise<OutcomesReport> {
  const { run, fetch, signal } = context
  const { github, now: wallClock } = connect(inputs, context)
  const { apiKey, projectId, baseUrl, period, trafficDays } = inputs
  const random = Math.random
  const service = createDocsService({ baseUrl, apiKey, projectId, fetch, ...clock, random, redact })
  return await reportOutcomes(
    { apiKey, projectId, period, trafficDays, repository: identifyRepository(run), serverUrl: run.serverUrl },
    { github, service, signal, now: clock.now, wallClock },
  )
}

/** @returns the address of the report comment; undefined where none is kept */
async function keepComment(
  { log, secrets: { redact } }: Runner,
  inputs: Inputs,
  context: RunContext,
  report: OutcomesReport,
): Promise<string | undefined> {
  const { issueNumber: issue, githubToken: token, apiKey, projectId } = inputs
  if (issue === undefined) return undefined
  const { run } = context
  const own = `${run.id}.${run.attempt}`
  const kept = await publishReport<string>(
    {
      name: 'outcomes',
      parse: readText,
      merge: () => own,
      render: (_stored, { replaces }) => renderReport(projectId, report, { runUrl: run.url, replaces }),
      isIn: (stored, found) => stored === found,
    },
    { repository: identifyRepository(run), issue, projectId, apiKey },
    { log, title: 'Outcomes', token, connection: connect(inputs, context), redact },
  )
  return kept?.url
}
