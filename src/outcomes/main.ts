import { createDocsService } from '../docs-service/client.ts'
import { connectGitHub, type GitHubConnection, identifyRepository } from '../github/connect.ts'
import { GitHubError } from '../github/errors.ts'
import { createFetch, type Fetch } from '../network/fetch.ts'
import { ProxySettingError } from '../network/proxies.ts'
import { formatRange } from '../reports/dates.ts'
import { publishReport, publishSummary } from '../reports/publish-report.ts'
import { CancelledError, listenForCancellation } from '../runner/cancellation.ts'
import { systemClock as clock } from '../runner/clock.ts'
import { readWorkflowRun, type WorkflowRun } from '../runner/event.ts'
import { createInputReader, InputError } from '../runner/inputs.ts'
import type { Log } from '../runner/log.ts'
import { createOutputs } from '../runner/outputs.ts'
import { describeInSentence, type Runner, runAction } from '../runner/run-action.ts'
import { readText } from '../untrusted/json.ts'
import { INPUT_DEFAULTS, type Inputs, readInputs } from './inputs.ts'
import { type OutcomesReport, reportOutcomes } from './report-outcomes.ts'
import { countOutcomes, formatHeadline } from './result/headline.ts'
import { type OutputName, writeOutputs } from './result/outputs.ts'
import { renderFailure, renderOrigin, renderReport } from './result/render-report.ts'

/** Opens the title of every annotation. */
const TITLE = 'Outcomes'

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
    await publishSummary(runner, TITLE, renderReport(inputs.projectId, report))
    const url = await keepComment(runner, inputs, { run, fetch, signal }, report)
    if (url !== undefined) outputs.set('commentUrl', url)
  } catch (error) {
    const title = findTitle(error)
    if (title === undefined) throw error
    const problem = describeInSentence(error)
    writeOutputs(outputs)
    runner.fail(`${TITLE}: ${title}`, problem)
    await publishSummary(runner, TITLE, renderFailure(problem))
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
  const service = createDocsService({ ...inputs, fetch, ...clock, random: Math.random, redact })
  const repository = identifyRepository(run)
  const { serverUrl } = run
  return await reportOutcomes(inputs, {
    github,
    service,
    repository,
    serverUrl,
    signal,
    now: clock.now,
    wallClock,
  })
}

function logReport({ info, warning }: Log, report: OutcomesReport): void {
  if (report.problem !== undefined) warning(`${TITLE}: no comment counts`, report.problem)
  for (const note of report.notes) warning(`${TITLE}: not in these numbers`, note)
  info(formatHeadline(countOutcomes(report)))
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
      render: (_stored, { replaces }) =>
        renderReport(projectId, report, renderOrigin(report, run.url, replaces)),
      isIn: (stored, found) => stored === found,
    },
    { repository: identifyRepository(run), issue, projectId, apiKey },
    { log, title: TITLE, token, connection: connect(inputs, context), redact },
  )
  return kept?.url
}
