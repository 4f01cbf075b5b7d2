import { formatDates } from '../../formatting/dates.ts'
import { formatCount, formatNumber } from '../../formatting/numbers.ts'
import { formatSpan, HOUR_MS } from '../../formatting/times.ts'
import type { Figures } from '../count.ts'
import type { OutcomesReport } from '../report-outcomes.ts'

/**
 * The first sentence, and how many are open: `Nov 16–22, 2026: 8 documentation pull requests were merged in acme/docs,
 * 5 of them without edits, half of them within 6 days; 1 was closed. 21 are open.`
 */
export function formatHeadline(report: OutcomesReport): string {
  return `${formatDates(report.period)}: ${report.byAuthor === 0 ? formatNone(report) : formatFound(report)}`
}

function formatFound(report: OutcomesReport): string {
  const { figures, list, openCount } = report
  const where = list.isWhole ? ` in ${report.repository}` : ''
  const ended = [formatMerged(figures, where), ...(figures.closed > 0 ? [`${formatWere(figures.closed)} closed`] : [])]
  return `${formatScope(report)}${ended.join('; ')}. ${formatOpen(openCount, list.isOpenWhole)}`
}

/** What a list that isn't whole has. */
function formatScope({ list, repository }: OutcomesReport): string {
  if (list.isWhole) return ''
  const read = formatCount(list.pullRequests.length, 'pull request')
  if (list.failure === undefined) return `of the newest ${read} in ${repository}, `
  return `of the ${read} in ${repository} that could be read, `
}

function formatMerged(figures: Figures, where: string): string {
  const { merged, closed, medianHours = 0 } = figures
  if (merged === 0) return `no documentation pull requests were merged${closed === 0 ? ' or closed' : ''}${where}`
  const [what, verb] = [formatCount(merged, 'documentation pull request'), merged === 1 ? 'was' : 'were']
  const half = merged === 1 ? '' : 'half of them '
  return `${what} ${verb} merged${where}, ${formatEdits(figures)}, ${half}within ${formatSpan(medianHours * HOUR_MS)}`
}

function formatEdits({ merged, mergedWithoutEdits: count, mergedUnknown: unknown }: Figures): string {
  if (merged === 1)
    return count === undefined ? 'not known whether edited' : count === 1 ? 'without edits' : 'with edits'
  if (count === undefined) return 'not known how many without edits'
  const some = count === merged ? 'all' : count + unknown === 0 ? 'none' : formatNumber(count)
  return `${some} of them without edits${unknown > 0 ? ` (not known for ${formatNumber(unknown)})` : ''}`
}

function formatOpen(count: number | undefined, isWhole: boolean): string {
  if (count === undefined) return "How many are open isn't known."
  if (count === 0) return 'None are open.'
  return `${isWhole ? '' : 'At least '}${formatNumber(count)} ${count === 1 ? 'is' : 'are'} open.`
}

/** Where no pull request is by the author: perhaps another account is the agent's. */
function formatNone(report: OutcomesReport): string {
  const { author, list, repository, bots } = report
  const isEmpty = list.pullRequests.length === 0
  const found = list.isWhole
    ? `no pull requests${isEmpty ? '' : ` by ${author}`} were opened, merged or closed in ${repository} ` +
      'in this period or the previous one, and none are open.'
    : `${formatScope(report)}none is by ${author}.`
  if (isEmpty) return found
  if (bots.length === 0) return `${found} No pull request there is by a bot.`
  const names = bots.map(({ login, count }) => `${login} (${formatNumber(count)})`)
  return `${found} Most pull requests by bots are by ${new Intl.ListFormat('en-US').format(names)}.`
}

function formatWere(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'was' : 'were'}`
}
