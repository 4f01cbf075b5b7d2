import { expect, test } from 'vitest'
import { findPullRequests } from '../../../../src/agent-job/changes/pull-requests.ts'
import type { Commit } from '../../../../src/agent-job/changes/range.ts'
import { ActionError } from '../../../../src/runner/action-error.ts'
import { createContext } from '../context-for-tests.ts'

interface Related {
  number: number
  mergedAt?: string | null
  base?: string
  repository?: string
}

interface Query {
  ids: string[]
  after: string | null
  request: { isDivisible: boolean }
}

const commit = (id: string): Commit => ({ sha: `sha-${id}`, nodeId: id, subject: `Subject ${id}`, author: 'ann' })
const merged = (number: number, facts: Partial<Related> = {}): Related => ({
  number,
  mergedAt: `2026-11-${10 + number}`,
  ...facts,
})

function pullRequestNode({ number, mergedAt = null, base = 'main', repository = 'acme/app' }: Related) {
  const baseRepository = { nameWithOwner: repository }
  const author = { __typename: number % 2 === 0 ? 'Bot' : 'User', login: `by-${number}` }
  const labels = { nodes: [{ name: 'bug' }, null] }
  return {
    number,
    title: `T${number}`,
    url: `https://x/${number}`,
    mergedAt,
    baseRefName: base,
    baseRepository,
    author,
    labels,
  }
}

interface Answer {
  id: string
  associatedPullRequests: { nodes: ReturnType<typeof pullRequestNode>[]; pageInfo: { endCursor: string } }
}

/** Finds what brought commits. `pages`: what GitHub relates each commit to, page by page; `heaviest`: how many it can. */
async function find(
  ids: string[],
  pages: Record<string, Related[][] | undefined>,
  { heaviest = 100, late = {} as typeof pages, cut = (node: Answer): unknown => node } = {},
) {
  const asked: string[] = []
  const graphql = async (_query: string, { ids: wanted, after, request }: Query) => {
    asked.push(`${wanted.join()}${after === null ? '' : ` after ${after}`}`)
    expect(request.isDivisible).toBe(wanted.length > 1)
    if (wanted.length > heaviest) throw new ActionError('GitHub returned 502.', { status: 502, isTrouble: true })
    const known = context.clock.pauses.length > 0 ? { ...pages, ...late } : pages
    return {
      nodes: wanted.map((id) => {
        const at = Number(after ?? 0)
        const of = known[id] ?? [[]]
        const pageInfo = { hasNextPage: at + 1 < of.length, endCursor: String(at + 1) }
        return cut({ id, associatedPullRequests: { nodes: (of[at] ?? []).map(pullRequestNode), pageInfo } })
      }),
    }
  }
  const context = createContext({ github: { graphql } })
  const changes = await findPullRequests(context, ids.map(commit), 'main')
  const pullRequests = changes.filter((change) => change.kind === 'pull request')
  return {
    pullRequests,
    numbers: pullRequests.map(({ number }) => number),
    commits: changes.flatMap((change) => (change.kind === 'commit' ? change.sha : [])),
    asked,
    pauses: context.clock.pauses,
  }
}

test.each<[string, Related[][], number | undefined]>([
  ['the one that was merged', [[merged(1)]], 1],
  ['one merged here before one merged elsewhere', [[merged(1, { base: 'next' }), merged(2)]], 2],
  ['the first one merged here', [[merged(2), merged(1)]], 1],
  ['one merged elsewhere, if none was merged here', [[{ number: 3 }, merged(1, { base: 'next' })]], 1],
  ['none that is only open', [[{ number: 3 }, { number: 4 }]], undefined],
  ['a merged one behind five open ones', [[...[3, 4, 5, 6, 7].map((number) => ({ number })), merged(1)]], 1],
  ['one on a later page', [[{ number: 3 }], [{ number: 4 }], [merged(1)]], 1],
  ['one merged here on a later page', [[merged(1, { base: 'next' })], [merged(2)]], 2],
  ['none of another repository', [[merged(1, { repository: 'upstream/app' })]], undefined],
  ['one whatever the case of the repository', [[merged(1, { repository: 'Acme/App' })]], 1],
  ['none', [[]], undefined],
])('a commit came with %s', async (_name, pages, number) => {
  const { numbers, commits } = await find(['a'], { a: pages })
  expect([numbers, commits]).toEqual(number === undefined ? [[], ['sha-a']] : [[number], []])
})

test('pull requests are told once, the last merged first; commits without one from the newest', async () => {
  const pages = { a: [[merged(1)]], b: [[merged(2)]], c: [[merged(1)]] }
  const { pullRequests, commits } = await find(['a', 'x', 'b', 'y', 'c'], pages)
  expect(pullRequests).toEqual([
    { kind: 'pull request', number: 2, title: 'T2', url: 'https://x/2', author: 'by-2[bot]', labels: ['bug'] },
    { kind: 'pull request', number: 1, title: 'T1', url: 'https://x/1', author: 'by-1', labels: ['bug'] },
  ])
  expect(commits).toEqual(['sha-y', 'sha-x'])
})

test('a list is read on only until one that was merged here', async () => {
  const found = await find(['a'], { a: [[merged(2)], [merged(1)]] })
  expect([found.numbers, found.asked]).toEqual([[2], ['a']])
})

test('what is too heavy for GitHub is asked in halves', async () => {
  const pages = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id, index) => [id, [[merged(index + 1)]]]))
  const { numbers, asked } = await find(['a', 'b', 'c', 'd', 'e'], pages, { heaviest: 2 })
  expect(asked).toEqual(['a,b,c,d,e', 'a,b,c', 'a,b', 'c', 'd,e'])
  expect(numbers).toEqual([5, 4, 3, 2, 1])
})

test('a hundred commits are one query', async () => {
  const ids = Array.from({ length: 101 }, (_, index) => `c${index}`)
  const { asked } = await find(ids, Object.fromEntries(ids.map((id) => [id, [[merged(1)]]])))
  expect(asked.map((query) => query.split(',').length)).toEqual([100, 1])
})

test('commits that GitHub does not relate yet are asked for once more, after three seconds', async () => {
  const { numbers, commits, asked, pauses } = await find(
    ['a', 'b', 'c'],
    { a: [[merged(1)]] },
    { late: { b: [[merged(3)]] } },
  )
  expect([numbers, commits, asked, pauses]).toEqual([[3, 1], ['sha-c'], ['a,b,c', 'b,c'], [3_000]])
})

test.each<[string, (answer: Answer) => unknown]>([
  ['no commit', () => null],
  ['no list', ({ id }) => ({ id, associatedPullRequests: null })],
  [
    'a gap in the list',
    ({ id, associatedPullRequests: list }) => ({ id, associatedPullRequests: { ...list, nodes: [null] } }),
  ],
  ['no second page', (answer) => (answer.associatedPullRequests.pageInfo.endCursor === '2' ? null : answer)],
])('a response with %s is an error', async (_name, cut) => {
  const pages = [[{ number: 3 }], [merged(1)]]
  await expect(find(['a'], { a: pages }, { cut })).rejects.toThrow("GitHub's response is incomplete.")
})

test('without the relation, nothing is told', async () => {
  await expect(find(['a'], {}, { heaviest: 0 })).rejects.toThrow(
    "Couldn't read which pull requests brought the commits. GitHub returned 502.",
  )
})
