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
import type { Log } from '../runner/log.ts'
import { createOutputs } from '../runner/outputs.ts'
import { describeError, describeInSentence, type Runner, runAction } from '../runner/run-action.ts'
import { createSummary } from '../runner/summary.ts'
import { readText } from '../untrusted/json.ts'
import type { Markdown } from '../untrusted/markdown.ts'
import { INPUT_DEFAULTS, type Inputs, readInputs } from './inputs.ts'
import { type OutcomesReport, reportOutcomes } from './report-outcomes.ts'
import { countOutcomes, formatHeadline } from './result/headline.ts'
import { type OutputName, writeOutputs } from './result/outputs.ts'
import { renderFailure, renderReport } from './result/render-report.ts'

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
    writeOutputs(outputs, report)
    logReport(runner.log, report)
    await writeSummary(runner, renderReport(inputs.projectId, report))
    const url = await keepComment(runner, inputs, { run, fetch, signal }, report)
    if (url !== undefined) outputs.set('commentUrl', url)
  } catch (error) {
    const title = findTitle(error)
    if (title === undefined) throw error
    const problem = describeInSentence(error)
    writeOutputs(outputs)
    runner.fail(`Outcomes: ${title}`, problem)
    await writeSummary(runner, renderFailure(problem))
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

function logReport({ info, warning }: Log, report: OutcomesReport): void {
  if (report.problem !== undefined) warning('Outcomes: no comment counts', report.problem)
  for (const note of report.notes) warning('Outcomes: not in these numbers', note)
  info(formatHeadline(countOutcomes(report)))
}

/** A summary that can't be written is a warning: the outputs are there. */
async function writeSummary({ log, secrets }: Runner, content: Markdown): Promise<void> {
  try {
    await createSummary(secrets)(content)
  } catch (error) {
    log.warning('Outcomes: the job summary was not written', describeError(error))
  }
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
