import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { createWorldInProcess } from '../../../world/index.ts'
import type { RunResult } from '../../../world/runner/action-run.ts'
import { findFalseClaims, isRanked, TOP } from './claims.ts'
import { toDate } from './reading.ts'
import { dayAt, type Site } from './site.ts'
import { findTruth, type PageTruth, type Range, type Report, type Truth } from './truth.ts'

/** Makes these reports, one after the other, and returns whatever they say that isn't true. */
export async function findFaults(site: Site, reports: readonly Report[]): Promise<string[]> {
  vi.useFakeTimers({ toFake: ['Date'], now: dayAt('2026-01-01') })
  onTestFinished(() => void vi.useRealTimers())
  await using world = await createWorldInProcess({ docsService: { pageViews: site } })
  const { number: issue } = await world.github.createIssue({ title: 'Page views' })
  const { number: otherIssue } = await world.github.createIssue({ title: 'Page views without scanners' })
  const faults: string[] = []
  const known: Record<number, Range[]> = { [issue]: [], [otherIssue]: [] }
  for (const report of reports) {
    vi.setSystemTime(dayAt(report.on) + 22_620_000)
    const truth = findTruth(site, report)
    const number = report.exclude ? otherIssue : issue
    const { period, compare = 'previous', exclude, maxRequests = 100 } = report
    const inputs = { period, compare, exclude: exclude?.globs ?? '', 'max-requests': maxRequests, 'issue-number': number }
    const { length } = world.docsService.requests
    const result = await world.run({ action: 'page-views', inputs })
    const requests = world.docsService.requests.slice(length).map(({ query }) => `${query['dateFrom']} ${query['dateTo']}`)
    const counts = [truth.range, truth.before].map((range) => requests.filter((each) => each === toQuery(range)).length)
    const found = [...findFalseClaims(result.summary, truth, counts), ...findFalseOutputs(result, truth)]
    if (!truth.isCut && counts[0] + counts[1] < requests.length) found.push(`${requests} in truth ${toQuery(truth.range)}`)
    if (result.outputs['commentUrl'] !== '') {
      const comments = await world.github.commentsOf(number)
      const chain = remember(known[number] ?? [], truth)
      found.push(...findFalseClaims(comments.at(-1)?.body ?? '', truth, counts, chain))
    }
    faults.push(...found.map((each) => `${report.on} ${period}: ${each}`))
  }
  return faults
}
