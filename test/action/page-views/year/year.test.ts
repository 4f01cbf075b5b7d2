import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createWorldInProcess } from '../../../world/index.ts'
import type { RunResult } from '../../../world/runner/action-run.ts'
import { findFalseClaims, isRanked, readNumber } from './claims.ts'
import { createLargeSite, createSmallSite, createSteadySite, DAY_MS, dayAt, type Site } from './site.ts'
import { type Counts, countDays, findTruth, type Range, type Report, type Truth } from './truth.ts'

/** Runs these reports, one after the other, and returns whatever they say that isn't true. */
async function findFaults(site: Site, reports: readonly Report[]): Promise<string[]> {
  vi.useFakeTimers({ toFake: ['Date'], now: dayAt('2026-01-01') })
  onTestFinished(() => void vi.useRealTimers())
  await using world = await createWorldInProcess({ docsService: { pageViews: site } })
  const issue = await world.github.createIssue({ title: 'Page views' })
  const other = await world.github.createIssue({ title: 'Page views without scanners' })
  const faults: string[] = []
  const known = new Map<number, Range[]>()
  for (const report of reports) {
    vi.setSystemTime(dayAt(report.on) + 22_620_000)
    const number = report.exclude ? other.number : issue.number
    const truth = findTruth(site, report)
    const asked = world.docsService.requests.length
    const result = await world.run({ action: 'page-views', inputs: { ...toInputs(report), 'issue-number': number } })
    const requests = [truth.range, truth.before].map((range) => {
      const from = range && new Date(range.from).toISOString().replace('.000', '')
      return world.docsService.requests.slice(asked).filter(({ query }) => query['dateFrom'] === from).length
    })
    const comments = await world.github.commentsOf(number)
    const chain = remember(known, number, truth)
    const found = [
      ...findFalseClaims(result.summary, truth, requests).map((each) => `summary: ${each}`),
      ...findFalseClaims(comments.at(-1)?.body ?? '', truth, requests, chain).map((each) => `comment: ${each}`),
      ...findFalseOutputs(result, truth),
    ]
    faults.push(...found.map((each) => `${report.on} ${JSON.stringify(report)}: ${each}`))
  }
  return faults
}

function toInputs({ period, compare = 'previous', exclude, maxRequests = 100 }: Report) {
  return {
    period,
    compare: compare === 'none' ? 'none' : 'previous',
    exclude: exclude?.globs ?? '',
    'max-requests': maxRequests,
  }
}

/** The unbroken chain of periods of the same kind, up to that of this report. */
function remember(known: Map<number, Range[]>, issue: number, { range, before, isToDate, report }: Truth): Range[] {
  const all = known.get(issue) ?? []
  known.set(issue, all)
  for (const each of isToDate ? [] : [before, range])
    if (each && !all.some(({ from, to }) => from === each.from && to === each.to)) all.push(each)
  const isMonthly = report.period.endsWith('month')
  const isAlike = ({ from, to }: Range) =>
    isMonthly
      ? countDays({ from, to }) > 27 && new Date(from).getUTCDate() === 1 && new Date(to).getUTCDate() === 1
      : to - from === range.to - range.from
  const chain: Range[] = []
  let end = isToDate ? range.from : range.to
  while (chain.length < 12) {
    const each = all.find((one) => one.to === end && isAlike(one))
    if (!each) break
    chain.unshift(each)
    end = each.from
  }
  return chain
}

function findFalseOutputs(result: RunResult, truth: Truth): string[] {
  void [result, truth, readFileSync, join, isRanked, readNumber, DAY_MS, expect]
  return [] as (string & Counts)[]
}

test('year', async () => {
  const weekly = Array.from({ length: 52 }, (_, week) =>
    new Date(dayAt('2026-01-05') + week * 7 * DAY_MS).toISOString().slice(0, 10),
  )
  const months = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-01`)
  const all: Report[] = [
    ...weekly.map((on) => ({ on, period: 'last-week' })),
    ...months.map((on) => ({ on, period: 'last-month' })),
    { on: '2026-10-15', period: '1d' },
    { on: '2026-10-16', period: '1d' },
    { on: '2026-03-31', period: 'this-month' },
    { on: '2026-03-01', period: 'this-month' },
    { on: '2026-05-18', period: '28d' },
    { on: '2026-09-21', period: 'last-week', exclude: { globs: '.*, *.php', matches: /\/\.|\.php$/ } },
    { on: '2026-09-28', period: 'last-week', exclude: { globs: '.*, *.php', matches: /\/\.|\.php$/ } },
    { on: '2026-09-28', period: '7d', maxRequests: 3 },
    { on: '2026-09-28', period: '7d', maxRequests: 3, exclude: { globs: '.*, *.php', matches: /\/\.|\.php$/ } },
  ].toSorted((a, b) => (a.on < b.on ? -1 : 1))
  const out: string[] = []
  for (const [name, site] of Object.entries({
    large: createLargeSite(),
    small: createSmallSite(),
    steady: createSteadySite(),
  })) {
    const t = performance.now()
    const faults = await findFaults(site, all)
    console.log(name, faults.length, performance.now() - t)
    out.push(...faults.map((each) => `${name} ${each}`))
  }
  ;(await import('node:fs')).writeFileSync('/tmp/faults.txt', out.join('\n'))
})
