/** `1 row`, `1,000 rows`. */
export function formatCount(count: number, noun: 'row' | 'request'): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

/** `1,234.5`, for people; never `-0`. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2, signDisplay: 'negative' })
}

/** `1234.5`, for diagrams: plain decimals. */
export function formatPlainNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 6, useGrouping: false })
}

/** `+12`, `-3`, `0`. */
export function formatDifference(value: number): string {
  return `${value > 0 ? '+' : ''}${formatNumber(value)}`
}

/** Shares of two counts, such as `80%` and `20%`. They add up to 100%. Empty when there is nothing to share. */
export function formatShares(first: number, second: number): [string, string] {
  const sum = first + second
  if (!(sum > 0 && Number.isFinite(sum))) return ['', '']
  // With two shares this is the method of the largest remainder.
  const tenths = Math.round((1000 * first) / sum)
  return [`${tenths / 10}%`, `${(1000 - tenths) / 10}%`]
}

/**
 * The change in percent with one decimal, such as `12.5` or `-3.0`; never `-0.0`.
 * @returns an empty string when there was nothing before, since no percentage describes that
 */
export function formatChange(now: number, before: number): string {
  const percent = ((now - before) / before) * 100
  if (before === 0 || !Number.isFinite(percent)) return ''
  // In plain decimals, also where `toFixed` would turn to exponents.
  const options = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }
  const text = percent.toLocaleString('en-US', options)
  return text === '-0.0' ? '0.0' : text
}
