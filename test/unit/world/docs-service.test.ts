import { createEmulator } from 'emulate'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeChange, writeSection } from '../../world/docs-service/agent-writing.ts'
import type { FaultRule } from '../../world/docs-service/faults.ts'
import {
  createEndlessPageViews,
  createPageViews,
  servePageViews,
  type ViewRow,
} from '../../world/docs-service/page-views.ts'
import { type DocsServiceWorld, startDocsService } from '../../world/docs-service/server.ts'

// Every rule of the service's interface document, section by section, and what the tests of the actions rely on.

/** One request with the service's key and a JSON body, if there is one. */
function call(
  world: DocsServiceWorld,
  path: string,
  init: RequestInit & { json?: unknown } = {},
): Promise<Response> {
  const { json, headers, ...rest } = init
  return fetch(`${world.url}${path}`, {
    redirect: 'manual',
    ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
    ...rest,
    headers: {
      authorization: `Bearer ${world.apiKey}`,
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
  })
}

const jobsPath = '/v2/agent/docs-project/job'
const viewsPath = '/v1/analytics/docs-project/views'

interface JobBody {
  id: string
  status: string
  prLink: string | null
  archivedAt: string | null
  createdAt: string
  source: { repository: string; ref: string }
  model: string
}

interface ViewsBody {
  totals: { human: number; ai: number; total: number }
  views: ViewRow[]
  hasMore: boolean
}

async function create(world: DocsServiceWorld, prompt = 'Document rate limits'): Promise<JobBody> {
  return (await call(world, jobsPath, { json: { prompt } })).json() as Promise<JobBody>
}

async function read(world: DocsServiceWorld, id: string): Promise<JobBody> {
  return (await call(world, `${jobsPath}/${id}`)).json() as Promise<JobBody>
}

async function readViews(world: DocsServiceWorld, query = ''): Promise<ViewsBody> {
  const response = await call(world, `${viewsPath}${query}`)
  expect(response.status).toBe(200)
  return response.json() as Promise<ViewsBody>
}

// Authentication and routing

test.each([
  ['no header', {}],
  ['another scheme', { authorization: 'Basic bWludA==' }],
  ['no token', { authorization: 'Bearer ' }],
  ['a wrong key', { authorization: 'Bearer mint_wrong' }],
])('refuses %s with 401, on every operation', async (_name, headers) => {
  await using world = await startDocsService()
  const answers = await Promise.all([
    fetch(`${world.url}${jobsPath}`, { method: 'POST', headers, body: '{"prompt":"x"}' }),
    fetch(`${world.url}${jobsPath}/some-id`, { headers }),
    fetch(`${world.url}${viewsPath}`, { headers }),
  ])
  expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401])
  expect(await answers[0]?.json()).toEqual({ error: expect.any(String) })
  expect(world.jobs).toEqual([])
})

test('lets a key do only what its scopes say', async () => {
  await using world = await startDocsService({
    keys: [
      { key: 'mint_reader', scopes: ['read'] },
      { key: 'mint_writer', scopes: ['write'] },
    ],
  })
  const { id } = await create(world)
  const statuses = async (key: string): Promise<number[]> => {
    const headers = { authorization: `Bearer ${key}` }
    const answers = await Promise.all([
      call(world, jobsPath, { json: { prompt: 'x' }, headers }),
      call(world, `${jobsPath}/${id}`, { headers }),
      call(world, viewsPath, { headers }),
    ])
    return answers.map((answer) => answer.status)
  }
  expect(await statuses('mint_reader')).toEqual([403, 200, 200])
  expect(await statuses('mint_writer')).toEqual([201, 403, 403])
})

test.each([
  ['GET', '/', 404],
  ['GET', '/v1/agent/docs-project/job/x', 404],
  ['POST', '/v2/agent/another-project/job', 404],
  ['GET', '/v1/analytics/another-project/views', 404],
  ['GET', '/v2/agent/docs-project/job/unknown', 404],
  ['GET', '/v2/agent/%E0%A4%A/job/x', 404],
  ['GET', jobsPath, 405],
  ['DELETE', `${jobsPath}/x`, 405],
  ['POST', viewsPath, 405],
])('answers %s %s with %i', async (method, path, status) => {
  await using world = await startDocsService()
  const answer = await call(world, path, { method })
  expect(answer.status).toBe(status)
  expect(await answer.json()).toEqual({ error: expect.any(String) })
})

test('takes project and job ids as one encoded segment', async () => {
  await using world = await startDocsService({ projectId: 'a/b ç', scenario: { id: 'x/../y?z' } })
  const path = `/v2/agent/${encodeURIComponent('a/b ç')}/job`
  expect((await call(world, path, { json: { prompt: 'x' } })).status).toBe(201)
  expect((await call(world, `${path}/${encodeURIComponent('x/../y?z')}`)).status).toBe(200)
})

// Create agent job

test.each([
  ['no body', undefined],
  ['no JSON', 'prompt=x'],
  ['broken JSON', '{"prompt":"x"'],
  ['an array', '[]'],
  ['null', 'null'],
  ['a string', '"x"'],
  ['no prompt', '{}'],
  ['an empty prompt', '{"prompt":""}'],
  ['a number as prompt', '{"prompt":1}'],
  ['null as prompt', '{"prompt":null}'],
])('refuses to create from %s with 400', async (_name, body) => {
  await using world = await startDocsService()
  const answer = await call(world, jobsPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({ error: expect.any(String) })
  expect(world.jobs).toEqual([])
})

test('wants JSON to be called JSON', async () => {
  await using world = await startDocsService()
  const headers = { 'content-type': 'text/plain' }
  expect((await call(world, jobsPath, { json: { prompt: 'x' }, headers })).status).toBe(400)
})

test('creates an active job, with every field, and 201', async () => {
  await using world = await startDocsService({ now: () => Date.UTC(2026, 7, 1, 12) })
  const answer = await call(world, jobsPath, { json: { prompt: 'Document rate limits\nplease' } })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(await answer.json()).toEqual({
    id: world.jobs[0]?.id,
    status: 'active',
    source: { repository: 'https://github.com/acme/docs', ref: 'main' },
    model: expect.any(String),
    prLink: null,
    createdAt: '2026-08-01T12:00:00.000Z',
    archivedAt: null,
  })
  expect(world.jobs[0]?.prompt).toBe('Document rate limits\nplease')
})

test('allows 100 creates per project and hour', async () => {
  let now = Date.UTC(2026, 0, 1)
  await using world = await startDocsService({ now: () => now, projects: ['other'] })
  for (let count = 0; count < 100; count += 1) await create(world)
  const refused = await call(world, jobsPath, { json: { prompt: 'x' } })
  expect(refused.status).toBe(429)
  expect(await refused.json()).toEqual({ error: expect.any(String) })
  expect(refused.headers.get('retry-after')).toBeNull()
  expect(world.jobs).toHaveLength(100)
  expect((await call(world, '/v2/agent/other/job', { json: { prompt: 'x' } })).status).toBe(201)
  now += 60 * 60 * 1000
  expect((await call(world, jobsPath, { json: { prompt: 'x' } })).status).toBe(201)
})

test.each([
  ['seconds', '3540'],
  ['date', 'Thu, 01 Jan 2026 01:00:00 GMT'],
] as const)('says when to come back in %s, if asked to', async (retryAfter, expected) => {
  let now = Date.UTC(2026, 0, 1)
  await using world = await startDocsService({ now: () => now, rateLimits: { createPerHour: 1, retryAfter } })
  await create(world)
  now += 60_000
  const refused = await call(world, jobsPath, { json: { prompt: 'x' } })
  expect(refused.headers.get('retry-after')).toBe(expected)
})

// Get agent job: states and transitions

test('a job is active, without a link, until its time has come; then it has one', async () => {
  let now = 0
  await using world = await startDocsService({ now: () => now, scenario: { durationMs: 5000 } })
  const { id } = await create(world)
  now = 4999
  expect(await read(world, id)).toMatchObject({ id, status: 'active', prLink: null, archivedAt: null })
  now = 5000
  const ended = await read(world, id)
  expect(ended).toMatchObject({ id, status: 'completed', archivedAt: null })
  expect(ended.prLink).toMatch(/^https:\/\/github\.com\/acme\/docs\/pull\/\d+$/)
  expect(await read(world, id)).toEqual(ended)
})

test.each([
  ['no-pull-request', 'completed', null],
  ['failed', 'failed', null],
  ['archived', 'archived', '1970-01-01T00:00:00.000Z'],
] as const)('a job can end as %s', async (endsAs, status, archivedAt) => {
  await using world = await startDocsService({ now: () => 0, scenario: { durationMs: 0, endsAs } })
  const { id } = await create(world)
  expect(await read(world, id)).toMatchObject({ status, prLink: null, archivedAt })
})

test('a job can stay active for ever, until the world ends it', async () => {
  let now = 0
  await using world = await startDocsService({ now: () => now, scenario: { endsAs: 'never' } })
  const { id } = await create(world)
  now = 1e12
  expect(await read(world, id)).toMatchObject({ status: 'active' })
  await world.jobs[0]?.finish('failed')
  expect(await read(world, id)).toMatchObject({ status: 'failed' })
})

test('without a clock of its own, a job ends by itself', async () => {
  await using world = await startDocsService({ scenario: { durationMs: 1 } })
  await create(world)
  await expect.poll(() => world.jobs[0]?.status).toBe('completed')
})

test('a completed job can be archived, and keeps its link', async () => {
  await using world = await startDocsService({ scenario: { durationMs: 0 } })
  const { id } = await create(world)
  const { prLink } = await read(world, id)
  world.jobs[0]?.archive()
  const archived = await read(world, id)
  expect(archived).toMatchObject({ status: 'archived', prLink })
  expect(archived.archivedAt).not.toBeNull()
})

test('a scenario decides by reads, hides the link for a while, overrides fields, and has the last word', async () => {
  await using world = await startDocsService({ now: () => 0 })
  world.nextJob({ activeReads: 2, prLinkAfterReads: 1, prLink: 'https://git.example/mr/7' })
  world.nextJob({ terminalOnCreate: true, fields: { status: 'paused', model: undefined } })
  world.nextJob({ answer: (body, { operation, number }) => [operation, number, body['status']] })
  const first = await create(world)
  const second = await create(world)
  expect(second).toMatchObject({ status: 'paused', prLink: expect.any(String) })
  expect(second).not.toHaveProperty('model')
  expect(await create(world)).toEqual(['create', 0, 'active'])
  const reads = []
  for (let count = 0; count < 4; count += 1) reads.push(await read(world, first.id))
  expect(reads.map(({ status, prLink }) => [status, prLink])).toEqual([
    ['active', null],
    ['active', null],
    ['completed', null],
    ['completed', 'https://git.example/mr/7'],
  ])
  expect(world.jobs[0]?.reads).toBe(4)
})

// The agent

async function startGithub(): Promise<{ url: string } & AsyncDisposable> {
  const github = await createEmulator({
    service: 'github',
    port: 0,
    seed: {
      tokens: { agent_token: { login: 'octocat', scopes: ['repo'] } },
      github: {
        users: [{ login: 'octocat' }],
        repos: [{ owner: 'octocat', name: 'docs', auto_init: true }],
      },
    },
  })
  return { url: github.url, [Symbol.asyncDispose]: () => github.close() }
}

test('the agent edits a file and opens a pull request on GitHub', async () => {
  await using github = await startGithub()
  const place = { apiUrl: github.url, token: 'agent_token', owner: 'octocat', repo: 'docs' }
  await using world = await startDocsService({ github: place, scenario: { durationMs: 0 } })
  const { id, source } = await create(world, 'Please add a section about rate limits. Thanks!')
  const { prLink, status } = await read(world, id)
  expect(status).toBe('completed')
  expect(source).toEqual({ repository: `${github.url}/octocat/docs`, ref: 'main' })

  const headers = { authorization: 'Bearer agent_token' }
  const askGithub = async (path: string): Promise<unknown> =>
    (await fetch(`${github.url}/repos/octocat/docs${path}`, { headers })).json()
  const pull = world.jobs[0]?.pullRequest
  expect(prLink).toBe(pull?.url)
  expect(await askGithub(`/pulls/${pull?.number}`)).toMatchObject({
    html_url: prLink,
    title: 'Document rate limits',
    state: 'open',
    head: { ref: pull?.branch },
    base: { ref: 'main' },
  })
  // Not the pull request's list of files: the emulator makes that up.
  const { branch = '' } = pull ?? {}
  expect(await askGithub(`/compare/main...${branch}`)).toMatchObject({
    files: [{ filename: 'README.md', patch: expect.stringContaining('+## Rate limits') }],
  })
})

test('a job fails when the agent cannot work, and says why', async () => {
  await using github = await startGithub()
  const place = { apiUrl: github.url, token: 'agent_token', owner: 'octocat', repo: 'elsewhere' }
  await using world = await startDocsService({ github: place, scenario: { durationMs: 0 } })
  const { id } = await create(world)
  expect(await read(world, id)).toMatchObject({ status: 'failed', prLink: null })
  expect(world.jobs[0]?.agentFailure?.message).toContain(
    '/repos/octocat/elsewhere/git/ref/heads/main was answered 404',
  )
})

test.each([
  ['Add a page about rate limits', 'rate limits', 'rate-limits'],
  ['Document the API keys page.', 'API keys page', 'api-keys-page'],
  ['\n\n  Please explain how webhooks are signed!\nSecond line', 'webhooks are signed', 'webhooks-signed'],
  ['<script>alert(1)</script>', 'script alert 1 script', 'script-alert-script'],
  ['🎉', 'this feature', 'feature'],
])('the agent reads a topic out of %j', (prompt, topic, slug) => {
  expect(describeChange(prompt)).toMatchObject({ topic, slug })
})

test('whatever the prompt, headings and branches are plain', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (prompt) => {
      const { heading, slug } = describeChange(prompt)
      expect(heading).toMatch(/^[\p{L}\p{N} ]+$/u)
      expect(slug).toMatch(/^[a-z0-9-]+$/)
    }),
    { examples: [['ὔ'], ['ßen']] },
  )
})

test('the agent writes a section once', () => {
  const change = describeChange('Document webhooks')
  const once = writeSection('# Docs\n\nHello.\n', change)
  expect(once).toMatch(/^# Docs\n\nHello\.\n\n## Webhooks\n\nThis section/)
  expect(writeSection(once, change)).toBe(once)
  expect(writeSection('', change)).toMatch(/^## Webhooks\n/)
  const titledAlike = writeSection('# Webhooks\n\nHello.\n', change)
  expect(titledAlike).toMatch(/^# Webhooks\n\nHello\.\n\n## Working with webhooks\n/)
  expect(writeSection(titledAlike, change)).toBe(titledAlike)
  expect(writeSection('## Webhooks\n\nOld.\n\n## Next\n', change)).toMatch(/^## Next\n\n## Webhooks\n/)
})

// Page views

const threeRows: ViewRow[] = [
  { path: '/a', human: 3, ai: 2, total: 5 },
  { path: '/b', human: 1, ai: 2, total: 3 },
  { path: '/c', human: 0, ai: 1, total: 1 },
]

test('gives 50 rows from the start, totals over all, and says that there is more', async () => {
  await using world = await startDocsService()
  const body = await readViews(world)
  expect(Object.keys(body)).toEqual(['totals', 'views', 'hasMore'])
  expect(body.views).toHaveLength(50)
  expect(body.hasMore).toBe(true)
  expect(body.totals.total).toBe(body.totals.human + body.totals.ai)
  expect(body.totals.total).toBeGreaterThan(body.views.reduce((sum, row) => sum + row.total, 0))
})

test.each([
  ['?limit=1', ['/a'], true],
  ['?limit=2', ['/a', '/b'], true],
  ['?limit=3', ['/a', '/b', '/c'], false],
  ['?limit=2&offset=1', ['/b', '/c'], false],
  ['?limit=1&offset=1', ['/b'], true],
  ['?offset=3', [], false],
  ['?offset=1000000', [], false],
])('pages by offset: %s', async (query, paths, hasMore) => {
  await using world = await startDocsService({ pageViews: servePageViews(threeRows) })
  const body = await readViews(world, query)
  expect(body.views.map((row) => row.path)).toEqual(paths)
  expect(body.hasMore).toBe(hasMore)
  expect(body.totals).toEqual({ human: 4, ai: 5, total: 9 })
})

test.each([
  'limit=0',
  'limit=251',
  'limit=-1',
  'limit=1.5',
  'limit=ten',
  'limit=',
  'offset=-1',
  'offset=1e3',
  'dateFrom=yesterday',
  'dateFrom=2026-02-30',
  'dateFrom=2026-13-01',
  'dateTo=2026-01-01T25:00',
  'dateTo=20260101',
  'dateTo=',
])('refuses %s with 400 and details', async (query) => {
  await using world = await startDocsService()
  const answer = await call(world, `${viewsPath}?${query}`)
  expect(answer.status).toBe(400)
  const message = expect.stringContaining(`${query.split('=')[0]}: must be`)
  expect(await answer.json()).toEqual({ error: expect.any(String), details: [{ message }] })
})

test('names all problems of a query', async () => {
  await using world = await startDocsService()
  const answer = await call(world, `${viewsPath}?limit=0&offset=-1&dateFrom=x&dateTo=y`)
  expect(await answer.json()).toMatchObject({ details: [{}, {}, {}, {}] })
})

test('all pages together are every row once, most viewed first, and sum up to the totals', async () => {
  const pageViews = createPageViews({ pages: 700, days: 10, lastDay: '2026-08-10' })
  await using world = await startDocsService({ pageViews })
  const rows: ViewRow[] = []
  let page: ViewsBody
  do {
    page = await readViews(world, `?limit=250&offset=${rows.length}`)
    rows.push(...page.views)
  } while (page.hasMore)
  expect(new Set(rows.map((row) => row.path)).size).toBe(rows.length)
  expect(rows.map((row) => row.total)).toEqual(rows.map((row) => row.total).toSorted((a, b) => b - a))
  const sum = (field: 'human' | 'ai' | 'total'): number => rows.reduce((total, row) => total + row[field], 0)
  expect(page.totals).toEqual({ human: sum('human'), ai: sum('ai'), total: sum('total') })
})

test('dateTo is exclusive, as a day and as a moment in any zone', async () => {
  const pageViews = createPageViews({ pages: 50, days: 10, lastDay: '2026-08-10' })
  await using world = await startDocsService({ pageViews })
  const totalOf = async (query: string): Promise<number> => (await readViews(world, query)).totals.total
  const lastDay = await totalOf('?dateFrom=2026-08-10')
  expect(lastDay).toBeGreaterThan(0)
  expect(await totalOf('?dateTo=2026-08-10')).toBe((await totalOf('')) - lastDay)
  expect(await totalOf('?dateFrom=2026-08-10&dateTo=2026-08-10')).toBe(0)
  expect(await totalOf('?dateFrom=2026-08-10&dateTo=2026-08-01')).toBe(0)
  expect(await totalOf('?dateFrom=2026-08-11')).toBe(0)
  expect(await totalOf('?dateTo=2026-08-10T00:00:00Z')).toBe(await totalOf('?dateTo=2026-08-10'))
  expect(await totalOf('?dateTo=2026-08-10T02:00:00%2B02:00')).toBe(await totalOf('?dateTo=2026-08-10'))
  expect(await totalOf('?dateTo=2026-08-10T00:00')).toBe(await totalOf('?dateTo=2026-08-10'))
})

test('neighbouring ranges add up, wherever they meet', () => {
  const pageViews = createPageViews({ pages: 60, days: 12, lastDay: '2026-08-12' })
  const time = fc.integer({ min: Date.parse('2026-07-30'), max: Date.parse('2026-08-15') })
  fc.assert(
    fc.property(time, time, time, (...times) => {
      const [from = 0, middle = 0, to = 0] = times.toSorted((a, b) => a - b)
      const total = (range: { from: number; to: number }): number => pageViews.select(range).totals.total
      expect(total({ from, to: middle }) + total({ from: middle, to })).toBe(total({ from, to }))
    }),
  )
})

test('page views depend on the seed only', () => {
  const rows = (seed: number): ViewRow[] =>
    createPageViews({ pages: 100, days: 5, seed, lastDay: '2026-08-10' }).select({}).rows(0, 250)
  expect(rows(7)).toEqual(rows(7))
  expect(rows(7)).not.toEqual(rows(8))
})

test('serves a million rows without keeping them', () => {
  const selection = createEndlessPageViews({ rows: 1_000_000 }).select({})
  expect(selection.count).toBe(1_000_000)
  const last = selection.rows(999_900, 250)
  expect(last).toHaveLength(100)
  expect(selection.rows(0, 1)[0]?.total).toBeGreaterThan(last[0]?.total ?? 0)
  expect(last.every((row) => row.human + row.ai === row.total && row.human >= 0)).toBe(true)
  expect(selection.totals.total).toBe(selection.totals.human + selection.totals.ai)
})

test('allows 100 requests for page views an hour, all projects together', async () => {
  await using world = await startDocsService({
    projects: ['other'],
    rateLimits: { analyticsPerHour: 3 },
    pageViews: servePageViews(threeRows),
  })
  for (let count = 0; count < 3; count += 1) await readViews(world)
  const refused = await call(world, '/v1/analytics/other/views')
  expect(refused.status).toBe(429)
  expect(await refused.json()).toEqual({ error: expect.any(String) })
})

// Faults

async function failure(answer: Promise<unknown>): Promise<string> {
  try {
    await answer
    return 'no failure'
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined
    return cause?.code ?? String(error)
  }
}

test('a rule hits the matching requests only, after those to skip, as often as it says', async () => {
  await using world = await startDocsService()
  const answer = { kind: 'answer', status: 503, body: { error: 'later' } } as const
  world.faults.add({ method: 'GET', path: /job\/[^/]+$/, skip: 1, times: 2, respond: answer })
  const { id } = await create(world)
  const statuses = []
  for (let count = 0; count < 4; count += 1) statuses.push((await call(world, `${jobsPath}/${id}`)).status)
  expect(statuses).toEqual([200, 503, 503, 200])
  expect(world.requests.map((request) => request.fault)).toEqual([
    undefined,
    undefined,
    'answer',
    'answer',
    undefined,
  ])
})

test('rules are used up one after the other; clear takes them all away', async () => {
  await using world = await startDocsService()
  for (const status of [500, 502]) world.faults.add({ respond: { kind: 'answer', status } })
  world.faults.add({ times: Number.POSITIVE_INFINITY, respond: { kind: 'html' } })
  const statuses = []
  for (let count = 0; count < 4; count += 1) statuses.push((await call(world, viewsPath)).status)
  expect(statuses).toEqual([500, 502, 502, 502])
  world.faults.clear()
  expect((await call(world, viewsPath)).status).toBe(200)
})

test.each([
  ['before handling', 0],
  ['after handling', 1],
] as const)('cuts the connection %s: %i jobs are there', async (when, jobs) => {
  await using world = await startDocsService()
  world.faults.add({ when, respond: { kind: 'cut' } })
  expect(await failure(create(world))).toBe('ECONNRESET')
  expect(world.jobs).toHaveLength(jobs)
  expect(world.requests[0]).toMatchObject({ ended: 'not answered', fault: 'cut' })
  expect(world.requests[0]).not.toHaveProperty('status')
})

test('closes the connection politely, too', async () => {
  await using world = await startDocsService()
  world.faults.add({ respond: { kind: 'cut', how: 'close' } })
  expect(await failure(create(world))).toBe('UND_ERR_SOCKET')
})

test.each<[string, FaultRule['respond']]>([
  ['hang', { kind: 'hang' }],
  ['stall-headers', { kind: 'stall-headers' }],
])('%s: no answer comes', async (_name, respond) => {
  await using world = await startDocsService()
  world.faults.add({ respond })
  const answer = call(world, viewsPath, { signal: AbortSignal.timeout(40) })
  expect(await failure(answer)).toContain('TimeoutError')
})

test('stall-body: the answer begins and never ends', async () => {
  await using world = await startDocsService({ pageViews: servePageViews(threeRows) })
  world.faults.add({ respond: { kind: 'stall-body', afterBytes: 20 } })
  const hangUp = new AbortController()
  const answer = await call(world, viewsPath, { signal: hangUp.signal })
  expect(answer.status).toBe(200)
  const reader = answer.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  expect(new TextDecoder().decode(value)).toBe('{"totals":{"human":4')
  const next = reader?.read()
  setTimeout(() => hangUp.abort(), 20)
  expect(await failure(Promise.resolve(next))).toContain('AbortError')
})

test('cut-body: the job is created, the answer breaks off', async () => {
  await using world = await startDocsService()
  world.faults.add({ respond: { kind: 'cut-body', afterBytes: 5 } })
  const answer = await call(world, jobsPath, { json: { prompt: 'x' } })
  expect(answer.status).toBe(201)
  expect(await failure(answer.text())).toBe('UND_ERR_SOCKET')
  expect(world.jobs).toHaveLength(1)
})

test('truncated-json: a whole answer that cannot be read', async () => {
  await using world = await startDocsService()
  world.faults.add({ respond: { kind: 'truncated-json', bytes: 7 } })
  const answer = await call(world, jobsPath, { json: { prompt: 'x' } })
  expect(answer.status).toBe(201)
  expect(await answer.text()).toBe('{"id":"')
  expect(world.jobs).toHaveLength(1)
})

test('html, redirect, latency and functions answer as they say', async () => {
  await using world = await startDocsService({ pageViews: servePageViews(threeRows) })
  world.faults.add(
    { respond: { kind: 'html', status: 504 } },
    { respond: { kind: 'redirect', status: 302, location: 'http://127.0.0.1:1/' } },
    { respond: { kind: 'latency', latencyMs: 30 } },
    { respond: (_request, response) => void response.writeHead(418, { 'x-a': 'b' }).end('tea') },
    { respond: { kind: 'answer', status: 429, headers: { 'Retry-After': '7' }, body: 'slow down' } },
  )
  const html = await call(world, viewsPath)
  expect([html.status, html.headers.get('content-type')]).toEqual([504, 'text/html; charset=UTF-8'])
  expect(await html.text()).toContain('<!DOCTYPE html>')
  const redirect = await call(world, viewsPath)
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, 'http://127.0.0.1:1/'])
  const start = performance.now()
  expect((await readViews(world)).views).toEqual(threeRows)
  expect(performance.now() - start).toBeGreaterThan(25)
  expect(await (await call(world, viewsPath)).text()).toBe('tea')
  const limited = await call(world, viewsPath)
  expect([limited.status, limited.headers.get('retry-after'), await limited.text()]).toEqual([
    429,
    '7',
    'slow down',
  ])
})

test('a gzip bomb is small on the wire and huge behind', async () => {
  await using world = await startDocsService()
  world.faults.add({ respond: { kind: 'gzip-bomb' } })
  const answer = await call(world, viewsPath)
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(answer.headers.get('content-length')).toBeNull()
  let size = 0
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) size += chunk.byteLength
  expect(size).toBe(65 * 1024 * 1024)
})

test('an oversized body is valid JSON of the size asked for', async () => {
  await using world = await startDocsService()
  world.faults.add({ respond: { kind: 'oversized', bytes: 2_000_000 } })
  const text = await (await call(world, viewsPath)).text()
  expect(text).toHaveLength(2_000_000)
  expect(JSON.parse(text)).toMatchObject({ views: [], hasMore: false, status: 'active' })
})

// Log, hooks and the end

test('logs what was asked and what was answered', async () => {
  await using world = await startDocsService({ now: () => 1234 })
  await call(world, jobsPath, { json: { prompt: 'x' }, headers: { 'user-agent': 'me/1' } })
  await call(world, `${viewsPath}?limit=5&dateFrom=2026-01-01`)
  await expect.poll(() => world.requests.map((request) => request.ended)).toEqual(['answered', 'answered'])
  expect(world.requests).toMatchObject([
    { number: 1, method: 'POST', path: jobsPath, body: { prompt: 'x' }, status: 201, at: 1234, query: {} },
    { number: 2, method: 'GET', path: viewsPath, status: 200, query: { limit: '5', dateFrom: '2026-01-01' } },
  ])
  expect(world.requests[0]?.headers).toMatchObject({ 'user-agent': 'me/1' })
  expect(world.requestsTo({ method: 'post' })).toEqual([world.requests[0]])
})

test('counts the requests in flight, and lets others wait for requests', async () => {
  await using world = await startDocsService()
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  world.onRequest = () => held
  const answers = [call(world, viewsPath), call(world, viewsPath), call(world, viewsPath)]
  const third = await world.waitForRequests({ path: '/views' }, 3)
  expect(third.number).toBe(3)
  release()
  await Promise.all(answers)
  await call(world, viewsPath)
  expect(world.maxInFlight).toBe(3)
})

test('hooks see a request before it is handled, and after its answer was sent', async () => {
  const seen: unknown[] = []
  await using world = await startDocsService({
    onRequest: (request) => void seen.push(['request', request.body, world.jobs.length]),
    onAnswer: (request) => void seen.push(['answer', request.status, world.jobs.length]),
  })
  await create(world, 'x')
  await expect
    .poll(() => seen)
    .toEqual([
      ['request', { prompt: 'x' }, 0],
      ['answer', 201, 1],
    ])
})

test('goes on with a request whose client is gone, as a real service does', async () => {
  await using world = await startDocsService()
  const hangUp = new AbortController()
  world.onRequest = async () => {
    hangUp.abort()
    await expect.poll(() => world.requests[0]?.ended).toBe('not answered')
  }
  const answer = call(world, jobsPath, { json: { prompt: 'x' }, signal: hangUp.signal })
  expect(await failure(answer)).toContain('AbortError')
  await expect.poll(() => world.jobs.length).toBe(1)
  expect(world.requests[0]).not.toHaveProperty('status')
})

test('closes at once, with requests open, faults hanging and jobs under way', async () => {
  const world = await startDocsService({ scenario: { durationMs: 3_600_000 } })
  await create(world)
  world.faults.add(
    { respond: { kind: 'hang' } },
    { respond: { kind: 'stall-body' } },
    { respond: { kind: 'latency', latencyMs: 3_600_000 } },
  )
  const open = Promise.allSettled([1, 2, 3].map(async () => (await call(world, viewsPath)).text()))
  await world.waitForRequests({ path: '/views' }, 3)
  await world.close()
  expect((await open).map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await failure(fetch(world.url))).toBe('ECONNREFUSED')
})

test('takes an agent that waits for GitHub along when it closes', async () => {
  await using github = await startDocsService()
  github.faults.add({ respond: { kind: 'hang' } })
  const place = { apiUrl: github.url, token: 'any', owner: 'octocat', repo: 'docs' }
  const world = await startDocsService({ github: place, scenario: { durationMs: 0 } })
  await create(world)
  await github.waitForRequests({ path: '/git/ref/heads/main' })
  await world.close()
  await world.jobs[0]?.finish()
  expect(world.jobs[0]?.agentFailure?.name).toBe('AbortError')
})
