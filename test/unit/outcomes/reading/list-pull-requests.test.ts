import { expect, test } from 'vitest'
import { GitHubError } from '../../../../src/github/errors.ts'
import type { PullRequestEntry, PullRequestState } from '../../../../src/github/pull-request-list.ts'
import { listPullRequests } from '../../../../src/outcomes/reading/list-pull-requests.ts'
import { mergedPullRequest, pullRequest } from '../pull-request.ts'

const SINCE_MS = Date.parse('2026-11-01T00:00:00Z')
const PLACE = { owner: 'acme', repo: 'docs' }

type Page = PullRequestEntry[] | 'fails'

/** GitHub with these pages; `asked` are the lists in the order of the requests. */
function serve(pages: { ended: Page[]; open: Page[] }, missing = 0) {
  const asked: string[] = []
  async function* fetchPullRequestPages(_place: object, states?: readonly PullRequestState[]) {
    const name = states?.includes('open') ? 'open' : 'ended'
    const totalCount = pages[name].flat().length + (name === 'open' ? missing : 0)
    for (const page of pages[name]) {
      asked.push(name)
      if (page === 'fails') throw new GitHubError('list', { status: 502, answer: 'no', hint: '' })
      yield { pullRequests: page, totalCount }
    }
  }
  return { github: { fetchPullRequestPages }, asked }
}

const merged = (number: number, day: number) =>
  mergedPullRequest(number, `2026-11-${String(day).padStart(2, '0')}T09:00:00Z`)
const open = (number: number, day: number) => ({
  ...merged(number, day),
  ...{ state: 'open' as const, mergedAt: undefined },
})
const older = mergedPullRequest(1, '2026-10-31T23:59:59Z')

test('reads what changed since then, and every open one; the list that lags behind goes on', async () => {
  const { github, asked } = serve({
    ended: [[merged(9, 20)], [merged(8, 10)], [merged(7, 5), older], [mergedPullRequest(0, '2026-10-01T00:00:00Z')]],
    open: [[open(6, 15)], [pullRequest({ number: 5, updatedAt: '2026-01-01T00:00:00Z' })]],
  })
  const list = await listPullRequests(github, PLACE, SINCE_MS)
  expect(list.pullRequests.map(({ number }) => number)).toEqual([9, 6, 8, 7, 5])
  expect(list).toMatchObject({ isWhole: true, isOpenWhole: true, reachesMs: Number.NEGATIVE_INFINITY })
  expect(asked).toEqual(['ended', 'open', 'ended', 'open', 'ended'])
})

test('one that is merged while the lists are read counts once, as it was read last', async () => {
  const { github } = serve({ ended: [[merged(9, 20)], [merged(6, 10)]], open: [[open(6, 15)], [open(5, 4)]] })
  const { pullRequests } = await listPullRequests(github, PLACE, SINCE_MS)
  expect(pullRequests.filter(({ number }) => number === 6)).toMatchObject([{ state: 'merged' }])
})

const TWO: Page[] = [[merged(9, 20)], [merged(8, 10)]]

test.each<[string, { ended: Page[]; open: Page[] }, object]>([
  [
    'open ones',
    { ended: TWO, open: ['fails'] },
    { read: [9], isOpenWhole: false, reachesMs: Number.POSITIVE_INFINITY },
  ],
  ['more open ones', { ended: TWO, open: [[open(6, 25)], 'fails'] }, { read: [6, 9], isOpenWhole: false }],
  ['more of the others', { ended: [[merged(9, 20)], 'fails'], open: [[]] }, { read: [9], isOpenWhole: true }],
])('a failure keeps what was read: of %s', async (_name, pages, { read, ...expected }: { read?: number[] }) => {
  const list = await listPullRequests(serve(pages).github, PLACE, SINCE_MS)
  expect(list.pullRequests.map(({ number }) => number)).toEqual(read)
  expect(list).toMatchObject({ ...expected, isWhole: false, failure: { status: 502 } })
})

test('one that changes while the list is read is missing', async () => {
  const list = await listPullRequests(
    serve({ ended: TWO, open: [[open(6, 25)], [open(5, 4)]] }, 1).github,
    PLACE,
    SINCE_MS,
  )
  expect(list.pullRequests.map(({ number }) => number)).toEqual([6, 9, 8, 5])
  expect(list).toMatchObject({ isWhole: false, isOpenWhole: false, reachesMs: Number.POSITIVE_INFINITY })
  expect(list.failure?.message).toMatch(/some may have changed .* Run it again\.$/)
})

/** Pages of a hundred. Each pull request changed so many seconds after the next one, and the last one at `SINCE_MS`. */
function fill(firstNumber: number, count: number, state: PullRequestState, seconds: number): Page[] {
  const all = Array.from({ length: count }, (_, index) => {
    const at = new Date(SINCE_MS + (count - 1 - index) * seconds * 1_000).toISOString()
    return { ...mergedPullRequest(firstNumber + index, at), state }
  })
  return Array.from({ length: count / 100 }, (_, page) => all.slice(page * 100, page * 100 + 100))
}

test.each<[string, { ended: Page[]; open: Page[] }, requests: number, object]>([
  [
    'others may have changed in the second of the first that is cut',
    { ended: fill(0, 3_000, 'merged', 0), open: [[open(9_999, 2)]] },
    31,
    { isOpenWhole: true, reachesMs: SINCE_MS + 1 },
  ],
  [
    'half of them open',
    { ended: fill(0, 2_000, 'merged', 60), open: fill(5_000, 2_000, 'open', 60) },
    30,
    { isOpenWhole: false, reachesMs: SINCE_MS + 500 * 60_000 },
  ],
])('of more than 3,000, the last changed are kept: %s', async (_name, pages, requests, expected) => {
  const { github, asked } = serve(pages)
  const list = await listPullRequests(github, PLACE, SINCE_MS)
  expect(list.pullRequests).toHaveLength(3_000)
  expect(list).toMatchObject({ isWhole: false, failure: undefined, ...expected })
  expect(asked).toHaveLength(requests)
})

test('where nothing could be read, it is an error', async () => {
  for (const pages of [
    { ended: ['fails' as const], open: [] },
    { ended: [[]], open: ['fails' as const] },
  ])
    await expect(listPullRequests(serve(pages).github, PLACE, SINCE_MS)).rejects.toThrow("Couldn't list")
})
