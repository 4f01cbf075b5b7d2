import type { GitHubConnection } from '../github/connect.ts'
import { GitHubError } from '../github/errors.ts'
import type { Log } from '../runner/log.ts'
import { describeError, describeInSentence, type Runner } from '../runner/run-action.ts'
import { createSummary } from '../runner/summary.ts'
import type { Markdown } from '../untrusted/markdown.ts'
import { type KeptReport, keepReport, type Report, type ReportPlace } from './report-comment.ts'

export interface ReportContext {
  log: Log
  /** Begins the title of every warning: `Page views`. */
  title: string
  /** The input `github-token`; may be empty. */
  token: string
  connection: GitHubConnection
  redact: (text: string) => string
}

/**
 * Keeps a report as one comment in an issue. A failure is only a warning, since the job summary has the same content.
 * @returns undefined if this run has no comment
 */
export async function publishReport<Stored>(
  report: Report<Stored>,
  place: ReportPlace,
  { log, title, token, connection, redact }: ReportContext,
): Promise<KeptReport<Stored> | undefined> {
  const warn = (what: string, message: string) => log.warning(`${title}: ${what}`, message)
  const explain = (error: unknown) => explainFailure(error, place.issue)
  if (token === '') return void warn(UNWRITTEN, '`issue-number` is set, but `github-token` is empty.')
  try {
    const kept = await keepReport(report, place, connection, redact)
    const { url, unchecked, leftovers } = kept
    for (const error of leftovers) warn("a second report comment wasn't deleted", explain(error))
    if (unchecked === undefined) log.info(`The report is in ${url || `#${place.issue}`}.`)
    else {
      const what = unchecked.wasAccepted
        ? "GitHub accepted it, but it couldn't be checked."
        : 'GitHub may have accepted it. Look for it in the issue.'
      warn("the report comment couldn't be checked", `${what} ${explain(unchecked.error)}`)
    }
    return kept
  } catch (error) {
    return void warn(UNWRITTEN, explain(error))
  }
}

/** Writes the job summary. A failure is only a warning, since outputs, log and comment have the same content. */
export async function publishSummary({ log, secrets }: Runner, title: string, content: Markdown): Promise<void> {
  try {
    await createSummary(secrets)(content)
  } catch (error) {
    log.warning(`${title}: the job summary wasn't written`, describeError(error))
  }
}

const UNWRITTEN = "the report comment wasn't written"

/** A `GitHubError` contains what was tried, and what to do. */
function explainFailure(error: unknown, issue: number): string {
  if (error instanceof GitHubError) return error.message
  return `Couldn't write to #${issue}: ${describeInSentence(error)} To write the report, re-run the job.`
}
