import { readBar, readCells, readNumber, readPath, readPeriod, toDate } from './reading.ts'
import { type Change, type Counts, countDays, type PageTruth, type Range, type Side, sum, type Truth } from './truth.ts'

export const TOP = 10
const KEYS = ['human', 'ai', 'total'] as const
const SIDES: Record<string, Side> = {
  'Rising pages': 'rising',
  'Falling pages': 'falling',
  'New pages': 'new',
  'Pages with no views': 'noViews',
}
const MARKDOWN_SINCE = Date.UTC(2026, 6, 31)
const MARKDOWN_NOTE =
  'Since 31 July 2026, views of a page as Markdown count as AI views. ' +
  'Earlier numbers leave them out, so AI seems to grow more than it did.'
const PERIOD = String.raw`(\d[^:;]*? \(\d+ days?, UTC\))`
/** What claims nothing. */
const SILENT = [
  /^(?:|```(?:mermaid)?|%%\{.*|xychart-beta|<!--.*-->|<\/details>|> \[!WARNING\]|>|\|(?: :?--:? \|)+)$/,
  /^(?:## Page views of .*|<details><summary>Totals of the last periods<\/summary>)$/,
  /^pie showData title Views by people and by AI$/,
  /^ {4}(?:title "Views: all \(gray\), by people \(blue\), by AI \(purple\)"|y-axis 0 --> \d+)$/,
]

type Groups = (string | undefined)[]

/**
 * Reads each line of a summary, or of a report comment, as a claim. `requests` were sent for the period, and for the previous
 * one; `chain` are the periods that a comment has to show.
 * @returns the claims that are untrue or missing, and the lines that can't be checked
 */
export function findFalseClaims(text: string, truth: Truth, requests: readonly number[], chain?: Range[]): string[] {
  const claims = new Claims(truth, requests, chain)
  for (const line of text.split('\n')) claims.read(line)
  claims.readWhole()
  return claims.complaints
}

class Claims {
  readonly complaints: string[] = []
  readonly #truth: Truth
  readonly #requests: readonly number[]
  readonly #chain: Range[] | undefined
  readonly #seen = new Set<string>()
  readonly #listed: Record<string, PageTruth[]> = {}
  readonly #rests: string[][] = []
  readonly #periods: string[] = []
  #bars: { length: number; views: number }[] = []
  #lines = 0
  #line = ''
  #heading = ''
  #table = ''

  constructor(truth: Truth, requests: readonly number[], chain: Range[] | undefined) {
    this.#truth = truth
    this.#requests = requests
    this.#chain = chain
  }

  read(line: string): void {
    this.#line = line
    if (SILENT.some((form) => form.test(line))) return
    const rule = this.#rules.find(([form]) => form.test(line))
    if (rule) rule[1](rule[0].exec(line)?.slice(1) ?? [])
    else if (line.startsWith('| ')) this.#readRow(readCells(line))
    else this.#claim(false, 'a line that nobody can check')
  }

  readonly #rules: [RegExp, (groups: Groups) => void][] = [
    [/^<sub>Updated (.*) UTC · \[Workflow run\]/, ([at]) => this.#claim(Date.parse(`${at} UTC`) === Date.now())],
    [/^\*\*([\d,]+) views\*\* from (.*)$/, (groups) => this.#readSentence(groups)],
    [/^\| ( |#|Page|From) \| .*(Total|Change.*|AI change) \|$/, (groups) => this.#startTable(groups)],
    [/^### (.*?)( \\\(of the rows read\\\))?$/, (groups) => this.#readHeading(groups)],
    [/^(\d.*), compared with (.*)\.$/, (groups) => this.#readCaption(groups)],
    [/^(\d.*), compared with (.*?)\. Changes are of views per day\.$/, (groups) => this.#readCaption(groups, true)],
    [
      /^ {4}"(Human|AI)" : (\d+)$/,
      ([name, views]) => this.#isNumber(views, this.#truth.all.now[name === 'AI' ? 'ai' : 'human']),
    ],
    [
      /^ {4}x-axis \[(.*)\]$/,
      ([names]) => this.#claim(names === this.#chain?.map(({ from }) => `"${toDate(from)}"`).join(', ')),
    ],
    [/^ {4}line \[(.*)\]$/, (groups) => this.#readChartLine(groups)],
    [
      /^The whole site lost (\S+) of its views, so no page is listed as falling\.$/,
      (groups) => this.#readWholeFall(groups),
    ],
    [
      /^Not listed: (?:(\S+) more new pages?)?(?: and )?(?:(\S+) more pages? with no views)?, each with fewer than 10 views\.$/,
      (groups) => this.#readNotListed(groups),
    ],
    [
      /^`exclude` leaves out (\S+) rows? with (\S+) views?, which only the file has\.( The totals without them aren't known, since the export isn't complete\.)?$/,
      (groups) => this.#readExcluded(groups),
    ],
    [
      /^> \*\*Not complete:\*\* `max-requests` was reached\. .* Continue with `offset: (\d+)`/,
      ([offset]) => {
        this.#seen.add('not complete')
        this.#isNumber(offset, this.#truth.file.length)
      },
    ],
    [
      /^> (?:No comparison:|- (?:The previous period couldn't be read|With `exclude`, a comparison needs every row).*)$/,
      () => this.#claim(this.#truth.isCut),
    ],
    [new RegExp(`^${MARKDOWN_NOTE}$`), () => this.#seen.add('Markdown')],
    [
      /^<sub>(?:.*UTC\) · )?(\S+) rows in `page-views.csv` · (\d+) requests?(?: · (\d+) requests? for the previous period)?<\/sub>$/,
      (groups) => this.#readFoot(groups),
    ],
  ]

  #claim(isTrue: boolean, ...truths: unknown[]): void {
    if (!isTrue) this.complaints.push([this.#line.slice(0, 250), `(${this.#heading})`, ...truths].join(' '))
  }

  /** `digits` after the point are shown. */
  #isNumber(text: string | undefined, value: number | undefined, digits = 0): void {
    const number = readNumber(text)
    const distance = Math.abs((number ?? Number.NaN) - (value ?? Number.NaN))
    this.#claim(number === value || distance <= 0.5001 / 10 ** digits, 'in truth', value)
  }

  #isPeriod(text: string | undefined, { from, to }: Range = this.#truth.range): void {
    const read = readPeriod(text)
    this.#claim(read.from === from && read.to === to && read.days === countDays(read), toDate(from), toDate(to))
  }

  #readSentence([views, end = '']: Groups): void {
    const { before, all, percent, isPerDay } = this.#truth
    this.#claim(
      [...this.#seen].every((name) => name === 'not complete'),
      'not the first sentence',
    )
    this.#seen.add('sentence')
    if (end.endsWith(MARKDOWN_NOTE)) this.#seen.add('Markdown')
    const [, period, words = ''] = new RegExp(`^${PERIOD}(.*)$`).exec(end.replace(` ${MARKDOWN_NOTE}`, '')) ?? []
    this.#isNumber(views, all.now.total)
    this.#isPeriod(period)
    const read = (form: string) => new RegExp(`^${form}\\.$`).exec(words)?.slice(1)
    const compared = read(`: (\\S+%)( per day)? compared with ${PERIOD}`)
    const after = read(`, after (\\S+) views? from ${PERIOD}(: probably a gap in the data)?`)
    const none = read(`\\. There is no comparison with ${PERIOD}, which has no views: probably a gap in the data`)
    if (before) this.#isPeriod(compared?.[2] ?? after?.[1] ?? none?.[0], before)
    else this.#claim(words === '.', 'there is no comparison')
    if (compared) this.#isNumber(compared[0], percent(all), 1)
    if (compared) this.#claim((compared[1] !== undefined) === isPerDay && all.now.total > 0 && all.before.total >= TOP)
    if (after) this.#isNumber(after[0], all.before.total)
    if (after) this.#claim((after[2] !== undefined) === (all.now.total === 0))
    if (none) this.#claim(all.before.total === 0)
  }

  #startTable([name = '', last]: Groups): void {
    this.#table = name
    this.#isBarTrue()
    const isPerDay = new Set(this.#chain?.map(countDays)).size > 1
    if (name === 'From') this.#claim(last === (isPerDay ? 'Change per day' : 'Change'))
  }

  #readHeading([name = '', part]: Groups): void {
    this.#heading = name
    if (part !== undefined) this.#claim(this.#truth.isCut)
    if (name === 'Most viewed pages') return this.#claim((part !== undefined) === this.#truth.isCut)
    this.#claim(name in SIDES, 'an unknown heading')
    this.#claim(!this.#truth.hasGap, 'there is no comparison')
  }

  #readCaption([period, before]: Groups, isPerDay = false): void {
    this.#isPeriod(period)
    this.#isPeriod(before, this.#truth.before)
    this.#claim(this.#truth.isPerDay === isPerDay, 'per day')
  }

  #readRow(cells: string[]): void {
    const [first = '', ...rest] = cells
    if (this.#table === 'From') this.#readPeriod(cells)
    else if (this.#table === ' ') for (const [at, key] of KEYS.entries()) this.#isTotal(first, key, rest[at])
    else if (first === '*All other pages*') this.#rests.push([this.#line, ...rest])
    else if (this.#table === '#') this.#readTop(cells)
    else this.#readPage(cells)
  }

  #isTotal(name: string, key: keyof Counts, cell: string | undefined): void {
    const { all, isPerDay } = this.#truth
    this.#seen.add(name)
    if (name === '**Views**') this.#isNumber(cell, all.now[key])
    else if (name === 'Previous period') this.#isNumber(cell, all.before[key])
    else if (name === 'Share')
      this.#isNumber(cell, key === 'total' ? undefined : (100 * all.now[key]) / all.now.total, 1)
    else {
      this.#claim(name === (isPerDay ? 'Change per day' : 'Change'), 'an unknown row')
      this.#isPercent(cell, all, key)
    }
  }

  /** Shown from ten views on. */
  #isPercent(cell: string | undefined, change: Change, key: keyof Counts = 'total'): void {
    this.#isNumber(cell, change.before[key] < TOP ? undefined : this.#truth.percent(change, key), 1)
  }

  #findPage(path: string): PageTruth | undefined {
    const page = this.#truth.pages.find((each) => each.path === path)
    this.#claim(page !== undefined, 'not a page')
    if (page) this.#listed[this.#heading] = [...(this.#listed[this.#heading] ?? []), page]
    return page
  }

  #readTop([rank, cell, ...views]: string[]): void {
    const page = this.#findPage(readPath(cell).path)
    this.#isNumber(rank, this.#listed[this.#heading]?.length)
    for (const [at, key] of KEYS.entries()) this.#isNumber(views[at], page?.now[key])
    for (const at of [0, 1]) this.#bars.push({ length: readBar(views[at]), views: readNumber(views[at]) ?? 0 })
  }

  #readPage([cell, ...cells]: string[]): void {
    const { path, isRenamed } = readPath(cell)
    const page = this.#findPage(path)
    const side = SIDES[this.#heading]
    const others = side === 'new' ? 'noViews' : side === 'noViews' ? 'new' : undefined
    const end = path.split('/').at(-1)
    const isAlike =
      others && this.#truth.sides[others].some((each) => hasTen(each) && each.path.split('/').at(-1) === end)
    this.#claim(isRenamed === (isAlike ?? false), 'renamed')
    this.#bars.push({ length: readBar(cells[2]), views: Math.abs(readNumber(cells[2]) ?? 0) })
    if (page) this.#isChange(page, cells)
  }

  #isChange(page: Change, [before, views, changed, percent, human, ai]: string[]): void {
    const { change, isPerDay } = this.#truth
    const digits = isPerDay ? 2 : 0
    this.#isNumber(before, page.before.total)
    this.#isNumber(views, page.now.total)
    this.#isNumber(changed, change(page), digits)
    this.#isPercent(percent, page)
    this.#isNumber(human, change(page, 'human'), digits)
    this.#isNumber(ai, change(page, 'ai'), digits)
  }

  /** Of the table that ends. */
  #isBarTrue(): void {
    const most = Math.max(...this.#bars.map(({ views }) => views))
    for (const { length, views } of this.#bars)
      this.#claim(Math.abs(length - (12 * views) / most) <= 1, length, views, most)
    this.#bars = []
  }

  #readPeriod([from = '', to = '', ...cells]: string[]): void {
    const { totalsOf } = this.#truth
    const range = { from: Date.parse(from), to: Date.parse(to) }
    const before = this.#chain?.[this.#periods.push(`${from} ${to}`) - 2]
    for (const [at, key] of KEYS.entries()) this.#isNumber(cells[at], totalsOf(range)[key])
    const perDay = (each: Range) => totalsOf(each).total / countDays(each)
    const isKnown = before && totalsOf(before).total >= TOP
    this.#isNumber(cells[3], isKnown ? 100 * (perDay(range) / perDay(before) - 1) : undefined, 1)
  }

  #readChartLine([values]: Groups): void {
    const key = (['total', 'human', 'ai'] as const)[this.#lines++] ?? 'ai'
    this.#claim(values === this.#chain?.map((each) => this.#truth.totalsOf(each)[key]).join(', '), key)
  }

  #readWholeFall([lost]: Groups): void {
    this.#seen.add('whole site')
    this.#isNumber(lost, -this.#truth.percent(this.#truth.all), 1)
  }

  #readNotListed(counts: Groups): void {
    this.#seen.add('not listed')
    for (const [at, side] of (['new', 'noViews'] as const).entries()) {
      const others = this.#findUnlisted(side)
      this.#isNumber(counts[at] ?? '0', others.length)
      this.#claim(!others.some(hasTen), side, 'with ten views or more')
    }
  }

  #findUnlisted(side: Side): PageTruth[] {
    const listed = new Set(Object.values(this.#listed).flat())
    return this.#truth.sides[side].filter((page) => !listed.has(page))
  }

  #readExcluded([rows, views, unknown]: Groups): void {
    const { excluded, isCut } = this.#truth
    this.#seen.add('exclude')
    this.#isNumber(rows, excluded.length)
    this.#isNumber(views, sum(excluded.map(({ now }) => now)).total)
    this.#claim((unknown !== undefined) === isCut)
  }

  #readFoot([rows, requests, requestsBefore]: Groups): void {
    const { before, file } = this.#truth
    this.#isNumber(rows, file.length)
    this.#isNumber(requests, this.#requests[0])
    this.#isNumber(requestsBefore ?? (before ? '' : '0'), this.#requests[1])
  }

  /** What has to be somewhere. */
  readWhole(): void {
    this.#line = 'Whole:'
    this.#isBarTrue()
    const { report, range, before, all, isCut, isWhollyFallen, pages, sides, change } = this.#truth
    const isKnown = !(isCut && report.exclude)
    const chain = this.#chain ?? []
    const shown = [range, before ?? range, ...chain]
    const isLong = shown.some(({ from }) => from < MARKDOWN_SINCE) && shown.some(({ to }) => to > MARKDOWN_SINCE)
    const hasUnlisted = this.#findUnlisted('new').length + this.#findUnlisted('noViews').length > 0
    const due = Object.entries({
      ...{ sentence: isKnown, '**Views**': isKnown, 'Previous period': before !== undefined, 'not complete': isCut },
      ...{
        exclude: report.exclude !== undefined,
        'whole site': isWhollyFallen,
        Markdown: isLong,
        'not listed': hasUnlisted,
      },
    })
    for (const [name, isDue] of due) this.#claim(this.#seen.has(name) === isDue, name, isDue)
    const periods = chain.map(({ from, to }) => `${toDate(from)} ${toDate(to)}`)
    this.#claim(this.#periods.join() === periods.join(), 'periods', periods)
    const isListed = (name: string, list: PageTruth[], rank: (page: PageTruth) => number) =>
      this.#claim(isRanked(this.#listed[name] ?? [], list, rank), name, list.length)
    isListed(
      'Most viewed pages',
      pages.filter(({ now }) => now.total > 0),
      ({ now }) => now.total,
    )
    for (const [name, side] of Object.entries(SIDES))
      isListed(name, side === 'rising' || side === 'falling' ? sides[side] : sides[side].filter(hasTen), (page) =>
        Math.abs(change(page)),
      )
    this.#isRestTrue(all)
  }

  #isRestTrue(all: Change): void {
    const explained = Object.keys(SIDES).flatMap((name) => this.#listed[name] ?? [])
    const subtract = (from: Counts, counts: Counts) => ({
      human: from.human - counts.human,
      ai: from.ai - counts.ai,
      total: from.total - counts.total,
    })
    const now = subtract(all.now, sum(explained.map((page) => page.now)))
    const before = subtract(all.before, sum(explained.map((page) => page.before)))
    this.#claim(this.#rests.length > 0 || explained.length === 0, 'all other pages')
    for (const [line = '', ...cells] of this.#rests) {
      this.#line = line
      this.#isChange({ now, before }, cells)
    }
  }
}

const hasTen = ({ now, before }: PageTruth) => now.total + before.total >= TOP

/** Whether these are the first ones of a list, in order. Pages may change places that differ by less than is shown. */
export function isRanked(
  shown: readonly PageTruth[],
  due: readonly PageTruth[],
  rank: (page: PageTruth) => number,
): boolean {
  const ranks = due.map(rank).sort((a, b) => b - a)
  const isInPlace = (page: PageTruth, at: number) =>
    due.includes(page) && Math.abs(rank(page) - (ranks[at] ?? 0)) <= 0.01
  return shown.every(isInPlace) && shown.length === Math.min(TOP, due.length) && new Set(shown).size === shown.length
}
