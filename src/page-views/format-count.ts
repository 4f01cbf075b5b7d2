/** `1 row`, `1,000 rows`. */
export function formatCount(count: number, noun: 'row' | 'request'): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
