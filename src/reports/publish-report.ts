import type { GitHubConnection } from '../github/connect.ts'
import { GitHubError } from '../github/errors.ts'
import { keepReport, type Report } from '../our-comments/report-comment.ts'
import type { Log } from '../runner/log.ts'
import { createSummary } from '../runner/outputs.ts'
import { describeError, describeInSentence, type Runner } from '../runner/run-action.ts'
import type { Markdown } from '../untrusted/markdown.ts'

/**
 * Keeps a report as one comment in an issue. A failure is only a warning, since the job summary has the same content.
 * @param context `title` begins the title of every warning; the input `github-token` may be empty
 * @returns the URL of the comment; empty if there is none
 */
export async function publishReport<Memory>(
  report: Report<Memory>,
  issue: number,
  context: { log: Log; title: string; token: string; connection: GitHubConnection; redact: (text: string) => string },
): Promise<string> {
  const { log, title, token, connection, redact } = context
  const warn = (what: string, message: string) => log.warning(`${title}: ${what}`, message)
  if (token === '') {
    warn("the report comment wasn't written", '`issue-number` is set, but `github-token` is empty.')
    return ''
  }
  const onLeftover = (error: unknown) => warn("a second report comment wasn't deleted", explainFailure(error, issue))
  const { url, failure } = await keepReport(report, { connection, issue, redact, onLeftover })
  if (failure === undefined) log.info(`The report is in ${url || `#${issue}`}.`)
  else warn('the report comment may be out of date', explainFailure(failure, issue))
  return url
}

/** Writes the job summary. A failure is only a warning, since outputs, log and comment have the same content. */
export async function publishSummary({ log, secrets }: Runner, title: string, content: Markdown): Promise<void> {
  try {
    await createSummary(secrets)(content)
  } catch (error) {
    log.warning(`${title}: the job summary wasn't written`, describeError(error))
  }
}

/** A `GitHubError` contains what was tried, and what to do. */
function explainFailure(error: unknown, issue: number): string {
  if (error instanceof GitHubError) return error.message
  return `Couldn't write to #${issue}: ${describeInSentence(error)} To write the report, re-run the job.`
}
