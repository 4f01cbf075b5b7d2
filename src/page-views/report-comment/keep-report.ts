import { randomUUID } from 'node:crypto'
import type { ViewCounts } from '../../docs-service/schema.ts'
import type { GitHubConnection } from '../../github/connect.ts'
import { GitHubError } from '../../github/errors.ts'
import type { FoundComment, MarkerPayload } from '../../github/found-comment.ts'
import { createMarkedComment, type MarkedComment } from '../../github/marked-comment.ts'
import { createSignedMarker } from '../../github/signed-marker.ts'
import { readFields, readList, readNumber, readText } from '../../untrusted/json.ts'
import type { Markdown } from '../../untrusted/markdown.ts'
import type { ExportReport } from '../result/render-summary.ts'
import { isNewest, mergePeriods, type Period, readPeriod, toPeriod } from './periods.ts'
import { renderReportComment, replaceHistory } from './render-report.ts'

/** What the report comment remembers. */
export interface ReportPayload extends MarkerPayload {
  periods: Period[]
}

/** Where the report is kept. Its marker counts only there. */
export interface ReportPlace {
  /** Id of the repository, since it may be renamed; its name where the runner knows no id. */
  repository: string
  issue: number
  projectId: string
}

export interface ReportConnection {
  connection: GitHubConnection
  apiKey: string
  place: ReportPlace
  redact: (text: string) => string
}

/** The report comments in an issue, of one project. */
export function connectReportComment(options: ReportConnection): MarkedComment<ReportPayload> {
  const { connection, apiKey, place, redact } = options
  const { repository, issue, projectId } = place
  return createMarkedComment({
    ...connection,
    thread: issue,
    marker: createSignedMarker('page-views', apiKey, [repository, String(issue), projectId]),
    parse: parseReportPayload,
    redact,
  })
}

/** The payload, if `value` has its shape. */
function parseReportPayload(value: unknown): ReportPayload | undefined {
  const fields = readFields(value)
  const nonce = readText(fields['nonce'])
  const periods = readList(fields['periods'], readPeriod)
  const commentId = readNumber(fields['commentId'])
  if (nonce === undefined || periods === undefined) return undefined
  return { nonce, periods, ...(commentId !== undefined && { commentId }) }
}

export interface KeepReportOptions {
  comment: MarkedComment<ReportPayload>
  report: ExportReport
  totals: ViewCounts
  /** Page of the workflow run. */
  runUrl: URL
  /** Milliseconds since 1970. */
  nowMs: number
  /** Told why a second report comment could not be deleted. */
  onLeftover: (error: GitHubError) => void
}

/** A run that edits at the same moment may write over what this one has written. */
const MAXIMUM_EDITS = 4

/**
 * Puts the report of this run into its comment: the one of previous runs, edited in place, or a new one. Only a comment
 * with our signature counts. Of several, which runs at the same moment have posted, the oldest stays.
 * @returns its URL
 * @throws GitHubError
 */
export async function keepReport(options: KeepReportOptions): Promise<string> {
  const { comment, report, runUrl, nowMs } = options
  const added = listPeriods(options)
  let own = await findOwn(comment)
  if (own.length === 0) {
    const periods = mergePeriods([], added, nowMs)
    await comment.post(renderReportComment(report, periods, runUrl), { nonce: randomUUID(), periods })
    own = await findOwn(comment)
  }
  for (let edits = 1; edits <= MAXIMUM_EDITS; edits += 1) {
    const [oldest = comment.current, ...duplicates] = own
    if (oldest === undefined) break
    comment.adopt(oldest)
    const lists = [...duplicates, oldest].map(({ payload }) => payload.periods)
    const known = lists.reduce((all, periods) => mergePeriods(all, periods, nowMs), [])
    const periods = mergePeriods(known, added, nowMs)
    await comment.edit(renderContent(options, oldest, periods), { periods })
    await removeAll(options, duplicates)
    own = await findOwn(comment)
    if (
      own[0] === undefined ||
      isSubset(
        added.filter((each) => periods.includes(each)),
        own[0],
      )
    )
      break
  }
  return comment.current?.url ?? ''
}

async function findOwn(comment: MarkedComment<ReportPayload>): Promise<FoundComment<ReportPayload>[]> {
  return (await comment.find()).filter(({ isVerified }) => isVerified)
}

/** The periods that this run knows: the one that was compared with, and its own. */
function listPeriods({ report: { range, result }, totals }: KeepReportOptions): Period[] {
  const { comparison } = result
  const previous = comparison === undefined ? [] : [toPeriod(comparison.range, comparison.totals)]
  return [...previous, toPeriod(range, totals)]
}

function isSubset(periods: readonly Period[], { payload }: FoundComment<ReportPayload>): boolean {
  const known = new Set(payload.periods.map((period) => JSON.stringify(period)))
  return periods.every((period) => known.has(JSON.stringify(period)))
}

/** The text is about the newest period: a run for an older one corrects the chart and the table, and nothing else. */
function renderContent(
  { report, runUrl }: KeepReportOptions,
  { text }: FoundComment<ReportPayload>,
  periods: readonly Period[],
): Markdown {
  const own = toPeriod(report.range, NO_VIEWS)
  const kept = periods.find(({ from, to }) => from === own.from && to === own.to)
  return text === undefined || (kept !== undefined && isNewest(kept, periods))
    ? renderReportComment(report, periods, runUrl)
    : replaceHistory(text, periods)
}

const NO_VIEWS: ViewCounts = { human: 0, ai: 0, total: 0 }

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
