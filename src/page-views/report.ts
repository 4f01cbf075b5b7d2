import { code, joinMarkdown, type Markdown, markdown, prose, table } from '../text/markdown.ts'
import { formatCount, formatNumber } from '../text/numbers.ts'
import { formatHeadline } from './headline.ts'
import type { Inputs } from './inputs.ts'
import type { Mover } from './movers.ts'
import { formatPeriod, toDates } from './period.ts'
import type { Comparison, Result } from './result.ts'

/** Renders the report, which is also the job summary. Without inputs, nothing was requested. */
export function renderReport(inputs: Inputs | undefined, result: Result): Markdown {
  const title = markdown`## Page views`
  const problems = renderProblems(inputs, result)
  if (inputs === undefined) return joinMarkdown([title, ...problems], '\n\n')
  const parts = [
    title,
    markdown`${formatHeadline(inputs, result)}`,
    ...problems,
    ...renderTop(inputs, result),
    ...renderMovers(result.comparison),
    renderFooter(inputs, result),
  ]
  return joinMarkdown(parts, '\n\n')
}

function renderProblems(inputs: Inputs | undefined, result: Result): Markdown[] {
  const error = explainEnd(inputs, result)
  return [
    ...(error === '' ? [] : [markdown`> [!CAUTION]\n> ${prose(error)}`]),
    ...[...result.reading.doubts, ...result.notes].map((text) => markdown`> [!WARNING]\n> ${prose(text)}`),
  ]
}

/** Why the step is red, and how to continue; empty if it is green. */
export function explainEnd(inputs: Inputs | undefined, result: Result): string {
  if (result.error === undefined) return ''
  return [result.error.text, inputs && explainContinuation(inputs, result)].filter(Boolean).join(' ')
}

/** What there is of the file, and how to continue: with the same dates, since other dates have other rows. */
function explainContinuation({ period }: Inputs, { reading, file, isKept }: Result): string {
  if (isKept) return `The file \`${file}\` is complete.`
  if (file === '') return 'No file was written.'
  const { dateFrom, dateTo } = toDates(period)
  const dates = `${dateFrom === undefined ? '' : `\`date-from: ${dateFrom}\`, `}\`date-to: ${dateTo}\``
  const next = `To continue, set ${dates} and \`offset: ${reading.nextOffset}\`, and another \`file\`.`
  return `The rows read so far are in \`${file}\`. ${next}`
}

function renderTop({ offset }: Inputs, { reading, top }: Result): Markdown[] {
  if (top.length === 0) return []
  const rows = top.map(({ path, human, ai }) => [renderPath(path), formatCell(human), formatCell(ai)])
  const isPart = !reading.isEnded || offset > 0
  return [
    isPart ? markdown`### Pages most viewed by people (in the rows read)` : markdown`### Pages most viewed by people`,
    table(['Page', 'People', 'AI'], rows, ['l', 'r', 'r']),
  ]
}

function renderMovers(comparison: Comparison | undefined): Markdown[] {
  if (comparison?.movers === undefined) return []
  const { movers, previous } = comparison
  const lists: [Markdown, Mover[]][] = [
    [markdown`### Pages that did better than the site`, movers.rising],
    [markdown`### Pages that did worse than the site`, movers.falling],
  ]
  const found = lists.filter(([, list]) => list.length > 0)
  const none = found.length === 0 ? [markdown`No page did better or worse than the site.`] : []
  return [
    ...found.flatMap(([heading, list]) => [heading, renderList(list)]),
    ...none,
    markdown`Compared with ${formatPeriod(previous)}. ${CRITERIA}`,
  ]
}

const CRITERIA =
  'A page is listed if its views by people differ from the expected views by at least 20%, by at least ten ' +
  'views, and by more than chance explains. The expected views are its previous views, scaled by the change of the ' +
  'whole site.'

function renderList(movers: readonly Mover[]): Markdown {
  const rows = movers.map(({ path, human, total, previous, expected }) => [
    renderPath(path),
    previous.total === 0 ? markdown`no views before` : formatCell(previous.human),
    formatCell(Math.round(expected)),
    total === 0 ? markdown`no views now` : formatCell(human),
  ])
  return table(['Page', 'Previous', 'Expected', 'Views by people'], rows, ['l', 'r', 'r', 'r'])
}

/** So that three tables of 100 pages stay below 65,536 characters, which GitHub takes in a comment. */
const LONGEST_PATH = 80

function renderPath(path: string): Markdown {
  return code(path === '' ? '(empty path)' : path, LONGEST_PATH)
}

function formatCell(count: number): Markdown {
  return markdown`${formatNumber(count)}`
}

function renderFooter({ isExcluded, offset }: Inputs, { file, rows, excludedRows }: Result): Markdown {
  const skipped = offset === 0 ? '' : ` (after row ${formatNumber(offset)})`
  const left = isExcluded ? markdown` · ${code('exclude')} leaves out ${formatCount(excludedRows, 'row')}` : ''
  const where = file === '' ? 'No file' : `${formatCount(rows, 'row')}${skipped} in `
  return markdown`<sub>${where}${code(file)}${left} · all times in UTC</sub>`
}
