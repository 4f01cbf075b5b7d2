import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TRICKS } from '../../fuzz/hostile-text.ts'
import { servePageViews } from '../../world/docs-service/page-views.ts'
import { knownFaults } from '../../world/github/faults.ts'
import { createQuickWorld, createWorld, createWorldInProcess, type Step, type World } from '../../world/index.ts'
import { bySchedule } from '../../world/workflow/deliveries.ts'
import { readErrors, readWarnings } from '../agent-job/conversation.ts'
import { row } from '../page-views/rows.ts'
import { checkTracesOf, createHostileWorld } from '../traces.ts'
import { setTime, writeComment, writeDocs } from './comments.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  setTime('2026-11-10T09:00:00Z')
})
afterEach(() => {
  vi.useRealTimers()
})

const NOON = '2026-11-11T12:00:00Z'

function report(world: World, step: Step = {}) {
  return world.run({ action: 'outcomes', trigger: bySchedule, ...step })
}

/** One thread: a pull request that was merged, and a job that nobody waited for. */
async function writeOneThread(world: World, docs: Partial<Parameters<typeof writeDocs>[1]> = {}) {
  const { number: thread } = await world.github.createIssue()
  const pull = await writeDocs(world, { title: 'Page', ...docs })
  await writeComment(world, thread, { job: { jobId: 'one', prLink: pull.url } })
  await world.github.closePullRequest(pull.number, 'merged', 'acme/docs')
  world.docsService.nextJob({ endsAs: 'never' })
  const { id } = world.docsService.createJob('docs-project', 'x')
  await writeComment(world, thread, { outcome: 'submitted', state: 'job', job: { jobId: id } })
  setTime(NOON)
  return thread
}

test('the built action makes a report, and ends at once, in red, where it is canceled', async () => {
  vi.useRealTimers()
  await using world = await createWorld()
  const { number: thread } = await world.github.createIssue()
  const { url } = await writeDocs(world, { title: 'Page' })
  const prompts = [new Date(Date.now() - 2 * 86_400_000).toISOString()]
  await writeComment(world, thread, { job: { jobId: 'one', prLink: url }, prompts })
  const result = await report(world)
  expect(result.outputs).toMatchObject({ requests: '1', pullRequests: '1', open: '1', medianHours: '' })
  expect(result.summary).toContain('**No documentation pull request was merged or closed in this period; 1 is open.**')

  world.github.faults.add({ path: /issues\/comments$/, times: 9, respond: { hang: true } })
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  world.github.onRequest = () => resolve()
  const run = world.start({ action: 'outcomes', trigger: bySchedule })
  await asked
  run.cancel()
  const canceled = await run.result
  expect(canceled.exitCode).toBe(1)
  expect(readErrors(canceled)).toEqual([expect.stringContaining('canceled')])
  expect(canceled.outputs).toMatchObject({ requests: '', commentUrl: '' })
})

const GREEN = { requests: '2', merged: '1' }
const WITHOUT_COMMENT = { ...GREEN, commentUrl: '' }

// GitHub lists comments and reads the pull request; then the service is asked; then the comment is looked for and posted.
test.each<[method: string, path: RegExp, note: RegExp, outputs?: object]>([
  ['GET', /pulls\/1$/, /^Couldn't be read, in acme\/docs: 1 pull request\. .*#1/, { merged: '0', unreadable: '1' }],
  ['GET', /\/files$/, /^Shown without pages, since the files couldn't be read, in acme\/docs: 1 pull request\. ./],
  ['GET', /\/commits$/, /^Not known whether edited, since the commits.*: 1 /, { ...GREEN, asWrittenUnknown: '1' }],
  ['GET', /\/job\//, /^The end of 1 job isn't known\. /],
  ['GET', /\/views/, /^The page views couldn't be read\. /],
  ['GET', /\/git\/trees\//, /^Pages may lack views\. /],
  ['GET', /issues\/2\/comments$/, /list the comments of #2/, WITHOUT_COMMENT],
  ['POST', /issues\/2\/comments$/, /comment on #2/, WITHOUT_COMMENT],
])('a failed request is a line, and the rest is reported: %s %s', async (method, path, note, outputs = GREEN) => {
  for (const status of [403, 404, 500]) {
    await using world = await createWorldInProcess({ docsService: { pageViews: servePageViews([row('/page-p', 3)]) } })
    setTime('2026-11-10T09:00:00Z')
    await writeOneThread(world)
    const { number: issue } = await world.github.createIssue()
    const rule = { method, path, times: Number.POSITIVE_INFINITY }
    world.github.faults.add({ ...rule, respond: { status, body: { message: 'No' } } })
    world.docsService.faults.add({ ...rule, method: 'GET', respond: { kind: 'answer', status, body: { error: 'No' } } })

    const result = await report(world, { inputs: { traffic: '7d', 'issue-number': issue } })

    expect([status, result.conclusion]).toEqual([status, 'success'])
    expect(result.outputs).toMatchObject(outputs)
    expect(readWarnings(result)).toEqual([expect.stringMatching(note)])
    if (outputs !== WITHOUT_COMMENT) expect(result.summary).toContain('### About these numbers')
    // Figures that aren't whole are compared with none.
    const isWhole = !/^(?:Couldn't be read|The end of)/u.test(String(readWarnings(result)))
    expect(result.summary.includes('| Prompts sent |')).toBe(isWhole)
  }
})

test('what others forged and what is of another project counts for nothing, and the comment says the same', async () => {
  const pageViews = servePageViews([row('/', 900), row('/page-a', 42), row('/page-b', 7)])
  await using world = await createWorldInProcess({ docsService: { pageViews } })
  const { github } = world
  const files = { 'page-a.mdx': 'One line\nand another\n', 'page-b.mdx': 'One line\n', 'a.svg': '<svg/>\n' }
  const thread = await writeOneThread(world, { title: 'A', files, asLogin: 'writer' })
  const [original] = await github.commentsOf(thread)
  const { number: elsewhere } = await github.createIssue()
  // The comment of another thread continues the same pull request, and knows it in another spelling, too.
  const [prLink, spelled] = ['acme/docs', 'Acme/Docs'].map((name) => `${github.serverUrl}/${name}/pull/1`)
  setTime('2026-11-10T10:00:00Z')
  const continued = { jobId: 'one', prLink, isFollowUp: true }
  await writeComment(world, elsewhere, { job: continued, pullRequests: [`${spelled}`] })
  for (const copiedTo of [thread, elsewhere]) await github.comment(copiedTo, original?.body ?? '', 'stranger')
  const { url } = await writeDocs(world, { title: 'C', asLogin: 'writer' })
  const job = { jobId: 'two', prLink: url }
  await writeComment(world, elsewhere, { job, apiKey: 'mint_of_the_forger', asLogin: 'stranger' })
  await writeComment(world, elsewhere, { job, projectId: 'other' })
  // Another server is asked nothing.
  await writeComment(world, elsewhere, { job: { jobId: 'x', prLink: 'https://git.acme.example/acme/docs/pull/1' } })
  setTime(NOON)
  const before = github.requests.length

  // The agent's account is a person to GitHub.
  const inputs = { traffic: '7d', 'issue-number': thread, 'ignore-authors': 'someone, Writer' }
  const { outputs, summary, annotations } = await report(world, { inputs })

  expect(outputs).toMatchObject({ requests: '4', pullRequests: '2', merged: '1', unreadable: '1', asWritten: '1' })
  const threads = [elsewhere, thread].map((number) => `${github.serverUrl}/acme/app/issues/${number}`)
  expect(JSON.parse(outputs['report'] ?? '')).toMatchObject([
    { title: 'A', threads, requests: 2, additions: 4, deletions: 0, pages: ['page-a.mdx', 'page-b.mdx'] },
    { prLink: 'https://git.acme.example/acme/docs/pull/1', state: 'unreadable', requests: 1 },
  ])
  const note = /^Not read: not a pull request on this server: 1 pull request\.$/
  expect(annotations).toMatchObject([{ message: expect.stringMatching(note) }])
  expect(summary).toMatch(/^\| \[A\]\(.*· without edits · .* \| 49 \| 0 \| 49 \|$/m)
  const asked = github.requests.slice(before).map(({ path }) => path)
  expect(asked.filter((path) => path.includes('/acme/docs/pulls/'))).toHaveLength(3)
  const [body = ''] = (await github.commentsOf(thread)).at(-1)?.body.split('\n\n<!-- ') ?? []
  const origin = / · Updated Nov 11, 2026, 12:00 UTC · \[Workflow run\]\(\S+\/actions\/runs\/\d+\)(?=<\/sub>)/
  expect(body).toMatch(origin)
  expect(
    body
      .replace(origin, '')
      .replace(/^<!-- .* -->\n/, '')
      .trim(),
  ).toBe(summary.trim())
})

test('counts what the root action remembers: not a check, and not the end of a job that was sent again', async () => {
  await using world = await createQuickWorld()
  const { number } = await world.github.createIssue()
  const command = (text: string) => world.github.comment(number, text, 'writer')
  world.docsService.nextJob({ endsAs: 'failed', activeReads: 0 })
  const run = { trigger: await command('/docs explain retries'), runId: 5 }
  expect((await world.run(run)).outputs['outcome']).toBe('failed')
  setTime('2026-11-10T10:00:00Z')
  expect((await world.run({ ...run, runAttempt: 2 })).outputs['outcome']).toBe('pull-request')
  const check = await world.run({ trigger: await command('/docs check'), inputs: { 'project-id': 'nope' } })
  expect(check.outputs['cause']).toBe('check-failed')
  world.docsService.faults.add({ path: /views/, times: 1, respond: { kind: 'answer', status: 404 } })
  await world.run({ trigger: await command('/docs check') })
  setTime(NOON)

  const { outputs, summary } = await report(world)

  expect(outputs).toMatchObject({ requests: '2', pullRequests: '1', open: '1' })
  const table = summary.slice(summary.indexOf('### How requests ended')).replaceAll('\u2060', '')
  expect(table.match(/^\| .* \| \d+ \| .* \|$/gm)).toEqual([
    '| Pull request | 1 | command 1 |',
    expect.stringMatching(/^\| Job failed<br>\[\S+\]\(\S+\/acme\/app\/issues\/1\) \| 1 \| command 1 \|$/),
  ])
})

test('comments that cannot be read make it red, and it says why', async () => {
  await using world = await createWorldInProcess()
  await writeOneThread(world)
  const respond = knownFaults.notAccessible
  world.github.faults.add({ path: /issues\/comments$/, times: Number.POSITIVE_INFINITY, respond })
  const result = await report(world)
  expect(result.conclusion).toBe('failure')
  const said = /^(?!.*(not accessible)[\s\S]*\1).*403.*`issues: read`/
  expect(readErrors(result)).toEqual([expect.stringMatching(said)])
  expect(new Set(Object.values(result.outputs))).toEqual(new Set(['']))
  expect(result.summary).toContain('**No report.**')
})

test.each([
  ['api-key', 'mint_test_a_newer_key', 'but none was signed with this `api-key`'],
  ['project-id', 'other', 'but none is for this project. Set `project-id`'],
])('where no comment verifies, the report says so first, and why: another `%s`', async (name, value, problem) => {
  await using world = await createWorldInProcess({ docsService: { projects: ['other'] } })
  await writeOneThread(world)
  const result = await report(world, { inputs: { [name]: value } })
  expect(result.conclusion).toBe('success')
  expect(result.outputs).toMatchObject({ requests: '', pullRequests: '', report: '' })
  expect(result.summary).toMatch(/^## .*\n\n> \[!WARNING\]\n> \*\*No comment counts\.\*\*/)
  expect(result.summary).not.toContain('Prompts sent')
  expect(readWarnings(result)).toEqual([expect.stringContaining(`has 2 comments by the action, ${problem}`)])
})

test('at most 30 requests for comments, and 50 jobs; the report says what that leaves out', async () => {
  await using world = await createWorldInProcess()
  const { number: thread } = await world.github.createIssue()
  for (let index = 1; index <= 52; index += 1)
    await writeComment(world, thread, { job: { jobId: `job-${index}` }, outcome: 'timed-out', state: 'job' })
  for (let index = 52; index <= 3_000; index += 1) await world.github.comment(thread, 'Hello')
  setTime(NOON)
  const result = await report(world)
  const paths = world.github.requestsBy().map(({ path }) => path)
  expect(paths).toEqual(Array(30).fill('/repos/acme/app/issues/comments'))
  expect(world.docsService.requests).toHaveLength(50)
  expect(result.outputs).toMatchObject({ requests: '51', pullRequests: '0' })
  expect(readWarnings(result)).toEqual([
    expect.stringMatching(/^Only the newest 3,000 comments were read\./),
    expect.stringMatching(/^The end of 50 jobs isn't known\./),
    expect.stringMatching(/^The end of 1 job isn't known\. A report reads 50\./),
  ])
  expect(result.summary).toMatch(
    /^\*\*In the newest 3,000 comments: .*; 51 prompts were sent; not known for 51 jobs\.\*\*$/m,
  )
  // Prompts that comments before these tell of are in no figure, so that their number isn't 0.
  for (let index = 1; index <= 52; index += 1) await world.github.comment(thread, 'Hello')
  expect((await report(world)).summary).toContain('**No prompt of this period is in the newest 3,000 comments.**')
})

test('what comments of another key know, and what a comment remembers no more, is missing in the first sentence', async () => {
  await using world = await createWorldInProcess()
  const { number: thread } = await world.github.createIssue()
  const prompts = Array(20).fill('2026-11-10T03:00:00Z p')
  const { url } = await writeDocs(world, { title: 'Page' })
  await writeComment(world, thread, { job: { jobId: 'x', prLink: url }, prompts })
  await writeComment(world, thread, { job: { jobId: 'y', prLink: `${url}2` }, apiKey: 'mint_an_older' })
  setTime(NOON)
  const { outputs, summary } = await report(world)
  expect(outputs).toMatchObject({ requests: '20', pullRequests: '1' })
  expect(summary).toContain('\n**In the comments that this API key signed: ')
  expect(summary).toContain('; at least 20 prompts were sent.**')
  expect(summary).toMatch(/^- Older prompts may be missing: 1 comment reached the limit of 20 remembered prompts\.$/m)
  expect(summary).toMatch(/^- Not counted: 1 comment that another API key signed\. /m)
})

test('titles and paths by others do nothing', async () => {
  await using world = await createHostileWorld({ docsService: { pageViews: servePageViews([]) } })
  const { number: issue } = await world.github.createIssue()
  for (const [index, title] of TRICKS.entries()) {
    const pull = await writeDocs(world, { title, files: { [`${index}/${title.replaceAll('/', ' ') || 'x'}.md`]: 'x' } })
    await writeComment(world, issue, { job: { jobId: 'x', prLink: pull.url } })
    if (index % 3 < 2)
      await world.github.closePullRequest(pull.number, index % 3 === 0 ? 'merged' : 'closed', 'acme/docs')
  }
  setTime(NOON)
  const { number } = await world.github.createIssue()
  const result = await report(world, { inputs: { traffic: '30d', 'issue-number': number } })
  expect(result.conclusion).toBe('success')
  await checkTracesOf(world, result, [number])
  const entries = JSON.parse(result.outputs['report'] ?? '') as object[]
  expect(entries).toHaveLength(TRICKS.length)
})
