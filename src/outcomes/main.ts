import { connectGitHub } from '../github/octokit.ts'
import { ActionError, toActionError } from '../runner/action-error.ts'
import { listenForCancellation } from '../runner/cancellation.ts'
import { clock } from '../runner/clock.ts'
import { log } from '../runner/log.ts'
import { setOutputs, writeReportFile, writeSummary } from '../runner/outputs.ts'
import { readWorkflowRun } from '../runner/workflow-run.ts'
import { MINUTE_MS } from '../text/dates.ts'
import { joinMarkdown, type Markdown, markdown, prose } from '../text/markdown.ts'
import { countOutcomes, type Figures } from './count.ts'
import { readInputs } from './inputs.ts'
import { readOutcomes } from './pull-requests.ts'
import { formatHeadline, renderReport } from './report.ts'

/** Reports what became of the agent's pull requests in a period. */
export async function main(): Promise<void> {
  const signal = listenForCancellation()
  const run = readWorkflowRun()
  const nowMs = clock.now()
  try {
    // 1. Inputs
    const inputs = readInputs(run, nowMs)

    // 2. What GitHub's search finds
    const lifetime = { signal, deadline: nowMs + 5 * MINUTE_MS }
    const github = connectGitHub({ token: inputs.githubToken, clock, lifetime, signal })
    const outcomes = await readOutcomes(github, inputs)

    // 3. Figures and report
    const figures = countOutcomes(outcomes, nowMs)
    const report = { inputs, outcomes, figures, nowMs }
    const content = renderReport(report, run)
    const headline = formatHeadline(report)
    const medianHours = figures.medianHours?.toFixed(1)
    await publish(content, { ...figures, medianHours, headline, report: await writeReportFile(content) })
    log.info(headline)
  } catch (error) {
    await publishFailure(signal.aborted ? CANCELED : toActionError(error))
  }
}

const CANCELED = new ActionError('The run was canceled.', { hint: 'To get a report, re-run the job.' })

const OUTPUTS = [
  ...['merged', 'mergedWithoutEdits', 'mergedUnknown', 'previousMerged', 'closed', 'opened', 'medianHours'],
  ...['open', 'oldestOpenDays', 'complete', 'headline', 'report'],
]

/** Sets every output, empty where there is nothing. */
async function publish(summary: Markdown, values: Record<string, Figures[keyof Figures] | string>): Promise<void> {
  setOutputs(Object.fromEntries(OUTPUTS.map((name) => [name, values[name] ?? ''])))
  await writeSummary(summary).catch(warn)
}

function warn(error: unknown): void {
  log.warning('Documentation outcomes', toActionError(error).message)
}

/** Ends the run in red. */
async function publishFailure({ message, said, hint, cause }: ActionError): Promise<void> {
  process.exitCode = 1
  const title = 'No report of documentation outcomes'
  const sentences = [message, said, hint].filter(Boolean)
  log.error(title, sentences.join(' '))
  if (cause instanceof Error && !(cause instanceof ActionError)) log.debug(cause.stack ?? '')
  const summary = joinMarkdown([markdown`### ❌ ${title}`, ...sentences.map(prose)], '\n\n')
  await publish(summary, {}).catch(warn)
}
