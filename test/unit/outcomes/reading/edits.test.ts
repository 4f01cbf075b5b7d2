import { expect, test } from 'vitest'
import { type Commit, parseCommit } from '../../../../src/github/commits.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { fetchEdits, isWithoutPeople } from '../../../../src/outcomes/reading/edits.ts'
import { pullRequest } from '../pull-request.ts'

const AGENT = { id: 1, login: 'mintlify[bot]', type: 'Bot' }
const ADA = { id: 2, login: 'ada', type: 'User' }
const WEB = { id: 3, login: 'web-flow', type: 'User' }
const BOT_MAIL = '<1+mintlify[bot]@users.noreply.github.com>'

interface Made {
  author?: object | null
  committer?: object | null
  parents?: number
  message?: string
}

/** As REST shows it. */
function commit({ author = AGENT, committer = author, parents = 1, message = 'Explain retries' }: Made = {}): Commit {
  const all = Array.from({ length: parents }, (_, index) => ({ sha: `${index}` }))
  return parseCommit({ sha: 'f0e1d2c3', commit: { message }, author, committer, parents: all }) as Commit
}

test.each<[string, boolean, Made[]]>([
  ['the agent', true, [{}, {}]],
  ['another bot', true, [{}, { author: { id: 4, login: 'Copilot', type: 'Bot' } }]],
  ['the agent, on the web', true, [{ committer: WEB }]],
  ['the agent, committed by nobody who has an account', true, [{ committer: null }]],
  ['a person', false, [{}, { author: ADA }]],
  ['a person, on the web', false, [{}, { author: ADA, committer: WEB }]],
  ['the agent, committed by a person', false, [{ committer: ADA }]],
  ['somebody without an account', false, [{}, { author: null }]],
  ['an account whose type GitHub does not tell', false, [{ author: { id: 5, login: 'x' } }]],
  ['an organization', false, [{ author: { id: 6, login: 'acme', type: 'Organization' } }]],
  ['a person who merged the base branch', true, [{}, { author: ADA, parents: 2 }]],
  ['with a bot as co-author', true, [{ message: `Retry\n\nCo-authored-by: Mintlify ${BOT_MAIL}` }]],
  [
    'with Copilot as co-author',
    true,
    [{ message: 'x\n\nCo-authored-by: Copilot <223556219+Copilot@users.noreply.github.com>' }],
  ],
  [
    'with a person called nearly so',
    false,
    [{ message: 'x\n\nCo-authored-by: A <7+not-Copilot@users.noreply.github.com>' }],
  ],
  ['with a person as co-author', false, [{ message: 'Retry\n\nco-authored-by: Ada <ada@acme.example>\r\n' }]],
  ['with two co-authors', false, [{ message: `x\n\nCo-authored-by: A ${BOT_MAIL}\nCo-authored-by: B <b@x.example>` }]],
  ['with a co-author without an address', false, [{ message: 'Retry\n\nCo-authored-by: Ada' }]],
  ['with a person whose address looks like a bot', false, [{ message: 'x\n\nCo-authored-by: A <[bot]@x.example>' }]],
  ['with a word about co-authors', true, [{ message: 'Explain the trailer Co-authored-by: Ada <ada@x.example>' }]],
])('without edits: commits by %s: %s', (_name, expected, commits) => {
  expect(isWithoutPeople(commits.map(commit))).toBe(expected)
})

test('without commits, and with over 100, nothing is known', () => {
  expect(isWithoutPeople([])).toBeUndefined()
  expect([100, 101].map((count) => isWithoutPeople(Array(count).fill(commit())))).toEqual([true, undefined])
})

/** GitHub answers for odd numbers only. */
async function fetch(numbers: number[], commits = 1) {
  const asked: number[] = []
  const github = {
    fetchPullRequestCommits: async ({ number }: { number: number }) => {
      asked.push(number)
      if (number % 2 === 1) return Array<Commit>(commits).fill(commit())
      throw new GitHubError('list the commits of #2', { status: 404, answer: 'GitHub returned 404', hint: 'Hm.' })
    },
  }
  const merged = numbers.map((number) => pullRequest({ number }))
  const { isWithoutEdits, notes } = await fetchEdits(github, { owner: 'acme', repo: 'docs' }, merged)
  return { asked, known: [...isWithoutEdits.keys()], notes }
}

test('one that cannot be read is not known, and three of them end the reading', async () => {
  expect(await fetch([1, 2, 3])).toEqual({
    asked: [1, 2, 3],
    known: [1, 3],
    notes: ["Edits aren't known for 1 merged pull request. Couldn't list the commits of #2: GitHub returned 404. Hm."],
  })
  expect(await fetch([1, 2, 3, 4, 6, 7])).toMatchObject({ asked: [1, 2, 3, 4, 6], known: [1, 3] })
})

test('a reason is told for over 100 commits, and for over 500 pull requests, whose rest is not asked for', async () => {
  const note = 'The action reads up to 500 pull requests, with up to 100 commits each.'
  expect(await fetch([1], 101)).toMatchObject({ asked: [1], known: [], notes: [expect.stringContaining(note)] })
  const many = Array.from({ length: 501 }, (_, index) => 2 * index + 1)
  const { asked, notes } = await fetch(many)
  expect([asked, notes]).toEqual([many.slice(0, 500), [expect.stringContaining(note)]])
})
