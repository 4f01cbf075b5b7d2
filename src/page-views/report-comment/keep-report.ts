import { GitHubError } from '../../github/errors.ts'
import type { FoundComment } from '../../github/found-comment.ts'
import type { MarkedComment } from '../../github/marked-comment.ts'
import type { Markdown } from '../../untrusted/markdown.ts'
import { mergePeriods, type Period } from './periods.ts'
import type { ReportPayload } from './report-marker.ts'

export interface KeepReportOptions {
  comment: MarkedComment<ReportPayload>
  /** Digest of the project's ID. */
  project: string
  /** The period of this run. */
  period: Period
  render: (periods: readonly Period[]) => Markdown
  /** A random text. */
  nonce: string
  /** Told why an earlier comment, which this one replaces, could not be deleted. */
  onLeftover: (error: GitHubError) => void
}

/**
 * Puts the report of this run into its comment: the one of earlier runs, edited in place, or a new one.
 * @returns its URL
 * @throws GitHubError
 */
export async function keepReport(options: KeepReportOptions): Promise<string> {
  const { comment, project } = options
  const found = (await comment.find()).filter(({ payload }) => payload.project === project)
  const own = found.filter(({ isVerified }) => isVerified)
  const [first, ...duplicates] = own
  if (first === undefined) return postReport(options, found)
  comment.adopt(first)
  const url = await editReport(options, own)
  // Two runs at the same time may both have found none.
  await removeAll(options, duplicates)
  return url
}

/**
 * Posts a first comment. One with the same project that was signed with another key is its predecessor if our own account
 * wrote it: keys expire. Which account is ours is known only from the answer.
 */
async function postReport(
  options: KeepReportOptions,
  unverified: readonly FoundComment<ReportPayload>[],
): Promise<string> {
  const { comment, project, period, render, nonce } = options
  const posted = await comment.post(render([period]), { nonce, project, periods: [period] })
  const predecessors = unverified.filter(({ author }) => author !== undefined && author === posted.author)
  // The edit also binds the marker to its comment, so that a copy never counts.
  await editReport(options, predecessors)
  await removeAll(options, predecessors)
  return posted.url
}

/** Edits the comment: the periods of the given comments, and the one of this run. */
async function editReport(
  { comment, period, render }: KeepReportOptions,
  earlier: readonly FoundComment<ReportPayload>[],
): Promise<string> {
  const periods = mergePeriods(...earlier.map(({ payload }) => payload.periods), [period])
  await comment.edit(render(periods), { periods })
  return comment.current?.url ?? ''
}

/** The report is written all the same when one of them stays. */
async function removeAll(
  { comment, onLeftover }: KeepReportOptions,
  comments: readonly FoundComment<ReportPayload>[],
): Promise<void> {
  for (const each of comments)
    await comment.remove(each).catch((error) => {
      if (!(error instanceof GitHubError)) throw error
      onLeftover(error)
    })
}
