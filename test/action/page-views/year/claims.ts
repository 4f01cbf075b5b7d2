import { DAY_MS } from './site.ts'
import { type Counts, countDays, type PageTruth, type Range, type Side, sum, TOP, type Truth } from './truth.ts'

/** The periods that a report comment has to show, oldest first. */
type Chain = readonly Range[]

const SIDES: Record<string, Side> = {
  'Rising pages': 'rising',
  'Falling pages': 'falling',
  'New pages': 'new',
  'Pages with no views': 'noViews',
}
const KEYS = ['human', 'ai', 'total'] as const
const PERIOD = String.raw`(\d[^:;]*? \(\d+ days?, UTC\))`
const MARKDOWN_NOTE =
  'Since 31 July 2026, views of a page as Markdown count as AI views. ' +
  'Earlier numbers leave them out, so AI seems to grow more than it did.'
/** What has nothing to hold against the truth. */
const SILENT = [
  /^(?:```(?:mermaid)?|%%\{.*|xychart-beta|<!--.*-->|<\/details>|> \[!WARNING\]|>)$/,
  /^(?:## Page views of .*|<details><summary>Totals of the last periods<\/summary>)$/,
  /^ {4}(?:title "Views: all \(gray\), by people \(blue\), by AI \(purple\)"|y-axis 0 --> \d+)$/,
  /^pie showData title Views by people and by AI$/,
  /^\|(?: :?--:? \|)+$/,
  /^\| (?:# \| Page \| Human \| AI \| Total|Page \| Previous \| Views \| Change \| % \| Human change \| AI change) \|$/,
]

/** Reads a number as people do; `undefined` for an empty cell, or a dash. */
export function readNumber(text: string): number | undefined {
  const number = text.replaceAll(/[\\,%*]|`.*`&nbsp;/g, '').trim()
  return /^[+-]?\d+(?:\.\d+)?$/.test(number) ? Number(number) : undefined
}

function readPeriod(text: string): Range & { days: number } {
  const parts = /^(\d+)( \w{3})?( \d{4})?(?: ?– ?(\d+)( \w{3})( \d{4}))?(?: \((\d+) days?, UTC\))?$/.exec(text) ?? []
  const [, day, month, year, lastDay = day, lastMonth = month, lastYear = year, days] = parts
  const from = Date.parse(`${day}${month ?? lastMonth}${year ?? lastYear} UTC`)
  const to = Date.parse(`${lastDay}${lastMonth}${lastYear} UTC`) + DAY_MS
  return { from, to, days: Number(days ?? (to - from) / DAY_MS) }
}

/**
 * Reads every line of a summary, or of a report comment, as a claim, and every claim that is due.
 * @returns those that are untrue, those that are missing, and the lines that nobody can hold against the truth
 */
export function findFalseClaims(markdown: string, truth: Truth, requests: readonly number[], chain?: Chain): string[] {
  const { report, range, before, all, sides, change, percent, isPerDay, pages } = truth
  const complaints: string[] = []
  const seen: string[] = []
  const listed = new Map<string, PageTruth[]>()
  const rests: [line: string, cells: string[]][] = []
  const periods: [from: string, to: string, last: number][] = []
  let line = ''
  let heading = ''

  function claim(isTrue: boolean, ...truths: unknown[]): void {
    if (!isTrue) complaints.push(`${line.slice(0, 200)} [${heading}] ${truths.join(' ')}`)
  }
  /** `digits` after the point are shown. */
  function claimNumber(text: string | undefined, value: number | undefined, digits = 0): void {
    const number = readNumber(text ?? '')
    const isNear = number === value || Math.abs((number ?? Number.NaN) - (value ?? Number.NaN)) <= 0.5001 / 10 ** digits
    claim(isNear, 'in truth', value)
  }
  const claimPeriod = (text: string | undefined, { from, to }: Range = range): void => {
    const read = readPeriod(text ?? '')
    claim(read.from === from && read.to === to && read.days === countDays(read), 'in truth', new Date(from), new Date(to))
  }
  const knownPercent = (page: Omit<PageTruth, 'path'>, key: keyof Counts) =>
    page.before[key] < TOP ? undefined : percent(page, key)

  const rules: [RegExp, (groups: (string | undefined)[]) => void][] = [
    [/^<sub>Updated (.*) UTC · \[Workflow run\]/, ([at]) => claim(Date.parse(`${at} UTC`) === Date.now())],
    [/^\*\*([\d,]+) views\*\* from (.*)$/, readSentence],
    [/^\|   \| Human \| AI \| Total \|$/, () => seen.push('totals')],
    [
      /^\| (\*\*Views\*\*|Previous period|Share|Change(?: per day)?) \| (.*?) \| (.*?) \| (.*?) \|$/,
      ([name = '', ...cells]) => {
        seen.push(name)
        for (const [at, key] of KEYS.entries()) claimTotal(name, key, cells[at])
      },
    ],
    [/^ {4}"(Human|AI)" : (\d+)$/, ([name, views]) => claimNumber(views, all.now[name === 'AI' ? 'ai' : 'human'])],
    [
      /^ {4}x-axis \[(.*)\]$/,
      ([names]) => claim(names === chain?.map(({ from }) => `"${toDate(from)}"`).join(', '), 'not the chain'),
    ],
    [
      /^ {4}line \[(.*)\]$/,
      ([values]) => {
        const key = (['total', 'human', 'ai'] as const)[seen.filter((name) => name === 'line').length]
        seen.push('line')
        claim(values === chain?.map((each) => truth.totalsOf(each)[key ?? 'total']).join(', '), key)
      },
    ],
    [/^\| From \| To \(not included\) \| Human \| AI \| Total \| (Change.*) \|$/, ([name]) => {
      const isMixed = new Set(chain?.map(countDays)).size > 1
      claim(name === (isMixed ? 'Change per day' : 'Change'))
    }],
    [/^\| (\d{4}-\d\d-\d\d) \| (\d{4}-\d\d-\d\d) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$/, readPeriodRow],
    [/^### (Most viewed pages)( \\\(of the rows read\\\))?$/, ([name = '', part]) => {
      heading = name
      claim((part !== undefined) === truth.isCut)
    }],
    [/^### (Rising pages|Falling pages|New pages|Pages with no views)$/, ([name = '']) => {
      heading = name
      claim(!seen.includes('no comparison'), 'there is no comparison')
    }],
    [/^(\d.*), compared with (.*?)\.( Changes are of views per day\.)?$/, ([to, from, perDay]) => {
      claimPeriod(to)
      claimPeriod(from, before)
      claim((perDay !== undefined) === isPerDay)
    }],
    [/^\| (\d+) \| (`.*`) \| (.*?) \| (.*?) \| (.*?) \|$/, ([rank, name = '', ...cells]) => {
      const page = readPage(name)
      claimNumber(rank, listed.get(heading)?.length)
      for (const [at, key] of KEYS.entries()) claimNumber(cells[at], page?.now[key])
    }],
    [/^\| (`.*`)( renamed\?)? \| (.*?) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$/, ([name = '', mark, ...cells]) => {
      const page = readPage(name)
      const end = page?.path.split('/').at(-1)
      const others = sides[heading === 'New pages' ? 'noViews' : 'new']
      const isRenamed = /New|no views/.test(heading) && others.some(({ path }) => path.split('/').at(-1) === end)
      claim((mark !== undefined) === isRenamed, 'renamed', isRenamed)
      if (page) claimChange(page, cells)
    }],
    [/^\| \*All other pages\* \| (.*?) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$/, (cells) => {
      rests.push([line, cells.map((cell) => cell ?? '')])
    }],
    [/^The whole site lost ([\d.]+%) of its views, so no page is listed as falling\.$/, ([lost]) => {
      seen.push('whole site')
      claimNumber(lost, -percent(all), 1)
    }],
    [
      /^Not listed: (?:(\S+) more new pages?)?(?: and )?(?:(\S+) more pages? with no views)?, each with fewer than 10 views\.$/,
      (counts) => {
        seen.push('not listed')
        for (const [at, side] of (['new', 'noViews'] as const).entries()) {
          const others = sides[side].filter((page) => ![...listed.values()].flat().includes(page))
          claimNumber(counts[at] ?? '0', others.length)
          claim(others.every(({ now, before }) => now.total + before.total < 10), side, 'some have ten or more')
        }
      },
    ],
    [/^`exclude` leaves out (\S+) rows? with (\S+) views?, which only the file has\.( The totals .*)?$/, (groups) => {
      seen.push('exclude')
      claimNumber(groups[0], truth.excluded.length)
      claimNumber(groups[1], sum(truth.excluded.map(({ now }) => now)).total)
      const words = " The totals without them aren't known, since the export isn't complete."
      claim(groups[2] === (truth.isCut ? words : undefined))
    }],
    [/^> \*\*Not complete:\*\* `max-requests` was reached\. .* Continue with `offset: (\d+)`/, ([offset]) => {
      seen.push('not complete')
      claimNumber(offset, truth.file.length)
    }],
    [/^> (?:No comparison:|- (?:The previous period couldn't be read|With `exclude`, a comparison needs).*)$/, () => {
      claim(truth.isCut)
    }],
    [new RegExp(`^${MARKDOWN_NOTE}$`), () => seen.push('Markdown')],
    [/^<sub>(?:.*UTC\) · )?(\S+) rows in `page-views.csv` · (\d+) requests?(?: · (\d+) requests? for the.*)?<\/sub>$/, (groups) => {
      claimNumber(groups[0], truth.file.length)
      claimNumber(groups[1], requests[0])
      claimNumber(groups[2] ?? (before ? '' : '0'), requests[1])
    }],
  ]

  for (line of markdown.split('\n')) {
    if (line === '' || SILENT.some((form) => form.test(line))) continue
    const rule = rules.find(([form]) => form.test(line))
    if (rule) rule[1](rule[0].exec(line)?.slice(1) ?? [])
    else claim(false, 'is a line that nobody can check')
  }
  line = ''
  heading = 'as a whole'
  claimDue()
  return complaints

  function readSentence([views, rest = '']: (string | undefined)[]): void {
    claim(seen.every((name) => name === 'not complete'), 'is not the first sentence')
    seen.push('sentence')
    claimNumber(views, all.now.total)
    const [, period, words = ''] = new RegExp(`^${PERIOD}(.*)$`).exec(rest.replace(` ${MARKDOWN_NOTE}`, '')) ?? []
    if (rest.includes(MARKDOWN_NOTE)) seen.push('Markdown')
    claimPeriod(period)
    if (!before) return claim(words === '.', 'there is no comparison')
    const compared = new RegExp(`^: (\\S+%)( per day)? compared with ${PERIOD}\\.$`).exec(words)
    const after = new RegExp(`^, after (\\S+) views? from ${PERIOD}(: probably a gap in the data)?\\.$`).exec(words)
    const none = new RegExp(`^\\. There is no comparison with ${PERIOD}, which has no views: probably a gap`).exec(words)
    claimPeriod(compared?.[3] ?? after?.[2] ?? none?.[1], before)
    if (compared) claimNumber(compared[1], percent(all), 1)
    if (compared) claim((compared[2] !== undefined) === isPerDay && !truth.hasGap && all.before.total >= 10)
    if (after) claimNumber(after[1], all.before.total)
    if (after) claim((after[3] !== undefined) === (all.now.total === 0), all.now.total)
    if (none) seen.push('no comparison')
    if (none) claim(all.before.total === 0, all.before.total)
  }

  function claimTotal(name: string, key: keyof Counts, text: string | undefined): void {
    if (name === '**Views**') claimNumber(text, all.now[key])
    else if (name === 'Previous period') claimNumber(text, all.before[key])
    else if (name === 'Share') claimNumber(text, key === 'total' ? undefined : (100 * all.now[key]) / all.now.total, 1)
    else {
      claim(name === (isPerDay ? 'Change per day' : 'Change'))
      claimNumber(text, knownPercent(all, key), 1)
    }
  }

  function readPage(cell: string): PageTruth | undefined {
    const path = /^(`+) ?(.*?) ?\1$/.exec(cell)?.[2]?.replaceAll('\\|', '|').replaceAll('\u2060', '')
    const page = pages.find((each) => each.path === path)
    claim(page !== undefined, path, 'is no page')
    if (page) listed.set(heading, [...(listed.get(heading) ?? []), page])
    return page
  }

  function claimChange(page: Omit<PageTruth, 'path'>, [before, views, changed, share, human, ai]: (string | undefined)[]) {
    claimNumber(before, page.before.total)
    claimNumber(views, page.now.total)
    claimNumber(changed, change(page), isPerDay ? 2 : 0)
    claimNumber(share, knownPercent(page, 'total'), 1)
    claimNumber(human, change(page, 'human'), isPerDay ? 2 : 0)
    claimNumber(ai, change(page, 'ai'), isPerDay ? 2 : 0)
  }

  function readPeriodRow([from = '', to = '', human, ai, total, changed]: (string | undefined)[]): void {
    const each = { from: Date.parse(from), to: Date.parse(to) }
    const now = truth.totalsOf(each)
    const last = chain?.[periods.length - 1]
    periods.push([from, to, now.total])
    claimNumber(human, now.human)
    claimNumber(ai, now.ai)
    claimNumber(total, now.total)
    const earlier = last && truth.totalsOf(last)
    const isKnown = last && earlier && earlier.total >= 10
    const perDay = (views: number, { from, to }: Range) => views / (to - from)
    claimNumber(changed, isKnown ? 100 * (perDay(now.total, each) / perDay(earlier.total, last) - 1) : undefined, 1)
  }

  /** What has to be there, wherever it is. */
  function claimDue(): void {
    const isKnown = !(truth.isCut && report.exclude)
    const rows = isKnown ? ['sentence', 'totals', '**Views**', ...(before ? ['Previous period'] : [])] : []
    for (const name of rows) claim(seen.includes(name), name, 'is missing')
    claim(seen.includes('not complete') === truth.isCut, 'complete')
    claim(seen.includes('exclude') === (report.exclude !== undefined), '`exclude`')
    claim(seen.includes('whole site') === truth.isWhollyFallen, 'the whole site fell')
    const isLong = (ranges: Chain) => ranges.some(({ from }) => from < SINCE) && ranges.some(({ to }) => to > SINCE)
    const shown = [range, ...(before ? [before] : []), ...(chain ?? [])]
    claim(seen.includes('Markdown') === isLong(shown), 'Markdown note', isLong(shown))
    if (chain) claim(periods.map(([from]) => from).join() === chain.map(({ from }) => toDate(from)).join(), 'the chain')
    const top = (listed.get('Most viewed pages') ?? []) as PageTruth[]
    claim(isRanked(top, pages.filter(({ now }) => now.total > 0), ({ now }) => now.total), 'most viewed')
    for (const [name, side] of Object.entries(SIDES)) {
      const isShort = /New|no views/.test(name)
      const due = sides[side].filter(({ now, before }) => !isShort || now.total + before.total >= 10)
      claim(isRanked(listed.get(name) ?? [], due, (page) => Math.abs(change(page))), name, due.length)
    }
    const explained = Object.keys(SIDES).flatMap((name) => listed.get(name) ?? [])
    const others = pages.filter((page) => !explained.includes(page))
    const rest = { now: sum(others.map(({ now }) => now)), before: sum(others.map((page) => page.before)) }
    claim(rests.length > 0 || explained.length === 0, 'the rest is missing')
    for (const [text, cells] of rests) {
      line = text
      claimChange(rest, cells)
    }
    const isUnlisted = (side: Side) => sides[side].some((page) => !explained.includes(page))
    line = ''
    claim(seen.includes('not listed') === (isUnlisted('new') || isUnlisted('noViews')), 'not listed')
  }
}

const SINCE = Date.UTC(2026, 6, 31)
const toDate = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Whether these are the first ones of a list, in order; equals may change places. */
export function isRanked<Item>(shown: readonly Item[], due: readonly Item[], rank: (item: Item) => number): boolean {
  const ranks = due.map(rank).sort((a, b) => b - a)
  const isSame = shown.every((item, at) => due.includes(item) && Math.abs(rank(item) - (ranks[at] ?? 0)) < 1e-9)
  return isSame && shown.length === Math.min(TOP, due.length) && new Set(shown).size === shown.length
}
