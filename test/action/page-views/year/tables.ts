import { countDays } from '../../days.ts'
import { type Judge, toDate } from './judge.ts'
import type { Change, Counts, PageTruth, Range, Side, Truth } from './truth.ts'
import { hasTen, sum, TEN } from './truth.ts'

const KEYS = ['human', 'ai', 'total'] as const
const SIDES: Readonly<Record<string, Side>> = {
  'Rising pages': 'rising',
  'Falling pages': 'falling',
  'New pages': 'new',
  'Pages with no views': 'noViews',
}
/** Pages in each list. */
const TOP = 10

/** Reads each row of a summary or a report comment. */
export class Tables {
  readonly #judge: Judge
  readonly #truth: Truth
  readonly #chain: readonly Range[]
  readonly #names = new Set<string>()
  readonly #listed: Record<string, PageTruth[]> = {}
  readonly #rests: string[][] = []
  readonly #periods: string[] = []
  #table = ''

  /** `chain` are the periods that a comment has to show. */
  constructor(judge: Judge, truth: Truth, chain: readonly Range[]) {
    this.#judge = judge
    this.#truth = truth
    this.#chain = chain
  }

  readHeading(name: string): void {
    this.#judge.heading = name
    if (name === 'Most viewed pages') return
    this.#judge.claim(name in SIDES, 'is unknown')
  }

  /** @param name is the heading of the first column */
  start(name: string, last: string): void {
    this.#table = name
    const isPerDay = new Set(this.#chain.map(countDays)).size > 1
    if (name === 'From') this.#judge.claim(last === (isPerDay ? 'Change per day' : 'Change'))
  }

  readRow(row: string): void {
    const cells = row.slice(2, -2).split(/(?<!\\) \| /)
    const [first = '', ...others] = cells
    if (this.#table === 'From') this.#readPeriod(cells)
    else if (this.#table === ' ') for (const [at, key] of KEYS.entries()) this.#readTotal(first, key, others[at])
    else if (this.#table === '#') this.#readTop(cells)
    else if (first === '*All other pages*') this.#rests.push([row, ...others])
    else this.#readPage(first, others)
  }

  findUnlisted(side: Side): PageTruth[] {
    const listed = new Set(Object.values(this.#listed).flat())
    return this.#truth.sides[side].filter((page) => !listed.has(page))
  }

  /** What has to be in some table. */
  readWhole(): void {
    const { report, before, isCut, pages, sides, change, all } = this.#truth
    const due = isCut && report.exclude ? [] : ['**Views**', ...(before ? ['Previous period'] : [])]
    for (const name of due) this.#judge.claim(this.#names.has(name), name, 'is missing')
    const periods = this.#chain.map(({ from, to }) => `${toDate(from)} ${toDate(to)}`).join()
    this.#judge.claim(this.#periods.join() === periods, 'periods', this.#periods.join(), 'in truth', periods)
    const viewed = pages.filter(({ now }) => now.total > 0)
    const lists: [string, PageTruth[]][] = Object.entries(SIDES).map(([name, side]) => [name, sides[side]])
    const explained = lists.flatMap(([name]) => this.#listed[name] ?? [])
    this.#isRanked('Most viewed pages', viewed, ({ now }) => now.total)
    for (const [name, list] of lists) this.#isRanked(name, list, (page) => Math.abs(change(page)))
    this.#judge.claim(this.#rests.length > 0 || explained.length === 0, 'all other pages')
    const rest = { now: subtract(all.now, explained, 'now'), before: subtract(all.before, explained, 'before') }
    for (const [line = '', ...cells] of this.#rests) {
      this.#judge.line = line
      this.#readChange(rest, cells)
    }
  }

  #isRanked(name: string, list: readonly PageTruth[], rank: (page: PageTruth) => number): void {
    const due = name === 'New pages' || name === 'Pages with no views' ? list.filter(hasTen) : list
    const shown = this.#listed[name] ?? []
    if (name in SIDES && this.#truth.hasGap) this.#judge.claim(shown.length === 0, name, 'there is no comparison')
    else this.#judge.claim(isRanked(shown, due, rank), name, due.length)
  }

  #readTotal(name: string, key: keyof Counts, cell: string | undefined): void {
    const { all, isPerDay } = this.#truth
    this.#names.add(name)
    const share = (100 * all.now[key]) / all.now.total
    if (name === '**Views**') this.#judge.isNumber(cell, all.now[key])
    else if (name === 'Previous period') this.#judge.isNumber(cell, all.before[key])
    else if (name === 'Share') this.#judge.isNumber(cell, key === 'total' ? undefined : share, 1)
    else this.#readPercent(cell, all, key)
    if (name.startsWith('Change')) this.#judge.claim(name === (isPerDay ? 'Change per day' : 'Change'))
  }

  /** Shown from ten views on. */
  #readPercent(cell: string | undefined, change: Change, key: keyof Counts = 'total'): void {
    const isKnown = change.before[key] >= TEN
    this.#judge.isNumber(cell, isKnown ? this.#truth.percent(change, key) : undefined, 1)
  }

  #findPage(code = ''): PageTruth | undefined {
    const path = code.replaceAll(/^`+ ?| ?`+$|\\(?=\|)|\u2060/g, '')
    const page = this.#truth.pages.find((each) => each.path === path)
    this.#judge.claim(page !== undefined, path, 'is no page')
    const { heading } = this.#judge
    if (page) this.#listed[heading] = [...(this.#listed[heading] ?? []), page]
    return page
  }

  #readTop([rank, code, ...views]: string[]): void {
    const page = this.#findPage(code)
    this.#judge.isNumber(rank, this.#listed[this.#judge.heading]?.length)
    for (const [at, key] of KEYS.entries()) this.#judge.isNumber(views[at], page?.now[key])
  }

  /** What marks a page as renamed, and how long its bar is: `unit/page-views/result`. */
  #readPage(name: string, cells: string[]): void {
    const page = this.#findPage(name.replace(/ renamed\?$/, ''))
    if (page) this.#readChange(page, cells)
  }

  #readChange(page: Change, [before, views, changed, percent, human, ai]: string[]): void {
    const { change, isPerDay } = this.#truth
    const digits = isPerDay ? 2 : 0
    this.#judge.isNumber(before, page.before.total)
    this.#judge.isNumber(views, page.now.total)
    this.#judge.isNumber(changed, change(page), digits)
    this.#readPercent(percent, page)
    this.#judge.isNumber(human, change(page, 'human'), digits)
    this.#judge.isNumber(ai, change(page, 'ai'), digits)
  }

  #readPeriod([from = '', to = '', ...cells]: string[]): void {
    const { totalsOf } = this.#truth
    const range = { from: Date.parse(from), to: Date.parse(to) }
    const before = this.#chain[this.#periods.push(`${from} ${to}`) - 2]
    for (const [at, key] of KEYS.entries()) this.#judge.isNumber(cells[at], totalsOf(range)[key])
    const perDay = (each: Range) => totalsOf(each).total / countDays(each)
    const isKnown = before && totalsOf(before).total >= TEN
    this.#judge.isNumber(cells[3], isKnown ? 100 * (perDay(range) / perDay(before) - 1) : undefined, 1)
  }
}

function subtract(all: Counts, pages: readonly PageTruth[], side: keyof Change): Counts {
  const some = sum(pages.map((page) => page[side]))
  return { human: all.human - some.human, ai: all.ai - some.ai, total: all.total - some.total }
}

/** Whether these are the first ones of a list, in order. Pages that differ by less than is shown may change places. */
export function isRanked(
  shown: readonly (PageTruth | undefined)[],
  due: readonly PageTruth[],
  rank: (page: PageTruth) => number,
): boolean {
  const ranks = due.map(rank).sort((a, b) => b - a)
  const isInPlace = (page: PageTruth | undefined, at: number) =>
    page !== undefined && due.includes(page) && Math.abs(rank(page) - (ranks[at] ?? 0)) <= 0.01
  return shown.every(isInPlace) && shown.length === Math.min(TOP, due.length) && new Set(shown).size === shown.length
}
