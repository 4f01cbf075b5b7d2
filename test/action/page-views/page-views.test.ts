import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveMovingPageViews, servePageViews, type ViewRow } from '../../world/docs-service/page-views.ts'
import { createWorld, createWorldInProcess, type World } from '../../world/index.ts'
import type { RunResult } from '../../world/runner/action-run.ts'
import { row, serveDays } from './rows.ts'

const ROWS = Array.from({ length: 1130 }, (_, index) => row(`/page-${index}`, 2 * (1130 - index), 1130 - index))
const ALL = { docsService: { pageViews: servePageViews(ROWS) } }
const WEEK = { 'date-from': '2026-10-08', 'date-to': '2026-10-15', 'report-title': 'docs.acme.dev' }
const COMPARED = { ...WEEK, compare: 'previous' }
const SERVER_ERROR = { kind: 'answer', status: 500, body: { error: 'Oops' } } as const

/** What was asked for, in order: `10-08..10-15 +250`, or `10-08..10-15 totals` for a request of one row. */
function listRequests({ docsService }: World): string[] {
  return docsService.requests.map(({ query }) => {
    const [from, to] = [query['dateFrom'], query['dateTo']].map((time) => time?.slice(5, 10))
    return `${from}..${to} ${query['limit'] === '1' ? 'totals' : `+${query['offset']}`}`
  })
}

/** The rows of a CSV file without quotes, and its dates. */
function readRows({ files, outputs }: RunResult): { rows: ViewRow[]; dates: string[] } {
  const lines = readFileSync(join(files, outputs['file'] ?? ''), 'utf8')
    .split('\r\n')
    .slice(1, -1)
  const cells = lines.map((line) => line.split(','))
  return {
    rows: cells.map(([, , path = '', human, ai]) => row(path, Number(human), Number(ai))),
    dates: [...new Set(cells.map(([from, to]) => `${from} ${to}`))],
  }
}

function readReport({ outputs }: RunResult): string {
  return readFileSync(outputs['report'] ?? '', 'utf8')
}

test('an export: all rows, in order, once, and a report; n pages of rows cost n requests', async () => {
  await using world = await createWorld(ALL)
  const result = await world.run({ action: 'page-views', inputs: { ...WEEK, file: 'out/views.csv' } })

  expect(result.conclusion).toBe('success')
  expect(listRequests(world)).toEqual([0, 250, 500, 750, 1000].map((offset) => `10-08..10-15 +${offset}`))
  expect(readRows(result)).toEqual({ rows: ROWS, dates: ['2026-10-08 2026-10-15'] })
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
  expect(world.docsService.requests[0]?.headers['authorization']).toBe(`Bearer ${world.docsService.apiKey}`)
})

test('NDJSON has the names of the CSV columns; without an end, the period ends now', async () => {
  await using world = await createWorldInProcess({ docsService: { pageViews: servePageViews([row('/a', 2, 1)]) } })
  const result = await world.run({ action: 'page-views', inputs: { file: 'views.ndjson' } })
  const { dateTo = '' } = result.outputs
  expect(Math.abs(Date.parse(dateTo) - Date.now())).toBeLessThan(60_000)
  const text = readFileSync(join(result.files, 'views.ndjson'), 'utf8')
  expect(text).toBe(`${JSON.stringify({ dateFrom: null, dateTo, path: '/a', human: 2, ai: 1, total: 3 })}\n`)
  expect(world.docsService.requests.map(({ query }) => query)).toEqual([{ dateTo, limit: '250', offset: '0' }])
})

const DAYS = [8, 9, 10, 11, 12, 13, 14].map((day) => `2026-10-${String(day).padStart(2, '0')}`)
const [SAME, MORE] = [40, 100]

/** 600 pages with some views every day, and one that doubles in the second week. */
const STEADY = serveDays((day) => [
  ...Array.from({ length: 600 }, (_, index) => row(`/${index}`, SAME, 3)),
  row('/doubled', DAYS.includes(day) ? 2 * MORE : MORE, 3),
])

test('a comparison: rows, the days of both periods, the previous rows, and a page that did better', async () => {
  await using world = await createWorldInProcess({ docsService: { pageViews: STEADY } })
  const result = await world.run({ action: 'page-views', inputs: COMPARED })

  const days = (first: number) => Array.from({ length: 7 }, (_, index) => first + index)
  const name = (day: number) => `10-${String(day).padStart(2, '0')}`
  expect(listRequests(world)).toEqual([
    ...[0, 250, 500].map((offset) => `10-08..10-15 +${offset}`),
    ...[...days(1), ...days(8)].map((day) => `${name(day)}..${name(day + 1)} totals`),
    ...[0, 250, 500].map((offset) => `10-01..10-08 +${offset}`),
  ])
  const { headline, previousHuman, changeHuman, changeAi, rising, falling } = result.outputs
  expect(headline).toBe(
    'docs.acme.dev, Oct 8–14, 2026: 169,400 views by people (about as many) and 12,621 by AI (about as many).',
  )
  expect([previousHuman, changeHuman, changeAi, falling]).toEqual(['168700', '0.4', '0.0', '[]'])
  expect(JSON.parse(rising ?? '')).toMatchObject([{ path: '/doubled', human: 1400, previousHuman: 700 }])
  expect(result.summary).toContain('| `/doubled` | 700 | 703 | 1,400 |')
  expect(result.summary).toContain('Compared with Oct 1–7, 2026.')
  expect(result.log.shown).toContain('(UTC), to page-views.csv, with at most 100 requests.')
  expect(result.log.shown).toContain('Comparing with Oct 1–7, 2026, with about 17 requests.')
})

test('days without a view, on either side, are named in place of the percentages', async () => {
  const pageViews = serveDays((day) =>
    ['2026-10-03', '2026-10-09', '2026-10-10'].includes(day) ? [] : [row('/', 50, 9)],
  )
  await using world = await createWorldInProcess({ docsService: { pageViews } })
  const { outputs } = await world.run({ action: 'page-views', inputs: COMPARED })
  expect(outputs['headline']).toBe(
    'docs.acme.dev, Oct 8–14, 2026: 250 views by people and 45 by AI; ' +
      'no change is shown, because Oct 3 and Oct 9–10 had no views.',
  )
  expect(outputs).toMatchObject({ previousHuman: '300', changeHuman: '', changeAi: '' })
})

test('a site that began in the previous period: nothing is said of its pages', async () => {
  const [began, later] = ['2026-10-07', '2026-10-08']
  const pageViews = serveDays((day) => (day < began ? [] : [row('/', 500, 9), row('/b', day < later ? 9 : 20)]))
  await using world = await createWorldInProcess({ docsService: { pageViews } })
  const { outputs, summary } = await world.run({ action: 'page-views', inputs: COMPARED })
  expect(outputs['headline']).toMatch(/no change is shown, because Oct 1–6 had no views\.$/)
  expect([outputs['rising'], summary.includes('did better')]).toEqual(['[]', false])
})

test.each([
  [
    'the previous rows do not fit',
    5 + 15,
    {},
    5 + 15,
    'about as many',
    /only the totals\. This needs 19 more requests/,
  ],
  ['nothing of the comparison fits', 5 + 14, {}, 5, '', /needs 15 more requests, and `max-requests` leaves 14\./],
  [
    'exclude, and the rows do not fit',
    5 + 18,
    { exclude: '*.php' },
    5,
    '',
    /every row of both periods\. This needs 19/,
  ],
])('the budget of a comparison: %s', async (_name, maximum, more, requests, change, note) => {
  await using world = await createWorldInProcess(ALL)
  const inputs = { ...COMPARED, 'max-requests': maximum, ...more }
  const { outputs, annotations, conclusion, summary } = await world.run({ action: 'page-views', inputs })
  expect([conclusion, world.docsService.requests.length, outputs['complete']]).toEqual(['success', requests, 'true'])
  expect(outputs['headline']).toMatch(change === '' ? /AI\.$/ : new RegExp(`\\(${change}\\)\\.$`))
  expect(annotations).toMatchObject([{ level: 'warning', message: expect.stringMatching(note) }, { level: 'notice' }])
  expect(summary).toContain('more requests')
  expect([outputs['rising'], outputs['falling']]).toEqual(['[]', '[]'])
})

test('exclude: figures are sums of rows of both periods, and the file has all rows', async () => {
  const pageViews = serveDays((day) => [
    row('/', 100),
    row('/a', 10, 1),
    row('/wp.php', DAYS.includes(day) ? 90 : 0, 5),
  ])
  await using world = await createWorldInProcess({ docsService: { pageViews } })
  const inputs = { ...COMPARED, exclude: '/, *.php' }
  const result = await world.run({ action: 'page-views', inputs })
  expect(result.outputs).toMatchObject({ human: '70', ai: '7', previousHuman: '70', changeHuman: '0.0', rows: '3' })
  expect(JSON.parse(result.outputs['top'] ?? '')).toEqual([{ path: '/a', human: 70, ai: 7, total: 77 }])
  expect(readRows(result).rows).toHaveLength(3)
  expect(result.summary).toContain('`exclude` leaves out 2 rows')
})

const PARTIAL = { rows: '500', file: 'out/views.partial.csv', complete: 'false', nextOffset: '500' }

test.each([
  [
    'the end of the budget',
    { 'max-requests': 2 },
    undefined,
    /^`max-requests` was reached\. .* raise `max-requests`\./,
  ],
  ['a server that stays down', {}, SERVER_ERROR, /^The service has a problem\. GET .* returned 500\. .*"Oops"/],
  [
    'a limit that is too long',
    {},
    { kind: 'answer', status: 429, headers: { 'retry-after': '3600' } },
    /^The service's rate limit was reached\. .* ends at .*UTC\. Try again then\./,
  ],
  ['a web page', {}, { kind: 'html' }, /^A web page came instead of the service's JSON\./],
] as const)(
  '%s: the rows so far are kept in a partial file, and the step is red',
  async (_name, more, respond, why) => {
    await using world = await createWorldInProcess({ ...ALL, isPatient: true })
    if (respond) world.docsService.faults.add({ path: /offset=500/, times: Number.POSITIVE_INFINITY, respond })
    const inputs = { ...COMPARED, file: 'out/views.csv', ...more }
    const workspaceFiles = { 'out/views.csv': 'from last week' }
    const result = await world.run({ action: 'page-views', inputs, workspaceFiles })
    expect(result).toMatchObject({ conclusion: 'failure', outputs: PARTIAL })
    expect(readRows(result).rows).toEqual(ROWS.slice(0, 500))
    expect(readFileSync(join(result.files, 'out/views.csv'), 'utf8')).toBe('from last week')
    expect(readdirSync(join(result.files, 'out')).sort()).toEqual(['views.csv', 'views.partial.csv'])
    const error = result.annotations.at(-1)?.message ?? ''
    expect(error).toMatch(why)
    expect(error).toContain('use `date-from: 2026-10-08`, `date-to: 2026-10-15` and `offset: 500`')
    expect(result.outputs['headline']).toMatch(/: 1,278,030 views by people and 639,015 by AI\.$/)
    expect(result.summary).toContain('> [!CAUTION]')

    // The output leads to the other rows.
    world.docsService.faults.clear()
    const rest = await world.run({
      action: 'page-views',
      inputs: { ...WEEK, offset: result.outputs['nextOffset'] ?? '' },
    })
    expect(readRows(rest).rows).toEqual(ROWS.slice(500))
  },
)

test('a failure of a few seconds, and a limit of some minutes, are waited for', async () => {
  await using world = await createWorldInProcess({ ...ALL, isPatient: true })
  const limit = { kind: 'answer', status: 429, headers: { 'retry-after': '120' } } as const
  world.docsService.faults.add(
    { path: /offset=250/, times: 4, respond: SERVER_ERROR },
    { path: /offset=500/, respond: limit },
  )
  const result = await world.run({ action: 'page-views', inputs: { ...WEEK, 'max-requests': 5 } })
  expect(result).toMatchObject({ conclusion: 'success', outputs: { complete: 'true', rows: '1130' } })
  expect(world.docsService.requests).toHaveLength(5 + 4 + 1)
})

test('a failure before the first row, and inputs that are invalid: red, no file, every output', async () => {
  await using world = await createWorldInProcess(ALL)
  world.docsService.faults.add({ respond: { kind: 'answer', status: 401, body: { error: 'Bad key' } } })
  const refused = await world.run({ action: 'page-views', inputs: WEEK })
  expect(refused).toMatchObject({
    conclusion: 'failure',
    outputs: { rows: '0', file: '', report: '', nextOffset: '0' },
  })
  expect(refused.outputs['headline']).toBe("docs.acme.dev, Oct 8–14, 2026: the page views weren't read.")
  expect(readdirSync(refused.files)).toEqual([])
  const invalid = await world.run({ action: 'page-views', inputs: { file: 'views.xlsx' } })
  expect(invalid).toMatchObject({ conclusion: 'failure', outputs: { top: '[]', complete: 'false', headline: '' } })
  expect(Object.keys(invalid.outputs).sort()).toEqual(Object.keys(refused.outputs).sort())
  const message = '`file` is `views.xlsx`. Write a name that ends in `.csv` or `.ndjson`.'
  expect(invalid.annotations).toMatchObject([{ level: 'error', message }])
  expect(invalid.summary).toContain('Write a name that ends in')
  expect(world.docsService.requests).toHaveLength(1)
})

const [FIRST, SECOND] = [ROWS.slice(0, 4), ROWS.slice(1, 5)]
test.each([
  ['rows that move', serveMovingPageViews([FIRST, [row('/new', 9), ...FIRST]], row('', 9)), /A path is on two pages/],
  ['totals that change', serveMovingPageViews([FIRST, SECOND]), /The totals changed/],
])('%s: a warning, and complete is false; the file is kept, in green', async (_name, pageViews, doubt) => {
  await using world = await createWorldInProcess({ docsService: { pageViews } })
  const result = await world.run({ action: 'page-views', inputs: { ...WEEK, limit: 3 } })
  expect(result.conclusion).toBe('success')
  expect(result.outputs).toMatchObject({ complete: 'false', nextOffset: '', file: 'page-views.csv' })
  expect(result.annotations).toMatchObject([
    { level: 'warning', message: expect.stringMatching(doubt) },
    { level: 'notice' },
  ])
  expect(result.summary).toMatch(doubt)
})

test('the last page says that it is: a full one costs no more request, and a short one before it is a warning', async () => {
  const rows = Array.from({ length: 6 }, (_, index) => row(`/${index}`, 1))
  await using world = await createWorldInProcess({ docsService: { pageViews: servePageViews(rows) } })
  const step = { action: 'page-views', inputs: { ...WEEK, limit: 3 } } as const
  expect((await world.run(step)).outputs).toMatchObject({ rows: '6', complete: 'true' })
  expect(world.docsService.requests).toHaveLength(2)
  const body = { totals: { human: 6, ai: 0, total: 6 }, views: rows.slice(0, 2), hasMore: true }
  world.docsService.faults.add({ respond: { kind: 'answer', status: 200, body } })
  const { outputs, conclusion, annotations } = await world.run(step)
  expect([conclusion, outputs]).toMatchObject(['success', { rows: '5', complete: 'false' }])
  expect(annotations[0]).toMatchObject({ level: 'warning', message: expect.stringContaining('too few rows') })
})

test.each([
  ['rows', /offset=500/, { rows: '500', file: 'page-views.partial.csv', complete: 'false', nextOffset: '500' }],
  ['previous rows', /dateFrom=2026-10-01T/, { rows: '1130', file: 'page-views.csv', complete: 'true', nextOffset: '' }],
])(
  'a run that is canceled while it reads the %s keeps what it has, and is red',
  { tags: ['requests-vary'] },
  async (_name, path, outputs) => {
    await using world = await createWorld(ALL)
    world.docsService.faults.add({ path, times: 9, respond: { kind: 'hang' } })
    const run = world.start({ action: 'page-views', inputs: COMPARED })
    await world.docsService.waitForRequests({ path })
    const startedAt = Date.now()
    run.cancel()
    const result = await run.result
    expect(Date.now() - startedAt).toBeLessThan(7_000)
    expect([result.exitCode, result.outputs]).toMatchObject([1, { ...outputs, changeHuman: '' }])
    expect(result.annotations.at(-1)).toMatchObject({
      level: 'error',
      message: expect.stringMatching(/^The run was canceled\./),
    })
    expect(String(result.log.raw)).not.toMatch(/^\s+at /m)
    expect(readdirSync(result.files).sort()).toEqual([outputs.file])
  },
)

const KEY = 'mint_S3cr+t/K&y=0123456789'
const TRICKS = [
  '=HYPERLINK("https://evil.example")',
  '\n::error::owned',
  '\r\n##[error]owned',
  '\u2028::set-output name=file::owned',
  '@acme/owners',
  '<img src=x onerror=alert(1)>',
  '![pixel](https://evil.example/pixel.png)',
  'a | b \\| c',
  '`@acme/owners`',
  '\n/docs once more',
  `/echo?key=${KEY}`,
  `/echo?key=${encodeURIComponent(KEY)}`,
]

test('hostile paths do nothing, and the key that the service echoes in them appears nowhere', async () => {
  const rows = TRICKS.map((path, index) => row(path, 1_000 - index))
  const pageViews = serveMovingPageViews([rows, ...Array.from({ length: 14 }, () => rows), [row('/', 12_000)]])
  await using world = await createWorld({ docsService: { apiKey: KEY, pageViews } })
  const inputs = { ...COMPARED, top: 100, 'report-title': '@acme/owners <b>\n::error::owned' }
  const result = await world.run({ action: 'page-views', inputs })
  expect(result).toMatchObject({ conclusion: 'success', outputs: { complete: 'true', file: 'page-views.csv' } })
  expect(result.annotations.map(({ level }) => level)).toEqual(['notice'])
  expect(JSON.parse(result.outputs['rising'] ?? '')).toHaveLength(TRICKS.length - 1)
  const report = readReport(result)
  // Every path is code, where GitHub reads nothing, and in which no bot finds a mention or a command.
  expect(report.split('\n').filter((line) => line.includes('evil.example')).length).toBe(4)
  expect(report.replaceAll(/(`+)(?!`).+?(?<!`)\1(?!`)/gu, '')).not.toMatch(/evil|onerror|owned \||<img/)
  expect(report).not.toMatch(/@acme|^\s*\/docs|\n::/m)
  const csv = readFileSync(join(result.files, 'page-views.csv'), 'utf8')
  expect(csv).toContain(`,"'=HYPERLINK(""https://evil.example"")",`)
  const seen = [
    report,
    csv,
    String(result.log.raw).replace(/^::add-mask::.*$/gmu, ''),
    JSON.stringify(result.outputs),
  ].join()
  for (const secret of [KEY, encodeURIComponent(KEY)]) expect(seen).not.toContain(secret)
})
