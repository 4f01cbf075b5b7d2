import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { row, serveDays } from '../../unit/page-views/site.ts'
import { render, TRICKS, tagsOf } from '../../unit/text/rendering.ts'
import {
  type PageViews,
  serveMovingPageViews,
  servePageViews,
  type ViewRow,
} from '../../world/docs-service/page-views.ts'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import type { RunResult } from '../../world/runner/action-run.ts'

const ROWS = Array.from({ length: 1130 }, (_, index) => row(`/page-${index}`, 2 * (1130 - index), 1130 - index))
const ALL = { docsService: { pageViews: servePageViews(ROWS) } }
const WEEK = { 'date-from': '2026-10-08', 'date-to': '2026-10-15', 'report-title': 'docs.acme.dev' }
const COMPARED = { ...WEEK, compare: 'previous' }

/** The rows of a CSV file without quotes. */
function readRows({ files, outputs }: RunResult): ViewRow[] {
  const lines = readFileSync(join(files, outputs['file'] ?? ''), 'utf8').split('\r\n')
  const cells = lines.slice(1, -1).map((line) => line.split(','))
  return cells.map(([, , path = '', human, ai]) => row(path, Number(human), Number(ai)))
}

function readReport({ outputs }: RunResult): string {
  return readFileSync(outputs['report'] ?? '', 'utf8')
}

test('an export: all rows, in order, once, and a report; n pages of rows cost n requests', async () => {
  await using world = await createWorld(ALL)
  const result = await world.run({ action: 'page-views', inputs: { ...WEEK, file: 'out/views.csv' } })

  expect(result.conclusion).toBe('success')
  expect(world.docsService.requests.map(({ query }) => query['offset'])).toEqual(['0', '250', '500', '750', '1000'])
  expect(readRows(result)).toEqual(ROWS)
  expect(readdirSync(join(result.files, 'out'))).toEqual(['views.csv'])
  const headline = 'docs.acme.dev, Oct 8–14, 2026: 1,278,030 views by people and 639,015 by AI.'
  expect(result.outputs).toMatchObject({
    headline,
    report: expect.stringMatching(/report\.md$/u),
    rows: '1130',
    complete: 'true',
    nextOffset: '',
    human: '1278030',
    dateFrom: '2026-10-08',
    dateTo: '2026-10-15',
    previousHuman: '',
    rising: '[]',
  })
  expect(result.annotations).toMatchObject([{ level: 'notice', message: headline }])
  expect(result.summary).toBe(readReport(result))
  expect(result.summary).toMatch(
    /^## Page views\n\ndocs\.acme\.dev, Oct 8–14, 2026: .*\n\n### Pages most viewed by people\n/,
  )
})

test('a comparison is in the outputs and the report; what is excluded is only in the file', async () => {
  const pageViews = serveDays((day) => [
    row('/same', 4000, 9),
    ...(day < '2026-10-08'
      ? [row('/doubled', 100, 3), row('/gone', 90)]
      : [row('/doubled', 200, 3), row('/new', 80), row('/wp.php', 9000)]),
  ])
  await using world = await createWorldInProcess({ docsService: { pageViews } })
  const result = await world.run({ action: 'page-views', inputs: { ...COMPARED, exclude: '*.php' } })

  expect(result.outputs).toMatchObject({
    headline: 'docs.acme.dev, Oct 8–14, 2026: 29,960 views by people (about as many) and 84 by AI (about as many).',
    ...{ human: '29960', ai: '84', previousHuman: '29330', changeHuman: '2.1', changeAi: '0.0' },
  })
  const list = (name: string) => JSON.parse(result.outputs[name] ?? '')
  expect(list('top').map(({ path }: ViewRow) => path)).toEqual(['/same', '/doubled', '/new'])
  const rising = [{ path: '/doubled', human: 1400, previousHuman: 700 }, { path: '/new' }]
  expect([list('rising'), list('falling')]).toMatchObject([rising, [{ path: '/gone', human: 0 }]])
  expect(readRows(result)).toHaveLength(4)
  for (const text of [
    '| `/doubled` | 700 | 715 | 1,400 |',
    '| `/new` | no views before | 0 | 560 |',
    '| `/gone` | 630 | 644 | no views now |',
    'Compared with Oct 1–7, 2026.',
    'leaves out 1 row',
  ])
    expect(result.summary).toContain(text)
})

const LIMITED = { kind: 'answer', status: 429, headers: { 'retry-after': '3600' } } as const
const SERVER_ERROR = { kind: 'answer', status: 500, body: { error: 'Oops' } } as const

test.each([
  ['the end of the budget', { 'max-requests': 2 }, undefined, /^`max-requests` was reached\. .* `max-requests`\./],
  ['a server that stays down', {}, SERVER_ERROR, /^The service is having problems\. GET .* returned 500\. .*"Oops"/],
  ['a long limit', {}, LIMITED, /^The service's rate limit was reached\. .* Try again after .* UTC\./],
])('%s: the rows so far are kept in a partial file, and the step is red', async (_name, more, respond, why) => {
  await using world = await createWorldInProcess({ ...ALL, isPatient: true })
  if (respond) world.docsService.faults.add({ path: /offset=500/, times: Number.POSITIVE_INFINITY, respond })
  const inputs = { ...COMPARED, file: 'out/views.csv', ...more }
  const workspaceFiles = { 'out/views.csv': 'from last week' }
  const result = await world.run({ action: 'page-views', inputs, workspaceFiles })
  const partial = { rows: '500', file: 'out/views.partial.csv', complete: 'false', nextOffset: '500' }
  expect(result).toMatchObject({ conclusion: 'failure', outputs: partial })
  expect(readRows(result)).toEqual(ROWS.slice(0, 500))
  expect(readFileSync(join(result.files, 'out/views.csv'), 'utf8')).toBe('from last week')
  expect(readdirSync(join(result.files, 'out')).sort()).toEqual(['views.csv', 'views.partial.csv'])
  const error = result.annotations.at(-1)?.message ?? ''
  expect(error).toMatch(why)
  expect(error).toContain('set `date-from: 2026-10-08`, `date-to: 2026-10-15` and `offset: 500`')
  expect(result.outputs['headline']).toMatch(/: 1,278,030 views by people and 639,015 by AI\.$/)
  expect(result.summary).toContain('> [!CAUTION]')

  // The output leads to the other rows.
  world.docsService.faults.clear()
  const rest = await world.run({ action: 'page-views', inputs: { ...WEEK, offset: partial.nextOffset } })
  expect(readRows(rest)).toEqual(ROWS.slice(500))
})

test('a failure before the first row, and inputs that are invalid: red, no file, every output', async () => {
  await using world = await createWorldInProcess(ALL)
  world.docsService.faults.add({ respond: { kind: 'answer', status: 401, body: { error: 'Bad key' } } })
  const refused = await world.run({ action: 'page-views', inputs: WEEK })
  const none = { rows: '0', file: '', report: '', nextOffset: '0' }
  expect([refused.outputs, readdirSync(refused.files)]).toMatchObject([none, []])
  expect(refused.outputs['headline']).toBe("docs.acme.dev, Oct 8–14, 2026: couldn't read the page views.")
  const invalid = await world.run({ action: 'page-views', inputs: { file: 'views.xlsx' } })
  expect(invalid.outputs).toMatchObject({ top: '[]', complete: 'false', headline: '' })
  const message = '`file` is `views.xlsx`. Write a name that ends in `.csv` or `.ndjson`.'
  expect(invalid.annotations).toMatchObject([{ level: 'error', message }])
  expect(invalid.summary).toContain('Write a name that ends in')
  expect([refused.conclusion, invalid.conclusion]).toEqual(['failure', 'failure'])
  expect(world.docsService.requests).toHaveLength(1)
})

const [FIRST, SECOND] = [ROWS.slice(0, 4), ROWS.slice(1, 5)]
/** A first page of two rows, of which three were asked for. */
const SHORT = { totals: { human: 6, ai: 0, total: 6 }, views: ROWS.slice(0, 2), hasMore: true }

test.each<[string, PageViews, RegExp | undefined, body?: object]>([
  ['rows that move', serveMovingPageViews([FIRST, [row('/new', 9), ...FIRST]], row('', 9)), /returned the same path/],
  ['totals that change', serveMovingPageViews([FIRST, SECOND]), /The totals changed/],
  ['a short page before the end', servePageViews(ROWS.slice(0, 4), SHORT.totals), /returned too few rows/, SHORT],
  ['a last page that is full', servePageViews(ROWS.slice(0, 6)), undefined],
])('%s: complete is false where there is a warning, and the step is green', async (_name, pageViews, doubt, body) => {
  await using world = await createWorldInProcess({ docsService: { pageViews } })
  if (body) world.docsService.faults.add({ respond: { kind: 'answer', status: 200, body } })
  const result = await world.run({ action: 'page-views', inputs: { ...WEEK, limit: 3 } })
  expect([result.conclusion, world.docsService.requests.length]).toEqual(['success', 2])
  expect(result.outputs).toMatchObject({ complete: String(!doubt), nextOffset: '', file: 'page-views.csv' })
  const warnings = doubt ? [{ level: 'warning', message: expect.stringMatching(doubt) }] : []
  expect(result.annotations).toMatchObject([...warnings, { level: 'notice' }])
  if (doubt) expect(result.summary).toMatch(doubt)
})

test('a canceled run keeps the rows that it has, and is red', { tags: ['requests-vary'] }, async () => {
  await using world = await createWorld(ALL)
  const path = /offset=500/
  world.docsService.faults.add({ path, times: 9, respond: { kind: 'hang' } })
  const run = world.start({ action: 'page-views', inputs: COMPARED })
  await world.docsService.waitForRequests({ path })
  const startedAt = Date.now()
  run.cancel()
  const result = await run.result
  expect(Date.now() - startedAt).toBeLessThan(7_000)
  const outputs = { rows: '500', file: 'page-views.partial.csv', complete: 'false', nextOffset: '500' }
  expect([result.exitCode, result.outputs, readdirSync(result.files)]).toMatchObject([1, outputs, [outputs.file]])
  expect(result.annotations.at(-1)?.message).toMatch(/^The run was canceled\./)
  expect(String(result.log.raw)).not.toMatch(/^\s+at /m)
})

test('hostile paths do nothing, and the key that the service echoes in them appears nowhere', async () => {
  const apiKey = 'mint_S3cr+t/K&y=0123456789'
  const secrets = [apiKey, encodeURIComponent(apiKey)]
  const rows = ['=HYPERLINK("x")', ...TRICKS, ...secrets].map((path, index) => row(path, 1_000 - index))
  const previous = [row('/', 100_000)]
  const pageViews = serveMovingPageViews([...Array.from({ length: 15 }, () => rows), previous])
  await using world = await createWorld({ docsService: { apiKey, pageViews } })
  const inputs = { ...COMPARED, top: 100, 'report-title': '@acme/owners <b>\n::error::owned' }
  const result = await world.run({ action: 'page-views', inputs })
  expect(result).toMatchObject({ conclusion: 'success', outputs: { complete: 'true', file: 'page-views.csv' } })
  expect(result.annotations.map(({ level }) => level)).toEqual(['notice'])
  const report = readReport(result)
  // Every path is code, where GitHub reads nothing, and in which no bot finds a mention or a command.
  expect(new Set(tagsOf(render(report)))).toEqual(new Set('h2 p h3 table thead tr th tbody td code sub'.split(' ')))
  expect(report).not.toMatch(/@[a-z]|^\s*\/docs|\n::/m)
  const csv = readFileSync(join(result.files, 'page-views.csv'), 'utf8')
  expect(csv).toContain(`,"'=HYPERLINK(""x"")",`)
  const log = String(result.log.raw).replace(/^::add-mask::.*$/gmu, '')
  for (const secret of secrets) expect([report, csv, log, JSON.stringify(result.outputs)].join()).not.toContain(secret)
})
