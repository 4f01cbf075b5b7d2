import { describe, expect, test } from 'vitest'
import { findEarlier, findNeedless, mayClaimAgain, selectDecisive } from '../../../../src/agent-job/claim/precedence.ts'
import type { Claim, ClaimComment } from '../../../../src/job-marker/claim.ts'

const claimant = { runId: '5', job: 'docs', step: '__self', attempt: 1 }
const first: Claim = {
  state: 'claimed',
  trigger: 'issue comment 1',
  event: 'issue_comment',
  project: 'one',
  claimant,
  nonce: 'n',
}
const rerun: Claim = { ...first, claimant: { ...claimant, attempt: 2 } }

const FACTS = { url: '', author: 1, updatedAt: undefined, isVerified: true }

/** A claim in the thread; by default by the first attempt and with our key. */
function comment(id: number, claim: Partial<Claim> = {}, facts: Partial<ClaimComment> = {}) {
  return { id, ...FACTS, ...facts, payload: { ...first, ...claim } }
}

const OTHER_KEY = { isVerified: false }
const STRANGER = { isVerified: false, author: 2 }
const ofRun = (runId: string) => ({ claimant: { ...claimant, runId } })

describe('the comment that decides', () => {
  test.each<[string, ClaimComment[], number | undefined]>([
    ['the oldest', [comment(1), comment(2)], 1],
    ['not one for another comment', [comment(1, { trigger: 'issue comment 2' }), comment(2)], 2],
    ['not one for another project', [comment(1, { project: 'two' }), comment(2)], 2],
    ['not one by another account with another key', [comment(1, {}, STRANGER)], undefined],
    ['one by our own account with another key', [comment(1, {}, OTHER_KEY), comment(2)], 1],
    ['one that was refused', [comment(1, { state: 'refused' }), comment(2)], 1],
    ['one that was refused with another key', [comment(1, { state: 'refused' }, OTHER_KEY)], 1],
    ['the one behind that', [comment(1, { state: 'refused' }, OTHER_KEY), comment(2)], 2],
    ['not one of a later run without a series', [comment(1, { trigger: 'run 9', ...ofRun('9') })], undefined],
  ])('is %s', (_name, found, expected) => {
    expect(selectDecisive(found, rerun, 1)?.id).toBe(expected)
  })

  test('is none by an account that is not known, as ours is not', () => {
    expect(selectDecisive([comment(1, {}, { ...OTHER_KEY, author: undefined })], rerun)).toBeUndefined()
  })

  const inSeries = { ...rerun, trigger: 'run 5 abc', series: 'abc' }
  const later = { trigger: 'run 9 abc', series: 'abc', ...ofRun('9') }

  test.each<[string, ClaimComment[], number | undefined]>([
    ['that of a later run which has taken it over', [comment(1, later)], 1],
    ['its own, where there is one', [comment(1, later), comment(2, inSeries)], 2],
    ['not that of an earlier run', [comment(1, { ...later, ...ofRun('3') })], undefined],
    ['not another one of this run', [comment(1, { ...later, ...ofRun('5') })], undefined],
    ['not that of another series', [comment(1, { ...later, series: 'def' })], undefined],
    ['not that of another project', [comment(1, { ...later, project: 'two' })], undefined],
    ['not that of a stranger', [comment(1, later, STRANGER)], undefined],
    ['that with another key of ours', [comment(1, later, OTHER_KEY)], 1],
  ])('for a later attempt in a series is %s', (_name, found, expected) => {
    expect(selectDecisive(found, inSeries, 1)?.id).toBe(expected)
    // A first attempt has nothing that could have been taken over.
    expect(selectDecisive(found, { ...inSeries, claimant }, 1)?.id).toBe(expected === 2 ? 2 : undefined)
  })
})

test('only a job that has ended without success is claimed again', () => {
  expect(mayClaimAgain(comment(1, { state: 'job', outcome: 'failed' }))).toBe(false)
  expect(mayClaimAgain(comment(1, { state: 'finished', outcome: 'no-pull-request' }))).toBe(false)
})

test.each<[string, ClaimComment, boolean]>([
  ['by an earlier attempt', comment(3), true],
  ['by another run', comment(3, ofRun('6')), false],
  ['by the same attempt', comment(3, rerun), false],
  ['by another step', comment(3, { claimant: { ...claimant, step: 'other' } }), false],
  ['by another job', comment(3, { claimant: { ...claimant, job: 'other' } }), false],
  ['for another comment', comment(3, { trigger: 'issue comment 2' }), false],
  ['for another project', comment(3, { project: 'two' }), false],
  ['that knows a job', comment(3, { job: { jobId: 'j' } }), false],
  ['with another key', comment(3, {}, OTHER_KEY), false],
  ['that is older than the one that decides', comment(1), false],
  ['that decides', comment(2), false],
])('a claim %s is needless: %o, %s', (_name, each, expected) => {
  expect(findNeedless([each], comment(2), rerun)).toEqual(expected ? [each] : [])
})

describe('the comment of an earlier run that is taken over', () => {
  const now = { ...first, trigger: 'run 9 abc', series: 'abc', ...ofRun('9') }
  const inProgress = { trigger: 'run 7 abc', series: 'abc', ...ofRun('7') }
  const ended: Partial<Claim> = { ...inProgress, outcome: 'failed' }

  test.each<[string, ClaimComment]>([
    ['whose run goes on', comment(2, inProgress)],
    ['of a later run', comment(2, { ...ended, ...ofRun('10') })],
    ['of this run', comment(2, { ...ended, ...ofRun('9') })],
    ['of another series', comment(2, { ...ended, series: 'def' })],
    ['of another project', comment(2, { ...ended, project: 'two' })],
    ['with another key', comment(2, ended, OTHER_KEY)],
  ])('is the newest, but none %s', (_name, passedOver) => {
    expect(findEarlier([comment(0, ended), comment(1, ended), passedOver], now)?.id).toBe(1)
  })

  test('is none without a series', () => {
    expect(findEarlier([comment(1, { outcome: 'failed' })], first)).toBeUndefined()
  })
})
