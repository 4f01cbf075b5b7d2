import type { ViewCounts } from '../../docs-service/schema.ts'
import type { DateRange } from '../../formatting/dates.ts'
import { dropAbsent, readCount, readFields, readList, readName } from '../../untrusted/json.ts'

/** A period that the report has shown, as its comment remembers it. */
export interface ShownPeriod extends ViewCounts {
  /** A moment in ISO 8601, in UTC; absent without a beginning. */
  from?: string
  /** Exclusive. */
  to: string
  /** How many of its days have no views; absent if that isn't known. */
  emptyDays?: number
}

const MOST_SHOWN = 12
const FIGURES = ['human', 'ai', 'total'] as const

/**
 * Adds periods, each in place of what is known of it. Keeps twelve, in order: the added ones, and of the others those
 * that end last.
 */
export function remember(known: readonly ShownPeriod[], added: readonly ShownPeriod[]): ShownPeriod[] {
  const periods = new Map(known.toSorted(byEnd).map((period) => [nameDates(period), period]))
  for (const period of added) {
    const key = nameDates(period)
    const before = periods.get(key)
    // Only a run with `daily` for this period knows its empty days. Once its views have changed, nobody knows them.
    const isSame = FIGURES.every((figure) => before?.[figure] === period[figure])
    // Behind all others, so that it's kept.
    periods.delete(key)
    periods.set(key, { ...dropAbsent({ emptyDays: isSame ? before?.emptyDays : undefined }), ...period })
  }
  return [...periods.values()].slice(-MOST_SHOWN).toSorted(byEnd)
}

const nameDates = ({ from, to }: ShownPeriod) => `${from} ${to}`
const byEnd = (a: ShownPeriod, b: ShownPeriod) => toMs(a.to) - toMs(b.to) || toMs(a.from) - toMs(b.from)

function toMs(moment: string | undefined): number {
  return moment === undefined ? Number.NEGATIVE_INFINITY : Date.parse(moment)
}

/** @param value what the comment remembers, which anyone may have written; undefined if it isn't a history */
export function parseHistory(value: unknown): ShownPeriod[] | undefined {
  return readList(value, parsePeriod)
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/u

function parsePeriod(value: unknown): ShownPeriod | undefined {
  const fields = readFields(value)
  const isAbsent = fields['from'] === undefined
  const [from, to] = [readMoment(fields['from']), readMoment(fields['to'])]
  const [human, ai, total] = [readCount(fields['human']), readCount(fields['ai']), readCount(fields['total'])]
  if ((from === undefined && !isAbsent) || to === undefined) return undefined
  if (human === undefined || ai === undefined || total === undefined) return undefined
  const emptyDays = readCount(fields['emptyDays']) || undefined
  return { ...dropAbsent({ from, emptyDays }), to, human, ai, total }
}

function readMoment(value: unknown): string | undefined {
  const moment = readName(value, MOMENT)
  return moment !== undefined && Number.isFinite(Date.parse(moment)) ? moment : undefined
}

export function toRange({ from, to }: ShownPeriod): DateRange {
  return { ...(from !== undefined && { dateFrom: from }), dateTo: to }
}
