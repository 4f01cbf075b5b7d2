import { toPlainName } from '../untrusted/escape.ts'
import { dropAbsent, type JsonObject, readCount, readObject, readText } from '../untrusted/json.ts'
import { isPathSegment, toSafeUrl } from '../untrusted/safe-url.ts'
import { type UntrustedText, untrustedText } from '../untrusted/text.ts'

/** The documented statuses that a job stays in. */
export const END_STATUSES = ['completed', 'archived', 'failed'] as const
export type EndStatus = (typeof END_STATUSES)[number]

const STATUSES = ['active', ...END_STATUSES] as const
export type JobStatus = (typeof STATUSES)[number]

/** Whether a job stays in `status`. An unknown status may change. */
export function endsJob(status: JobStatus | undefined): status is EndStatus {
  return END_STATUSES.some((each) => each === status)
}

/** An agent job (section 2.1 of the interface). Any field may be missing. */
export interface AgentJob {
  /** Can be one segment of a path. */
  id?: string
  status?: JobStatus
  /** Set instead of `status` if the status isn't documented. */
  unknownStatus?: UntrustedText
  /** `prLink`, if it is safe to print and to link. */
  pullRequest?: URL
  /** The service sent a `prLink` that isn't. */
  isPrLinkRefused?: true
  model?: UntrustedText
  source?: { repository?: UntrustedText; ref?: UntrustedText }
  /** ISO 8601, UTC, unchecked. */
  createdAt?: UntrustedText
  /** ISO 8601, UTC, unchecked; absent for a job that isn't archived. */
  archivedAt?: UntrustedText
}

/** The status for an output, as the service names it; empty if it is missing. */
export function formatStatus({ status, unknownStatus }: Pick<AgentJob, 'status' | 'unknownStatus'>): string {
  return status ?? (unknownStatus === undefined ? '' : toPlainName(unknownStatus))
}

export interface ViewCounts {
  human: number
  ai: number
  total: number
}

export interface ViewRow extends ViewCounts {
  path: UntrustedText
}

/** One page of page views. https://www.mintlify.com/docs/api/analytics/views */
export interface ViewsPage {
  totals: ViewCounts
  views: ViewRow[]
  hasMore: boolean
}

/** A value doesn't have the documented form. The message describes it without text from outside. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError'
}

export type Redact = (text: string) => string

/**
 * Parses a job. `null`, the empty string and values of another type count as missing; unknown fields are dropped.
 * https://www.mintlify.com/docs/api/agent/v2/get-agent-job
 * @throws ShapeError if `value` isn't an object
 */
export function parseJob(value: unknown, redact: Redact): AgentJob {
  const fields = readObject(value)
  if (fields === undefined) throw new ShapeError('something other than a job')
  const parse = (name: string, from: JsonObject = fields): UntrustedText | undefined => {
    const text = readText(from[name]) ?? ''
    return text === '' ? undefined : untrustedText(redact(text))
  }
  const id = redact(readText(fields['id']) ?? '')
  const status = STATUSES.find((each) => each === fields['status'])
  const prLink = parse('prLink')
  const pullRequest = prLink && toSafeUrl(prLink)
  const isSent = (fields['prLink'] ?? '') !== ''
  const source = readObject(fields['source'])
  return dropAbsent({
    // Another one isn't valid in a path.
    id: isPathSegment(id) ? id : undefined,
    status,
    unknownStatus: status === undefined ? parse('status') : undefined,
    pullRequest,
    isPrLinkRefused: isSent && pullRequest === undefined ? (true as const) : undefined,
    model: parse('model'),
    source: source && dropAbsent({ repository: parse('repository', source), ref: parse('ref', source) }),
    createdAt: parse('createdAt'),
    archivedAt: parse('archivedAt'),
  })
}

/**
 * Parses a page of page views. Every field is required. Rows stay the objects of the JSON parser, since there may be a
 * million of them, so they may have unknown fields.
 * @param offset rows before the page, for errors
 * @throws ShapeError if a field is missing or wrong
 */
export function parseViewsPage(value: unknown, offset: number, redact: Redact): ViewsPage {
  const page = readObject(value)
  if (page === undefined) throw new ShapeError('something other than page views')
  const { views, hasMore } = page
  const totals = readObject(page['totals'])
  if (totals === undefined) throw new ShapeError('page views without `totals`')
  for (const name of COUNTS)
    if (readCount(totals[name]) === undefined)
      throw new ShapeError(`page views, but \`totals.${name}\` isn't a valid number of views`)
  if (!Array.isArray(views)) throw new ShapeError("page views, but `views` isn't a list")
  if (typeof hasMore !== 'boolean') throw new ShapeError('page views, but `hasMore` is neither `true` nor `false`')
  for (const [index, row] of views.entries()) parseRow(row, offset + index + 1, redact)
  const { human, ai, total } = totals as unknown as ViewCounts
  return { totals: { human, ai, total }, views, hasMore }
}

const COUNTS = ['human', 'ai', 'total'] as const satisfies (keyof ViewCounts)[]

/** @param number of the row in the whole result, from 1 */
function parseRow(value: unknown, number: number, redact: Redact): void {
  const row = readObject(value) as Record<string, unknown> | undefined
  if (row === undefined) throw new ShapeError(`page views, but row ${number} isn't an object`)
  const path = readText(row['path'])
  if (path === undefined) throw new ShapeError(`page views, but \`path\` of row ${number} isn't a text`)
  for (const name of COUNTS)
    if (readCount(row[name]) === undefined)
      throw new ShapeError(`page views, but \`${name}\` of row ${number} isn't a valid number of views`)
  row['path'] = untrustedText(redact(path).toWellFormed())
}
