import type { Outputs } from '../../runner/outputs.ts'
import { describeError, type Runner } from '../../runner/run-action.ts'
import { createSummary } from '../../runner/summary.ts'
import type { Markdown } from '../../untrusted/markdown.ts'
import type { OutcomesReport } from '../report-outcomes.ts'
import { countOutcomes, formatHeadline } from './headline.ts'
import { type OutputName, writeOutputs } from './outputs.ts'
import { renderFailure, renderReport } from './render-report.ts'

/** Publishes that there is no report, and why; the step fails. */
export async function publishFailure(
  runner: Runner,
  outputs: Outputs<OutputName>,
  title: string,
  message: string,
): Promise<void> {
  writeOutputs(outputs)
  runner.fail(`Outcomes: ${title}`, message)
  await writeSummary(runner, renderFailure(message))
}

/** Publishes the report: outputs, log, job summary. */
export async function publishResult(
  runner: Runner,
  outputs: Outputs<OutputName>,
  projectId: string,
  report: OutcomesReport,
): Promise<void> {
  writeOutputs(outputs, report)
  const { problem, notes } = report
  if (problem !== undefined) runner.log.warning('Outcomes: no comment counts', problem)
  for (const note of notes) runner.log.warning('Outcomes: something is missing', note)
  runner.log.info(formatHeadline(countOutcomes(report)))
  await writeSummary(runner, renderReport(projectId, report))
}

/** A summary that can't be written is a warning: the outputs are there. */
async function writeSummary({ log, secrets }: Runner, content: Markdown): Promise<void> {
  try {
    await createSummary(secrets)(content)
  } catch (error) {
    log.warning('Outcomes: the job summary was not written', describeError(error))
  }
}
