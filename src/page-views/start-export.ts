import { findOtherKeyKind } from '../docs-service/client.ts'
import { createFetch } from '../network/fetch.ts'
import { ProxySettingError } from '../network/proxies.ts'
import { listenForCancellation } from '../runner/cancellation.ts'
import { systemClock as clock } from '../runner/clock.ts'
import { readWorkflowRun } from '../runner/event.ts'
import { createInputReader, InputError } from '../runner/inputs.ts'
import type { Log } from '../runner/log.ts'
import { createOutputs } from '../runner/outputs.ts'
import type { Runner } from '../runner/run-action.ts'
import { connectReportComment, connectService, type RunSurroundings } from './connect.ts'
import { type ExportResult, exportPageViews } from './export-page-views.ts'
import { openExportFile } from './file/export-file.ts'
import { INPUT_DEFAULTS } from './input-defaults.ts'
import { type Inputs, readInputs } from './inputs.ts'
import { keepReport } from './report-comment/keep-report.ts'
import { toPeriod } from './report-comment/periods.ts'
import { renderReportComment } from './report-comment/render-report.ts'
import { describeRange } from './result/describe-result.ts'
import { formatCount } from './result/format-number.ts'
import { type OutputName, writeOutputs } from './result/outputs.ts'
import { publishResult } from './result/publish.ts'
import type { ExportReport } from './result/render-summary.ts'

/** Checks the inputs, connects the export to the world, runs it, and publishes the result. */
export async function startExport(runner: Runner): Promise<void> {
  const run = readWorkflowRun(process.env)
  const outputs = createOutputs<OutputName>(runner)
  const inputs = readInputsOrFail(runner, run.workspace)
  if (inputs === undefined) {
    writeOutputs(outputs)
    return
  }
  announce(runner.log, inputs)
  const { signal, stop } = listenForCancellation()
  try {
    const surroundings = { runner, inputs, run, fetch: createFetch(process.env), signal }
    const result = await runExport(surroundings)
    await publishResult(runner, outputs, inputs, result, (report) => keepReportComment(surroundings, report))
  } catch (error) {
    if (!(error instanceof ProxySettingError)) throw error
    await publishResult(runner, outputs, inputs, failAtStart(inputs, error), async () => undefined)
  } finally {
    stop()
  }
}

function readInputsOrFail(runner: Runner, workspace: string): Inputs | undefined {
  try {
    return readInputs(createInputReader(runner.secrets, INPUT_DEFAULTS), {
      workspace,
      nowMs: clock.wallClock(),
    })
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    runner.fail('Page views: inputs', error.message)
    return undefined
  }
}

function announce(log: Log, { apiKey, projectId, file, export: options }: Inputs): void {
  log.info(`Page views of project "${projectId}", ${describeRange(options.range)}, to ${file}.`)
  if (options.previousRange !== undefined)
    log.info(`The previous period is read first: ${describeRange(options.previousRange)}.`)
  if (options.offset > 0) log.info(`The first ${formatCount(options.offset, 'row')} are skipped.`)
  const kind = findOtherKeyKind(apiKey)
  if (kind !== undefined)
    log.warning(
      'This may be the wrong key',
      `api-key looks like an ${kind} key; page views need an admin key.`,
    )
}

/** The export itself; a failure before its first request is a result as well. */
async function runExport(surroundings: RunSurroundings): Promise<ExportResult> {
  const { runner, inputs, run, signal } = surroundings
  try {
    return await exportPageViews(inputs.export, {
      service: connectService(surroundings),
      file: await openExportFile(run.workspace, inputs.file, clock.wallClock()),
      signal,
      onProgress: createProgress(runner.log),
    })
  } catch (failure) {
    return failAtStart(inputs, failure)
  }
}

function failAtStart({ export: { offset } }: Inputs, failure: unknown): ExportResult {
  return { outcome: 'failed', rows: 0, requests: 0, nextOffset: offset, top: [], warnings: [], failure }
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

/** Only with numbers of the whole period: a failed export leaves the report of the last run as it is. */
async function keepReportComment(
  surroundings: RunSurroundings,
  report: ExportReport,
): Promise<string | undefined> {
  const { log } = surroundings.runner
  const { issueNumber, githubToken } = surroundings.inputs
  const { outcome, totals } = report.result
  if (issueNumber === undefined || outcome === 'failed' || totals === undefined) return undefined
  if (githubToken === '') {
    log.warning(
      'Page views: the report comment was not written',
      '`issue-number` is set, but `github-token` is empty.',
    )
    return undefined
  }
  const period = toPeriod(report.range, totals)
  const url = await keepReport({
    ...(await connectReportComment(surroundings, issueNumber)),
    period,
    render: (periods) => renderReportComment(report, periods, surroundings.run.url),
    onLeftover: ({ message }) =>
      log.warning('Page views: an earlier report comment was not deleted', message),
  })
  log.info(`The report is in ${url}.`)
  return url
}
