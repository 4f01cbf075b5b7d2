import type { ViewCounts } from '../../docs-service/schema.ts'
import { countDays, type DateRange } from '../../reports/dates.ts'
import { subtractMonths } from '../../reports/period.ts'
import { readCount, readFields, readText } from '../../untrusted/json.ts'

/** The totals of one period, as the report remembers them. */
export interface HistoryEntry extends ViewCounts {
  /** A moment in ISO 8601, in UTC; empty without a beginning. */
  from: string
  to: string
  /** Digest of `exclude`, whose views aren't in the totals; absent without it. */
  exclude?: string
}

/** Enough for the chains of several kinds. */
const MAXIMUM_REMEMBERED = 120
const MAXIMUM_SHOWN = 12

/** @param exclude digest of the globs; undefined without them */
export function toEntry(
  { dateFrom = '', dateTo }: DateRange,
  { human, ai, total }: ViewCounts,
  exclude?: string,
): HistoryEntry {
  return { from: dateFrom, to: dateTo, human, ai, total, ...(exclude && { exclude }) }
}

/** @param value from a marker */
export function parseEntry(value: unknown): HistoryEntry | undefined {
  const fields = readFields(value)
  const [dateFrom, dateTo, exclude] = [readText(fields['from']), readText(fields['to']), readText(fields['exclude'])]
  const [human, ai, total] = [readCount(fields['human']), readCount(fields['ai']), readCount(fields['total'])]
  if (dateFrom === undefined || dateTo === undefined) return undefined
  if (human === undefined || ai === undefined || total === undefined) return undefined
  return toEntry({ dateFrom, dateTo }, { human, ai, total }, exclude)
}

/** Adds periods, each in place of what is known of it, and keeps those that end last. */
export function mergeHistory(known: readonly HistoryEntry[], added: readonly HistoryEntry[]): HistoryEntry[] {
  const kept = new Map([...known, ...added].map((entry) => [`${entry.from} ${entry.to} ${entry.exclude}`, entry]))
  return [...kept.values()].toSorted((a, b) => Date.parse(a.to) - Date.parse(b.to)).slice(-MAXIMUM_REMEMBERED)
}

/**
 * The unbroken chain of periods of one kind that ends with the reported one.
 */
export function listChain(entry: HistoryEntry, known: readonly HistoryEntry[]): HistoryEntry[] {
  const alike = known.filter((other) => isAlike(other, entry))
  const findBefore = ({ from }: HistoryEntry) => alike.find(({ to }) => to === from)
  const chain = [entry]
  for (let next = findBefore(entry); next && chain.length < MAXIMUM_SHOWN; next = findBefore(next)) chain.unshift(next)
  return chain
}

/** Whether both count the same pages, and are calendar months or have as many days. */
function isAlike(one: HistoryEntry, other: HistoryEntry): boolean {
  if (one.exclude !== other.exclude) return false
  return (isMonth(one) && isMonth(other)) || countDays(toRange(one)) === countDays(toRange(other))
}

function isMonth({ from, to }: HistoryEntry): boolean {
  const endMs = Date.parse(to)
  return to.endsWith('-01T00:00:00Z') && subtractMonths(endMs, 1) === Date.parse(from)
}

export function toRange({ from, to }: HistoryEntry): DateRange {
  return { dateFrom: from, dateTo: to }
}
