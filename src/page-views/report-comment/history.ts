import type { ViewCounts } from '../../docs-service/schema.ts'
import { DAY_MS, type DateRange } from '../../reports/dates.ts'
import { subtractMonths } from '../../reports/period.ts'
import { readCount, readFields, readText } from '../../untrusted/json.ts'

/** The totals of one period that is over, as the report remembers them. */
export interface HistoryEntry extends ViewCounts {
  /** A moment in ISO 8601, in UTC; empty without a beginning. */
  from: string
  to: string
  /** Digest of `exclude`, whose views aren't in the totals; absent without it. */
  exclude?: string
}

/** The period that a report is about. */
export interface ReportedPeriod {
  entry: HistoryEntry
  /** A later run has more of it. It isn't remembered. */
  isToDate: boolean
}

/** Enough for the chains of several kinds. */
const MAXIMUM_REMEMBERED = 48
const MAXIMUM_SHOWN = 12

/** @returns a period without a beginning begins nowhere */
export function toEntry(
  { dateFrom = '', dateTo }: DateRange,
  { human, ai, total }: ViewCounts,
  exclude?: string,
): HistoryEntry {
  return { from: toTime(dateFrom), to: toTime(dateTo), human, ai, total, ...(exclude && { exclude }) }
}

/** @param value from a marker; older ones have periods to date, too */
export function parseEntry(value: unknown): HistoryEntry | undefined {
  const fields = readFields(value)
  const [from, to] = [parseMoment(fields['from']), parseMoment(fields['to'])]
  const [human, ai, total] = [readCount(fields['human']), readCount(fields['ai']), readCount(fields['total'])]
  if (from === undefined || to === undefined || fields['isToDate'] === true) return undefined
  if (human === undefined || ai === undefined || total === undefined) return undefined
  return toEntry({ dateFrom: from, dateTo: to }, { human, ai, total }, readText(fields['exclude']))
}

function parseMoment(value: unknown): string | undefined {
  const text = readText(value)
  return text !== undefined && /^[\dTZ:.+-]*$/.test(text) ? toTime(text) : undefined
}

/** A day of an older marker begins at midnight in UTC. */
function toTime(moment: string): string {
  return /^\d{4}-\d\d-\d\d$/u.test(moment) ? `${moment}T00:00:00Z` : moment
}

/** Adds periods, each in place of what is known of it, and keeps those that end last. */
export function mergeHistory(known: readonly HistoryEntry[], added: readonly HistoryEntry[]): HistoryEntry[] {
  const kept = new Map([...known, ...added].map((entry) => [`${entry.from} ${entry.to} ${entry.exclude}`, entry]))
  return [...kept.values()].toSorted((a, b) => Date.parse(a.to) - Date.parse(b.to)).slice(-MAXIMUM_REMEMBERED)
}

/** The unbroken chain of periods of one kind that ends with the reported one, or right before it if that is to date. */
export function listChain({ entry, isToDate }: ReportedPeriod, known: readonly HistoryEntry[]): HistoryEntry[] {
  const alike = known.filter(
    (other) => isAlike(other, entry) || (isToDate && isMonth(other) && other.exclude === entry.exclude),
  )
  const chain = isToDate ? [] : [entry]
  let next = entry
  while (chain.length < MAXIMUM_SHOWN) {
    const before = alike.find(({ to }) => to === next.from)
    if (before === undefined) break
    chain.unshift(before)
    next = before
  }
  return chain
}

/** Whether both count the same pages, and are calendar months or have as many days. */
function isAlike(one: HistoryEntry, other: HistoryEntry): boolean {
  if (one.exclude !== other.exclude) return false
  return (isMonth(one) && isMonth(other)) || countDays(one) === countDays(other)
}

function isMonth({ from, to }: HistoryEntry): boolean {
  const endMs = Date.parse(to)
  return to.endsWith('-01T00:00:00Z') && subtractMonths(endMs, 1) === Date.parse(from)
}

function countDays({ from, to }: HistoryEntry): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}
