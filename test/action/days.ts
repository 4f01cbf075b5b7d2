export const DAY_MS = 86_400_000

export const countDays = ({ from, to }: { from: number; to: number }): number => Math.round((to - from) / DAY_MS)

/** Such as `Dec 29, 2025 – Jan 4, 2026 (7 days, UTC)`; times are midnights, and the last one isn't included. */
export function formatDays(range: { from: number; to: number }): string {
  const parts = (at: number) => new Date(at).toUTCString().slice(5, 16).replace(/^0/, '').split(' ')
  const [[day, month, year], [lastDay, lastMonth, lastYear]] = [parts(range.from), parts(range.to - DAY_MS)]
  const days = countDays(range)
  const begin = `${month} ${day}${year === lastYear ? '' : `, ${year}`}`
  const joint = year === lastYear && month === lastMonth ? '–' : ` – ${lastMonth} `
  const end = days === 1 ? '' : `${joint}${lastDay}`
  return `${begin}${end}, ${lastYear} (${days} day${days === 1 ? '' : 's'}, UTC)`
}
