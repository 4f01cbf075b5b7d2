import { expect, test } from 'vitest'
import { hasCommitByPerson, isByApp } from '../../../src/github/authorship.ts'
import { connectIn, NEXT } from './fake-answers.ts'

const PLACE = { owner: 'acme', repo: 'docs', number: 7 }
const AGENT = { id: 1, login: 'docs-agent[bot]', type: 'Bot' }
const VENDOR = { id: 2, login: 'vendor-agent', type: 'User' }
const WRITER = { id: 3, login: 'writer', type: 'User' }
const NOBODY = 'agent@vendor.example'

/** By an account, or by an address without an account; committed by the same unless said. */
function by(author: object | string, committer: object | string = author, parents = ['p']) {
  const isAccount = (person: object | string) => typeof person === 'object'
  const email = (person: object | string) => (isAccount(person) ? 'x@example.com' : person)
  return {
    author: isAccount(author) ? author : null,
    committer: isAccount(committer) ? committer : null,
    commit: { message: 'M', author: { email: email(author) }, committer: { email: email(committer) } },
    parents: parents.map((sha) => ({ sha })),
  }
}

const GITHUB = { id: 19864447, login: 'web-flow', type: 'User' }
const MERGE = ['p', 'q']

/** Whether a person wrote one of these commits. By default, their count is right. */
async function find(commits: object[], facts: { commitCount?: number } = { commitCount: commits.length }) {
  const { github } = connectIn(undefined, ({ parameters }) => {
    const from = 100 * (Number(parameters['page']) - 1)
    const data = commits.slice(from, from + 100).map((commit, index) => ({ sha: `c${from + index}`, ...commit }))
    return { data, link: from + 100 < commits.length ? NEXT : '' }
  })
  const rules = { ignoreAuthors: ['mintlify[bot]', 'vendor-agent'], maximumCommits: 100 }
  return await hasCommitByPerson(github, PLACE, facts, rules)
}

const many = (count: number) => Array.from({ length: count }, () => by(AGENT))

test.each<[string, object[], boolean | undefined, Parameters<typeof find>[1]?]>([
  ['by an app, committed by GitHub', [by(AGENT, GITHUB)], false],
  ['by an account of ignore-authors', [by(AGENT), by(VENDOR)], false],
  ['by one address without an account', [by(NOBODY), by(NOBODY.toUpperCase())], false],
  ['a merge by a person, by hand', [by(AGENT), by(WRITER, WRITER, MERGE)], false],
  ['by a person, too', [by(AGENT), by(WRITER)], true],
  ['by a person on the page of GitHub', [by(AGENT), by(WRITER, GITHUB)], true],
  ['of the agent, amended by a person', [by(AGENT, WRITER)], true],
  ['by another address', [by(NOBODY), by('me@example.com')], true],
  ['amended under another address', [by(NOBODY, 'me@example.com')], true],
  // Without all commits, only an edit is known.
  ['100 of 100', many(100), false],
  ['100 that GitHub has not counted', many(100), undefined, {}],
  ['100 of 101', many(100), undefined, { commitCount: 101 }],
  ['a person among the first 100', [by(WRITER), ...many(99)], true, { commitCount: 101 }],
  ['fewer than were counted', many(3), undefined, { commitCount: 4 }],
  ['none', [], undefined],
])('commits by persons: %s', async (_name, commits, expected, facts) => {
  expect(await find(commits, facts)).toBe(expected)
})

test('an app opened a pull request whose author is a bot, or one of ignore-authors', () => {
  const opened = [AGENT, { ...VENDOR, login: 'Vendor-Agent' }, WRITER, undefined]
  const isApp = opened.map((author) => isByApp(author === undefined ? {} : { author }, ['vendor-agent']))
  expect(isApp).toEqual([true, true, false, false])
})
