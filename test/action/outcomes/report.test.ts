import { readFileSync } from 'node:fs'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TITLES } from '../../unit/outcomes/titles.ts'
import { agentBot } from '../../world/github/people.ts'
import { createWorld, createWorldInProcess, type Step, type World } from '../../world/index.ts'
import type { RunResult } from '../../world/runner/action-run.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** Lets everything that follows happen at this moment, ISO 8601 in UTC. */
const setTime = (time: string) => void vi.setSystemTime(new Date(time))

/** Opens a pull request of the documentation at the moment that it is now. */
async function write({ github }: World, title: string, asLogin = agentBot) {
  const { number } = await github.createPullRequest(
    { asLogin, title, files: { [`${title[0]}.mdx`]: 'x\n' } },
    'acme/docs',
  )
  return {
    edit: (asLogin: string, message = 'Edit') =>
      github.updatePullRequest(number, [{ files: { 'x.mdx': message }, asLogin, message }], 'acme/docs'),
    update: () => github.updateBranch(number, 'acme/docs'),
    end: (how: 'merged' | 'closed') => github.closePullRequest(number, how, 'acme/docs'),
    reopen: () => github.reopenPullRequest(number, 'acme/docs'),
  }
}

const QUERY = 'author:app/mintlify'

function report(world: World, { inputs, ...step }: Step = {}) {
  const own = { repository: 'acme/docs', query: QUERY, period: 'last-week', ...inputs }
  return world.run({ action: 'outcomes', inputs: own, ...step })
}

/** The errors of a run, as they are shown. */
function readErrors({ annotations }: RunResult): string[] {
  return annotations.filter(({ level }) => level === 'error').map(({ message }) => message)
}

/** Two weeks of the agent, of a person, and of another bot, up to Monday, November 23, 2026. */
async function liveTwoWeeks(world: World): Promise<void> {
  setTime('2026-11-10T10:00:00Z')
  const first = await write(world, 'Authentication')
  const second = await write(world, 'Batches')
  const third = await write(world, 'Caching')
  const other = await write(world, 'Deployments', 'writer')
  setTime('2026-11-15T23:59:59Z')
  await first.end('merged')
  await other.end('merged')
  setTime('2026-11-16T00:00:00Z')
  await second.edit(agentBot, 'Shorten\n\nCo-authored-by: Writer <writer@users.noreply.github.com>')
  await second.end('merged')
  await third.end('closed')
  const fifth = await write(world, 'Errors')
  await fifth.update()
  await write(world, 'Files', 'acme-docs[bot]')
  setTime('2026-11-17T10:00:00Z')
  await fifth.end('merged')
  const reopened = await write(world, 'Groups')
  await reopened.end('closed')
  await reopened.reopen()
  const sixth = await write(world, 'Hooks')
  await sixth.edit('someone@acme.dev')
  setTime('2026-11-22T23:59:59Z')
  await sixth.end('merged')
  setTime('2026-11-23T06:00:00Z')
}

const SENTENCE =
  'Nov 16–22, 2026: 3 pull requests by mintlify[bot] were merged in acme/docs (1 in the week before), 1 of ' +
  'them without edits (not known for 1), half of them within 6 days; 1 was closed. 1 is open.'
const OUTPUTS = {
  ...{ merged: '3', mergedWithoutEdits: '1', mergedUnknown: '1', previousMerged: '1', closed: '1', opened: '3' },
  ...{ medianHours: '134.0', open: '1', oldestOpenDays: '5', complete: 'true', headline: SENTENCE },
}
const REQUESTS = Array<string>(3).fill('POST /graphql')

test('a week: outputs, first sentence, lists, file, in three requests', async () => {
  await using world = await createWorldInProcess()
  await liveTwoWeeks(world)
  const result = await report(world, { inputs: { 'report-title': 'docs.acme.dev' } })
  const { report: path = '', ...outputs } = result.outputs
  expect([result.conclusion, outputs]).toEqual(['success', OUTPUTS])
  expect(result.log.shown).toBe(`${SENTENCE}\n`)
  expect(path.startsWith(result.temp)).toBe(true)
  expect(result.summary.trim()).toBe(readFileSync(path, 'utf8').trim())
  const text = result.summary.replaceAll(/[\u2060\\]/gu, '').replaceAll(world.github.serverUrl, '')
  expect(text.replaceAll(/\/pulls\?q=[^)]*/gu, '/pulls')).toMatchSnapshot()
  expect(decodeURIComponent(text.replaceAll('+', ' '))).toContain(
    '[1 closed without a merge](/acme/docs/pulls?q=repo:acme/docs is:pr (author:app/mintlify) is:unmerged ' +
      'closed:2026-11-16T00:00:00Z..2026-11-22T23:59:59Z)',
  )
  expect(world.github.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(REQUESTS)
})

test('by default, the agent in the repository of the workflow; nothing is a report, with advice', async () => {
  await using world = await createWorldInProcess()
  setTime('2026-11-23T06:00:00Z')
  const result = await report(world, { inputs: { repository: '', query: '', period: '' } })
  expect(result).toMatchObject({
    conclusion: 'success',
    outputs: { merged: '0', mergedWithoutEdits: '0', medianHours: '' },
  })
  expect(result.outputs['headline']).toBe(
    'Oct 26 – Nov 22, 2026: no pull requests by mintlify[bot] were merged in acme/app (none in the 28 days before). ' +
      'None are open.',
  )
  expect(result.summary).toContain(
    "matches `query` in this period. If another account opens the agent's pull requests, set",
  )
})

test.each([
  ['repository', 'docs', '`repository` is `docs`. Write the owner and the name, such as `acme/docs`.'],
  ['repository', 'acme/..', '`repository` is `acme/..`. Write'],
  ['query', 'is:open) OR (repo:acme/app', '`query` is `is:open) OR (repo:acme/app`. Write qualifiers of'],
  ['query', 'label:"docs', 'close every parenthesis and quotation mark.'],
  ['query', '(is:draft', 'close every parenthesis'],
  ['query', 'x'.repeat(1001), 'in up to 1,000 characters'],
  ['period', '400d', '`period` is `400d`. Write `1d` to `365d`, `last-week` or `last-month`.'],
  ['github-token', 'a key-of-outcomes', '`github-token` contains more than a key.'],
])('an invalid %s ends the run before a request (%#)', async (name, value, message) => {
  await using world = await createWorldInProcess()
  const result = await report(world, { inputs: { [name]: value } })
  expect(result.conclusion).toBe('failure')
  expect(readErrors(result)).toEqual([expect.stringContaining(message)])
  expect(new Set(Object.values(result.outputs))).toEqual(new Set(['']))
  expect(world.github.requests).toEqual([])
})

const HIDDEN = { github: { privateRepositories: ['acme/docs' as const] } }
const PERMISSIONS = '`github-token` needs `pull-requests: read` and `contents: read` in the repository.'

test.each<[string, (github: World['github']) => string | undefined, string]>([
  [
    "the workflow's token can't see it",
    () => undefined,
    "GitHub found no such repository. Either it doesn't exist, or",
  ],
  ['a permission is missing', (github) => github.appToken({ issues: 'write' }), PERMISSIONS],
])('a repository is an error, never a report of zeros, where %s', async (_name, createToken, said) => {
  await using world = await createWorldInProcess(HIDDEN)
  await liveTwoWeeks(world)
  const token = createToken(world.github)
  const result = await report(world, { ...(token && { token }) })
  expect(result.conclusion).toBe('failure')
  expect(readErrors(result)).toEqual([expect.stringContaining(said)])
  expect(result.summary.replaceAll(/[\\]/gu, '')).toContain('❌ No report of documentation outcomes')
  expect(new Set(Object.values(result.outputs))).toEqual(new Set(['']))
  expect(world.github.requests.length).toBe(1)
})

const REFUSED = [{ type: 'UNPROCESSABLE', message: 'The search is too long.' }]

test.each<[string, (github: World['github']) => void, string | undefined, requests: number]>([
  ['a page is too heavy', ({ faults }) => faults.add({ skip: 2, times: 1, respond: { status: 502 } }), undefined, 6],
  ['GitHub fails for a moment', ({ faults }) => faults.add({ times: 2, respond: { cut: 'before' } }), undefined, 5],
  ['a limit is short', ({ limiter }) => limiter.hit({ skip: 1, seconds: 30, told: 'retry-after' }), undefined, 4],
  [
    'a limit is long',
    ({ limiter }) => limiter.hit({ skip: 1, seconds: 3000, told: 'reset' }),
    "GitHub's rate limit ends at 06:51 UTC. Try again then.",
    2,
  ],
  [
    'GitHub refuses the query',
    ({ faults }) => faults.add({ respond: { errors: REFUSED } }),
    'GitHub says: "The search is too long."',
    4,
  ],
])('where %s', async (_name, disturb, error, requests) => {
  await using world = await createWorldInProcess()
  await liveTwoWeeks(world)
  disturb(world.github)
  const result = await report(world)
  if (error === undefined) expect(result).toMatchObject({ conclusion: 'success', outputs: OUTPUTS })
  else expect(readErrors(result)).toEqual([expect.stringContaining(error)])
  expect(world.github.requestsBy().length).toBe(requests)
})

test('a report that cannot be written is an error', async () => {
  await using world = await createWorldInProcess()
  const result = await report(world, { environment: { RUNNER_TEMP: '/dev/null' } })
  expect(readErrors(result)).toEqual([expect.stringMatching(/^Couldn't write the report: .*ENOTDIR/u)])
  expect(result.outputs['merged']).toBe('')
})

test('a summary that cannot be written is a warning, and the outputs stay', async () => {
  vi.useRealTimers()
  await using world = await createWorld()
  const { conclusion, outputs, annotations } = await report(world, {
    environment: { GITHUB_STEP_SUMMARY: '/nonexistent/summary' },
  })
  expect([conclusion, outputs['merged'], annotations.map(({ level }) => level)]).toEqual(['success', '0', ['warning']])
})

test('titles by others do nothing, and the token stays secret', async () => {
  await using world = await createWorldInProcess()
  setTime('2026-11-17T10:00:00Z')
  for (const [index, title] of [...TITLES, `Token ${world.github.actionsToken}`].entries()) {
    const pull = await write(world, title || 'x')
    if (index % 2 === 0) await pull.end('merged')
  }
  setTime('2026-11-23T06:00:00Z')
  const result = await report(world)
  expect(result.conclusion).toBe('success')
  const options = { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] }
  const tags = micromark(result.summary, options).match(/<[a-z][^>]*>/gu) ?? []
  const foreign = tags.filter(
    (tag) => !tag.startsWith(`<a href="${world.github.serverUrl}/acme/`) && !/^<[a-z]+\d?( align="\w+")?>$/u.test(tag),
  )
  expect(foreign).toEqual([])
  expect(new Set(tags.map((tag) => /\w+/u.exec(tag)?.[0]))).toEqual(
    new Set('h2 p strong a h3 table thead tr th tbody td span sub'.split(' ')),
  )
  expect(result.log.shown.trim().split('\n')).toHaveLength(1)
  const file = readFileSync(result.outputs['report'] ?? '', 'utf8')
  for (const text of [file, result.rawSummary]) expect(text).not.toContain(world.github.actionsToken)
})

test('canceled, the built action ends at once, with empty outputs, in one sentence', async () => {
  vi.useRealTimers()
  await using world = await createWorld()
  world.github.faults.add({ path: /graphql$/, respond: { hang: true } })
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  world.github.onRequest = () => resolve()
  const run = world.start({ action: 'outcomes', inputs: { repository: 'acme/docs' } })
  await asked
  run.cancel()
  const canceled = await run.result
  expect([canceled.exitCode, canceled.durationMs < 60_000, world.github.requests.length]).toEqual([1, true, 1])
  expect(readErrors(canceled)).toEqual(['The run was canceled. To get a report, re-run the job.'])
  expect(canceled.log.shown).not.toMatch(/^\s+at /mu)
  expect(Object.keys(canceled.outputs)).toHaveLength(12)
  expect(new Set(Object.values(canceled.outputs))).toEqual(new Set(['']))
})
