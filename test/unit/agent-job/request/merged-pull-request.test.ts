import { expect, test } from 'vitest'
import { addMergedPullRequest } from '../../../../src/agent-job/request/merged-pull-request.ts'
import { readTrigger } from '../../../../src/agent-job/request/read-trigger.ts'
import type { Push } from '../../../../src/agent-job/request/trigger.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import type { PullRequestOfCommit } from '../../../../src/github/pull-requests.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const by = (id: string | undefined) => ({ id, author: 'writer' })
const push: Push = {
  branch: untrustedText('main'),
  before: 'before',
  after: 'last',
  commits: [by('first'), by('last')],
}
const merged: PullRequestOfCommit = {
  number: 4,
  title: untrustedText('Retries'),
  url: untrustedText('https://github.com/acme/app/pull/4'),
  author: 'contributor',
  mergedInto: untrustedText('main'),
  mergeCommit: 'last',
}

const both: Record<string, PullRequestOfCommit[]> = { first: [merged], last: [merged] }

/** Adds to a push what a GitHub knows that has the pull requests `pulls`, by commit. */
async function add(
  change: Partial<Push> | undefined,
  {
    pulls = both as typeof both | Error,
    hasToken = true,
    issueNumber = undefined as number | undefined,
    ignoreAuthors = ['x[bot]'],
  } = {},
) {
  const asked: string[] = []
  const warnings: string[] = []
  const github = {
    async listPullRequestsOfCommit(sha: string) {
      asked.push(sha)
      if (pulls instanceof Error) throw pulls
      return pulls[sha] ?? []
    },
  }
  const event = readTrigger({ name: 'release', payload: {} })
  const log = { warning: (title: string, text: string) => void warnings.push(`${title}: ${text}`) }
  const trigger = await addMergedPullRequest(
    { ...event, ...(change && { push: { ...push, ...change } }) },
    { issueNumber, ignoreAuthors },
    hasToken ? github : undefined,
    log,
  )
  return { thread: trigger.thread, pull: trigger.push?.pullRequest, asked, warnings }
}

test('a push whose first and last commit came by one pull request, merged or rebased, is about it', async () => {
  const { number, title, url, author } = merged
  const pull = { kind: 'pull request', number, title, url, author }
  expect(await add({})).toEqual({ thread: pull, pull, asked: ['last', 'first'], warnings: [] })
  const squashed = await add({ commits: [by('last')] })
  expect(squashed).toMatchObject({ thread: { number: 4 }, asked: ['last'] })
})

const other = { ...merged, number: 5 }
const elsewhere = { ...merged, mergedInto: untrustedText('next') }

test.each<[string, Record<string, PullRequestOfCommit[]>, number | undefined]>([
  ['none', {}, undefined],
  ['one that was not merged', { last: [{ number: 4 }], first: [merged] }, undefined],
  ['one with another merge commit', { last: [{ ...merged, mergeCommit: 'x' }], first: [merged] }, undefined],
  ['one merged elsewhere', { last: [elsewhere], first: [merged] }, undefined],
  ['two that fit', { last: [merged, other], first: [merged, other] }, undefined],
  ['one that fits among others', { last: [{ number: 5 }, merged], first: [{ number: 5 }, merged] }, 4],
  ['one that did not bring the first commit', { last: [merged], first: [other] }, undefined],
])('a push whose last commit names %s is about it, or not', async (_, pulls, number) => {
  const { thread, pull } = await add({}, { pulls })
  expect([thread?.number, pull?.number]).toEqual([number, number])
})

test.each<[string, Partial<Push> | undefined]>([
  ['a tag', { branch: undefined }],
  ['a new branch', { before: undefined }],
  ['a branch that is deleted', { after: undefined }],
  ['no commits', { commits: [] }],
  ['commits without ids', { commits: [by(undefined)] }],
  ['nothing, since the event is another', undefined],
])('a push of %s is no pull request, and GitHub is not asked', async (_, change) => {
  expect(await add(change)).toEqual({ thread: undefined, pull: undefined, asked: [], warnings: [] })
})

test('with issue-number, the pull request counts for its author only, and is not asked for without ignored ones', async () => {
  const known = await add({}, { issueNumber: 9 })
  expect([known.thread, known.pull?.author]).toEqual([undefined, 'contributor'])
  expect((await add({}, { issueNumber: 9, ignoreAuthors: [] })).asked).toEqual([])
  expect((await add({}, { ignoreAuthors: [] })).thread?.number).toBe(4)
})

test("a pull request that can't be read is a warning, and the push is as any", async () => {
  const pulls = new GitHubError('list', { status: 403, answer: 'it answered 403', hint: 'Hint.' })
  const { thread, warnings } = await add({}, { pulls })
  expect(thread).toBeUndefined()
  expect(warnings).toEqual([expect.stringMatching(/^The pull request of the push is not known: .*Hint\./)])
  await expect(add({}, { pulls: new TypeError('x') })).rejects.toThrow(TypeError)
})

test('without a token a push is as any, with a warning where GitHub would be asked', async () => {
  const { thread, warnings } = await add({}, { hasToken: false })
  expect(thread).toBeUndefined()
  expect(warnings).toEqual([expect.stringContaining('`github-token` is empty')])
  expect((await add({ before: undefined }, { hasToken: false })).warnings).toEqual([])
})
