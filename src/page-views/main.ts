import { connectService } from '../docs-service/client.ts'
import { formatRange } from '../formatting/dates.ts'
import { describeInSentence } from '../formatting/errors.ts'
import { formatCount } from '../formatting/numbers.ts'
import { connectGitHub } from '../github/connect.ts'
import { createFetch, type Fetch } from '../network/fetch.ts'
import { REPORT_PATIENCE } from '../network/patience.ts'
import { ProxySettingError } from '../network/proxies.ts'
import { digest } from '../our-comments/marker.ts'
import type { Report } from '../our-comments/report-comment.ts'
import { publishReport, renderCommentProblem } from '../reports/publish-report.ts'
import { listenForCancellation } from '../runner/cancellation.ts'
import { systemClock as clock } from '../runner/clock.ts'
import { readWorkflowRun, type WorkflowRun } from '../runner/event.ts'
import { InputError, InputReader } from '../runner/inputs.ts'
import type { Log } from '../runner/log.ts'
import { createOutputs, type Outputs } from '../runner/outputs.ts'
import { type Runner, runAction } from '../runner/run-action.ts'
import { markdown } from '../untrusted/markdown.ts'
import { exportPageViews } from './export-page-views.ts'
import { openExportFile } from './file/export-file.ts'
import { INPUT_DEFAULTS, type Inputs, readInputs } from './inputs.ts'
import { parseHistory, type ShownPeriod } from './report-comment/history.ts'
import { createReportComment } from './report-comment/report-comment.ts'
import type { ExportReport } from './result/export-report.ts'
import type { OutputName } from './result/outputs.ts'
import { type PublishedComment, publishRefusal, publishResult } from './result/publish.ts'
import { renderSummary } from './result/render-summary.ts'

/** The action's only step. `index` starts it. */
export const runMain = (): Promise<void> => runAction(main)

export async function main(runner: Runner): Promise<void> {
  const outputs = createOutputs<OutputName>(runner)
  const { signal, stop } = listenForCancellation()
  try {
    await exportAndPublish(runner, outputs, signal)
  } catch (error) {
    if (!(error instanceof InputError || error instanceof ProxySettingError)) throw error
    const problem = error instanceof InputError ? error.message : `${error.message} ${error.hint}`
    await publishRefusal(runner, outputs, problem)
  } finally {
    stop()
  }
}

async function exportAndPublish(runner: Runner, outputs: Outputs<OutputName>, signal: AbortSignal): Promise<void> {
  const run = readWorkflowRun(process.env)
  const reader = new InputReader(runner.secrets, INPUT_DEFAULTS)
  const inputs = readInputs(reader, { workspace: run.workspace, nowMs: clock.wallClock() })
  announce(runner.log, inputs)
  const fetch = createFetch()
  const result = await exportPageViews(inputs.export, {
    service: connectService(inputs, { ...runner, clock, fetch }),
    openFile: () => openExportFile(run.workspace, inputs.file, clock.sleep),
    signal,
    log: runner.log,
  })
  await publishResult(runner, outputs, inputs, result, (report) =>
    publishComment(runner, inputs, { run, fetch, signal, report }),
  )
  if (signal.aborted && result.outcome !== 'failed')
    runner.fail('Page views: canceled', describeInSentence(signal.reason))
}

function announce(log: Log, { projectId, file, export: options }: Inputs): void {
  const { range, previousRange, offset, split, parts, days, maximumRequests } = options
  log.info(`Exporting page views of project "${projectId}", ${formatRange(range)}, to ${file}.`)
  if (previousRange !== undefined)
    log.info(`The page views are compared with those of the previous period, ${formatRange(previousRange)}.`)
  if (split !== 'none')
    log.info(
      `Each ${split} is exported by itself: at least ${formatCount(parts.length, 'request')}, ` +
        `and at most ${maximumRequests} (\`max-requests\`).`,
    )
  if (days.length > 0) log.info(`The days take ${formatCount(days.length, 'more request')}.`)
  if (offset > 0) log.info(`Skipping the first ${formatCount(offset, 'row')}.`)
}

/** A failed export leaves the report of the last run unchanged. */
async function publishComment(
  { log, secrets }: Runner,
  { issueNumber: issue, githubToken: token, projectId }: Inputs,
  { report, ...options }: { run: WorkflowRun; fetch: Fetch; signal: AbortSignal; report: ExportReport },
): Promise<PublishedComment | undefined> {
  if (issue === undefined || report.result.outcome === 'failed') return undefined
  if (token === '') {
    const [what, problem] = ["wasn't written", '`issue-number` is set, but `github-token` is empty.']
    log.warning(`Page views: the report comment ${what}`, problem)
    return { url: '', content: markdown`${renderSummary(report)}${renderCommentProblem(what, problem)}` }
  }
  const { run } = options
  const origin = { runUrl: run.url, nowMs: clock.wallClock() }
  let shown = createReportComment(report, [], origin)
  const comment: Report<ShownPeriod[]> = {
    kind: 'page-views',
    subject: digest(projectId),
    parse: parseHistory,
    render(known = []) {
      shown = createReportComment(report, known, origin)
      return shown
    },
  }
  const connection = connectGitHub({ ...options, ...REPORT_PATIENCE, token, redact: secrets.redact, clock })
  const context = { log, title: 'Page views', connection, redact: secrets.redact }
  const { url, note = markdown`` } = await publishReport(comment, issue, context)
  const content = url === '' ? renderSummary(report) : shown.content
  return { url, headline: shown.headline, content: markdown`${content}${note}` }
}
