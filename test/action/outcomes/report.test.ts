import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TRICKS } from '../../fuzz/hostile-text.ts'
import { servePageViews } from '../../world/docs-service/page-views.ts'
import { createWorld, createWorldInProcess, type World } from '../../world/index.ts'
import { readErrors, readRequests, readWarnings } from '../agent-job/conversation.ts'
import { row } from '../page-views/rows.ts'
import { checkTracesOf, createHostileWorld } from '../traces.ts'
import { report, setTime, writeDocs } from './documentation.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** The requests of a report of one week, in which two were merged, and one in the week before. */
const LISTS = ['POST /graphql', 'POST /graphql']
const COMMITS = [5, 2, 1].map((number) => `GET /repos/acme/docs/pulls/${number}/commits`)

/** Two weeks of the agent, of a person, and of another bot, up to Monday, November 23, 2026. */
async function liveTwoWeeks(world: World): Promise<void> {
  setTime('2026-11-10T10:00:00Z')
  const first = await writeDocs(world, { title: 'Authentication' })
  const second = await writeDocs(world, { title: 'Batches', files: { 'page-a.mdx': 'x\n', 'page-b.mdx': 'y\n' } })
  const third = await writeDocs(world, { title: 'Caching' })
  const other = await writeDocs(world, { title: 'Deployments', asLogin: 'writer' })
  setTime('2026-11-15T23:59:59Z')
  await first.end('merged')
  await other.end('merged')
  setTime('2026-11-16T00:00:00Z')
  await second.edit({ asLogin: 'writer', committer: 'web-flow' })
  await second.end('merged')
  await third.end('closed')
  const fifth = await writeDocs(world, { title: 'Errors', files: { 'page-b.mdx': 'z\n' } })
  await writeDocs(world, { title: 'Files', asLogin: 'acme-docs[bot]' })
  setTime('2026-11-17T10:00:00Z')
  await fifth.end('merged')
  await writeDocs(world, { title: 'Groups' })
  setTime('2026-11-23T06:00:00Z')
}

const WEEK = { period: 'last-week' }
const OUTPUTS = {
  ...{ merged: '2', mergedWithoutEdits: '1', mergedUnknown: '0', closed: '1', opened: '2', medianHours: '84.0' },
  ...{ open: '1', oldestOpenDays: '5', previousMerged: '1', previousMergedWithoutEdits: '1' },
  ...{ previousMergedUnknown: '0', previousClosed: '0', previousOpened: '3', previousMedianHours: '134.0' },
  ...{ complete: 'true', reportCut: 'false', commentUrl: '' },
}
const SENTENCE =
  'Nov 16–22, 2026: 2 documentation pull requests were merged in acme/docs, 1 of them without edits, half of them ' +
  'within 4 days; 1 was closed. 1 is open.'

test('the built action reports a week from GitHub alone, and ends at once, in red, where it is canceled', async () => {
  vi.useRealTimers()
  await using world = await createWorld()
  const { end } = await writeDocs(world, { title: 'Authentication' })
  await end('merged')
  const { number: issue } = await world.github.createIssue()
  world.pass(1)
  const result = await report(world, { inputs: { period: '28d', 'issue-number': issue } })
  expect(result.conclusion).toBe('success')
  expect(readWarnings(result)).toEqual([])
  expect(result.outputs).toMatchObject({ open: '0', complete: 'true', commentUrl: expect.stringContaining('#issue') })
  expect(world.docsService.requests).toEqual([])
  const { length: before } = world.github.requests

  world.github.faults.add({ path: /graphql$/, times: 9, respond: { hang: true } })
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  world.github.onRequest = () => resolve()
  const run = world.start({ action: 'outcomes', inputs: { repository: 'acme/docs' } })
  await asked
  run.cancel()
  const canceled = await run.result
  expect([canceled.exitCode, world.github.requests.length]).toEqual([1, before + 1])
  expect(readErrors(canceled)).toEqual([expect.stringContaining('canceled')])
  expect(new Set(Object.values(canceled.outputs))).toEqual(new Set(['']))
})

test('canceled while the comment is written: the report is whole, and the run is red', async () => {
  vi.useRealTimers()
  await using world = await createWorld()
  const { number: issue } = await world.github.createIssue()
  world.github.faults.add({ path: /comments$/, times: 9, respond: { hang: true } })
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  world.github.onRequest = ({ path }) => void (path.endsWith('/comments') && resolve())
  const run = world.start({ action: 'outcomes', inputs: { repository: 'acme/docs', 'issue-number': issue } })
  await asked
  run.cancel()
  const canceled = await run.result
  expect([canceled.exitCode, canceled.outputs['complete']]).toEqual([1, 'true'])
  expect(readErrors(canceled)).toEqual(['The run was canceled (SIGINT).'])
})

test('a week: figures, first sentence, tables and requests; each page counts once, and the comment says the same', async () => {
  const pageViews = servePageViews([row('/page-a', 42), row('/page-b', 7), row('/page-e', 900)])
  await using world = await createWorldInProcess({ docsService: { pageViews } })
  await liveTwoWeeks(world)
  const { number: issue } = await world.github.createIssue()

  const result = await report(world, { inputs: { ...WEEK, traffic: '30d', 'issue-number': issue } })

  const { report: json = '', commentUrl, ...figures } = result.outputs
  expect({ ...figures, commentUrl: '' }).toEqual(OUTPUTS)
  const entries = JSON.parse(json) as { number: number }[]
  expect(entries.map(({ number }) => number).toSorted()).toEqual([2, 3, 5, 7])
  const text = result.summary.replaceAll('\u2060', '').replaceAll('\\', '')
  expect(text).toContain(`\n**${SENTENCE}**\n`)
  expect(text).toContain('#5 | yes | 34 hours | 1 | 7 | 0 |\n')
  expect(text).toContain('#2 | no | 6 days | 3 | ≥42 | not known |\n')
  expect(readRequests(world).filter((request) => !request.includes('/issues/'))).toEqual([
    ...LISTS,
    ...COMMITS,
    'POST /graphql',
    expect.stringContaining('GET /repos/acme/docs/git/trees/'),
    expect.stringMatching(/^GET \/v1\/.*views/),
  ])
  const [body = ''] = (await world.github.commentsOf(issue)).map((each) => each.body)
  for (const line of result.summary
    .trim()
    .split('\n')
    .filter((each) => !each.startsWith('<sub>Nov')))
    expect(body).toContain(line)
  expect(body).toContain(' · Updated Nov 23, 2026, 06:00 UTC · [Workflow run](')
  expect(commentUrl).toContain(`/issues/${issue}#issuecomment-`)
})

test('every run edits its own comment; the reports of two authors in one issue stay apart', async () => {
  await using world = await createWorldInProcess()
  await liveTwoWeeks(world)
  const { number: issue } = await world.github.createIssue()
  const urls: (string | undefined)[] = []
  for (const author of ['docs-agent[bot]', 'acme-docs[bot]', 'Docs-agent[bot]'])
    urls.push((await report(world, { inputs: { ...WEEK, author, 'issue-number': issue } })).outputs['commentUrl'])
  const comments = await world.github.commentsOf(issue)
  expect(urls).toEqual([comments[0]?.html_url, comments[1]?.html_url, comments[0]?.html_url])
  expect(comments.map(({ body }) => /^<sub>.* by (\S+)/m.exec(body)?.[1])).toEqual([
    'Docs-agent\\[bot\\]',
    'acme-docs\\[bot\\]',
  ])
})

const FAILED = { status: 500, body: { message: 'No' } }
const OPEN_LIST = { method: 'POST', path: /graphql$/, skip: 1 }
const LIMIT = { seconds: 3_000, told: 'reset' } as const

test.each<[string, (github: World['github']) => void, note: RegExp, outputs: object, sentence: RegExp]>([
  [
    'the open pull requests fail',
    ({ faults }) => faults.add({ ...OPEN_LIST, respond: FAILED }),
    /^Only 5 pull requests could be read\. Couldn't list the pull requests in acme\/docs: /,
    { merged: '2', previousMerged: '', open: '', oldestOpenDays: '', complete: 'false' },
    /: of the 5 pull requests in acme\/docs that could be read, 2 documentation .* How many are open isn't known\./,
  ],
  [
    'GraphQL has a limit that is too long',
    ({ limiter }) => limiter.hit({ ...OPEN_LIST, ...LIMIT }),
    /A rate limit was reached\. Try again after 06:5\d UTC\.$/,
    { merged: '2', open: '', complete: 'false' },
    / that could be read, /,
  ],
  [
    'REST has a limit that is too long',
    ({ limiter }) => limiter.hit({ path: /commits$/, skip: 1, ...LIMIT }),
    /A rate limit was reached\. Try again after 06:5\d UTC\.$/,
    { merged: '2', mergedWithoutEdits: '1', mergedUnknown: '1', complete: 'true' },
    /\(not known for 1\)/,
  ],
])('what was read is reported, with a warning, where %s', async (_name, disturb, note, outputs, sentence) => {
  await using world = await createWorldInProcess()
  await liveTwoWeeks(world)
  disturb(world.github)
  const result = await report(world, { inputs: WEEK })
  expect(result).toMatchObject({ conclusion: 'success', outputs })
  expect(readWarnings(result)[0]).toMatch(note)
  expect(result.summary.replaceAll('\\', '')).toMatch(sentence)
  expect(result.summary).toContain('### About these numbers')
})

test('a report comment that cannot be written is a warning, and a line in the summary', async () => {
  await using world = await createWorldInProcess()
  await liveTwoWeeks(world)
  const result = await report(world, { inputs: { ...WEEK, 'issue-number': 99 } })
  expect(result).toMatchObject({ conclusion: 'success', outputs: OUTPUTS })
  expect(readWarnings(result)).toEqual([expect.stringContaining('GitHub returned 404')])
  expect(result.summary).toMatch(/The report comment wasn't written\.\*\* .*GitHub returned 404/)
})

const RECIPE = 'use the token of a GitHub App, as in the recipe "Private documentation repository"'
const HIDDEN = { github: { privateRepositories: ['acme/docs' as const] } }

test.each<[string, (github: World['github']) => string | undefined, said: RegExp]>([
  ['the token of the workflow cannot see it', () => undefined, /acme\/docs: GitHub returned NOT_FOUND/],
  ['a permission is missing', (github) => github.appToken({ issues: 'write' }), /: GitHub returned FORBIDDEN/],
])('a repository that cannot be read is an error, never a report of zeros: %s', async (_name, createToken, said) => {
  await using world = await createWorldInProcess(HIDDEN)
  await liveTwoWeeks(world)
  const token = createToken(world.github)
  const result = await report(world, { ...(token && { token }) })
  expect(result.conclusion).toBe('failure')
  const errors = readErrors(result)
  expect(errors).toEqual([expect.stringMatching(said)])
  for (const text of ['`github-token` needs `pull-requests: read`', RECIPE]) {
    expect(errors[0]).toContain(text)
    expect(result.summary.replaceAll('\\', '')).toContain(text)
  }
  expect(result.summary).toContain('**No report.**')
  expect(new Set(Object.values(result.outputs))).toEqual(new Set(['']))
  expect(world.github.requestsBy(world.github.requests.at(-1)?.login)).toHaveLength(1)
})

test('without pull requests by the author, the run is green; by default, the documentation is in its own repository', async () => {
  await using world = await createWorldInProcess()
  await liveTwoWeeks(world)
  const result = await report(world, { inputs: { ...WEEK, author: 'Mintlify[bot]' } })
  expect(result).toMatchObject({ conclusion: 'success', outputs: { merged: '0', open: '0', report: '[]' } })
  expect(result.log.shown).toContain('Most pull requests by bots are by docs-agent[bot] (5) and acme-docs[bot] (1).')
  expect(readRequests(world)).toEqual(LISTS)
  const own = await report(world, { inputs: { ...WEEK, repository: '' } })
  expect(own.log.shown).toContain('no pull requests were opened, merged or closed in acme/app')
})

test('titles and paths by others do nothing', async () => {
  await using world = await createHostileWorld({ docsService: { pageViews: servePageViews([]) } })
  setTime('2026-11-17T10:00:00Z')
  for (const [index, title] of TRICKS.entries()) {
    const files = { [`${index}/${title.replaceAll('/', ' ') || 'x'}.md`]: 'x' }
    const pull = await writeDocs(world, { title, files })
    if (index % 3 < 2) await pull.end(index % 3 === 0 ? 'merged' : 'closed')
  }
  const { number } = await world.github.createIssue()
  setTime('2026-11-23T06:00:00Z')
  const result = await report(world, { inputs: { ...WEEK, traffic: '30d', 'issue-number': number } })
  expect(result.conclusion).toBe('success')
  await checkTracesOf(world, result, [number])
  expect(JSON.parse(result.outputs['report'] ?? '')).toHaveLength(TRICKS.length)
})
