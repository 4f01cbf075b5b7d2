import { expect, test } from 'vitest'
import type { PullRequestEntry } from '../../../src/github/pull-request-list.ts'
import { countPeriod, type Figures, measureLifeMs, selectEnded, selectOpen } from '../../../src/outcomes/count.ts'
import { closedPullRequest, mergedPullRequest, pullRequest } from './pull-request.ts'

const SPAN = { fromMs: Date.parse('2026-11-16T00:00:00Z'), toMs: Date.parse('2026-11-23T00:00:00Z') }
const [FIRST, LAST, END] = ['2026-11-16T00:00:00Z', '2026-11-22T23:59:59Z', '2026-11-23T00:00:00Z']
const BEFORE = '2026-11-15T23:59:59Z'
const MOMENTS = [BEFORE, FIRST, LAST, END]

test.each<[string, Pick<Figures, 'merged' | 'closed' | 'opened'>, PullRequestEntry[]]>([
  ['merged', { merged: 2, closed: 0, opened: 0 }, MOMENTS.map((at) => mergedPullRequest(7, at))],
  ['closed without a merge', { merged: 0, closed: 2, opened: 0 }, MOMENTS.map((at) => closedPullRequest(7, at))],
  ['opened', { merged: 0, closed: 0, opened: 2 }, MOMENTS.map((createdAt) => pullRequest({ createdAt }))],
  [
    'opened, and ended later',
    { merged: 0, closed: 0, opened: 1 },
    [{ ...mergedPullRequest(7, END), createdAt: FIRST }],
  ],
])('a period counts those that were %s from its first moment to its last', (_name, expected, pullRequests) => {
  expect(countPeriod(pullRequests, new Map(), SPAN)).toMatchObject(expected)
})

/** Merged after so many hours, in the period. */
function mergedAfter(...lives: number[]): PullRequestEntry[] {
  return lives.map((hours, index) => ({
    ...mergedPullRequest(index + 1, LAST),
    createdAt: new Date(Date.parse(LAST) - hours * 3_600_000).toISOString(),
  }))
}

test.each<[number[], Figures['medianHours']]>([
  [[], undefined],
  [[5], 5],
  [[9, 100, 1], 9],
  [[30, 100, 1, 10], 20],
  // Clocks may differ.
  [[-2], 0],
])('half of those that were merged after %j hours were merged within %s', (lives, expected) => {
  expect(countPeriod(mergedAfter(...lives), new Map(), SPAN).medianHours).toBe(expected)
})

type Edits = [number, boolean][]

test.each<[string, number, Edits, Figures['mergedWithoutEdits'], unknown: number]>([
  [
    'all',
    2,
    [
      [1, true],
      [2, false],
    ],
    1,
    0,
  ],
  ['some', 2, [[2, false]], 0, 1],
  ['none', 2, [[9, true]], undefined, 2],
  ['all, since nothing was merged,', 0, [], 0, 0],
])('edits are known for %s of %i that were merged', (_name, merged, known, mergedWithoutEdits, mergedUnknown) => {
  const pullRequests = mergedAfter(...Array<number>(merged).fill(1))
  expect(countPeriod(pullRequests, new Map(known), SPAN)).toMatchObject({ mergedWithoutEdits, mergedUnknown })
})

test('the last to end comes first, and of the open ones, the oldest', () => {
  const ended = [mergedPullRequest(1, FIRST), closedPullRequest(2, FIRST), mergedPullRequest(3, LAST)]
  const open = [pullRequest({ number: 4, createdAt: LAST }), pullRequest({ number: 5, createdAt: BEFORE })]
  const all = [...ended, closedPullRequest(6, LAST), ...open]
  const lists = [selectEnded(all, 'merged', SPAN), selectEnded(all, 'closed', SPAN), selectOpen(all)]
  expect(lists.map((list) => list.map(({ number }) => number).join())).toEqual(['3,1', '6,2', '5,4'])
  expect(measureLifeMs({ ...closedPullRequest(2, END), createdAt: FIRST })).toBe(7 * 24 * 3_600_000)
})
