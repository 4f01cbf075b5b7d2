import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GitHub } from '../../../src/github/github.ts'
import { type OutcomesReport, reportOutcomes } from '../../../src/outcomes/report-outcomes.ts'
import { formatHeadline } from '../../../src/outcomes/result/headline.ts'
import { type OutputName, writeOutputs } from '../../../src/outcomes/result/outputs.ts'
import { findPrevious, type Period, parsePeriod } from '../../../src/reports/period.ts'
import { read } from '../../contract/project-files.ts'
import { testProperty } from '../fuzz-parameters.ts'
import {
  AGENT,
  isWithoutEdits,
  NOW_MS,
  type SimulatedPull,
  serveRepository,
  simulateRepository,
} from './simulated-repository.ts'

const MAXIMUM = 3_000
const PERIODS = ['1d', '7d', '28d', '90d', 'last-week', 'last-month']
const CLOCK = { now: () => 0, wallClock: () => NOW_MS }
const reached = { cut: 0, unknown: 0, previousUnknown: 0, none: 0, limited: 0, reportCut: 0 }

testProperty(
  'every output of a repository is what a recount finds, with the requests that the page tells',
  60,
  [fc.nat(), fc.constantFrom(...PERIODS)],
  async (seed, text) => {
    const period = parsePeriod(text, NOW_MS, 365) as Period
    const before = findPrevious(period)
    const repository = simulateRepository(seed, (3 * (NOW_MS - before.fromMs)) / 2 / 86_400_000)
    const { github, requests } = serveRepository(repository)

    const report = await make(github, period)
    const outputs: Partial<Record<OutputName, string>> = {}
    const set = (name: OutputName, value: string) => {
      outputs[name] = value
    }
    writeOutputs({ set }, report)

    const newest = repository.pulls
      .filter(({ closedMs, updatedMs }) => closedMs === undefined || updatedMs >= before.fromMs)
      .toSorted((a, b) => b.updatedMs - a.updatedMs)
    const [listed, cut] = [newest.slice(0, MAXIMUM), newest.slice(MAXIMUM)]
    const own = listed.filter(({ author }) => author === AGENT)
    const isRead = (pull: SimulatedPull) => requests.commits.includes(pull.number)
    const span = { fromMs: Date.parse(period.dateFrom), toMs: Date.parse(period.dateTo) }
    const now = recount(own, span, isRead)
    const previous = cut.some(({ updatedMs }) => updatedMs >= before.fromMs) ? {} : recount(own, before, isRead)
    const open = own.filter(({ closedMs }) => closedMs === undefined)
    const isOpenWhole = cut.every(({ closedMs }) => closedMs !== undefined)
    const ages = open.map(({ createdMs }) => Math.floor((NOW_MS - createdMs) / 86_400_000))
    const { report: json = '', reportCut, ...figures } = outputs
    expect(figures).toEqual({
      ...now,
      ...Object.fromEntries(
        Object.keys(now).map((name) => [
          `previous${name.replace(/^./u, (first) => first.toUpperCase())}`,
          (previous as typeof now)[name as keyof typeof now] ?? '',
        ]),
      ),
      open: isOpenWhole || open.length > 0 ? `${open.length}` : '',
      oldestOpenDays: isOpenWhole && ages.length > 0 ? `${Math.max(...ages)}` : '',
      complete: `${cut.length === 0}`,
      commentUrl: '',
    })
    holdReport(json, reportCut, own, span, isRead)
    holdHeadline(formatHeadline(report), now, own.length, cut.length, open.length)

    const inside = (list: typeof newest, { fromMs, toMs }: typeof span) =>
      list.filter(({ closedMs = 0, isMerged }) => isMerged && closedMs >= fromMs && closedMs < toMs)
    const isPreviousKnown = 'merged' in previous
    const merged = [...inside(own, span), ...(isPreviousKnown ? inside(own, before) : [])]
    const readable = merged.map(({ number }) => number)
    expect(requests.commits.filter((number) => !readable.includes(number))).toEqual([])
    if (requests.refused === 0) expect(new Set(requests.commits).size).toBe(Math.min(500, readable.length))
    expect(requests.refused).toBeLessThanOrEqual(3)
    expect(requests.files).toBe(Math.ceil(inside(own, span).length / 50))
    const pagesOf = (count: number) => Math.max(1, Math.ceil(count / 100))
    const ended = repository.pulls.filter(({ closedMs }) => closedMs !== undefined)
    const recent = ended.filter(({ updatedMs }) => updatedMs >= before.fromMs)
    const endedPages = recent.length < ended.length ? Math.floor(recent.length / 100) + 1 : pagesOf(ended.length)
    const all = endedPages + pagesOf(repository.pulls.length - ended.length)
    if (cut.length === 0) expect(requests.list).toBe(all)
    else expect(requests.list).toBeLessThanOrEqual(MAXIMUM / 100 + 2)

    reached.cut += Number(cut.length > 0)
    reached.unknown += Number(now.mergedUnknown !== '0')
    reached.previousUnknown += Number(!isPreviousKnown)
    reached.none += Number(own.length === 0)
    reached.limited += Number(requests.refused > 0)
    reached.reportCut += Number(reportCut === 'true')
  },
  () => {
    for (const [name, count] of Object.entries(reached)) expect(count, name).toBeGreaterThan(0)
  },
)

function make(github: GitHub, period: Period): Promise<OutcomesReport> {
  const inputs = {
    ...{ place: { owner: 'acme', repo: 'docs' }, author: AGENT, period, title: '', githubToken: '', apiKey: '' },
    ...{ projectId: '', issueNumber: undefined, trafficDays: undefined, baseUrl: new URL('https://x.example') },
  }
  const connectService = () => expect.fail('The service is asked only with `traffic`.')
  return reportOutcomes(inputs, { github, connectService, signal: new AbortController().signal, clock: CLOCK })
}

test('3,000 pull requests, of which 100 were merged in each period, cost as many requests as the page says', async () => {
  const period = parsePeriod('28d', NOW_MS, 365) as Period
  const { fromMs, toMs } = findPrevious(period)
  const pulls = Array.from({ length: 3_000 }, (_, index): SimulatedPull => {
    const closedMs = index < 100 ? undefined : index < 200 ? fromMs + index * 1000 : toMs + index * 1000
    const author = index < 300 ? AGENT : 'ada'
    const shared = {
      title: '',
      createdMs: fromMs,
      isMerged: true,
      isDraft: false,
      isFork: false,
      commits: 'none' as const,
    }
    return { number: index + 1, author, closedMs, updatedMs: closedMs ?? toMs, ...shared }
  })
  const { github, requests } = serveRepository({ pulls, restLimit: Number.POSITIVE_INFINITY })
  const { figures, previous, list } = await make(github, period)
  expect([figures.merged, previous?.merged, list.isWhole]).toEqual([100, 100, true])
  const { commits, files } = requests
  expect([requests.list + files + commits.length, commits.length]).toEqual([232, 200])
  expect(read('outcomes/README.md').replaceAll('\n', ' ')).toContain('these are 232 requests. 200 of them count toward')
})

function recount(
  pulls: readonly SimulatedPull[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
  isRead: (pull: SimulatedPull) => boolean,
) {
  const isIn = (ms: number | undefined) => ms !== undefined && ms >= fromMs && ms < toMs
  let [written, unknown] = [0, 0]
  const hours: number[] = []
  for (const pull of pulls) {
    if (!pull.isMerged || !isIn(pull.closedMs)) continue
    hours.push(((pull.closedMs ?? 0) - pull.createdMs) / 3_600_000)
    const without = isRead(pull) ? isWithoutEdits(pull) : undefined
    if (without === undefined) unknown += 1
    else if (without) written += 1
  }
  const merged = hours.sort((a, b) => a - b).length
  const middle = [Math.floor((merged - 1) / 2), Math.ceil((merged - 1) / 2)]
  const median = middle.reduce((sum, index) => sum + (hours[index] ?? 0) / 2, 0)
  return {
    merged: `${merged}`,
    mergedWithoutEdits: unknown > 0 && unknown === merged ? '' : `${written}`,
    mergedUnknown: `${unknown}`,
    closed: `${pulls.filter(({ isMerged, closedMs }) => !isMerged && isIn(closedMs)).length}`,
    opened: `${pulls.filter(({ createdMs }) => isIn(createdMs)).length}`,
    medianHours: merged === 0 ? '' : median.toFixed(1),
  }
}

interface Entry {
  number: number
  state: string
  draft: boolean
  withoutEdits: boolean | null
  pages: string[] | null
  [name: string]: unknown
}

function holdReport(
  json: string,
  reportCut: string | undefined,
  own: readonly SimulatedPull[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
  isRead: (pull: SimulatedPull) => boolean,
): void {
  const isIn = (ms: number | undefined) => ms !== undefined && ms >= fromMs && ms < toMs
  const expected = own.filter(({ createdMs, closedMs }) => isIn(createdMs) || isIn(closedMs) || closedMs === undefined)
  const entries = JSON.parse(json) as Entry[]
  const toTime = (ms: number | undefined) =>
    ms === undefined ? null : new Date(ms).toISOString().replace('.000Z', 'Z')
  expect(Buffer.byteLength(json)).toBeLessThanOrEqual(100 * 1024)
  expect(reportCut).toBe(`${entries.length < expected.length}`)
  expect(entries).toEqual(
    // One that has no room costs no other its place.
    expected
      .filter(({ number }) => entries.some((each) => each.number === number))
      .map((pull) => {
        const { number, title, createdMs, closedMs, isMerged, isDraft } = pull
        return {
          number,
          prLink: `https://github.com/acme/docs/pull/${number}`,
          title,
          state: closedMs === undefined ? 'open' : isMerged ? 'merged' : 'closed',
          draft: isDraft,
          createdAt: toTime(createdMs),
          mergedAt: isMerged ? toTime(closedMs) : null,
          closedAt: toTime(closedMs),
          withoutEdits: (isRead(pull) ? isWithoutEdits(pull) : undefined) ?? null,
          pages: isMerged && isIn(closedMs) ? ['guides/retries.mdx'] : null,
        }
      }),
  )
}

/** Its words are in `unit/outcomes`. Here, it has the figures, and says what is missing. */
function holdHeadline(text: string, now: ReturnType<typeof recount>, own: number, cut: number, open: number): void {
  expect(text.includes('of the newest 3,000 pull requests')).toBe(cut > 0)
  expect(/\bno pull requests|none is by/u.test(text)).toBe(own === 0)
  if (own === 0) return
  const count = (pattern: RegExp) => pattern.exec(text)?.[1]?.replaceAll(',', '') ?? '0'
  expect(count(/([\d,]+) documentation pull requests? w/u)).toBe(now.merged)
  expect(count(/([\d,]+) (?:was|were) closed\./u)).toBe(now.closed)
  expect(count(/([\d,]+) (?:is|are) open\.$/u)).toBe(`${open}`)
  if (Number(now.merged) > 1 && now.mergedWithoutEdits !== '' && now.mergedUnknown !== '0')
    expect(count(/\(not known for ([\d,]+)\)/u)).toBe(now.mergedUnknown)
}
