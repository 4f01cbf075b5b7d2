import { expect, test } from 'vitest'
import {
  findBeginning,
  findNext,
  isTold,
  listUnseen,
  type PastClaim,
} from '../../../../../src/agent-job/request/since/find-beginning.ts'
import type { Claim } from '../../../../../src/job-marker/claim.ts'
import type { Outcome } from '../../../../../src/job-marker/outcome.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const OWN = { project: 'p', branch: 'main', step: 'docs', series: 's' }
const JOB = { state: 'finished', job: { jobId: 'job-1' } } as const
const LINK = new URL('https://github.com/acme/docs/pull/1')

const TOLD = { ...JOB, outcome: 'pull-request' } as const
const FAILED = { ...JOB, outcome: 'failed' } as const
const ARCHIVED = { ...JOB, outcome: 'archived' } as const
const WITH_LINK = { ...ARCHIVED, job: { jobId: 'job-1', prLink: LINK } } as const
const LEFT = { ...JOB, state: 'job', outcome: 'submitted' } as const
const CLAIMED = { state: 'claimed' } as const

type Options = { range?: Partial<Claim['range']>; daysAgo?: number } & Partial<PastClaim>

/** A claim for a range such as `c0…c1`; ten days old, of the own series, and signed with our key. */
function claim(range: string, payload: Partial<Claim>, { range: names, daysAgo = 10, ...more }: Options = {}) {
  const [base = '', head = ''] = range.split('…')
  const at = new Date(NOW.getTime() - daysAgo * 86_400_000).toISOString()
  const { project, ...shared } = OWN
  const given = {
    project,
    range: { ...shared, since: 'last-run', base, head, ...names },
    prompts: [{ at }],
    ...payload,
  }
  return { id: 1, url: '', author: 1, isVerified: true, updatedAt: at, payload: given, ...more } as PastClaim
}

function find(past: PastClaim[]): string {
  const found = findBeginning(past, OWN, NOW)
  return found.kind === 'commit' ? found.base : found.kind
}

const SHORT = { range: { since: '1d' } }
const WEEK = { range: { since: '7d' } }
const OTHER = { range: { series: 'other' } }
const OTHER_STEP = { range: { series: 'other', step: 'other' } }
const BY_OTHER_KEY = { isVerified: false, isOurs: true } as const
const BY_OTHERS = { isVerified: false, isOurs: false } as const

// `test/fuzz/since.test.ts` compares whole courses of runs with a model. These are one run for each rule, and what the
// model doesn't have: branches, projects, other accounts, and claims without a time.
test.each<[string, PastClaim[], begins: string]>([
  ['a week ago, without a claim', [], 'days'],
  ['where the newest one ended', [claim('c0…c1', TOLD), claim('c1…c2', TOLD)], 'c2'],
  ['where one ended that was archived with a link', [claim('c0…c1', WITH_LINK)], 'c1'],
  ['where one ended whose job works', [claim('c0…c1', LEFT, { jobNow: 'active' })], 'c1'],
  ['where one began that failed', [claim('c0…c1', TOLD), claim('c1…c2', FAILED)], 'c1'],
  ['where one began that was archived without a link', [claim('c0…c1', TOLD), claim('c1…c2', ARCHIVED)], 'c1'],
  [
    'where one began that failed after the next one had begun',
    [claim('c0…c1', TOLD), claim('c1…c2', LEFT, { jobNow: 'failed' }), claim('c2…c3', TOLD)],
    'c1',
  ],
  ['where the longest of two at once ended', [claim('c0…c2', TOLD), claim('c0…c1', FAILED)], 'c2'],
  ['not where a day ended', [claim('c0…c1', TOLD), claim('c5…c6', TOLD, SHORT)], 'c1'],
  ['not where a day ended, also without a place', [claim('c0…c1', TOLD, SHORT)], 'days'],
  ['where another prompt of the step ended', [claim('c0…c1', TOLD, OTHER)], 'c1'],
  ['where another one ended at an unknown time', [claim('c0…c1', { ...TOLD, prompts: [] }, OTHER)], 'c1'],
  ['not where another step failed', [claim('c0…c1', FAILED, OTHER_STEP)], 'days'],
  ['not on another branch', [claim('c0…c1', TOLD, { range: { series: 'x', step: 'x', branch: 'x' } })], 'days'],
  ['not in another project', [claim('c0…c1', { ...TOLD, project: 'x' })], 'days'],
  ['nowhere, where no key verifies a claim', [claim('c0…c1', TOLD, BY_OTHER_KEY)], 'unverified'],
  ['at its place, whatever no key verifies', [claim('c0…c1', TOLD, BY_OTHER_KEY), claim('c1…c2', TOLD)], 'c2'],
  ["a week ago, where another account's comment can't be verified", [claim('c0…c1', TOLD, BY_OTHERS)], 'days'],
  ['a week ago, where another project has it', [claim('c0…c1', { ...TOLD, project: 'x' }, BY_OTHER_KEY)], 'days'],
])('a run with `last-run` begins %s', (_name, past, begins) => {
  expect(find(past)).toBe(begins)
})

test('a job that is gone is noticed once', () => {
  const gone = claim('c0…c1', LEFT, { jobNow: 'vanished' })
  expect(findBeginning([gone], OWN, NOW)).toMatchObject({ isVanished: true })
  expect(findBeginning([gone, claim('c1…c2', TOLD)], OWN, NOW)).not.toHaveProperty('isVanished')
})

test.each<[string, PastClaim[], since: string, told: string | undefined, untold: string | undefined]>([
  ['a run with `last-run`', [claim('c0…c1', TOLD)], 'last-run', 'c2', 'c1'],
  ['a day', [claim('c0…c1', TOLD)], '1d', 'c1', 'c1'],
  ['a week, without a place', [], '7d', 'c2', undefined],
])('where the next run begins after %s', (_name, past, since, told, untold) => {
  const { project: _, ...names } = OWN
  expect(findNext(past, OWN, { ...names, since, base: 'c1', head: 'c2' }, NOW)).toEqual({ told, untold })
})

test('the newest ten jobs of the series are read, and of others only without an own one', () => {
  const left = Array.from({ length: 12 }, (_, index) => claim(`c${index}…c${index + 1}`, LEFT))
  const other = claim('c0…c1', LEFT, OTHER)
  expect(listUnseen([...left, other], OWN)).toEqual(left.slice(2))
  expect(listUnseen([other, claim('c0…c1', TOLD, OTHER)], OWN)).toEqual([other])
})

test.each<[string, PastClaim, isRead: boolean]>([
  ['without a job', claim('c0…c1', CLAIMED), false],
  ['whose end was seen', claim('c0…c1', TOLD), false],
  ['that no key verifies', claim('c0…c1', LEFT, { isVerified: false }), false],
  ['of another project', claim('c0…c1', { ...LEFT, project: 'x' }), false],
  ['of another branch', claim('c0…c1', LEFT, { range: { series: 'x', branch: 'x' } }), false],
  ['of another series of the branch', claim('c0…c1', LEFT, OTHER), true],
  ['without a range', claim('c0…c1', { ...LEFT, range: undefined } as never), false],
])('the job of a claim %s is read', (_name, past, isRead) => {
  expect(listUnseen([past], OWN)).toEqual(isRead ? [past] : [])
})

test('claims without a range, and of days before a place, decide nothing', () => {
  expect(find([claim('', { ...TOLD, range: undefined } as never), claim('c0…c1', TOLD)])).toBe('c1')
  expect(find([claim('c0…c1', TOLD), claim('c1…c9', TOLD, WEEK)])).toBe('c1')
  expect(find([claim('c0…c1', FAILED, WEEK), claim('c1…c2', TOLD, WEEK)])).toBe('c2')
})

test('of several series, the place that is the furthest back counts, if one of its claims is recent', () => {
  const [near, far] = [{ range: { series: 'near' } }, { range: { series: 'far' } }]
  const past = [claim('c0…c1', TOLD, far), claim('c0…c2', TOLD, near)]
  expect([find(past), find(past.toReversed())]).toEqual(['c1', 'c2'])
  const old = claim('c0…c1', TOLD, { ...far, daysAgo: 36 })
  expect(find([old])).toBe('days')
  expect(find([old, claim('c1…c3', TOLD, far)])).toBe('c3')
  expect(find([claim('c0…c1', TOLD, { ...far, daysAgo: 35 })])).toBe('c1')
})

test('the reason says what is told, and when that was reached', () => {
  const found = (past: PastClaim[]) => findBeginning(past, OWN, NOW)
  expect(found([claim('c0…c1', TOLD)])).toEqual({
    kind: 'commit',
    base: 'c1',
    reason: 'where the previous run ended',
    reachedAt: NOW.getTime() - 10 * 86_400_000,
  })
  const again = 'where an earlier range began whose changes must be included again'
  expect(found([claim('c0…c1', FAILED)])).toEqual({ kind: 'commit', base: 'c0', reason: again })
  expect(found([claim('c0…c1', TOLD, OTHER)])).toMatchObject({ reason: 'where another prompt of this step ended' })
  const step = 'where a prompt of another step ended'
  expect(found([claim('c0…c1', TOLD, OTHER_STEP)])).toMatchObject({ reason: step })
})

test.each<[Outcome, job: boolean, isTold: boolean]>([
  ['unknown', false, true],
  ['error', false, false],
  ['failed', true, false],
  ['pull-request', true, true],
  ['archived', true, false],
])('a prompt that ended as `%s`, with a job: %s, is told: %s', (end, hasJob, expected) => {
  expect(isTold(end, hasJob ? { jobId: 'job-1' } : undefined)).toBe(expected)
})

test('a claim that was edited less than two hours ago is open', () => {
  const age = (hours: number) => claim('c0…c1', CLAIMED, { daysAgo: hours / 24 })
  expect([1.99, 2].map((hours) => find([age(hours)]))).toEqual(['blocked', 'c0'])
})
