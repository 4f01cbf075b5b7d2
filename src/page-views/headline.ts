import { formatCount, formatNumber } from '../text/numbers.ts'
import type { Inputs } from './inputs.ts'
import { countDays, formatParts, formatPeriod } from './period.ts'
import { type Comparison, findTotals, type Result } from './result.ts'

/** The first sentence, which people forward by itself. */
export function formatHeadline(inputs: Inputs, result: Result): string {
  const { title, period } = inputs
  const { reading, comparison } = result
  const totals = findTotals(result, inputs)
  const site = `${title}, ${formatPeriod(period)}`
  if (reading.totals === undefined) return `${site}: couldn't read the page views.`
  if (totals === undefined) return `${site}: views by people and by AI aren't known, because rows are missing.`
  const views = { human: formatCount(totals.human, 'view'), ai: formatNumber(totals.ai) }
  if (comparison === undefined) return `${site}: ${views.human} by people and ${views.ai} by AI.`
  const { previous, gaps } = comparison
  if (gaps.length > 0) {
    const why = `no change is shown, because ${formatParts(gaps, period)} had no views`
    return `${site}: ${views.human} by people and ${views.ai} by AI; ${why}.`
  }
  const [days, previousDays] = measure(inputs, comparison)
  const compare = (figure: 'human' | 'ai') => {
    const change = describeChange(totals[figure], findBefore(comparison, inputs, figure))
    return `${views[figure]} by ${figure === 'human' ? 'people' : 'AI'} (${change})`
  }
  if (days === previousDays) return `${site}: ${compare('human')} and ${compare('ai')}.`
  const other = `${formatPeriod(previous)} (${formatNumber(previousDays)} days)`
  const both = `${compare('human')} and ${compare('ai')}`
  return `${site} (${formatNumber(days)} days): ${both}, compared by views per day with ${other}.`
}

/** The days of the two periods: one that is compared begins where the previous one ends. */
function measure({ period }: Inputs, { previous }: Comparison): [days: number, previousDays: number] {
  return [countDays({ fromMs: previous.toMs, toMs: period.toMs }), countDays(previous)]
}

/** The previous views, as many as a period of this length would have had. */
function findBefore(comparison: Comparison, inputs: Inputs, figure: 'human' | 'ai'): number {
  const [days, previousDays] = measure(inputs, comparison)
  return (comparison.totals[figure] * days) / previousDays
}

/** Counts scatter by their square root; three times as much is rarely chance. */
const NOISE = 3

function describeChange(now: number, before: number): string {
  const percent = computeChange(now, before)
  if (Math.abs(now - before) <= NOISE * Math.sqrt(before + now) || percent === 0) return 'about as many'
  if (percent === undefined) return 'none before'
  const figure = Math.abs(percent).toLocaleString('en-US', ONE_DECIMAL)
  return percent > 0 ? `+${figure}%` : `−${figure}%`
}

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const

/** The change in percent, with one decimal; -100 only if nothing is left, and undefined if `before` is 0. */
function computeChange(now: number, before: number): number | undefined {
  if (before === 0) return undefined
  const percent = Math.round((now / before - 1) * 1000) / 10
  return percent === -100 && now > 0 ? -99.9 : percent
}

/**
 * The change of a figure in percent, of views per day if the lengths of the periods differ, for an output: `12.5` or
 * `-3.0`. Empty where the first sentence has none, too.
 */
export function formatChange(figure: 'human' | 'ai', inputs: Inputs, result: Result): string {
  const { comparison } = result
  const totals = findTotals(result, inputs)
  if (comparison === undefined || totals === undefined || comparison.gaps.length > 0) return ''
  const percent = computeChange(totals[figure], findBefore(comparison, inputs, figure))
  return percent?.toLocaleString('en-US', { ...ONE_DECIMAL, useGrouping: false, signDisplay: 'negative' }) ?? ''
}
