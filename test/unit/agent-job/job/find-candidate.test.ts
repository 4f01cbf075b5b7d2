import { describe, expect, test } from 'vitest'
import type { Claim, ClaimedComment } from '../../../../src/agent-job/claim/claim-marker.ts'
import { findCandidate } from '../../../../src/agent-job/job/follow-up.ts'

describe('the candidate', () => {
  const claim: Claim = {
    state: 'finished',
    trigger: 'issue comment 1',
    project: 'one',
    claimant: { runId: '1', job: 'docs', step: '__self', attempt: 1 },
    nonce: 'n',
    jobId: 'job-1',
  }
  const comment = (id: number, change: Partial<Claim> = {}, place: Partial<ClaimedComment> = {}) => ({
    id,
    url: '',
    author: 5,
    isVerified: true,
    payload: { ...claim, ...change },
    ...place,
  })
  const { jobId: _, ...withoutJob } = claim
  const own = { ...comment(9), payload: withoutJob }

  test('the candidate is the newest comment that knows a job, however its run ended', () => {
    for (const state of ['job', 'finished', 'refused', 'unknown'] as const) {
      const newest = comment(3, { state, jobId: 'job-3' })
      expect(findCandidate([comment(1), newest, own], own)?.payload.jobId).toBe('job-3')
    }
  })

  test.each([
    ['without a job', { ...comment(3), payload: withoutJob }],
    ['of another project', comment(3, { project: 'two' })],
    ['by another account', comment(3, {}, { author: 6 })],
    ['by nobody whom GitHub names', comment(3, {}, { author: undefined })],
    ['with another key', comment(3, {}, { isVerified: false })],
    ['of this run', { ...own, payload: { ...own.payload, jobId: 'job-9' } }],
  ])('there is no candidate %s', (_name, other) => {
    expect(findCandidate([other], own)).toBeUndefined()
    expect(findCandidate([comment(1), other], own)?.id).toBe(1)
  })
})
