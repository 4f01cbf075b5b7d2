import { describeError, describeInSentence } from '../formatting/errors.ts'
import type { GitHubConnection } from '../github/connect.ts'
import { GitHubError } from '../github/errors.ts'
import { keepReport, type Report } from '../our-comments/report-comment.ts'
import type { Log } from '../runner/log.ts'
import { createSummary } from '../runner/outputs.ts'
import type { Runner } from '../runner/run-action.ts'
import { type Markdown, markdown, prose } from '../untrusted/markdown.ts'

/**
 * Keeps a report as one comment in an issue. A failure is only a warning, since the job summary has the same content.
 * @param context `title` begins the title of every warning
 * @returns the URL of the comment, empty if there is none; `note`: what the job summary says of a failure
 */
export async function publishReport<Memory>(
  report: Report<Memory>,
  issue: number,
  context: { log: Log; title: string; connection: GitHubConnection; redact: (text: string) => string },
): Promise<{ url: string; note?: Markdown }> {
  const { log, title, connection, redact } = context
  const warn = (what: string, message: string) => log.warning(`${title}: ${what}`, message)
  const onLeftover = (error: unknown) => warn("a second report comment wasn't deleted", explainFailure(error, issue))
  const { url, failure } = await keepReport(report, { connection, issue, redact, onLeftover })
  if (failure === undefined) {
    log.info(`The report is in ${url || `#${issue}`}.`)
    return { url }
  }
  const problem = explainFailure(failure, issue)
  const what = url === '' ? "wasn't written" : 'may be out of date'
  warn(`the report comment ${what}`, problem)
  return { url, note: renderCommentProblem(what, problem) }
}

/** Renders what became of the report comment, for the end of the job summary. */
export function renderCommentProblem(what: string, problem: string): Markdown {
  return markdown`\n\n> [!WARNING]\n> **The report comment ${what}.** ${prose(problem)}`
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
