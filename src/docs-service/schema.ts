import { isJsonObject } from '../untrusted/json.ts'
import { toSafeUrl } from '../untrusted/safe-url.ts'
import { type UntrustedText, untrustedText } from '../untrusted/text.ts'

export type KnownStatus = 'active' | 'completed' | 'archived' | 'failed'

/** An agent job. Any field may be missing. https://www.mintlify.com/docs/api/agent/v2/get-agent-job */
export interface AgentJob {
  id?: string
  status?: KnownStatus
  /** Set instead of `status` when the service named a state that is not in its documentation. */
  unknownStatus?: UntrustedText
  /** `prLink`, if it is safe to print and to link. */
  pullRequest?: URL
  /** The service sent a `prLink` that is not safe to print or to link. */
  isPrLinkRefused?: true
  model?: UntrustedText
  source?: { repository?: UntrustedText; ref?: UntrustedText }
  createdAt?: UntrustedText
  archivedAt?: UntrustedText
  /** Names of the fields that had the wrong type, and count as missing. */
  wrongFields?: string[]
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

/** A value has another shape than the service promises. The message, in our words, says where. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError'
}

/** Takes the key out of a text. */
type Redact = (text: string) => string

/**
 * Reads a job. Absence, `null` and the empty string are the same; unknown fields are dropped.
 * @param redact applied to every text
 * @throws ShapeError when `value` is no object
 */
export function readJob(value: unknown, redact: Redact): AgentJob {
  if (!isJsonObject(value)) throw new ShapeError('something that is no job')
  const wrongFields: string[] = []
  const readText = (name: string, fields = value, label = name): string | undefined => {
    const field = fields[name]
    if (typeof field === 'string') return field === '' ? undefined : redact(field)
    if (field !== undefined && field !== null) wrongFields.push(label)
    return undefined
  }
  const readUntrusted = (...field: Parameters<typeof readText>) => {
    const text = readText(...field)
    return text === undefined ? undefined : untrustedText(text)
  }
  const readSource = () => {
    const { source } = value
    if (source === undefined || source === null) return undefined
    if (isJsonObject(source)) {
      const repository = readUntrusted('repository', source, 'source.repository')
      return dropAbsent({ repository, ref: readUntrusted('ref', source, 'source.ref') })
    }
    wrongFields.push('source')
    return undefined
  }

  const job = {
    id: readText('id'),
    ...readStatus(readText('status')),
    ...readPullRequest(readUntrusted('prLink')),
    model: readUntrusted('model'),
    source: readSource(),
    createdAt: readUntrusted('createdAt'),
    archivedAt: readUntrusted('archivedAt'),
  }
  return dropAbsent({ ...job, wrongFields: wrongFields.length > 0 ? wrongFields : undefined })
}

const KNOWN_STATUSES: readonly string[] = [
  'active',
  'completed',
  'archived',
  'failed',
] satisfies KnownStatus[]

function readStatus(text: string | undefined): Pick<AgentJob, 'status' | 'unknownStatus'> {
  if (text === undefined) return {}
  return KNOWN_STATUSES.includes(text)
    ? { status: text as KnownStatus }
    : { unknownStatus: untrustedText(text) }
}

function readPullRequest(link: UntrustedText | undefined): Pick<AgentJob, 'pullRequest' | 'isPrLinkRefused'> {
  if (link === undefined) return {}
  const pullRequest = toSafeUrl(link)
  return pullRequest === undefined ? { isPrLinkRefused: true } : { pullRequest }
}

/**
 * Reads a page of page views. Every field is required; counts are finite and not negative. Rows stay the objects that
 * the JSON parser made, since there may be a million of them, so unknown fields are still in them.
 * @param offset rows before the page, for the number of a row that is wrong
 * @param redact applied to every path
 * @throws ShapeError when a field is missing or wrong
 */
export function readViewsPage(value: unknown, offset: number, redact: Redact): ViewsPage {
  if (!isJsonObject(value)) throw new ShapeError('something that is no page of page views')
  const { totals, views, hasMore } = value
  if (!isJsonObject(totals)) throw new ShapeError('a page of page views without `totals`')
  for (const name of COUNTS)
    if (!isCount(totals[name]))
      throw new ShapeError(`a page of page views whose \`totals.${name}\` is no count`)
  if (!Array.isArray(views)) throw new ShapeError('a page of page views whose `views` is no list')
  if (typeof hasMore !== 'boolean')
    throw new ShapeError('a page of page views whose `hasMore` is neither true nor false')
  views.forEach((row: unknown, index) => {
    readRow(row, offset + index + 1, redact)
  })
  const { human, ai, total } = totals as Record<keyof ViewCounts, number>
  return { totals: { human, ai, total }, views, hasMore }
}

const COUNTS = ['human', 'ai', 'total'] as const satisfies (keyof ViewCounts)[]

/** @param number of the row in the whole result, from 1 */
function readRow(row: unknown, number: number, redact: Redact): void {
  if (!isJsonObject(row)) throw new ShapeError(`a page of page views whose row ${number} is no object`)
  const { path } = row
  if (typeof path !== 'string')
    throw new ShapeError(`a page of page views whose row ${number} has no text as its \`path\``)
  for (const name of COUNTS)
    if (!isCount(row[name]))
      throw new ShapeError(`a page of page views whose row ${number} has no count as its \`${name}\``)
  row['path'] = untrustedText(redact(path))
}

function isCount(value: unknown): value is number {
  return Number.isFinite(value) && (value as number) >= 0
}

type Present<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

function dropAbsent<Fields extends object>(fields: Fields): Present<Fields> {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present) as Present<Fields>
}
