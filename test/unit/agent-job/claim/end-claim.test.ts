import { expect, test } from 'vitest'
import type { Claim } from '../../../../src/agent-job/claim/claim.ts'
import { endClaim, isTrueMemory, sendsAgain } from '../../../../src/agent-job/claim/end-claim.ts'
import { OUTCOME_RECORDS, OUTCOMES, type Outcome } from '../../../../src/agent-job/outcome.ts'
import { claimOf } from './claims-for-tests.ts'

test.each(OUTCOMES)('the claim of a run that ended as %s', (outcome) => {
  const { isFinal, onRerun } = OUTCOME_RECORDS[outcome]
  const withJob = endClaim(claimOf(), { outcome, jobId: 'j', isClaimed: true })
  expect(withJob).toEqual({ state: isFinal ? 'finished' : 'job', jobId: 'j', outcome })
  const without = endClaim(claimOf({ state: 'sending' }), { outcome, isClaimed: true })
  expect(without).toEqual({ state: outcome === 'unknown' ? 'sending' : 'claimed', outcome })
  // An answer only says how it ended, and what an earlier attempt knew stays.
  expect(endClaim(claimOf({ isReply: true }), { outcome, jobId: 'j', isClaimed: true })).toEqual({ outcome })
  expect(endClaim(claimOf(), { outcome, jobId: 'j', isClaimed: false })).toEqual({})
  expect(sendsAgain(outcome)).toBe(onRerun === 'send')
})

const end = (outcome: Outcome, jobId?: string) => ({ outcome, jobId, isClaimed: true })
const WORKING = { state: 'job', jobId: 'j' } as const
const FAILED = { state: 'finished', jobId: 'j', outcome: 'failed' } as const

test.each<[string, Partial<Claim> | undefined, ReturnType<typeof end>, boolean]>([
  ['nothing was sent', { state: 'claimed' }, end('error'), true],
  ['nothing was sent, though it may have been', { state: 'sending' }, end('error'), false],
  ['nobody knows, and it may have been sent', { state: 'sending' }, end('unknown'), true],
  ['nobody knows, though nothing was sent', { state: 'claimed' }, end('unknown'), false],
  ['nothing is known', undefined, end('error'), false],
  ['nothing is known of the job', undefined, end('timed-out', 'j'), false],
  ['its job works', WORKING, end('timed-out', 'j'), true],
  ['it has no job', { state: 'sending' }, end('timed-out', 'j'), false],
  ['it has another job', { ...WORKING, jobId: 'i' }, end('timed-out', 'j'), false],
  ['its job works, though it has ended', WORKING, end('pull-request', 'j'), true],
  ['its job works, though it has failed', WORKING, end('failed', 'j'), false],
  ['its job has failed', FAILED, end('failed', 'j'), true],
  ['its job has failed, so it is archived', FAILED, end('archived', 'j'), true],
  ['its job has failed, though it works', FAILED, end('timed-out', 'j'), false],
])('a comment that says: %s', (_name, written, ended, isTrue) => {
  expect(isTrueMemory(written && claimOf(written), ended)).toBe(isTrue)
})
