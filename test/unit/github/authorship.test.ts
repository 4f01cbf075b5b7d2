import { expect, test } from 'vitest'
import { findOtherAuthors, isByApp } from '../../../src/github/authorship.ts'
import { connectIn, NEXT } from './fake-answers.ts'
import { failure } from './fake-thread.ts'

const PLACE = { owner: 'acme', repo: 'docs', number: 7 }
const AGENT = { id: 1, login: 'docs-agent[bot]', type: 'Bot' }
const VENDOR = { id: 2, login: 'vendor-agent', type: 'User' }
const WRITER = { id: 3, login: 'writer', type: 'User' }
const NOBODY = 'agent@vendor.example'

/** By an account, or by an address without an account. */
function by(author: object | string | undefined, more: object = {}) {
  const person = typeof author === 'string' ? { email: author, name: 'Agent' } : { email: 'x@example.com', name: '' }
  const account = typeof author === 'string' ? {} : (author ?? null)
  return { author: account, commit: { message: 'M', author: person }, parents: [{ sha: 'p' }], ...more }
}

const merge = { parents: [{ sha: 'p' }, { sha: 'q' }], committer: { login: 'web-flow' } }

/** The other authors of a pull request with these commits. By default, the count of commits is right. */
async function find(
  commits: object[],
  { isCounted = true, commitCount = commits.length, ignoreAuthors = ['mintlify[bot]'], maximumCommits = 250 } = {},
) {
  const { github, asked } = connectIn(undefined, ({ parameters }) => {
    const from = 100 * (Number(parameters['page']) - 1)
    const data = commits.slice(from, from + 100).map((commit, index) => ({ sha: `c${from + index}`, ...commit }))
    return { data, link: from + 100 < commits.length ? NEXT : '' }
  })
  const others = await findOtherAuthors(github, PLACE, isCounted ? { commitCount } : {}, {
    ignoreAuthors,
    maximumCommits,
  })
  return { others, requests: asked.length, asked }
}

test.each<[string, object[]]>([
  ['one commit', [by(WRITER)]],
  ['several by the author of the first one', [by(VENDOR), by(VENDOR), by({ ...VENDOR, login: 'renamed' })]],
  ['several with one address, which belongs to no account', [by(NOBODY), by(NOBODY.toUpperCase())]],
  ['one more by an app', [by(NOBODY), by({ id: 9, login: 'fixer', type: 'Bot' })]],
  ['one more by one of ignore-authors', [by(VENDOR), by({ id: 9, login: 'Mintlify[bot]', type: 'User' })]],
  ['a merge of the base branch by the button', [by(AGENT), by(WRITER, merge)]],
])('a pull request with %s has no other authors', async (_name, commits) => {
  const { others, asked } = await find(commits)
  expect(others).toBeUndefined()
  const parameters = { owner: 'acme', repo: 'docs', pull_number: 7, per_page: 100, page: 1 }
  expect(asked).toMatchObject([{ route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/commits', parameters }])
})

test.each<[string, object[]]>([
  ['one by a person', [by(AGENT), by(WRITER)]],
  ['one with another address', [by(NOBODY), by('me@example.com')]],
  ['one without an account behind one with it', [by(VENDOR), by('vendor-agent@example.com')]],
  ['a merge by hand', [by(AGENT), by(WRITER, { ...merge, committer: { login: 'writer' } })]],
  ['a commit on the page of GitHub', [by(AGENT), by(WRITER, { committer: merge.committer })]],
  ['authors that GitHub tells nothing of', [by(''), by('')]],
])('a pull request with %s has other authors', async (_name, commits) => {
  expect((await find(commits)).others).toEqual({ reason: 'commits' })
})

const many = (count: number) => Array.from({ length: count }, () => by(AGENT))

test.each<[string, object[], Parameters<typeof find>[1], object | undefined, number]>([
  ['251 commits', many(250), { commitCount: 251 }, { reason: 'too-many-commits' }, 0],
  ['250 commits', many(250), {}, undefined, 3],
  ['250 that GitHub has not counted', many(250), { isCounted: false }, { reason: 'too-many-commits' }, 3],
  ['100 of 100', many(100), { maximumCommits: 100 }, undefined, 1],
  ['101 of 100', many(101), { maximumCommits: 100 }, { reason: 'too-many-commits' }, 0],
  ['more than were counted', many(250), { commitCount: 249 }, { reason: 'too-many-commits' }, 3],
  ['fewer than were counted', many(3), { commitCount: 4 }, { reason: 'unreadable' }, 1],
  ['none', [], {}, { reason: 'unreadable' }, 1],
])('in doubt, there are other authors: %s', async (_name, commits, options, expected, requests) => {
  const { others, ...found } = await find(commits, options)
  expect(found.requests).toBe(requests)
  expect(others).toEqual(expected)
})

test("if commits can't be read, there may be other authors", async () => {
  const refusal = failure(403)
  const failing = (error: Error) => connectIn(undefined, () => error).github
  const others = (error: Error) =>
    findOtherAuthors(failing(error), PLACE, {}, { ignoreAuthors: [], maximumCommits: 100 })
  expect(await others(refusal)).toEqual({ reason: 'unreadable', failure: refusal })
  await expect(others(new TypeError('x'))).rejects.toThrow(TypeError)
})

test('an app opened a pull request whose author is a bot, or one of ignore-authors', () => {
  const opened = [AGENT, { ...VENDOR, login: 'Vendor-Agent' }, WRITER, undefined]
  const isApp = opened.map((author) => isByApp(author === undefined ? {} : { author }, ['vendor-agent']))
  expect(isApp).toEqual([true, true, false, false])
})
