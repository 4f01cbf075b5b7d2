import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FaultResponse } from '../../world/docs-service/faults.ts'
import { servePageViews } from '../../world/docs-service/page-views.ts'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import { makeRows, page, readRows } from './rows.ts'

const ROWS = makeRows(1130)
const TOTALS = servePageViews(ROWS).select({}).totals

function createExportWorld() {
  return createWorldInProcess({ docsService: { pageViews: servePageViews(ROWS) } })
}

test.concurrent.each<[string, FaultResponse]>([
  ['500', { kind: 'answer', status: 500, body: { error: 'Oops' } }],
  ['an answer cut in the middle', { kind: 'cut-body' }],
])('%s in the middle is repeated at the same offset, and the file is the same', async (_name, respond) => {
  await using world = await createExportWorld()
  world.docsService.faults.add({ path: /offset=500$/, respond })
  const result = await world.run({ action: 'page-views' })
  expect(result.conclusion).toBe('success')
  expect(readRows(join(result.files, 'page-views.csv'))).toEqual(ROWS)
  expect(world.docsService.requestsTo({ path: /offset=500$/ })).toHaveLength(2)
})

test('a quota that is used up is waited for once, whatever is in flight', async () => {
  await using world = await createExportWorld()
  world.docsService.faults.add({
    path: /offset=(?:250|500|750|1000)$/,
    times: 4,
    respond: { kind: 'answer', status: 429, headers: { 'retry-after': '1' }, latencyMs: 100 },
  })
  const result = await world.run({ action: 'page-views' })
  expect(readRows(join(result.files, 'page-views.csv'))).toEqual(ROWS)
  const lines = result.log.shown.split('\n').filter((line) => line.includes('429'))
  expect(lines).toEqual([expect.stringMatching(/^Offset \d+, attempt 1: .*asks to wait 1 s.* in 1\.0 s\.$/)])
})

test('a wait of more than ten minutes is not begun: what there is is kept', async () => {
  await using world = await createExportWorld()
  const respond: FaultResponse = {
    kind: 'answer',
    status: 429,
    headers: { 'retry-after': '601' },
    body: { error: 'Later' },
  }
  world.docsService.faults.add({ path: /offset=750$/, times: 9, respond })
  const result = await world.run({ action: 'page-views' })
  expect(result.durationMs).toBeLessThan(10_000)
  expect(result.outputs).toMatchObject({
    rows: '750',
    complete: 'false',
    nextOffset: '750',
    file: 'page-views.partial.csv',
  })
  expect(result.conclusion).toBe('failure')
  expect(result.annotations[0]?.message).toMatch(
    /429 and asks to wait 601 s.*100 analytics requests an hour.*Wait before you run it again\. .*`offset: 750`/,
  )
})

test.concurrent.each<[string, FaultResponse]>([
  ['500 again and again', { kind: 'answer', status: 500, body: { error: 'Oops' } }],
  ['a redirect', { kind: 'redirect', location: 'https://evil.example/' }],
  [
    'a page of another shape',
    { kind: 'answer', status: 200, body: { totals: TOTALS, views: [{ path: 7 }], hasMore: true } },
  ],
  ['a gzip bomb', { kind: 'gzip-bomb' }],
  ['an empty page that claims more', page([], true, TOTALS)],
  ['the page before it again, that claims more', page(ROWS.slice(250, 500), true, TOTALS)],
])('%s half-way: the rows before it are kept in a partial file', async (_name, respond) => {
  await using world = await createExportWorld()
  world.docsService.faults.add({ path: /offset=500$/, times: Number.POSITIVE_INFINITY, respond })
  const result = await world.run({
    action: 'page-views',
    inputs: { file: 'out/views.csv' },
    workspaceFiles: { 'out/views.csv': 'from last week' },
  })
  expect(result.conclusion).toBe('failure')
  expect(result.outputs).toMatchObject({
    total: String(TOTALS.total),
    rows: '500',
    file: 'out/views.partial.csv',
    complete: 'false',
    nextOffset: '500',
    top: JSON.stringify(ROWS.slice(0, 10)),
  })
  const folder = join(result.files, 'out')
  expect(readRows(join(folder, 'views.partial.csv'))).toEqual(ROWS.slice(0, 500))
  expect(readFileSync(join(folder, 'views.csv'), 'utf8')).toBe('from last week')
  expect(readdirSync(folder)).toEqual(['views.csv', 'views.partial.csv'])
  expect(world.docsService.requestsTo({ path: /offset=500$/ }).length).toBeLessThanOrEqual(4)
  expect(result.annotations).toMatchObject([
    { level: 'error', message: expect.stringMatching(/^Could not get page views.*offset.*500/) },
  ])
  expect(result.summary).toContain('The export failed')
})

test.concurrent.each<[string, FaultResponse]>([
  ['the quota', { kind: 'answer', status: 429, headers: { 'retry-after': '900' }, body: { error: 'Quota' } }],
  ['500s', { kind: 'answer', status: 500, body: { error: 'Oops' } }],
])('%s in the middle is named and red, also when max-requests is reached with it', async (_name, respond) => {
  await using world = await createExportWorld()
  world.docsService.faults.add({ path: /offset=500$/, times: Number.POSITIVE_INFINITY, respond })
  const inputs = { 'max-requests': 4, concurrency: 1 }
  const result = await world.run({ action: 'page-views', inputs })
  expect(result.conclusion).toBe('failure')
  expect(result.outputs).toMatchObject({
    rows: '500',
    complete: 'false',
    nextOffset: '500',
    file: 'page-views.partial.csv',
  })
  expect(world.docsService.requests.length).toBeLessThanOrEqual(4)
  expect(result.annotations).toMatchObject([
    { level: 'error', message: expect.stringMatching(/answered with status (?:429|500).*`offset: 500`/) },
  ])
})

test('a failed export leaves its rows, and the next one that succeeds removes them', async () => {
  await using world = await createExportWorld()
  world.docsService.faults.add({ path: /offset=500$/, respond: { kind: 'answer', status: 404 } })
  const failed = await world.run({ action: 'page-views' })
  expect(readdirSync(failed.files)).toEqual(['page-views.partial.csv'])
  const environment = { GITHUB_WORKSPACE: failed.files }
  await world.run({ action: 'page-views', environment, inputs: { offset: 500, file: 'rest.csv' } })
  expect(readdirSync(failed.files)).toEqual(['page-views.partial.csv', 'rest.csv'])
  await world.run({ action: 'page-views', environment })
  expect(readdirSync(failed.files)).toEqual(['page-views.csv', 'rest.csv'])
})

test('what a killed export leaves disturbs no other', async () => {
  await using world = await createExportWorld()
  world.docsService.faults.add({ path: /offset=500$/, respond: { kind: 'hang' } })
  const killed = world.start({ action: 'page-views' })
  await world.docsService.waitForRequests({ path: /offset=500$/ })
  killed.kill()
  await killed.result
  const next = await world.run({ action: 'page-views', environment: { GITHUB_WORKSPACE: killed.workspace } })
  expect(next.outputs).toMatchObject({ complete: 'true', file: 'page-views.csv' })
  expect(readRows(join(killed.workspace, 'page-views.csv'))).toEqual(ROWS)
})

test.concurrent.each([
  [401, '90 days'],
  [400, '`date-from`'],
])('%i for the first page: no file, and a hint that fits', async (status, hint) => {
  await using world = await createExportWorld()
  world.docsService.faults.add({
    respond: { kind: 'answer', status, body: { error: 'No', details: [{ message: 'really' }] } },
  })
  const result = await world.run({ action: 'page-views' })
  expect(result.conclusion).toBe('failure')
  expect(result.outputs).toEqual({
    human: '',
    ai: '',
    total: '',
    rows: '0',
    file: '',
    complete: 'false',
    nextOffset: '0',
    top: '[]',
    previousTotal: '',
    change: '',
    rising: '[]',
    falling: '[]',
    commentUrl: '',
    dateFrom: '',
    dateTo: world.docsService.requests[0]?.query['dateTo'],
  })
  expect(readdirSync(result.files)).toEqual([])
  expect(world.docsService.requests).toHaveLength(1)
  expect(result.annotations[0]?.message).toContain(hint)
  expect(result.annotations[0]?.message).toContain('"No; really"')
  expect(result.log.shown).not.toMatch(/^\s+at /m)
})

test('cancelled half-way: what there is is kept, quickly', async () => {
  await using world = await createExportWorld()
  world.docsService.faults.add({ path: /offset=500$/, times: 9, respond: { kind: 'hang' } })
  const run = world.start({ action: 'page-views' })
  await world.docsService.waitForRequests({ path: /offset=500$/ })
  const cancelledAt = Date.now()
  run.cancel()
  const result = await run.result
  expect(Date.now() - cancelledAt).toBeLessThan(5000)
  expect(result.exitCode).toBe(1)
  expect(result.outputs).toMatchObject({ complete: 'false', file: 'page-views.partial.csv' })
  const rows = Number(result.outputs['rows'])
  expect([250, 500]).toContain(rows)
  expect(result.outputs['nextOffset']).toBe(String(rows))
  expect(readRows(join(result.files, 'page-views.partial.csv'))).toEqual(ROWS.slice(0, rows))
})

test('rows that move between pages are reported, and the export is not complete', async () => {
  await using world = await createExportWorld()
  const moved = [...ROWS.slice(249, 250), ...ROWS.slice(250, 499)]
  world.docsService.faults.add({
    path: /offset=250$/,
    respond: page(moved, true, { ...TOTALS, total: TOTALS.total + 1 }),
  })
  const result = await world.run({ action: 'page-views' })
  expect(result.conclusion).toBe('success')
  expect(result.outputs).toMatchObject({ complete: 'false', nextOffset: '0', rows: '1130' })
  const messages = result.annotations.map(({ level, message }) => `${level}: ${message}`)
  expect(messages).toEqual([
    expect.stringMatching(/^warning: Paths are repeated in one row on another page.*\/page-249/),
    expect.stringMatching(/^warning: The totals changed/),
    expect.stringMatching(/^warning: The rows add up to/),
    expect.stringMatching(/^warning: Paths came again on another page.*read them again with `offset: 0`/),
  ])
  expect(result.summary).toMatch(/Paths are repeated.*`\/page-249`/)
})

test('a hostile path is inert everywhere', async () => {
  const paths = [
    '::error::pwned',
    '/a\n::set-output name=complete::no',
    '/a\r##[error]pwned',
    '##[warning]x',
    '=HYPERLINK("http://evil.example","x")',
    '/`|</table><img src=x onerror=alert(1)>|@everyone `',
    '```\n# heading\n[x](javascript:alert(1)) https://evil.example #1 @octocat',
    '/docs run this',
    '\u202e/sdrawkcab\u200b',
    'EOF\nghadelimiter',
    '<!-- hidden',
    '',
  ]
  const rows = paths.map((path, index) => ({ path, human: 100 - index, ai: 0, total: 100 - index }))
  await using world = await createWorld({
    docsService: { pageViews: servePageViews([...rows, ...rows]) },
  })
  const result = await world.run({ action: 'page-views', inputs: { top: 24 } })
  expect(result.conclusion).toBe('success')
  expect(result.outputs['complete']).toBe('true')
  expect(
    JSON.parse(result.outputs['top'] ?? '')
      .map(({ path }: { path: string }) => path)
      .slice(0, 2),
  ).toEqual([paths[0], paths[1]])
  expect(result.commands.map(({ name }) => name).filter((name) => name !== 'add-mask')).toEqual(['warning'])
  const rendered = result.summary.split('\n').filter((line) => /^\| \d+ \|.*\| \d+ \|$/.test(line))
  expect(rendered).toHaveLength(12)
  // In a code span nothing means anything; outside of them nothing of the paths may be left.
  const outsideCode = result.summary.replace(/(`+)(?!`).*?[^`]\1(?!`)/g, '')
  expect(outsideCode).not.toMatch(/<img|<!--|heading|pwned|evil|docs run/)
  expect(result.summary).not.toMatch(/@octocat|@everyone/)
  const csv = readFileSync(join(result.files, 'page-views.csv'), 'utf8')
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")",96,0,96`)
  expect(csv).not.toMatch(/(?:^|[\r\n])[=+@-]/)
})

test('the key appears nowhere, also when the service echoes it, as it is, for a URL or in base64', async () => {
  const apiKey = 'mint_very+secret/0123456789'
  const forms = [apiKey, encodeURIComponent(apiKey), Buffer.from(apiKey).toString('base64')]
  const echoes = forms.map((form) => ({ path: `/echo/${form}`, human: 1, ai: 1, total: 2 }))
  await using world = await createWorldInProcess({
    docsService: { apiKey, pageViews: servePageViews([...echoes, ...makeRows(2)]) },
  })
  world.docsService.faults.add({
    path: /offset=4$/,
    times: 9,
    respond: { kind: 'answer', status: 400, body: { error: forms.join(' ') } },
  })
  const result = await world.run({ action: 'page-views', inputs: { limit: 2, file: 'views.json' } })
  const file = readFileSync(join(result.files, 'views.partial.json'), 'utf8')
  const everything = [
    result.summary,
    JSON.stringify(result.outputs),
    file,
    ...result.log.lines.map(({ text }) => text).filter((text) => !text.startsWith('::add-mask::')),
  ].join('\n')
  for (const form of forms) expect(everything).not.toContain(form)
  expect(JSON.parse(result.outputs['top'] ?? '')).toMatchObject([{ path: '/page-0' }, { path: '/echo/***' }])
  const written = JSON.parse(file).views.map(({ path }: { path: string }) => path)
  expect(written).toEqual(['/echo/***', '/echo/***', '/echo/***', '/page-0'])
})

test("a summary that can't be written is a warning that says what to do", async () => {
  await using world = await createWorld({ docsService: { pageViews: servePageViews(ROWS) } })
  const environment = { GITHUB_STEP_SUMMARY: '/nowhere/summary.md' }
  const result = await world.run({ action: 'page-views', environment })
  expect(result).toMatchObject({ conclusion: 'success', outputs: { complete: 'true' } })
  expect(result.annotations).toMatchObject([
    {
      level: 'warning',
      message: expect.stringMatching(
        /^Could not write the job summary: .*\/nowhere\/summary\.md.* Is the disk .*\?$/,
      ),
    },
  ])
})
