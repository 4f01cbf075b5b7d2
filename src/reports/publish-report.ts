import type { GitHubConnection } from '../github/connect.ts'
import { GitHubError } from '../github/errors.ts'
import type { Log } from '../runner/log.ts'
import { describeError, describeInSentence, type Runner } from '../runner/run-action.ts'
import { createSummary } from '../runner/summary.ts'
import type { Markdown } from '../untrusted/markdown.ts'
import { type KeptReport, keepReport, type Report, type ReportPlace } from './report-comment.ts'

/** What a report comment needs from outside. */
export interface ReportContext {
  log: Log
  /** Opens the title of every warning: `Page views`. */
  title: string
  /** The input `github-token`; empty when there is none. */
  token: string
  connection: GitHubConnection
  redact: (text: string) => string
}

/**
 * Keeps a report as one comment in an issue. Whatever fails is a warning that says what GitHub has accepted, since what
 * the report says is also in the job summary.
 * @returns undefined when there is no comment of this run
 */
export async function publishReport<Stored>(
  report: Report<Stored>,
  place: ReportPlace,
  { log, title, token, connection, redact }: ReportContext,
): Promise<KeptReport<Stored> | undefined> {
  const warn = (what: string, message: string) => log.warning(`${title}: ${what}`, message)
  const explain = (error: unknown) => explainFailure(error, place.issue)
  if (token === '') {
    warn(UNWRITTEN, '`issue-number` is set, but `github-token` is empty.')
    return undefined
  }
  try {
    const kept = await keepReport(report, place, connection, redact)
    const { url, unchecked, leftovers } = kept
    for (const error of leftovers) warn('a second report comment was not deleted', explain(error))
    if (unchecked === undefined) log.info(`The report is in ${url || `#${place.issue}`}.`)
    else {
      const what = unchecked.wasAccepted
        ? 'GitHub accepted it, but it could not be checked.'
        : 'GitHub may have accepted it: look for it before you run the step again.'
      warn('the report comment could not be checked', `${what} ${explain(unchecked.error)}`)
    }
    return kept
  } catch (error) {
    warn(UNWRITTEN, explain(error))
    return undefined
  }
}

/** Writes the job summary. That it can't be written is a warning: outputs, log and comment say the same. */
export async function publishSummary(
  { log, secrets }: Runner,
  title: string,
  content: Markdown,
): Promise<void> {
  try {
    await createSummary(secrets)(content)
  } catch (error) {
    log.warning(`${title}: the job summary was not written`, describeError(error))
  }
}

const UNWRITTEN = 'the report comment was not written'

/** An error of GitHub's says by itself what was tried, and what to do. */
function explainFailure(error: unknown, issue: number): string {
  if (error instanceof GitHubError) return error.message
  return `Could not write to #${issue}: ${describeInSentence(error)} Run the step again to write the report.`
}
