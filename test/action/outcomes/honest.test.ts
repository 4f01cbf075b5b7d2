import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TRICKS } from '../../fuzz/hostile-text.ts'
import { servePageViews } from '../../world/docs-service/page-views.ts'
import { knownFaults } from '../../world/github/faults.ts'
import { createWorld, createWorldInProcess, type Step, type World } from '../../world/index.ts'
import { bySchedule } from '../../world/workflow/deliveries.ts'
import { readErrors, readWarnings } from '../agent-job/conversation.ts'
import { checkTracesOf, createHostileWorld } from '../agent-job/hostile/traces.ts'
import { row } from '../page-views/rows.ts'
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

test('the built action makes a report', async () => {
  vi.useRealTimers()
  await using world = await createWorld()
  const { number: thread } = await world.github.createIssue()
  const { url } = await writeDocs(world, { title: 'Page' })
  const prompts = [new Date(Date.now() - 2 * 86_400_000).toISOString()]
  await writeComment(world, thread, { job: { jobId: 'one', prLink: url }, prompts })
  const result = await report(world)
  expect(result.outputs).toMatchObject({ requests: '1', pullRequests: '1', open: '1', medianHours: '' })
  expect(result.summary).toContain('**No documentation pull request was merged or closed in this period; 1 is open.**')
})

const IN_ISSUE = { traffic: '7d' }

// GitHub lists comments and reads the pull request; then the service is asked; then the comment is looked for and posted.
const GREEN = { requests: '2', merged: '1' }
test.each<[what: string, on: 'github' | 'docsService', method: string, path: RegExp, note: RegExp, outputs: object]>([
  [
    'pull request',
    'github',
    'GET',
    /pulls\/1$/,
    /^Couldn't be read, in acme\/docs: 1 pull request\. .*#1/,
    { merged: '0', unreadable: '1' },
  ],
  [
    'files',
    'github',
    'GET',
    /files$/,
    /^Shown without pages, since the files couldn't be read, in acme\/docs: 1 pull request\. ./,
    GREEN,
  ],
  [
    'commits',
    'github',
    'GET',
    /commits$/,
    /^Not known whether edited, since the commits couldn't be read, in acme\/docs: 1 /,
    { ...GREEN, asWritten: '0', asWrittenUnknown: '1' },
  ],
  ['job', 'docsService', 'GET', /\/job\//, /^The end of 1 job isn't known\. /, GREEN],
  ['page views', 'docsService', 'GET', /\/views/, /^The page views couldn't be read\. /, GREEN],
  ['folder of the site', 'github', 'GET', /\/git\/trees\//, /^Pages may lack views\. /, GREEN],
  ['comment, found', 'github', 'GET', /issues\/2\/comments$/, /list the comments of #2/, { ...GREEN, commentUrl: '' }],
  ['comment, posted', 'github', 'POST', /issues\/2\/comments$/, /comment on #2/, { ...GREEN, commentUrl: '' }],
])('a failed request is a line, and the rest is reported: %s', async (_what, on, method, path, note, outputs) => {
  for (const status of [403, 404, 500]) {
    await using world = await createWorldInProcess({
      docsService: { pageViews: servePageViews([row('/page-p', 3)]) },
    })
    setTime('2026-11-10T09:00:00Z')
    await writeOneThread(world)
    const { number: issue } = await world.github.createIssue()
    const times = Number.POSITIVE_INFINITY
    if (on === 'github') world.github.faults.add({ method, path, times, respond: { status, body: { message: 'No' } } })
    else
      world.docsService.faults.add({
        method: 'GET',
        path,
        times,
        respond: { kind: 'answer', status, body: { error: 'No' } },
      })

    const result = await report(world, { inputs: { ...IN_ISSUE, 'issue-number': issue } })

    expect([status, result.conclusion]).toEqual([status, 'success'])
    expect(result.outputs).toMatchObject(outputs)
    const warnings = readWarnings(result)
    expect(warnings).toEqual([expect.stringMatching(note)])
    if (!_what.startsWith('comment')) expect(result.summary).toContain('### About these numbers')
  }
})

test('counts what the root action remembers: not a check, and not the end of a job that was sent again', async () => {
  await using world = await createWorldInProcess({ docsService: { scenario: { terminalOnCreate: true } } })
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

test.each<[string, Parameters<World['github']['faults']['add']>[0]['respond'], RegExp]>([
  ['a missing permission', knownFaults.notAccessible, /^(?!.*(not accessible)[\s\S]*\1).*403.*`issues: read`/],
  ['GitHub in trouble', knownFaults.badGateway, /list the comments in acme\/app.*502/],
  ['half an answer', { cut: 'middle' }, /list the comments in acme\/app.*didn't answer/],
])('comments that cannot be read make it red, and it says why: %s', async (_what, respond, message) => {
  await using world = await createWorldInProcess()
  await writeOneThread(world)
  world.github.faults.add({ path: /issues\/comments$/, times: Number.POSITIVE_INFINITY, respond })
  const result = await report(world)
  expect(result.conclusion).toBe('failure')
  expect(readErrors(result)).toEqual([expect.stringMatching(message)])
  expect(new Set(Object.values(result.outputs))).toEqual(new Set(['']))
  expect(result.summary).toContain('**No report.**')
})

test.each<[string, Record<string, string>, RegExp]>([
  [
    'another key',
    { 'api-key': 'mint_test_a_newer_key' },
    /has 2 comments by the action, but none was signed with this `api-key`/,
  ],
  [
    'another project',
    { 'project-id': 'other' },
    /has 2 comments by the action, but none is for this project\. Set `project-id`/,
  ],
])('where no comment verifies, the report says so first, and why: %s', async (_what, inputs, problem) => {
  await using world = await createWorldInProcess({ docsService: { projects: ['other'] } })
  await writeOneThread(world)
  const result = await report(world, { inputs })
  expect(result.conclusion).toBe('success')
  expect(result.outputs).toMatchObject({ requests: '0', pullRequests: '0', report: '[]' })
  expect(result.summary).toMatch(/^## .*\n\n> \[!WARNING\]\n> \*\*No comment counts\.\*\*/)
  expect(readWarnings(result)).toEqual([expect.stringMatching(problem)])
})

test('a period without a prompt is green, and says so', async () => {
  await using world = await createWorldInProcess()
  const { number } = await world.github.createIssue()
  await world.github.comment(number, 'Nobody asked the agent.')
  const result = await report(world, { inputs: { period: 'last-month' } })
  expect(result.conclusion).toBe('success')
  expect(result.annotations).toEqual([])
  expect(result.outputs).toMatchObject({ requests: '0', pullRequests: '0', medianHours: '' })
  expect(result.summary).toContain('**No prompts were sent in this period.**')
  expect(result.summary).toContain('Oct 1–31, 2026 (31 days, UTC)')
})

test('a private documentation repository needs a token that reads it, and the report says which', async () => {
  await using world = await createWorldInProcess({ github: { privateRepositories: ['acme/docs'] } })
  await writeOneThread(world)
  const without = await report(world)
  expect(without.outputs).toMatchObject({ unreadable: '1', merged: '0' })
  expect(readWarnings(without)).toEqual([expect.stringMatching(/`github-token` must be able to read this repository/)])
  const token = world.github.appToken({ issues: 'read', pull_requests: 'read' })
  expect((await report(world, { token })).outputs).toMatchObject({
    unreadable: '0',
    merged: '1',
    asWritten: '1',
  })
})

test('at most 30 requests for comments, and 50 jobs; the report says what that leaves out', async () => {
  await using world = await createWorldInProcess()
  const { number: thread } = await world.github.createIssue()
  for (let index = 1; index <= 103; index += 1)
    await writeComment(world, thread, {
      job: { jobId: `job-${index}`, prLink: `${world.github.serverUrl}/acme/docs/pull/${1000 + index}` },
      ...(index <= 52 && { outcome: 'timed-out', state: 'job' }),
      // Twenty prompts of the period in one comment.
      ...(index === 103 && {
        prompts: Array.from({ length: 20 }, (_, hour) => `2026-11-10T0${hour % 10}:00:00Z`),
      }),
    })
  for (let index = 1; index <= 2897; index += 1) await world.github.comment(thread, 'Hello')
  setTime(NOON)
  const result = await report(world)
  const paths = world.github.requestsBy().map(({ path }) => path)
  expect(paths.filter((path) => path.endsWith('/issues/comments'))).toHaveLength(30)
  expect(paths.filter((path) => /\/pulls\/\d+$/.test(path))).toHaveLength(103)
  expect(paths).toHaveLength(133)
  expect(world.docsService.requests).toHaveLength(50)
  expect(result.outputs).toMatchObject({ requests: '122', pullRequests: '103', unreadable: '103' })
  expect(JSON.parse(result.outputs['report'] ?? '')).toHaveLength(103)
  expect(readWarnings(result)).toEqual([
    expect.stringMatching(/^Only the newest 3,000 comments were read\./),
    expect.stringMatching(/^Older prompts may be missing: 1 comment reached the limit/),
    expect.stringMatching(/^Couldn't be read, in acme\/docs: 103 pull requests\./),
    expect.stringMatching(/^The end of 50 jobs isn't known\./),
    expect.stringMatching(/^The end of 2 jobs isn't known\. A report reads 50\./),
  ])
})

test("behind GitHub's limit, older pull requests aren't read, and the first sentence says so", async () => {
  await using world = await createWorldInProcess()
  const { number: thread } = await world.github.createIssue()
  const write = async (minute: number) => {
    setTime(`2026-11-10T09:0${minute}:00Z`)
    const pull = await writeDocs(world, { title: `${minute}. page` })
    await writeComment(world, thread, { job: { jobId: 'x', prLink: pull.url } })
    await world.github.closePullRequest(pull.number, 'merged', 'acme/docs')
  }
  for (const minute of [1, 2, 3, 4]) await write(minute)
  setTime(NOON)
  // The third one is read, but not its files and commits.
  world.github.limiter.hit({ path: /\/pulls\//, skip: 7, seconds: 3_000, told: 'reset' })

  const result = await report(world)

  expect(result.conclusion).toBe('success')
  expect(result.outputs).toMatchObject({ pullRequests: '4', merged: '3', asWritten: '2' })
  expect(result.outputs).toMatchObject({ asWrittenUnknown: '1', unreadable: '1' })
  expect(result.summary.replaceAll('\\', '')).toContain(
    '**Of the newest 3 pull requests: 3 of 3 documentation pull requests were merged, ' +
      '2 of them without edits (not known for 1); half within 1 minute.**',
  )
  const titles = (JSON.parse(result.outputs['report'] ?? '') as { title: string }[]).map(({ title }) => title)
  expect(titles).toEqual(['4. page', '3. page', '2. page'])
  expect(readWarnings(result).filter((line) => line.startsWith("Not read, since GitHub's limit"))).toHaveLength(1)
})

test('weekly reports count each pull request by its own dates, and list open ones until they end', async () => {
  await using world = await createWorldInProcess()
  const { number: thread } = await world.github.createIssue()
  // Weeks begin on Monday: 2, 9, 16 and 23 November.
  const pulls: Record<string, number> = {}
  const acts: [day: string, act: () => Promise<unknown>][] = []
  const open = (day: string, title: string) =>
    acts.push([
      day,
      async () => {
        const pull = await writeDocs(world, { title })
        pulls[title] = pull.number
        await writeComment(world, thread, { job: { jobId: title, prLink: pull.url } })
      },
    ])
  const end = (day: string, title: string, how: 'merged' | 'closed') =>
    acts.push([day, () => world.github.closePullRequest(pulls[title] ?? 0, how, 'acme/docs')])
  const reports: object[] = []
  const make = (day: string) =>
    acts.push([
      day,
      async () => {
        const { outputs, summary } = await report(world, { inputs: { period: 'last-week' } })
        const { requests, pullRequests, merged, open: isOpen, closed } = outputs
        const entries = JSON.parse(outputs['report'] ?? '') as { title: string }[]
        const before = summary
          .match(/^\| (?:Prompts|Pull requests) .* \|$/gm)
          ?.map((line) => line.split(' | ').slice(1))
        reports.push({
          counts: [requests, pullRequests, merged, isOpen, closed].join(' '),
          titles: entries.map(({ title }) => title).join(' '),
          before: before?.map((cells) => cells.join('/').replace(' |', '')).join(' '),
        })
      },
    ])
  open('03T09:00', 'A')
  open('04T09:00', 'B')
  open('05T09:00', 'C')
  end('06T09:00', 'A', 'merged')
  make('09T06:00')
  // B was opened a week before its merge; C stays open; D ends after its week, before the report.
  end('10T09:00', 'B', 'merged')
  open('12T09:00', 'D')
  end('16T05:00', 'D', 'closed')
  make('16T06:00')
  make('23T06:00')
  for (const [day, act] of acts) {
    setTime(`2026-11-${day}:00Z`)
    await act()
  }
  expect(reports).toEqual([
    { counts: '3 3 1 2 0', titles: 'C B A', before: '3/0 1/0 0/0' },
    { counts: '1 3 1 1 0', titles: 'D C B', before: '1/3 1/1 0/0' },
    { counts: '0 2 0 1 1', titles: 'D C', before: '0/1 0/1 1/0' },
  ])
})

test('a pull request of a job that no run saw end counts by its merge, and every open one is named, oldest first', async () => {
  await using world = await createWorldInProcess()
  const { number: thread } = await world.github.createIssue()
  setTime('2026-09-01T09:00:00Z')
  const pull = await writeDocs(world, { title: 'Merged late' })
  world.docsService.nextJob({ activeReads: 0, prLink: pull.url })
  const { id } = world.docsService.createJob('docs-project', 'x')
  await writeComment(world, thread, { outcome: 'submitted', state: 'job', job: { jobId: id } })
  for (let index = 2; index <= 13; index += 1) {
    const { url } = await writeDocs(world, { title: `${index}. page` })
    await writeComment(world, thread, { job: { jobId: 'x', prLink: url } })
    setTime(`2026-09-${index + 10}T09:00:00Z`)
  }
  setTime('2026-11-10T09:00:00Z')
  await world.github.closePullRequest(pull.number, 'merged', 'acme/docs')
  setTime(NOON)

  const { outputs, summary } = await report(world)

  expect(outputs).toMatchObject({ requests: '0', pullRequests: '13', merged: '1', open: '12' })
  const [, list = ''] = summary.split('### Open')
  const named = [...list.matchAll(/\/pull\/(\d+)\)/g)].map(([, number]) => Number(number))
  expect(named.slice(0, 12)).toEqual(Array.from({ length: 12 }, (_, index) => index + 2))
})

test('commits by accounts of `ignore-authors` are no edits', async () => {
  await using world = await createWorldInProcess()
  const { number: thread } = await world.github.createIssue()
  const pull = await writeDocs(world, { title: 'Page' })
  await writeComment(world, thread, { job: { jobId: 'one', prLink: pull.url } })
  await world.github.updatePullRequest(pull.number, [{ files: { 'x.md': 'x' }, asLogin: 'writer' }], 'acme/docs')
  await world.github.closePullRequest(pull.number, 'merged', 'acme/docs')
  setTime(NOON)
  expect((await report(world)).outputs).toMatchObject({ merged: '1', asWritten: '0' })
  const inputs = { 'ignore-authors': 'someone, Writer' }
  expect((await report(world, { inputs })).outputs).toMatchObject({ merged: '1', asWritten: '1' })
})

test('a large pull request costs three requests, and one with more than a hundred commits is not as written', async () => {
  await using world = await createWorldInProcess()
  const files = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`page-${index}.mdx`, '']))
  await writeOneThread(world, { files, title: 'x'.repeat(300) })
  // GitHub leaves out the patches of many large files, and the numbers of their lines.
  const renamed = Object.keys(files).map((filename) => ({
    filename,
    status: 'renamed',
    additions: 0,
    deletions: 0,
  }))
  world.github.faults.add({ path: /files$/, times: 99, respond: { status: 200, body: renamed.slice(1) } })
  const result = await report(world)
  expect(result.outputs).toMatchObject({ merged: '1', asWritten: '0' })
  const [entry] = JSON.parse(result.outputs['report'] ?? '') as { pages: string[] }[]
  expect(entry?.pages).toHaveLength(100)
  const paths = world.github.requestsBy().map(({ path }) => path)
  expect(paths.filter((path) => path.includes('/pulls/')).length).toBeLessThanOrEqual(3)
  expect(result.summary).toContain(`[${'x'.repeat(119)}…]`)
})

test('failures while the report is made leave all repeats to its comment', async () => {
  await using world = await createWorldInProcess()
  await writeOneThread(world)
  const { number: issue } = await world.github.createIssue()
  const respond = knownFaults.badGateway
  world.github.faults.add({ path: /pulls\/1$/, times: Number.POSITIVE_INFINITY, respond })
  world.github.faults.add({ method: 'POST', path: /comments$/, times: 2, respond })
  const result = await report(world, { inputs: { 'issue-number': issue } })
  expect(result.outputs).toMatchObject({
    unreadable: '1',
    commentUrl: expect.stringContaining('#issuecomment-'),
  })
})

test('titles and paths by others do nothing', async () => {
  await using world = await createHostileWorld({ docsService: { pageViews: servePageViews([]) } })
  const { number: issue } = await world.github.createIssue()
  for (const [index, title] of TRICKS.entries()) {
    const pull = await writeDocs(world, {
      title,
      files: { [`${index}/${title.replaceAll('/', ' ') || 'x'}.md`]: 'x' },
    })
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

test('the comment is edited in place by the next run, and a report by another key is linked', async () => {
  await using world = await createWorldInProcess({
    docsService: { keys: [{ key: 'mint_test_new', scopes: ['read'] }] },
  })
  await writeOneThread(world)
  const { number: issue } = await world.github.createIssue()
  const first = await report(world, { inputs: { 'issue-number': issue } })
  const again = await report(world, { inputs: { 'issue-number': issue }, runId: 7 })
  expect(again.outputs['commentUrl']).toBe(first.outputs['commentUrl'])
  const other = await report(world, { inputs: { 'issue-number': issue, 'api-key': 'mint_test_new' } })
  const bodies = (await world.github.commentsOf(issue)).map(({ body }) => body)
  expect(bodies).toHaveLength(2)
  expect(bodies[0]).toContain('/actions/runs/7)')
  expect(bodies[1]).toContain(`another API key signed [that report](${first.outputs['commentUrl']})`)
  expect(other.outputs['commentUrl']).not.toBe(first.outputs['commentUrl'])
})

test('inputs that are invalid are named together, before any request', async () => {
  await using world = await createWorldInProcess()
  const result = await report(world, {
    inputs: { period: '0d', traffic: '366d', 'github-token': '', 'issue-number': 'x', 'ignore-authors': '*[bot]' },
  })
  expect(result.conclusion).toBe('failure')
  const [message = ''] = readErrors(result)
  const names = ['period', 'traffic', 'github-token', 'issue-number', 'ignore-authors']
  for (const name of names) expect(message).toContain(`- \`${name}\`: `)
  expect(result.summary).toMatch(/\*\*No report\.\*\*\n\n.*:\n(?:- `.*\n){5}\n+No request was sent\./)
  expect([...world.github.requests, ...world.docsService.requests]).toEqual([])
})

test('a cancelled run ends at once, in red', async () => {
  vi.useRealTimers()
  await using world = await createWorld()
  world.github.faults.add({ path: /issues\/comments$/, times: 9, respond: { hang: true } })
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  world.github.onRequest = () => resolve()
  const run = world.start({ action: 'outcomes', trigger: bySchedule })
  await asked
  run.cancel()
  const result = await run.result
  expect(result.exitCode).toBe(1)
  expect(readErrors(result)).toEqual([expect.stringContaining('canceled')])
  expect(result.outputs).toMatchObject({ requests: '', commentUrl: '' })
})
