import { expect, test } from 'vitest'
import { addMergedPullRequest } from '../../../../src/agent-job/request/merged-pull-request.ts'
import type { Push, Trigger } from '../../../../src/agent-job/request/trigger.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import type { PullRequestOfCommit } from '../../../../src/github/pull-requests.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const main = untrustedText('main')
const push: Push = {
  branch: main,
  before: 'before',
  after: 'last',
  commits: [
    { id: 'first', author: 'writer' },
    { id: 'last', author: 'writer' },
  ],
}
const merged: PullRequestOfCommit = {
  number: 4,
  title: untrustedText('Retries'),
  url: untrustedText('https://github.com/acme/app/pull/4'),
  author: 'contributor',
  mergedInto: main,
  mergeCommit: 'last',
}

interface Options {
  pulls?: Record<string, PullRequestOfCommit[]> | Error
  issueNumber?: number
  ignoreAuthors?: string[]
}

/** Asks GitHub that knows these pull requests, by commit. */
async function add(change: Partial<Push>, options: Options = {}) {
  const {
    pulls = { first: [merged], last: [merged] },
    issueNumber,
    ignoreAuthors = ['mintlify[bot]'],
  } = options
  const asked: string[] = []
  const warnings: string[] = []
  const github = {
    async listPullRequestsOfCommit(sha: string) {
      asked.push(sha)
      if (pulls instanceof Error) throw pulls
      return pulls[sha] ?? []
    },
  }
  const event: Trigger = {
    eventName: 'push',
    action: '',
    push: { ...push, ...change },
    isClosedWithoutMerge: false,
    isPublic: false,
  }
  const log = { warning: (title: string, text: string) => void warnings.push(`${title}: ${text}`) }
  const trigger = await addMergedPullRequest(event, { issueNumber, ignoreAuthors }, github, log)
  return { thread: trigger.thread?.number, pull: trigger.push?.pullRequest, asked, warnings, trigger }
}

test('a push whose first and last commit came by one pull request is about it', async () => {
  const { trigger, asked, warnings } = await add({})
  const { number, title, url, author } = merged
  expect(trigger.thread).toEqual({ kind: 'pull request', number, title, url, author })
  expect(trigger.push?.pullRequest).toEqual(trigger.thread)
  expect([asked, warnings]).toEqual([['last', 'first'], []])
})

test('a squashed pull request, which is one commit, takes one request', async () => {
  const { thread, asked } = await add({ commits: [{ id: 'last', author: 'writer' }] })
  expect([thread, asked]).toEqual([4, ['last']])
})

const other = { ...merged, number: 5 }
test.each<[string, Record<string, PullRequestOfCommit[]>, number | undefined]>([
  ['none', {}, undefined],
  ['one that was not merged', { last: [{ number: 4 }], first: [merged] }, undefined],
  ['one with another merge commit', { last: [{ ...merged, mergeCommit: 'x' }], first: [merged] }, undefined],
  [
    'one merged elsewhere',
    { last: [{ ...merged, mergedInto: untrustedText('next') }], first: [merged] },
    undefined,
  ],
  ['two that fit', { last: [merged, other], first: [merged, other] }, undefined],
  ['one that fits among others', { last: [{ number: 5 }, merged], first: [{ number: 5 }, merged] }, 4],
  ['one that did not bring the first commit', { last: [merged], first: [other] }, undefined],
])('a push whose last commit names %s is about it, or not', async (_, pulls, number) => {
  const { thread, pull } = await add({}, { pulls })
  expect([thread, pull?.number]).toEqual([number, number])
})

test.each<[string, Partial<Push>]>([
  ['a tag', { branch: undefined }],
  ['a new branch', { before: undefined }],
  ['a branch that is deleted', { after: undefined }],
  ['no commits', { commits: [] }],
  ['commits without ids', { commits: [{ id: undefined, author: 'writer' }] }],
])('a push of %s is no pull request, and GitHub is not asked', async (_, change) => {
  expect(await add(change)).toMatchObject({ thread: undefined, pull: undefined, asked: [] })
})

test('with issue-number, the pull request counts for its author only, and is not asked for without ignored ones', async () => {
  const known = await add({}, { issueNumber: 9 })
  expect([known.thread, known.pull?.author]).toEqual([undefined, 'contributor'])
  expect((await add({}, { issueNumber: 9, ignoreAuthors: [] })).asked).toEqual([])
  expect((await add({}, { ignoreAuthors: [] })).thread).toBe(4)
})

test("a pull request that can't be read is a warning, and the push is as any", async () => {
  const pulls = new GitHubError('list', { status: 403, answer: 'it answered 403', hint: 'Hint.' })
  const { thread, warnings } = await add({}, { pulls })
  expect(thread).toBeUndefined()
  expect(warnings).toEqual([expect.stringMatching(/^The pull request of the push is not known: .*Hint\./)])
  await expect(add({}, { pulls: new TypeError('x') })).rejects.toThrow(TypeError)
})

test('other events are left as they are', async () => {
  const event: Trigger = { eventName: 'release', action: '', isClosedWithoutMerge: false, isPublic: false }
  const inputs = { issueNumber: undefined, ignoreAuthors: [] }
  const github = { listPullRequestsOfCommit: () => Promise.reject(new TypeError('x')) }
  expect(await addMergedPullRequest(event, inputs, github, { warning() {} })).toBe(event)
})
