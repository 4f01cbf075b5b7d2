import { GitHubError } from '../../github/errors.ts'
import type { Outputs } from '../../runner/outputs.ts'
import { describeError, describeInSentence, type Runner } from '../../runner/run-action.ts'
import { createSummary } from '../../runner/summary.ts'
import { shorten, toOneLine } from '../../untrusted/escape.ts'
import type { Markdown } from '../../untrusted/markdown.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { ExportResult } from '../export-page-views.ts'
import type { Inputs } from '../inputs.ts'
import { type Explanation, explainFailure, WARNING_TITLES } from '../problems.ts'
import { listCutOutputs, type OutputName, writeOutputs } from './outputs.ts'
import { type ExportReport, renderInputProblems, renderSummary } from './render-summary.ts'
import { describeContinuation, describeIncompleteness, formatCount } from './words.ts'

/** Puts the report into its comment and returns the comment's URL; undefined when there is none to keep. */
export type KeepReportComment = (report: ExportReport) => Promise<string | undefined>

/** Publishes that the inputs can't be used. */
export async function publishInputProblems(
  runner: Runner,
  outputs: Outputs<OutputName>,
  message: string,
): Promise<void> {
  writeOutputs(outputs)
  runner.fail('Page views: inputs', message)
  await writeSummary(runner, renderInputProblems(message))
}

/** Publishes how the export ended: outputs, warnings, job summary, report comment, and the conclusion of the step. */
export async function publishResult(
  runner: Runner,
  outputs: Outputs<OutputName>,
  inputs: Inputs,
  result: ExportResult,
  keepReportComment: KeepReportComment,
): Promise<void> {
  const { range, offset, topBy } = inputs.export
  const explanation = result.failure === undefined ? undefined : explainFailure(result.failure)
  const report: ExportReport = { projectId: inputs.projectId, result, range, offset, topBy, explanation }
  // First of all, since a cancelled run may not get further.
  writeOutputs(outputs, { ...result, range })
  logWarnings(runner, result)
  await writeSummary(runner, renderSummary(report))
  const commentUrl = await tryToKeepReport(runner, inputs, report, keepReportComment)
  if (commentUrl !== undefined) outputs.set('commentUrl', commentUrl)
  logEnd(runner, inputs, result, explanation)
}

/** A comment that can't be written is a warning: the numbers are in the file all the same. */
async function tryToKeepReport(
  { log }: Runner,
  { issueNumber }: Inputs,
  report: ExportReport,
  keepReportComment: KeepReportComment,
): Promise<string | undefined> {
  try {
    return await keepReportComment(report)
  } catch (error) {
    // An error of GitHub's says by itself what was tried, and what to do.
    const message =
      error instanceof GitHubError
        ? error.message
        : `Could not write the report comment in #${issueNumber}: ${describeInSentence(error)} Run the export again to write it.`
    log.warning('Page views: the report comment was not written', message)
    return undefined
  }
}

function logWarnings({ log }: Runner, result: ExportResult): void {
  for (const { about, message, quote } of result.warnings) {
    const suffix =
      quote === undefined ? '' : ` ${quote.label}: ${shorten(toOneLine(readUntrustedText(quote.text)), 120)}`
    log.warning(`Page views: ${WARNING_TITLES[about]}`, message + suffix)
  }
  for (const name of listCutOutputs(result))
    log.warning(
      'Page views: an output was cut',
      `The output \`${name}\` has room for 100 KiB; pages that don't fit are left out.`,
    )
}

/** A summary that can't be written is a warning: the file is there all the same. */
async function writeSummary({ log, secrets }: Runner, content: Markdown): Promise<void> {
  try {
    await createSummary(secrets)(content)
  } catch (error) {
    log.warning('Page views: the job summary was not written', describeError(error))
  }
}

function logEnd(
  { log, fail }: Runner,
  inputs: Inputs,
  result: ExportResult,
  explanation: Explanation | undefined,
): void {
  const continuation = describeContinuation(result, inputs.export.range)
  if (result.outcome === 'complete') log.info(`Wrote ${formatCount(result.rows, 'row')} to ${result.file}.`)
  else if (result.outcome !== 'failed')
    log.warning('Page views: not complete', `${describeIncompleteness(result)} ${continuation}`)
  else {
    fail('Page views: the export failed', `${describeProblem(explanation)} ${continuation}`)
    if (explanation?.isUnexpected && result.failure instanceof Error) log.debug(result.failure.stack ?? '')
  }
}

function describeProblem({ problem, detail }: Partial<Explanation> = {}): string {
  const said = detail === undefined ? '' : shorten(toOneLine(readUntrustedText(detail)), 300)
  return said === '' ? `${problem}` : `${problem} The service said: "${said}".`
}
