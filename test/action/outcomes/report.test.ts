import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { agentBot } from '../../world/github/people.ts'
import { findRepository } from '../../world/github/repository.ts'
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
  await write(world, 'Drafts')
  const second = await write(world, `Batches with ${world.github.actionsToken}`)
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
  'them without edits (not known for 1), half of them within 6 days; 1 was closed. 2 are open.'
const OUTPUTS = {
  ...{ merged: '3', mergedWithoutEdits: '1', mergedUnknown: '1', previousMerged: '1', closed: '1', opened: '3' },
  ...{ medianHours: '134.0', open: '2', oldestOpenDays: '12', complete: 'true', headline: SENTENCE },
}

test('a week: outputs, first sentence, lists, file, in three requests; the token stays secret', async () => {
  await using world = await createWorldInProcess()
  await liveTwoWeeks(world)
  const result = await report(world, { inputs: { 'report-title': 'docs.acme.dev' } })
  const { report: path = '', ...outputs } = result.outputs
  expect([result.conclusion, outputs]).toEqual(['success', OUTPUTS])
  expect(result.log.shown).toBe(`${SENTENCE}\n`)
  expect(path.startsWith(result.temp)).toBe(true)
  expect(result.rawSummary.trim()).toBe(readFileSync(path, 'utf8').trim())
  const text = result.rawSummary.replaceAll(/[\u2060\\]/gu, '').replaceAll(world.github.serverUrl, '')
  expect(text.replaceAll(/\/pulls\?q=[^)]*/gu, '/pulls')).toMatchSnapshot()
  expect(decodeURIComponent(text.replaceAll('+', ' '))).toContain(
    '[1 closed without a merge](/acme/docs/pulls?q=repo:acme/docs is:pr (author:app/mintlify) is:unmerged ' +
      'closed:2026-11-16T00:00:00Z..2026-11-22T23:59:59Z)',
  )
})

test('by default, the agent in the repository of the workflow; nothing is a report, with advice', async () => {
  await using world = await createWorldInProcess()
  setTime('2026-11-23T06:00:00Z')
  const result = await report(world, { inputs: { repository: '', query: '', period: '' } })
  const outputs = { merged: '0', mergedWithoutEdits: '0', medianHours: '' }
  expect(result).toMatchObject({ conclusion: 'success', outputs })
  expect(result.outputs['headline']).toBe(
    'Oct 26 – Nov 22, 2026: no pull requests by mintlify[bot] were merged in acme/app (none in the 28 days before). ' +
      'None are open.',
  )
  expect(result.summary).toContain(
    "matches `query` in this period. If another account opens the agent's pull requests, set",
  )
})

const INVALID: [name: string, value: string, message: string][] = [
  ['repository', 'docs', '`repository` is `docs`. Write the owner and the name, such as `acme/docs`.'],
  ['repository', 'acme/..', '`repository` is `acme/..`. Write'],
  ['query', 'is:open) OR (repo:acme/app', '`query` is `is:open) OR (repo:acme/app`. Write qualifiers of'],
  ['query', 'label:"docs', 'close every parenthesis and quotation mark.'],
  ['query', '(is:draft', 'close every parenthesis'],
  ['query', 'x'.repeat(1001), 'in up to 1,000 characters'],
  ['period', '400d', '`period` is `400d`. Write `1d` to `365d`, `last-week` or `last-month`.'],
  ['github-token', 'a key-of-outcomes', '`github-token` contains more than a key.'],
]

/** A report that isn't there is never one of zeros. */
function expectNoReport(result: RunResult, message: string) {
  expect(result.exitCode).toBe(1)
  expect(readErrors(result)).toEqual([expect.stringContaining(message)])
  expect([Object.keys(result.outputs).length, ...new Set(Object.values(result.outputs))]).toEqual([12, ''])
}

test('an invalid input ends the run before a request', async () => {
  await using world = await createWorldInProcess()
  for (const [name, value, message] of INVALID)
    expectNoReport(await report(world, { inputs: { [name]: value } }), message)
  expect(world.github.requests).toEqual([])
})

const PERMISSIONS = '`github-token` needs `pull-requests: read` and `contents: read` in the repository.'
const LIMIT = 'Try again after 06:51 UTC.'
const REFUSED = { errors: [{ type: 'UNPROCESSABLE', message: 'The search is too long.' }] }
/** For the tokens of workflows of other repositories, `acme/docs` isn't there any more. */
const hide = ({ hub }: World['github']) => Object.assign(findRepository(hub, 'acme/docs'), { isPrivate: true })

test.each<[string, disturb: (github: World['github']) => unknown, error: string, requests: number]>([
  ['a limit is long', ({ limiter }) => limiter.hit({ skip: 1, seconds: 3000, told: 'reset' }), LIMIT, 2],
  ['GitHub refuses the query', ({ faults }) => faults.add({ respond: REFUSED }), 'says: "The search is too long."', 4],
  ['the token cannot see the repository', hide, "GitHub couldn't find the repository. Either it doesn't exist, or", 1],
  ['a permission is missing', (github) => [hide(github), github.appToken({ issues: 'write' })].at(1), PERMISSIONS, 1],
])('where %s, it is an error', async (_name, disturb, error, requests) => {
  await using world = await createWorldInProcess()
  await liveTwoWeeks(world)
  const token = disturb(world.github)
  const before = world.github.requests.length
  const result = await report(world, typeof token === 'string' ? { token } : {})
  expectNoReport(result, error)
  expect(result.summary.replaceAll('\\', '')).toContain('❌ No report of documentation outcomes')
  expect(world.github.requests.length - before).toBe(requests)
})

test('canceled, the built action ends at once, with empty outputs, in one sentence', async () => {
  vi.useRealTimers()
  await using world = await createWorld()
  world.github.faults.add({ path: /graphql$/, respond: { hang: true } })
  const run = world.start({ action: 'outcomes', inputs: { repository: 'acme/docs' } })
  world.github.onRequest = () => run.cancel()
  const canceled = await run.result
  expectNoReport(canceled, 'The run was canceled. To get a report, re-run the job.')
  expect(canceled.log.shown).not.toMatch(/^\s+at /mu)
})
