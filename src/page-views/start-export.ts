import { createDocsService, type DocsService } from '../docs-service/client.ts'
import { findOtherKeyKind } from '../docs-service/key-kind.ts'
import { createFetch } from '../network/fetch.ts'
import { USER_AGENT } from '../network/user-agent.ts'
import { listenForCancellation } from '../runner/cancellation.ts'
import { systemClock as clock } from '../runner/clock.ts'
import { readWorkflowRun } from '../runner/event.ts'
import { createInputReader, InputError } from '../runner/inputs.ts'
import type { Log } from '../runner/log.ts'
import { createOutputs } from '../runner/outputs.ts'
import type { Runner } from '../runner/run-action.ts'
import { createSummary } from '../runner/summary.ts'
import { shorten, toOneLine } from '../untrusted/escape.ts'
import { readUntrustedText } from '../untrusted/text.ts'
import { openExportFile } from './export-file.ts'
import { type ExportResult, exportPageViews } from './export-page-views.ts'
import { type Explanation, explainFailure } from './failure.ts'
import { formatCount } from './format-count.ts'
import { type Inputs, readInputs } from './inputs.ts'
import { type OutputName, writeOutputs } from './outputs.ts'
import { describeContinuation, renderReport } from './report.ts'

const PROGRESS_INTERVAL_MS = 3000

/** Checks the inputs, connects the export to the world, runs it, and tells everybody how it ended. */
export async function startExport(runner: Runner): Promise<void> {
  const { workspace } = readWorkflowRun(process.env)
  const outputs = createOutputs<OutputName>(runner)
  const inputs = readInputsOrFail(runner, workspace)
  if (inputs === undefined) return writeOutputs(outputs)

  announce(runner.log, inputs)
  const result = await runExport(runner, inputs, workspace)
  // First of all, since a cancelled run may not get further.
  writeOutputs(outputs, result)
  const explanation = result.failure === undefined ? undefined : explainFailure(result.failure)
  await writeSummary(runner, inputs, result, explanation)
  judge(runner, inputs, result, explanation)
}

function readInputsOrFail(runner: Runner, workspace: string): Inputs | undefined {
  try {
    return readInputs(createInputReader(runner.secrets), { workspace, nowMs: clock.wallClock() })
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    runner.fail('Page views: inputs', error.message)
    return undefined
  }
}

function announce(log: Log, { apiKey, projectId, file, export: { range, offset } }: Inputs): void {
  const from = range.dateFrom ?? 'the beginning'
  log.info(
    `Page views of project "${projectId}" from ${from} until ${range.dateTo} (not included) to ${file}.`,
  )
  if (offset > 0) log.info(`The first ${offset.toLocaleString('en-US')} rows are skipped.`)
  const kind = findOtherKeyKind(apiKey)
  if (kind !== undefined)
    log.warning(
      'This may be the wrong key',
      `api-key looks like an ${kind} key; page views need an admin key.`,
    )
}

/** The export itself; a failure before its first request is a result as well. */
async function runExport(runner: Runner, inputs: Inputs, workspace: string): Promise<ExportResult> {
  const cancellation = listenForCancellation()
  try {
    const service = connectService(runner.log, inputs)
    const file = await openExportFile(workspace, inputs.file)
    return await exportPageViews(inputs.export, {
      service,
      file,
      signal: cancellation.signal,
      onProgress: createProgress(runner.log),
    })
  } catch (failure) {
    const { offset } = inputs.export
    return { outcome: 'failed', rows: 0, requests: 0, nextOffset: offset, top: [], warnings: [], failure }
  } finally {
    cancellation.stop()
  }
}

/** A line every few seconds, not one a page: there may be thousands. */
function createProgress(log: Log): (progress: { rows: number; requests: number }) => void {
  let silentUntil = 0
  return ({ rows, requests }) => {
    if (clock.now() < silentUntil) return
    silentUntil = clock.now() + PROGRESS_INTERVAL_MS
    log.info(`${formatCount(rows, 'row')} after ${formatCount(requests, 'request')}.`)
  }
}

function connectService(log: Log, { apiKey, projectId, baseUrl }: Inputs): DocsService {
  return createDocsService({
    baseUrl,
    apiKey,
    projectId,
    userAgent: USER_AGENT,
    fetch: createFetch(process.env),
    ...clock,
    random: Math.random,
    onRetry: ({ failure, attempt, delayMs, offset }) =>
      log.info(
        `Offset ${offset}, attempt ${attempt}: ${failure.message} The next one follows in ${(delayMs / 1000).toFixed(1)} s.`,
      ),
  })
}

/** A summary that can't be written is a warning: the file is there all the same. */
async function writeSummary(
  { log, secrets }: Runner,
  { export: { range, offset } }: Inputs,
  result: ExportResult,
  explanation: Explanation | undefined,
): Promise<void> {
  try {
    await createSummary(secrets)(renderReport({ result, range, offset, explanation }))
  } catch (error) {
    log.warning('The job summary could not be written', error instanceof Error ? error.message : '')
  }
}

/** What people see at the step itself. */
function judge(
  { log, fail }: Runner,
  inputs: Inputs,
  result: ExportResult,
  explanation: Explanation | undefined,
): void {
  for (const { message, example } of result.warnings) {
    const suffix =
      example === undefined ? '' : ` For example: ${shorten(toOneLine(readUntrustedText(example)), 120)}`
    log.warning('Page views: the data does not fit together', message + suffix)
  }
  const continuation = describeContinuation(result, inputs.export.range)
  if (result.outcome === 'complete') {
    log.info(`Wrote ${formatCount(result.rows, 'row')} to ${result.file}.`)
  } else if (result.outcome === 'stopped') {
    const reason = `\`max-requests\` was reached after ${formatCount(result.requests, 'request')}.`
    log.warning('Page views: not complete', `${reason} ${continuation}`)
  } else {
    fail('Page views: the export failed', `${describeProblem(explanation)} ${continuation}`)
    if (explanation?.isUnexpected && result.failure instanceof Error) log.debug(result.failure.stack ?? '')
  }
}

function describeProblem({ problem, detail }: Partial<Explanation> = {}): string {
  const said = detail === undefined ? '' : shorten(toOneLine(readUntrustedText(detail)), 300)
  return said === '' ? `${problem}` : `${problem} The service said: "${said}".`
}
