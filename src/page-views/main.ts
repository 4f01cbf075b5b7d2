import { createDocsService, type DocsService, findOtherKeyKind } from '../docs-service/client.ts'
import { connectGitHub, identifyRepository } from '../github/connect.ts'
import { createFetch, type Fetch } from '../network/fetch.ts'
import { ProxySettingError } from '../network/proxies.ts'
import { listenForCancellation } from '../runner/cancellation.ts'
import { systemClock as clock } from '../runner/clock.ts'
import { readWorkflowRun, type WorkflowRun } from '../runner/event.ts'
import { createInputReader, InputError } from '../runner/inputs.ts'
import type { Log } from '../runner/log.ts'
import { createOutputs } from '../runner/outputs.ts'
import { type Runner, runAction } from '../runner/run-action.ts'
import { describeUnstarted, exportPageViews } from './export-page-views.ts'
import { openExportFile } from './file/export-file.ts'
import { INPUT_DEFAULTS, type Inputs, readInputs } from './inputs.ts'
import { connectReportComment, keepReport } from './report-comment/keep-report.ts'
import type { OutputName } from './result/outputs.ts'
import { publishInputProblems, publishResult } from './result/publish.ts'
import type { ExportReport } from './result/render-summary.ts'
import { describeRange, formatCount } from './result/words.ts'

/** The action's only step. Importing this file starts nothing: `index` does. */
export const runMain = (): Promise<void> => runAction(main)

/** Checks the inputs, connects the export to the world, runs it, and publishes the result. */
export async function main(runner: Runner): Promise<void> {
  const run = readWorkflowRun(process.env)
  const outputs = createOutputs<OutputName>(runner)
  const inputs = readInputsOrProblem(runner, run.workspace)
  if (typeof inputs === 'string') {
    await publishInputProblems(runner, outputs, inputs)
    return
  }
  announce(runner.log, inputs)
  const { signal, stop } = listenForCancellation()
  try {
    const fetch = createFetch(process.env)
    const result = await exportPageViews(inputs.export, {
      service: connectService(runner, inputs, fetch),
      openFile: () => openExportFile(run.workspace, inputs.file),
      signal,
      onProgress: createProgress(runner.log),
    })
    await publishResult(runner, outputs, inputs, result, (report) =>
      keepReportComment(runner, inputs, { run, fetch, signal, report }),
    )
  } catch (error) {
    if (!(error instanceof ProxySettingError)) throw error
    const result = describeUnstarted(inputs.export, error)
    await publishResult(runner, outputs, inputs, result, async () => undefined)
  } finally {
    stop()
  }
}

/** @returns what is wrong with the inputs, if anything is */
function readInputsOrProblem(runner: Runner, workspace: string): Inputs | string {
  try {
    const reader = createInputReader(runner.secrets, INPUT_DEFAULTS)
    return readInputs(reader, { workspace, nowMs: clock.wallClock() })
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return error.message
  }
}

function announce(log: Log, { apiKey, projectId, file, export: options }: Inputs): void {
  const { range, previousRange, offset } = options
  log.info(`Page views of project "${projectId}", ${describe(range)}, to ${file}.`)
  if (previousRange !== undefined)
    log.info(`The previous period is read afterwards: ${describe(previousRange)}.`)
  if (offset > 0) log.info(`The first ${formatCount(offset, 'row')} are skipped.`)
  const kind = findOtherKeyKind(apiKey)
  if (kind !== undefined)
    log.warning(
      'This may be the wrong key',
      `api-key looks like an ${kind} key; page views need an admin key.`,
    )
}

function describe(range: Parameters<typeof describeRange>[0]): string {
  const { dates, note } = describeRange(range)
  return `${dates} (${note})`
}

/** The service that the inputs name. Repeats are logged. */
function connectService(
  { log, secrets }: Runner,
  { apiKey, projectId, baseUrl }: Inputs,
  fetch: Fetch,
): DocsService {
  return createDocsService({
    baseUrl,
    apiKey,
    projectId,
    fetch,
    ...clock,
    random: Math.random,
    redact: secrets.redact,
    onRetry: ({ failure, attempt, delayMs, offset }) =>
      log.info(
        `Offset ${offset}, attempt ${attempt}: ${failure.message} The next one follows in ${(delayMs / 1000).toFixed(1)} s.`,
      ),
  })
}

const PROGRESS_INTERVAL_MS = 3000

/** A line every few seconds, not one a page: there may be thousands. */
function createProgress(log: Log): (progress: { rows: number; requests: number }) => void {
  let silentUntil = 0
  return ({ rows, requests }) => {
    if (clock.now() < silentUntil) return
    silentUntil = clock.now() + PROGRESS_INTERVAL_MS
    log.info(`${formatCount(rows, 'row')} after ${formatCount(requests, 'request')}.`)
  }
}

/** What the report comment needs beside runner and inputs. */
interface ReportContext {
  run: WorkflowRun
  fetch: Fetch
  /** Aborts when the run is cancelled. */
  signal: AbortSignal
  report: ExportReport
}

/** Only with numbers of the whole period: a failed export leaves the report of the last run as it is. */
async function keepReportComment(
  { log, secrets }: Runner,
  { issueNumber: issue, githubToken: token, apiKey, projectId }: Inputs,
  { run, fetch, signal, report }: ReportContext,
): Promise<string | undefined> {
  const { outcome, totals } = report.result
  if (issue === undefined || outcome === 'failed' || totals === undefined) return undefined
  if (token === '') {
    log.warning(
      'Page views: the report comment was not written',
      '`issue-number` is set, but `github-token` is empty.',
    )
    return undefined
  }
  const connection = await connectGitHub({ run, token, fetch, clock, signal, threadKind: undefined })
  const place = { repository: identifyRepository(run), issue, projectId, apiKey }
  const url = await keepReport({
    comment: connectReportComment(connection, place, secrets.redact),
    report,
    totals,
    runUrl: run.url,
    nowMs: clock.wallClock(),
    onLeftover: ({ message }) => log.warning('Page views: a second report comment was not deleted', message),
  })
  log.info(`The report is in ${url}.`)
  return url
}
