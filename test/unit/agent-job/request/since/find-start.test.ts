import { describe, expect, test } from 'vitest'
import { findStart, findUnfinished, listSeries } from '../../../../../src/agent-job/request/since/find-start.ts'
import type { Since } from '../../../../../src/agent-job/request/since/since-input.ts'
import type { Claim, ClaimComment } from '../../../../../src/job-marker/claim.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const JOB = { job: { jobId: 'job-1' } }

/** A claim of the series that tells from `base` to `head`; the first of them is the oldest. */
function claim(range: string, payload: Partial<Claim> = {}, comment: Partial<ClaimComment> = {}): ClaimComment {
  const [base = '', head = ''] = range.split('…')
  const [, runId = ''] = /(\d+)$/.exec(head) ?? []
  return {
    ...{
      id: Number(runId),
      url: '',
      author: 1,
      isVerified: true,
      updatedAt: `2026-11-${10 + Number(runId)}T12:00:00Z`,
    },
    ...comment,
    payload: {
      ...{ state: 'finished', trigger: `run ${runId}`, event: 'schedule', project: 'p', nonce: runId },
      ...{ claimant: { runId, job: 'docs', step: 'a', attempt: 1 }, range: { series: 's', base, head } },
      ...payload,
    },
  }
}

const TOLD = { ...JOB, outcome: 'pull-request' } as const
const FAILED = { ...JOB, outcome: 'failed' } as const
const REFUSED = { state: 'refused', outcome: 'error' } as const
const UNKNOWN = { state: 'unknown', outcome: 'unknown' } as const
const SUBMITTED = { ...JOB, state: 'job', outcome: 'submitted' } as const

async function find(claims: ClaimComment[], since: Since = 'last-run', runId = '9', hasFailed = false) {
  const { base, sinceMs } = await findStart(claims, since, { runId, nowMs: NOW }, async () => hasFailed)
  return base ?? new Date(sinceMs).toISOString().slice(0, 10)
}

describe('a range begins', () => {
  test.each<[string, ClaimComment[], begins: string]>([
    ['a week ago, without a claim', [], '2026-11-15'],
    ['where the newest ended', [claim('c0…c1', TOLD), claim('c1…c2', TOLD)], 'c2'],
    ['after one without a pull request', [claim('c0…c1', { ...JOB, outcome: 'no-pull-request' })], 'c1'],
    ['after one that may have been received', [claim('c0…c1', UNKNOWN)], 'c1'],
    ['before one that failed', [claim('c0…c1', TOLD), claim('c1…c2', FAILED)], 'c1'],
    ['before one that was archived', [claim('c0…c1', TOLD), claim('c1…c2', { ...JOB, outcome: 'archived' })], 'c1'],
    ['before one that was not sent', [claim('c0…c1', TOLD), claim('c1…c2', REFUSED)], 'c1'],
    [
      'before one that was killed when it had claimed',
      [claim('c0…c1', TOLD), claim('c1…c2', { state: 'claimed' })],
      'c1',
    ],
    ['a week before the first that failed', [claim('c0…c1', FAILED), claim('c0…c2', REFUSED)], '2026-11-04'],
  ])('%s', async (_name, claims, begins) => {
    expect(await find(claims)).toBe(begins)
  })

  test.each<[hasFailed: boolean, begins: string]>([
    [false, 'c2'],
    [true, 'c1'],
  ])('by the end of a job that no run saw (failed: %s)', async (hasFailed, begins) => {
    for (const outcome of ['submitted', 'timed-out', 'cancelled', 'error', undefined] as const) {
      const { outcome: _, ...known } = SUBMITTED
      const last = claim('c1…c2', { ...known, ...(outcome && { outcome }) })
      expect(await find([claim('c0…c1', TOLD), last], 'last-run', '9', hasFailed), outcome).toBe(begins)
    }
  })

  test('before a job that failed after the next run had looked', async () => {
    const { outcome: _, ...unseen } = SUBMITTED
    const claims = [claim('c0…c1', TOLD), claim('c1…c2', unseen), claim('c2…c3', TOLD)]
    expect(await find(claims, 'last-run', '9', true)).toBe('c1')
    expect(await find(claims, 'last-run', '9', false)).toBe('c3')
    expect(await find([...claims, claim('c3…c4', TOLD)], 'last-run', '9', true)).toBe('c4')
  })

  test('in a later attempt where the first one began, unless a later run has covered it', async () => {
    const own = claim('c1…c2', FAILED)
    expect(await find([claim('c0…c1', TOLD), own], 'last-run', '2')).toBe('c1')
    expect(await find([own], { days: 3 }, '2')).toBe('c1')
    expect(await find([own, claim('c1…c3', TOLD)], 'last-run', '2')).toBe('c3')
  })

  test('the given number of days ago, whatever was covered', async () => {
    expect(await find([claim('c0…c1', TOLD)], { days: 30 })).toBe('2026-10-23')
  })
})

test('only verified claims of the same series count', () => {
  const other = claim('c0…c1', { range: { series: 'other', base: 'c0', head: 'c1' } })
  const { range: _, ...withoutRange } = claim('c0…c1').payload
  const found = [other, claim('c0…c2', {}, { isVerified: false }), { ...claim('c0…c3'), payload: withoutRange }]
  expect(listSeries([...found, claim('c0…c4')], 's').map(({ id }) => id)).toEqual([4])
})

test.each<[string, ClaimComment, ownId: number | undefined, isInTheWay: boolean]>([
  ['a young one', claim('c0…c1', { state: 'job' }, { updatedAt: '2026-11-22T10:00:01Z' }), undefined, true],
  ['one of two hours', claim('c0…c1', { state: 'job' }, { updatedAt: '2026-11-22T10:00:00Z' }), undefined, false],
  ['one without a time', claim('c0…c1', { state: 'claimed' }, { updatedAt: undefined }), undefined, true],
  ['one that has ended', claim('c0…c1', TOLD, { updatedAt: '2026-11-22T11:00:00Z' }), undefined, false],
  ['one of this run', claim('c0…c9', { state: 'job' }, { updatedAt: '2026-11-22T11:00:00Z' }), undefined, false],
  ['a younger comment', claim('c0…c5', { state: 'job' }, { updatedAt: '2026-11-22T11:00:00Z' }), 4, false],
])('%s: whether the claim keeps a run from its range', (_name, each, ownId, isInTheWay) => {
  expect(findUnfinished([each], { runId: '9', nowMs: NOW }, ownId) === each).toBe(isInTheWay)
})
