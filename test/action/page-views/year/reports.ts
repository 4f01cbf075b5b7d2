import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { createWorldInProcess } from '../../../world/index.ts'
import type { RunResult } from '../../../world/runner/action-run.ts'
import { findFalseClaims } from './claims.ts'
import { toDate } from './judge.ts'
import { dayAt, type Site } from './site.ts'
import { isRanked } from './tables.ts'
import { findTruth, hasTen, type PageTruth, type Range, type Report, type Truth } from './truth.ts'

/** Makes these reports, one after the other, and returns whatever they say that isn't true. */
export async function findFaults(site: Site, reports: readonly Report[]): Promise<string[]> {
  vi.useFakeTimers({ toFake: ['Date'], now: dayAt('2026-01-01') })
  onTestFinished(() => void vi.useRealTimers())
  await using world = await createWorldInProcess({ docsService: { pageViews: site } })
  const { number: issue } = await world.github.createIssue({ title: 'Page views' })
  const { number: otherIssue } = await world.github.createIssue({ title: 'Page views without scanners' })
  const faults: string[] = []
  const known: Record<number, Range[]> = { [issue]: [], [otherIssue]: [] }
  for (const report of reports.toSorted((a, b) => (a.on < b.on ? -1 : 1))) {
    vi.setSystemTime(dayAt(report.on) + 22_620_000)
    const truth = findTruth(site, report)
    const number = report.exclude ? otherIssue : issue
    const { period, compare = 'previous', exclude, maxRequests = 100 } = report
    const inputs = {
      period,
      compare,
      exclude: exclude?.globs ?? '',
      'max-requests': maxRequests,
      'issue-number': number,
    }
    const { length } = world.docsService.requests
    const result = await world.run({ action: 'page-views', inputs })
    const requests = world.docsService.requests
      .slice(length)
      .map(({ query }) => `${query['dateFrom']} ${query['dateTo']}`)
    const countOf = (range: Range | undefined) => requests.filter((each) => each === toQuery(range)).length
    const counts = [countOf(truth.range), countOf(truth.before)] as const
    const found = [...findFalseClaims(result.summary, truth, counts), ...findFalseOutputs(result, truth)]
    if (!truth.isCut && counts[0] + counts[1] < requests.length)
      found.push(`${requests} in truth ${toQuery(truth.range)}`)
    if (result.outputs['commentUrl'] !== '') {
      const comments = await world.github.commentsOf(number)
      const chain = remember(known[number] ?? [], truth)
      found.push(...findFalseClaims(comments.at(-1)?.body ?? '', truth, counts, chain))
    }
    faults.push(...found.map((each) => `${report.on} ${period}: ${each}`))
  }
  return faults
}

const toTime = (timeMs: number) => `${toDate(timeMs)}T00:00:00Z`
const toQuery = (range: Range | undefined) => (range ? `${toTime(range.from)} ${toTime(range.to)}` : '')

/** The unbroken chain of periods of the same kind that a comment shows, up to this one. */
function remember(known: Range[], { range, before, report }: Truth): Range[] {
  const added = [...(before ? [before] : []), range]
  for (const each of added) if (!known.some((one) => isSame(one, each))) known.push(each)
  const isMonth = ({ from, to }: Range) => isFirst(from) && isFirst(to)
  const isAlike = (each: Range) =>
    report.period.endsWith('month') ? isMonth(each) : each.to - each.from === range.to - range.from
  const chain: Range[] = []
  let next = known.find(({ to }) => to === range.to)
  for (let end = range.to; chain.length < 12; end = next.from) {
    next = known.find((each) => each.to === end && isAlike(each))
    if (!next) break
    chain.unshift(next)
  }
  return chain
}

const isSame = (one: Range, other: Range) => one.from === other.from && one.to === other.to
const isFirst = (timeMs: number) => new Date(timeMs).getUTCDate() === 1

/** Holds outputs and file against the truth. */
function findFalseOutputs({ outputs, files }: RunResult, truth: Truth): string[] {
  const { all, before, isCut, report, range, change, percent, sides, pages, hasGap } = truth
  const faults: string[] = []
  const isUnknown = isCut && report.exclude !== undefined
  const say = (name: string, isTrue: boolean, value?: unknown) =>
    isTrue || faults.push(`Output ${name}: ${outputs[name]?.slice(0, 300)} in truth ${value}`)
  const isEqual = (name: string, value: unknown) => say(name, outputs[name] === String(value ?? ''), value)

  for (const [key, name] of [
    ['total', ''],
    ['human', 'Human'],
    ['ai', 'Ai'],
  ] as const) {
    isEqual(key, isUnknown ? '' : all.now[key])
    isEqual(`previous${name || 'Total'}`, before && all.before[key])
    const isKnown = before && all.before[key] > 0
    const number = Number(outputs[`change${name}`])
    if (isKnown) say(`change${name}`, Math.abs(number - percent(all, key)) <= 0.0501, percent(all, key))
    else isEqual(`change${name}`, '')
  }
  isEqual('rows', truth.file.length)
  say('commentUrl', (outputs['commentUrl'] === '') === isUnknown, isUnknown)
  isEqual('complete', !isCut)
  isEqual('nextOffset', isCut ? truth.file.length : '')
  isEqual('dateFrom', toTime(range.from))
  isEqual('dateTo', toTime(range.to))

  function isList(name: string, due: readonly PageTruth[], rank: (page: PageTruth) => number): void {
    const items = JSON.parse(outputs[name] ?? '') as (Record<string, number> & { path: string })[]
    const listed = items.map(({ path }) => pages.find((page) => page.path === path))
    if (name === 'rising' && hasGap) return void say(name, items.length === 0, 'there is no comparison')
    say(name, isRanked(listed, due, rank), due.length)
    for (const [at, item] of items.entries()) {
      const page = listed[at]
      if (!page) continue
      const { now, before } = page
      const changes = {
        previous: before.total,
        change: change(page),
        previousHuman: before.human,
        previousAi: before.ai,
      }
      const values = { human: now.human, ai: now.ai, total: now.total, ...(name !== 'top' && changes) }
      for (const [key, value] of Object.entries(values))
        say(name, Math.abs((item[key] ?? Number.NaN) - value) <= 0.00501, `${item.path} ${key} ${value}`)
    }
  }
  const byChange = (page: PageTruth) => Math.abs(change(page))
  isList(
    'top',
    pages.filter(({ now }) => now.total > 0),
    ({ now }) => now.total,
  )
  isList('rising', [...sides.rising, ...sides.new.filter(hasTen)], byChange)
  isList('falling', sides.falling, byChange)
  isList('noViews', sides.noViews.filter(hasTen), byChange)

  const header = ['path,human,ai,total', ...(before ? ['previous,change,previousHuman,previousAi'] : [])].join()
  const lines = truth.file.map(({ path, now, before: then }) => {
    const cells = [path, now.human, now.ai, now.total]
    return [...cells, ...(before ? [then.total, now.total - then.total, then.human, then.ai] : [])].join()
  })
  const file = readFileSync(join(files, outputs['file'] ?? ''), 'utf8').split('\r\n')
  const wrong = [header, ...lines, ''].findIndex((line, at) => line !== file[at])
  if (wrong !== -1) faults.push(`File, line ${wrong + 1}: ${file[wrong]} in truth ${[header, ...lines, ''][wrong]}`)
  return faults
}
