import { ActionError, toActionError } from '../runner/action-error.ts'
import { log } from '../runner/log.ts'
import type { ViewCounts } from '../service/views.ts'
import { formatCount, formatNumber } from '../text/numbers.ts'
import { addRow, findMovers, type PageTable } from './movers.ts'
import { addViews, type Context, isWhole, NO_VIEWS, readPages, readTotals, startReading } from './pages.ts'
import { type ClosedPeriod, formatPeriod, listParts } from './period.ts'
import { findTotals, type Result } from './result.ts'

/**
 * Compares the period with the previous one, as far as the budget allows. What isn't compared is a note in the result,
 * since the export itself is whole.
 * @param table the pages of the period
 * @throws the signal's reason
 */
export async function compare(context: Context, result: Result, table: PageTable, signal: AbortSignal): Promise<void> {
  const { period, previous, top } = context.inputs
  if (previous === undefined) return
  try {
    const parts = [...listParts(previous), ...listParts({ fromMs: previous.toMs, toMs: period.toMs })]
    const areRowsRead = planRows(context, result, parts.length)
    const needed = parts.length + (areRowsRead ? result.reading.pages : 1)
    log.info(`Comparing with ${formatPeriod(previous)}, with about ${formatCount(needed, 'request')}.`)
    const gaps: ClosedPeriod[] = []
    for (const part of parts) if ((await readTotals(context, part)).total === 0) gaps.push(part)
    const { totals, isKnown } = areRowsRead
      ? await readPreviousRows(context, result, previous, table)
      : { totals: await readTotals(context, previous), isKnown: false }
    const now = findTotals(result, context.inputs)?.human ?? 0
    // Where views are missing, the change of the site says nothing about a page.
    const isComparable = isKnown && gaps.length === 0 && totals.human > 0
    const movers = isComparable ? findMovers(table, now, totals.human, top) : undefined
    result.comparison = { previous, totals, gaps, movers }
  } catch (error) {
    signal.throwIfAborted()
    result.notes.push(`Couldn't compare the periods. ${toActionError(error).text}`)
  }
}

const NEEDS_ROWS = 'With `exclude`, a comparison needs every row of both periods.'
const ONLY_TOTALS = 'Only the totals are compared, not the pages.'

/**
 * Decides whether the previous rows are read.
 * @param parts requests for the totals of the days or weeks
 * @throws ActionError if not even the totals can be compared
 */
function planRows({ inputs, requests }: Context, { reading, notes }: Result, parts: number): boolean {
  const { isExcluded, maximumRequests, offset } = inputs
  const left = maximumRequests - requests
  const isKnown = isWhole(reading, offset)
  if (isKnown && parts + reading.pages <= left) return true
  const explain = (needed: number) =>
    `This needs ${formatCount(needed, 'more request')}, and \`max-requests\` leaves ${formatNumber(left)}.`
  const why = isKnown ? explain(parts + reading.pages) : "Some rows weren't read, or may be missing."
  if (isExcluded) throw new ActionError(`${NEEDS_ROWS} ${why}`)
  if (parts + 1 > left) throw new ActionError(explain(parts + 1))
  notes.push(`${ONLY_TOTALS} ${why}`)
  return false
}

/** Adds the previous rows to the table. @returns the totals, and whether every row is known */
async function readPreviousRows(
  context: Context,
  { notes }: Result,
  previous: ClosedPeriod,
  table: PageTable,
): Promise<{ totals: ViewCounts; isKnown: boolean }> {
  const { isExcluded } = context.inputs
  const reading = startReading(0)
  let sums = NO_VIEWS
  await readPages(context, previous, reading, (rows) => {
    for (const row of rows.filter(({ path }) => !isExcluded?.(path))) {
      sums = addViews(sums, row)
      addRow(table, 'before', row)
    }
  })
  const isKnown = isWhole(reading, 0)
  const why = `Previous period: ${[...reading.doubts].join(' ') || '`max-requests` was reached.'}`
  if (isExcluded && !isKnown) throw new ActionError(`${NEEDS_ROWS} ${why}`)
  if (!isKnown) notes.push(`${ONLY_TOTALS} ${why}`)
  return { totals: isExcluded ? sums : (reading.totals ?? NO_VIEWS), isKnown }
}
