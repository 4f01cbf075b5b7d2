import { expect, test } from 'vitest'
import { addMergedPullRequest } from '../../../../src/agent-job/request/merged-pull-request.ts'
import type { Push } from '../../../../src/agent-job/request/trigger.ts'
import { parseTrigger } from '../../../../src/agent-job/request/trigger.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import type { ListedPullRequest } from '../../../../src/github/pull-requests.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { createClock } from '../../fake-clock.ts'

const by = (id: string | undefined) => ({ id, author: 'writer' })
const push: Push = {
  branch: untrustedText('main'),
  isDefaultBranch: true,
  before: 'before',
  after: 'last',
  commits: [by('first'), by('last')],
}
const merged: ListedPullRequest = {
  number: 4,
  state: 'closed',
  isMerged: true,
  title: untrustedText('Retries'),
  url: untrustedText('https://github.com/acme/app/pull/4'),
  author: { id: 7, login: 'contributor', type: 'User' },
  base: untrustedText('main'),
  mergeCommit: 'last',
}

const both: Record<string, ListedPullRequest[]> = { first: [merged], last: [merged] }

/** Adds to a push what a GitHub knows that has the pull requests `pulls`, by commit. */
async function add(
  change: Partial<Push> | undefined,
  {
    pulls = both as typeof both | Error,
    issueNumber = undefined as number | undefined,
    ignoreAuthors = ['x[bot]'],
    /** The first answers about each commit. */
    later = [] as (ListedPullRequest[] | Error)[],
  } = {},
) {
  const asked: string[] = []
  const clock = createClock()
  const warnings: string[] = []
  const github = {
    async fetchPullRequestsOfCommit(sha: string) {
      asked.push(sha)
      if (pulls instanceof Error) throw pulls
      const answer = later[asked.filter((each) => each === sha).length - 1] ?? pulls[sha] ?? []
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  const event = parseTrigger({ name: 'release', payload: {} })
  const log = { warning: (title: string, text: string) => void warnings.push(`${title}: ${text}`) }
  const trigger = await addMergedPullRequest(
    { ...event, reportThread: undefined, ...(change && { push: { ...push, ...change } }) },
    { issueNumber, ignoreAuthors },
    { github, clock, signal: new AbortController().signal, log },
  )
  expect(trigger.reportThread).toEqual(trigger.thread)
  return { thread: trigger.thread, pull: trigger.push?.pullRequest, asked, warnings, pauses: clock.pauses }
}

test('a push whose first and last commit came by one pull request, merged or rebased, is about it', async () => {
  const { number, title, url } = merged
  const pull = { kind: 'pull request', number, title, url, author: 'contributor' }
  expect(await add({})).toEqual({ thread: pull, pull, asked: ['last', 'first'], warnings: [], pauses: [] })
  const squashed = await add({ commits: [by('last')] })
  expect(squashed).toMatchObject({ thread: { number: 4 }, asked: ['last'] })
})

const other = { ...merged, number: 5 }
const open: ListedPullRequest = { number: 5, state: 'open', isMerged: false, base: untrustedText('main') }
const elsewhere = { ...merged, base: untrustedText('next') }

test.each<[string, Record<string, ListedPullRequest[]>, number | undefined]>([
  ['none', {}, undefined],
  ['one that was not merged', { last: [open], first: [merged] }, undefined],
  ['one with another merge commit', { last: [{ ...merged, mergeCommit: 'x' }], first: [merged] }, undefined],
  ['one merged elsewhere', { last: [elsewhere], first: [merged] }, undefined],
  ['two that fit', { last: [merged, other], first: [merged, other] }, undefined],
  ['one that fits among others', { last: [open, merged], first: [open, merged] }, 4],
  ['one that did not bring the first commit', { last: [merged], first: [other] }, undefined],
])('a push whose last commit names %s is about it, or not', async (_, pulls, number) => {
  const { thread, pull } = await add({}, { pulls })
  expect([thread?.number, pull?.number]).toEqual([number, number])
})

test('commits that come newest first are told apart', async () => {
  const { thread, asked } = await add({ commits: [by('last'), by('first')] })
  expect([thread?.number, asked]).toEqual([4, ['last', 'first']])
})

const failing = (status: number) =>
  new GitHubError('list', { status, answer: `GitHub returned ${status}`, hint: 'Hint.' })

test.each<[string, (ListedPullRequest[] | Error)[], number | undefined, number]>([
  ['a 404', [failing(404)], 4, 6_000],
  ['an empty list', [[]], 4, 6_000],
  ['an empty list twice', [[], []], undefined, 3_000],
  ['a 404 twice', [failing(404), failing(404)], undefined, 3_000],
])('GitHub may need a moment after a push: it answers with %s', async (_name, later, number, waitedMs) => {
  const { thread, pauses } = await add({}, { later })
  expect([thread?.number, pauses.reduce((sum, ms) => sum + ms, 0)]).toEqual([number, waitedMs])
})

test.each<[string, Partial<Push> | undefined]>([
  ['a tag', { branch: undefined, isDefaultBranch: false }],
  ['another branch than the default one', { isDefaultBranch: false }],
  ['a new branch', { before: undefined }],
  ['a branch that is deleted', { after: undefined }],
  ['no commits', { commits: [] }],
  ['commits without ids', { commits: [by(undefined)] }],
  ['nothing, since the event is another', undefined],
])("a push of %s isn't a pull request, and sends no request", async (_, change) => {
  expect(await add(change)).toEqual({ thread: undefined, pull: undefined, asked: [], warnings: [], pauses: [] })
})

test('with issue-number, the pull request counts for its author only, and is not asked for without ignored ones', async () => {
  const known = await add({}, { issueNumber: 9 })
  expect([known.thread, known.pull?.author]).toEqual([undefined, 'contributor'])
  expect((await add({}, { issueNumber: 9, ignoreAuthors: [] })).asked).toEqual([])
  expect((await add({}, { ignoreAuthors: [] })).thread?.number).toBe(4)
})

test("a pull request that can't be read is a warning, and the push counts as any other", async () => {
  const pulls = failing(403)
  const { thread, warnings } = await add({}, { pulls })
  expect(thread).toBeUndefined()
  expect(warnings).toEqual([expect.stringMatching(/^Couldn't find the push's pull request: .*Hint\./)])
  await expect(add({}, { pulls: new TypeError('x') })).rejects.toThrow(TypeError)
})
