import { formatCount } from '../../formatting/numbers.ts'
import { publishSummary } from '../../reports/publish-report.ts'
import type { Outputs } from '../../runner/outputs.ts'
import type { Runner } from '../../runner/run-action.ts'
import { shorten, toOneLine } from '../../untrusted/escape.ts'
import type { Markdown } from '../../untrusted/markdown.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { ExportResult } from '../export-page-views.ts'
import type { Inputs } from '../inputs.ts'
import { type Explanation, explainFailure, explainShortfalls } from '../problems.ts'
import type { ExportReport } from './export-report.ts'
import { formatHeadline } from './headline.ts'
import { type OutputName, writeOutputs } from './outputs.ts'
import { renderRefusal, renderSummary } from './render-summary.ts'
import { explainContinuation } from './words.ts'

const TITLE = 'Page views'

/** Publishes why nothing was requested. */
export async function publishRefusal(runner: Runner, outputs: Outputs<OutputName>, problem: string): Promise<void> {
  writeOutputs(outputs)
  runner.fail('Page views: nothing was exported', problem)
  await publishSummary(runner, TITLE, renderRefusal(problem))
}

/**
 * The job summary of a run that was to write a report comment: with what the comment remembers, or why it wasn't
 * written.
 */
export interface PublishedComment {
  /** Empty without a comment. */
  url: string
  content: Markdown
  headline?: string | undefined
}

/** Publishes outputs, warnings, job summary, report comment, and the conclusion of the step. */
export async function publishResult(
  runner: Runner,
  outputs: Outputs<OutputName>,
  inputs: Inputs,
  result: ExportResult,
  publishComment: (report: ExportReport) => Promise<PublishedComment | undefined>,
): Promise<void> {
  const { projectId, title, export: options } = inputs
  const explanation = result.failure === undefined ? undefined : explainFailure(result.failure)
  const report: ExportReport = { projectId, title, options, result, explanation }
  // First, since a cancelled run may not get further.
  writeOutputs(outputs, { result, options })
  logWarnings(runner, result)
  await publishSummary(runner, TITLE, renderSummary(report))
  const comment = await publishComment(report)
  if (comment !== undefined) {
    outputs.set('commentUrl', comment.url)
    await publishSummary(runner, TITLE, comment.content)
  }
  logEnd(runner, report, comment?.headline ?? formatHeadline(report))
}

function logWarnings({ log }: Runner, result: ExportResult): void {
  for (const { about, message, quote } of result.warnings) {
    const suffix = quote === undefined ? '' : ` The response says: ${shorten(toOneLine(readUntrustedText(quote)), 120)}`
    log.warning(`Page views: ${about}`, message + suffix)
  }
}

function logEnd({ log, fail }: Runner, { result, options, explanation }: ExportReport, headline?: string): void {
  if (headline !== undefined && result.outcome !== 'failed') log.notice('Page views', headline)
  const continuation = explainContinuation(result, options)
  if (result.outcome === 'complete') log.info(`Wrote ${formatCount(result.rows, 'row')} to ${result.file}.`)
  else if (result.outcome !== 'failed')
    log.warning('Page views: not complete', `${explainShortfalls(result.shortfalls)} ${continuation}`)
  else {
    fail('Page views: the export failed', `${formatProblem(explanation)} ${continuation}`)
    if (explanation?.isUnexpected && result.failure instanceof Error) log.debug(result.failure.stack ?? '')
  }
}

function formatProblem({ problem, detail }: Partial<Explanation> = {}): string {
  const said = detail === undefined ? '' : shorten(toOneLine(readUntrustedText(detail)), 300)
  return said === '' ? `${problem}` : `${problem} The response says: "${said}".`
}
