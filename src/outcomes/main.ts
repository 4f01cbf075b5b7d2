import { connectService } from '../docs-service/client.ts'
import { formatRange } from '../formatting/dates.ts'
import { describeInSentence } from '../formatting/errors.ts'
import { connectGitHub } from '../github/connect.ts'
import { GitHubError } from '../github/errors.ts'
import { createFetch } from '../network/fetch.ts'
import { createAllowance, REPORT_PATIENCE } from '../network/patience.ts'
import { ProxySettingError } from '../network/proxies.ts'
import { digest } from '../our-comments/marker.ts'
import { publishReport, publishSummary } from '../reports/publish-report.ts'
import { CancelledError, listenForCancellation } from '../runner/cancellation.ts'
import { systemClock as clock } from '../runner/clock.ts'
import { readWorkflowRun } from '../runner/event.ts'
import { InputError, InputReader } from '../runner/inputs.ts'
import { createOutputs, type Outputs } from '../runner/outputs.ts'
import { type Runner, runAction } from '../runner/run-action.ts'
import { readObject } from '../untrusted/json.ts'
import { markdown, plain } from '../untrusted/markdown.ts'
import { INPUT_DEFAULTS, readInputs } from './inputs.ts'
import { reportOutcomes } from './report-outcomes.ts'
import { formatHeadline } from './result/headline.ts'
import { type OutputName, writeOutputs } from './result/outputs.ts'
import { renderFailure, renderOrigin, renderReport } from './result/render-report.ts'

/** Begins the title of every annotation. */
const TITLE = 'Outcomes'

/** The action's only step. Importing this file starts nothing: `index` does. */
export const runMain = (): Promise<void> => runAction(main)

/** Checks the inputs, makes the report, and publishes it. */
export async function main(runner: Runner): Promise<void> {
  const outputs = createOutputs<OutputName>(runner)
  writeOutputs(outputs)
  const { signal, stop } = listenForCancellation()
  try {
    await publishOutcomes(runner, outputs, signal)
    if (signal.aborted) runner.fail(`${TITLE}: canceled`, describeInSentence(signal.reason))
  } catch (error) {
    // Any other is a bug.
    const isExpected = [InputError, GitHubError, CancelledError, ProxySettingError].some(
      (kind) => error instanceof kind,
    )
    if (!isExpected) throw error
    // Its cause has the same message.
    const problem = error instanceof GitHubError ? explainFailure(error) : describeInSentence(error)
    runner.fail(`${TITLE}: no report`, problem)
    await publishSummary(runner, TITLE, renderFailure(problem))
  } finally {
    stop()
  }
}

/** GitHub sends the same status for a repository that doesn't exist, and for one that the token can't see. */
function explainFailure({ message, what, status, isRateLimited }: GitHubError): string {
  if (isRateLimited || (status !== 403 && status !== 404)) return message
  return (
    `${what} Check the spelling of \`repository\`. The token in \`github-token\` needs \`pull-requests: read\` ` +
    "there: add it to the job's `permissions:`. The token of a workflow can't read other private repositories. " +
    'For one of them, use the token of a GitHub App, as in the recipe "Private documentation repository".'
  )
}

async function publishOutcomes(runner: Runner, outputs: Outputs<OutputName>, signal: AbortSignal) {
  const { log, secrets } = runner
  const run = readWorkflowRun(process.env)
  const reader = new InputReader(secrets, INPUT_DEFAULTS)
  const inputs = readInputs(reader, run.repository, clock.wallClock())
  const { place, title, githubToken: token, issueNumber: issue } = inputs
  const repository = `${place.owner}/${place.repo}`
  log.info(`Pull requests by ${inputs.author} in ${repository}, ${formatRange(inputs.period)}.`)
  const fetch = createFetch()
  // GitHub and the service share the time for waits.
  const { tries, waiting } = createAllowance(clock, REPORT_PATIENCE)
  const connection = connectGitHub({ run, token, redact: secrets.redact, fetch, clock, signal, tries, waiting })
  const report = await reportOutcomes(inputs, {
    github: connection.github,
    connectService: () => connectService(inputs, { ...runner, clock, fetch, waiting }),
    signal,
    clock: { now: clock.now, wallClock: connection.now },
  })

  writeOutputs(outputs, report)
  for (const note of report.notes) log.warning(`${TITLE}: about these numbers`, note)
  log.info(formatHeadline(report))
  const site = plain(title || repository)
  await publishSummary(runner, TITLE, renderReport(site, report))
  if (issue === undefined) return
  const content = renderReport(site, report, renderOrigin(report.nowMs, run.url))
  const { url, note } = await publishReport(
    {
      kind: 'outcomes',
      subject: digest(repository.toLowerCase(), inputs.author.toLowerCase()),
      // GitHub knows the numbers, so the comment has to remember nothing.
      parse: readObject,
      render: () => ({ content, memory: {} }),
    },
    issue,
    { log, title: TITLE, connection, redact: secrets.redact },
  )
  outputs.set('commentUrl', url)
  if (note !== undefined) await publishSummary(runner, TITLE, markdown`${renderReport(site, report)}${note}`)
}
