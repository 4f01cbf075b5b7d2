/** `1,234.5` or `−3`, for people. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2, signDisplay: 'negative' }).replace('-', '−')
}

/** `1 row`, `1,000 rows`. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}
