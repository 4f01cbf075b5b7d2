import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { TRICKS } from '../../fuzz/hostile-text.ts'
import { checkPublished } from '../../fuzz/published-markdown.ts'
import { CERTIFICATE } from '../../world/certificate.ts'
import {
  type PageViews,
  serveMovingPageViews,
  servePageViews,
  type ViewRow,
} from '../../world/docs-service/page-views.ts'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import { startProxy, startSecureFront } from '../../world/proxy.ts'
import { DAY_MS } from '../days.ts'
import { checkTracesOf, createHostileWorld } from '../traces.ts'
import { row } from './rows.ts'

const ROWS = Array.from({ length: 1130 }, (_, index): ViewRow => {
  const ai = 1130 - index
  return { path: `/page-${index}`, human: 2 * ai, ai, total: 3 * ai }
})
const ALL = { docsService: { pageViews: servePageViews(ROWS) } }
const WEEK = { 'date-from': '2026-10-08', 'date-to': '2026-10-15', compare: 'previous' }

/** The rows in a CSV file without quotes. */
function readRows(path: string): ViewRow[] {
  const lines = readFileSync(path, 'utf8').split('\r\n').slice(1, -1)
  return lines.map((line) => {
    const [, , name = '', ...views] = line.split(',')
    const [human = 0, ai = 0, total = 0] = views.map(Number)
    return { path: name, human, ai, total }
  })
}

test('an export from a host with its own certificate, through a proxy with a login: all rows, in order, once', async () => {
  await using world = await createWorld(ALL)
  await using proxy = await startProxy()
  await using front = await startSecureFront(world.docsService.url)
  const host = `docs.test:${front.port}`
  const authority = join(mkdtempSync(join(tmpdir(), 'authority-')), 'certificate.pem')
  writeFileSync(authority, CERTIFICATE.cert)
  onTestFinished(() => rmSync(dirname(authority), { recursive: true }))
  const startedAt = Date.now()

  const result = await world.run({
    action: 'page-views',
    inputs: { 'base-url': `https://${host}` },
    environment: { HTTPS_PROXY: proxy.url.replace('//', '//me:p%40w@'), NODE_EXTRA_CA_CERTS: authority },
  })

  expect(result.conclusion).toBe('success')
  const message = expect.stringMatching(/^1,278,030 views by people and 639,015 by AI until /)
  expect(result.annotations).toMatchObject([{ level: 'notice', message }])
  const { total } = servePageViews(ROWS).select({}).totals
  const whole = { total: `${total}`, rows: '1130', complete: 'true', nextFrom: '', nextOffset: '' }
  expect(result.outputs).toMatchObject(whole)
  expect(readRows(join(result.files, 'page-views.csv'))).toEqual(ROWS)
  expect(readdirSync(result.files)).toEqual(['page-views.csv'])

  const { requests, maxInFlight, apiKey } = world.docsService
  expect(maxInFlight).toBe(1)
  expect(requests.map(({ query }) => query['offset'])).toEqual(['0', '250', '500', '750', '1000'])
  const login = `Basic ${Buffer.from('me:p@w').toString('base64')}`
  expect(new Set(proxy.seen.map((each) => `${each.target} ${each.login}`))).toEqual(new Set([`${host} ${login}`]))
  const [frozen = '', ...others] = new Set(requests.map(({ query }) => query['dateTo']))
  expect([others, result.outputs['dateTo']]).toEqual([[], frozen])
  expect(Date.parse(frozen)).toBeGreaterThanOrEqual(startedAt - 1000)
  expect(Date.parse(frozen)).toBeLessThanOrEqual(Date.now())
  expect(requests[0]?.query).toEqual({ limit: '250', offset: '0', dateTo: frozen })
  expect(requests[0]?.headers['authorization']).toBe(`Bearer ${apiKey}`)

  const refused = await world.run({ action: 'page-views', environment: { HTTP_PROXY: 'ftp://proxy' } })
  expect(refused).toMatchObject({ conclusion: 'failure', summary: expect.stringContaining('Nothing was exported') })
})

test('repeated 500s: the rows before them are kept in a partial file, the run is red, the report unchanged', async () => {
  await using world = await createWorldInProcess(ALL)
  const { number } = await world.github.createIssue()
  const step = { action: 'page-views', inputs: { 'issue-number': number, file: 'out/views.csv' } }
  expect((await world.run(step)).outputs['commentUrl']).toMatch(/./)
  const report = await world.github.commentsOf(number)
  const respond = { kind: 'answer', status: 500, body: { error: 'Oops' } } as const
  world.docsService.faults.add({ path: /offset=500$/, times: Number.POSITIVE_INFINITY, respond })

  const result = await world.run({ ...step, workspaceFiles: { 'out/views.csv': 'from last week' } })

  expect(result.conclusion).toBe('failure')
  const file = 'out/views.partial.csv'
  expect(result.outputs).toMatchObject({ rows: '500', file, complete: 'false', nextFrom: '', nextOffset: '500' })
  expect(readRows(join(result.files, file))).toEqual(ROWS.slice(0, 500))
  expect(readFileSync(join(result.files, 'out/views.csv'), 'utf8')).toBe('from last week')
  expect(readdirSync(join(result.files, 'out'))).toEqual(['views.csv', 'views.partial.csv'])
  expect(result.annotations).toMatchObject([
    { level: 'error', message: expect.stringMatching(/^Couldn't get page views.*offset.*500/) },
  ])
  expect(result.summary).toContain('The export failed')
  expect(await world.github.commentsOf(number)).toEqual(report)
})

test('cancelled while the previous period is read: the export is whole, and the run is red', async () => {
  await using world = await createWorld({ docsService: { pageViews: servePageViews([row('/same', 50)]) } })
  world.docsService.faults.add({ path: /dateFrom=2026-10-01/, times: 9, respond: { kind: 'hang' } })
  const run = world.start({ action: 'page-views', inputs: WEEK })
  await world.docsService.waitForRequests({ path: /dateFrom=2026-10-01/ })
  run.cancel()
  const result = await run.result
  const whole = { complete: 'true', total: '50', file: 'page-views.csv' }
  expect(result.outputs).toMatchObject({ ...whole, previousHuman: '', changeHuman: '', rising: '[]' })
  const message = expect.stringMatching(/^The previous period couldn't be read completely\. .* was canceled\./)
  const end = { level: 'error', message: 'The run was canceled (SIGINT).' }
  expect(result.annotations).toMatchObject([{ level: 'warning', message }, { level: 'notice' }, end])
  expect(result.exitCode).toBe(1)
  const file = readFileSync(join(result.files, 'page-views.csv'), 'utf8')
  const [from, to] = [WEEK['date-from'], WEEK['date-to']].map((day) => `${day}T00:00:00Z`)
  expect(file).toBe(`dateFrom,dateTo,path,human,ai,total\r\n${from},${to},/same,50,0,50\r\n`)
})

test('hostile paths do nothing, and the key that the service echoes in them appears nowhere', async () => {
  const rows = TRICKS.map((path, index) => row(path, 1_000 - index))
  const before = TRICKS.map((path, index) => row(path.slice(index % 3), 500 + 2 * index))
  const pageViews = serveMovingPageViews([[...rows, row(TRICKS[0] ?? '', 1)], before])
  await using world = await createHostileWorld({ docsService: { pageViews } })
  const { number } = await world.github.createIssue()
  const inputs = { top: 100, period: '7d', compare: 'previous', 'issue-number': number }
  const result = await world.run({ action: 'page-views', inputs, inProcess: false })
  expect(result.conclusion).toBe('success')
  expect(result.outputs).toMatchObject({ complete: 'true' })
  expect(JSON.parse(result.outputs['falling'] ?? '')).not.toEqual([])
  await checkTracesOf(world, result, [])
  const [report] = await world.github.commentsOf(number)
  checkPublished(report?.body.replace(/<!-- docs-agent:page-views[^>]*-->/gmu, '') ?? '')
  const csv = readFileSync(join(result.files, 'page-views.csv'), 'utf8')
  expect(csv).toContain(`,"'=HYPERLINK(""https://evil.example"")",`)
  expect(csv).not.toContain(world.docsService.apiKey)
})

/** 60 pages whose views differ from day to day. */
const EVERY_DAY: PageViews = {
  select({ from = 0, to = 0 }) {
    const days = Array.from({ length: Math.round((to - from) / DAY_MS) }, (_, day) => new Date(from + day * DAY_MS))
    const views = days.reduce((sum, day) => sum + (day.getUTCDate() === 14 ? 0 : 1 + day.getUTCDay()), 0)
    return servePageViews(Array.from({ length: views === 0 ? 0 : 60 }, (_, at) => row(`/${at}`, views, at))).select({})
  },
}

test('a year by month, as far as the requests go, is kept, in green, with a warning that says where to go on', async () => {
  await using world = await createWorldInProcess({ docsService: { pageViews: EVERY_DAY } })
  const dates = { 'date-from': '2025-01-01', 'date-to': '2026-01-01', split: 'month' }
  const result = await world.run({ action: 'page-views', inputs: { ...dates, limit: 30, 'max-requests': 7 } })
  const message = expect.stringMatching(
    /^`max-requests` was reached\. .*`date-from: 2025-04-01T00:00:00Z`.* `offset: 30`/,
  )
  const annotations = [{ level: 'notice' }, { level: 'warning', message }]
  expect(result).toMatchObject({ conclusion: 'success', annotations })
  const next = { nextFrom: '2025-04-01T00:00:00Z', nextOffset: '30', complete: 'false', total: '', rows: '210' }
  expect(result.outputs).toMatchObject(next)
  expect(world.docsService.requests).toHaveLength(7)
  const months = readFileSync(join(result.files, 'page-views.csv'), 'utf8').match(/^2025-\d\d/gmu)
  expect([months?.length, [...new Set(months)]]).toEqual([210, ['2025-01', '2025-02', '2025-03', '2025-04']])
  expect(result.summary).toMatch(/ in Jan 1 – Apr 30, 2025 .*, 4 of 12 months\.$/m)
})

test('a weekly report with days: one comment, which remembers a day without views a week later', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 9, 19, 6) })
  onTestFinished(() => void vi.useRealTimers())
  await using world = await createWorldInProcess({ docsService: { pageViews: EVERY_DAY } })
  const { number } = await world.github.createIssue()
  const inputs = { period: 'last-week', compare: 'previous', daily: true, 'issue-number': number }
  const first = await world.run({ action: 'page-views', inputs })
  expect(first.summary).toContain('compared with Oct 5–11, 2026; Oct 14 has no views.')
  expect(world.docsService.requests).toHaveLength(1 + 1 + 7)
  vi.setSystemTime(Date.UTC(2026, 9, 26, 6))
  const second = await world.run({ action: 'page-views', inputs })
  const sentence = /^[\d,]+ views by people .*, compared with Oct 12–18, 2026, of which 1 day had no views\.$/m
  const [report, ...others] = await world.github.commentsOf(number)
  for (const text of [second.summary, second.annotations[0]?.message ?? '', report?.body ?? ''])
    expect(text).toMatch(sentence)
  expect(report?.body.match(/^\| Oct .*2026/gmu)).toHaveLength(3)
  expect([report?.html_url, others]).toEqual([second.outputs['commentUrl'], []])
})

test.each([
  ['an empty token', { 'github-token': '' }, '`github-token` is empty.'],
  ['an issue that does not exist', { 'issue-number': 99 }, 'GitHub returned 404'],
])(
  'a report comment that cannot be written is a warning, and a line in the summary: %s',
  async (_name, inputs, why) => {
    await using world = await createWorldInProcess(ALL)
    const { number } = await world.github.createIssue()
    const result = await world.run({ action: 'page-views', inputs: { 'issue-number': number, ...inputs } })
    expect(result).toMatchObject({ conclusion: 'success', outputs: { complete: 'true', commentUrl: '' } })
    expect(result.annotations.map(({ level }) => level)).toEqual(['warning', 'notice'])
    for (const text of [result.annotations[0]?.message, result.summary]) expect(text).toContain(why)
    expect(result.summary).toContain("The report comment wasn't written.")
  },
)
