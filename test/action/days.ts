export const DAY_MS = 86_400_000

export const countDays = ({ from, to }: { from: number; to: number }): number => Math.round((to - from) / DAY_MS)

/** Such as `29 Dec 2025 – 4 Jan 2026 (7 days, UTC)`; times are midnights, and the last one isn't included. */
export function formatDays(range: { from: number; to: number }): string {
  const parts = (at: number) => new Date(at).toUTCString().slice(5, 16).replace(/^0/, '').split(' ')
  const [first, last] = [parts(range.from), parts(range.to - DAY_MS)]
  const days = countDays(range)
  const different = first[2] !== last[2] ? 3 : first[1] !== last[1] ? 2 : 1
  const begin = days === 1 ? '' : `${first.slice(0, different).join(' ')}${different === 1 ? '–' : ' – '}`
  return `${begin}${last.join(' ')} (${days} day${days === 1 ? '' : 's'}, UTC)`
}
