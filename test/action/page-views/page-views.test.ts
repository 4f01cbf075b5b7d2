import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { TRICKS } from '../../fuzz/hostile-text.ts'
import { checkPublished } from '../../fuzz/published-markdown.ts'
import { CERTIFICATE } from '../../world/certificate.ts'
import { serveMovingPageViews, servePageViews, type ViewRow } from '../../world/docs-service/page-views.ts'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import { startProxy, startSecureFront } from '../../world/proxy.ts'
import { checkTracesOf, createHostileWorld } from '../traces.ts'
import { row } from './rows.ts'

// What reports say, and what is in the file and the outputs, also with `compare`, `exclude` and `max-requests`: `year`. The report
// comment through three months, and with other keys: `../change-of-keys.test.ts`.

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
    const [name = '', ...views] = line.split(',')
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
  expect(result.annotations).toEqual([])
  const { total } = servePageViews(ROWS).select({}).totals
  const whole = { total: `${total}`, rows: '1130', file: 'page-views.csv', complete: 'true', nextOffset: '' }
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
  expect(result.outputs).toMatchObject({ rows: '500', file, complete: 'false', nextOffset: '500' })
  expect(readRows(join(result.files, file))).toEqual(ROWS.slice(0, 500))
  expect(readFileSync(join(result.files, 'out/views.csv'), 'utf8')).toBe('from last week')
  expect(readdirSync(join(result.files, 'out'))).toEqual(['views.csv', 'views.partial.csv'])
  expect(result.annotations).toMatchObject([
    { level: 'error', message: expect.stringMatching(/^Couldn't get page views.*offset.*500/) },
  ])
  expect(result.summary).toContain('The export failed')
  expect(await world.github.commentsOf(number)).toEqual(report)
})

test('cancelled while the previous period is read: the export is whole', async () => {
  await using world = await createWorld({ docsService: { pageViews: servePageViews([row('/same', 50)]) } })
  world.docsService.faults.add({ path: /dateFrom=2026-10-01/, times: 9, respond: { kind: 'hang' } })
  const run = world.start({ action: 'page-views', inputs: WEEK })
  await world.docsService.waitForRequests({ path: /dateFrom=2026-10-01/ })
  run.cancel()
  const result = await run.result
  const whole = { complete: 'true', total: '50', file: 'page-views.csv' }
  expect(result.outputs).toMatchObject({ ...whole, previousTotal: '', change: '', rising: '[]' })
  const message = expect.stringMatching(/^The previous period couldn't be read completely\. .* was canceled\./)
  expect(result.annotations).toMatchObject([{ level: 'warning', message }])
  const file = readFileSync(join(result.files, 'page-views.csv'), 'utf8')
  expect(file).toBe('path,human,ai,total\r\n/same,50,0,50\r\n')
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
  expect(JSON.parse(result.outputs['noViews'] ?? '')).not.toEqual([])
  await checkTracesOf(world, result, [])
  const [report] = await world.github.commentsOf(number)
  checkPublished(report?.body.replace(/<!-- docs-agent:page-views[^>]*-->| --> \d+$/gmu, '') ?? '')
  const csv = readFileSync(join(result.files, 'page-views.csv'), 'utf8')
  expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"")",`)
  expect(csv).not.toContain(world.docsService.apiKey)
})
