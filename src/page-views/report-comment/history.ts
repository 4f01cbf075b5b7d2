import type { ViewCounts } from '../../docs-service/schema.ts'
import { DAY_MS, type DateRange, toDay } from '../../reports/dates.ts'
import { readCount, readFields, readText } from '../../untrusted/json.ts'

/** The totals of one period, as the report remembers them. */
export interface HistoryEntry extends ViewCounts {
  /** First day in UTC, `YYYY-MM-DD`; empty if the service chose the beginning. */
  from: string
  /** Day of the end in UTC. */
  to: string
  /** Read only to compare another period with it. */
  isPrevious: boolean
  /** Not over when it was read, so a later run has more of it. */
  isToDate: boolean
}

const MAXIMUM_ENTRIES = 12

/** A period is known by the UTC days of its ends, whatever their time of day. */
export function toEntry(
  { dateFrom, dateTo }: DateRange,
  { human, ai, total }: ViewCounts,
  { isPrevious = false, isToDate = false } = {},
): HistoryEntry {
  const from = dateFrom === undefined ? '' : toDay(Date.parse(dateFrom))
  return { from, to: toDay(Date.parse(dateTo)), human, ai, total, isPrevious, isToDate }
}

/** @param value from a marker */
export function parseEntry(value: unknown): HistoryEntry | undefined {
  const fields = readFields(value)
  const [from, to] = [parseDay(fields['from']), parseDay(fields['to'])]
  const [human, ai, total] = [readCount(fields['human']), readCount(fields['ai']), readCount(fields['total'])]
  if (from === undefined || to === undefined) return undefined
  if (human === undefined || ai === undefined || total === undefined) return undefined
  const [isPrevious, isToDate] = [fields['isPrevious'] === true, fields['isToDate'] === true]
  return { from, to, human, ai, total, isPrevious, isToDate }
}

function parseDay(value: unknown): string | undefined {
  const text = readText(value)
  return text !== undefined && /^(?:\d{4}-\d{2}-\d{2})?$/.test(text) ? text : undefined
}

/** Names each period by its first day, or by both ends if another one begins on that day. */
export function nameEntries(entries: readonly HistoryEntry[]): string[] {
  return entries.map(({ from, to }) => {
    if (from === '') return `until ${to}`
    return entries.some((other) => other.from === from && other.to !== to) ? `${from} to ${to}` : from
  })
}

/** Adds periods one after the other, and keeps those that end last, sorted by time. */
export function mergeHistory(known: readonly HistoryEntry[], added: readonly HistoryEntry[]): HistoryEntry[] {
  return added
    .reduce(addEntry, known)
    .toSorted(compareEnds)
    .slice(-MAXIMUM_ENTRIES)
    .toSorted((a, b) => compareText(a.from || a.to, b.from || b.to) || compareText(a.to, b.to))
}

/** A period that was only compared with doesn't replace one that had a run of its own. */
function addEntry(known: readonly HistoryEntry[], entry: HistoryEntry): HistoryEntry[] {
  const own = known.find((other) => isSamePeriod(other, entry) && !other.isPrevious)
  if (entry.isPrevious && own) return [...known]
  const others = known.filter((other) => !isSamePeriod(other, entry) && !isContinued(other, entry))
  // The headline must not move back to a period whose text is gone, so what is over stays over.
  return [...others, { ...entry, isToDate: entry.isToDate && own?.isToDate !== false }]
}

/** A later period that begins on the same day replaces one to date. */
function isContinued(entry: HistoryEntry, { from, to, isPrevious }: HistoryEntry): boolean {
  return entry.isToDate && !isPrevious && from !== '' && entry.from === from && entry.to < to
}

export function isSamePeriod(entry: HistoryEntry, { from, to }: HistoryEntry): boolean {
  return entry.from === from && entry.to === to
}

/**
 * Finds the period that the report is about. Of those with a run of their own, that's the one that ends last, and of
 * several the one that begins last. A period that is over wins over one to date that overlaps it.
 */
export function findHeadline(entries: readonly HistoryEntry[]): HistoryEntry | undefined {
  const own = entries.filter(({ isPrevious }) => !isPrevious).toSorted(compareEnds)
  const over = own.findLast(({ isToDate }) => !isToDate)
  return own.findLast(({ isToDate, from }) => isToDate && (!over || from >= over.to)) ?? over
}

function compareEnds(a: HistoryEntry, b: HistoryEntry): number {
  return compareText(a.to, b.to) || compareText(a.from, b.from)
}

/**
 * Selects the last unbroken series of periods that are over, as long as the newest of them, and touch.
 * @returns `isAfterGap`: whether there are earlier ones of that length
 */
export function selectChart(entries: readonly HistoryEntry[]): {
  shown: HistoryEntry[]
  isAfterGap: boolean
} {
  const newest = findHeadline(entries.filter(({ isToDate }) => !isToDate))
  const shown: HistoryEntry[] = []
  const alike = entries.filter((entry) => newest && isAsLong(entry, newest))
  for (let entry = newest; entry !== undefined; entry = findBefore(entry, alike)) shown.unshift(entry)
  const [first] = shown
  const isAfterGap = alike.some(({ to }) => first && to < first.from)
  return { shown, isAfterGap }
}

/** Finds the period right before another, if it has the same length and both are over. */
export function findBefore(entry: HistoryEntry, entries: readonly HistoryEntry[]): HistoryEntry | undefined {
  return entries.find((other) => other.to === entry.from && isAsLong(other, entry))
}

/** Whether both have as many days, or as many whole calendar months. */
function isAsLong(entry: HistoryEntry, other: HistoryEntry): boolean {
  const [lengths, others] = [measure(entry), measure(other)]
  return lengths.some((length) => others.includes(length))
}

/** The length in days and, from the first of a month to the first of another, in months; empty if it's not over. */
function measure({ from, to, isToDate }: HistoryEntry): string[] {
  if (from === '' || from === to || isToDate) return []
  const [start, end] = [new Date(from), new Date(to)]
  const months = 12 * (end.getUTCFullYear() - start.getUTCFullYear()) + end.getUTCMonth() - start.getUTCMonth()
  const isWhole = start.getUTCDate() === 1 && end.getUTCDate() === 1
  return [`${(end.getTime() - start.getTime()) / DAY_MS} days`, ...(isWhole ? [`${months} months`] : [])]
}

function compareText(a: string, b: string): number {
  return Number(a > b) - Number(a < b)
}
