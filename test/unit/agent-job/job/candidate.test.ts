import { describe, expect, test } from 'vitest'
import type { Claim, ClaimedComment } from '../../../../src/agent-job/claim/claim-marker.ts'
import { listCandidates } from '../../../../src/agent-job/job/candidate.ts'

describe('the candidate', () => {
  const claim: Claim = {
    state: 'finished',
    trigger: 'issue comment 1',
    project: 'one',
    claimant: { runId: '1', job: 'docs', step: '__self', attempt: 1 },
    nonce: 'n',
    jobId: 'job-1',
  }
  const comment = (id: number, change: Partial<Claim> = {}, isVerified = true): ClaimedComment => ({
    id,
    url: '',
    author: 5,
    updatedAt: undefined,
    isVerified,
    payload: { ...claim, ...change },
  })
  const { jobId: _, ...withoutJob } = claim
  const find = (...found: ClaimedComment[]) => listCandidates(found, 'one')[0]

  test.each([undefined, 'pull-request', 'submitted', 'timed-out', 'cancelled', 'error', 'unknown'] as const)(
    'the candidate is the newest comment that knows a job, where its run ended as %s',
    (outcome) => {
      const newest = comment(3, { jobId: 'job-3', ...(outcome && { outcome }) })
      const candidate = find(comment(1), newest)
      expect([candidate?.comment, candidate?.job.jobId]).toEqual([newest, 'job-3'])
    },
  )

  test.each([
    ['without a job', { ...comment(3), payload: withoutJob }],
    ['of another project', comment(3, { project: 'two' })],
    ['with another key', comment(3, {}, false)],
    ['whose job failed', comment(3, { outcome: 'failed' })],
    ['whose job was archived', comment(3, { outcome: 'archived' })],
    ['whose job opened no pull request', comment(3, { outcome: 'no-pull-request' })],
  ])('a comment %s is passed over', (_name, other) => {
    expect(find(other)).toBeUndefined()
    expect(find(comment(1), other)?.comment.id).toBe(1)
  })

  test('a comment that was taken over knows the job of before', () => {
    const kept = { jobId: 'job-0', headSha: 'abc' }
    expect(find({ ...comment(3), payload: { ...withoutJob, kept } })?.job).toEqual(kept)
    expect(find(comment(3, { kept, outcome: 'failed' }))?.job).toEqual(kept)
    expect(find(comment(3, { kept }))?.job.jobId).toBe('job-1')
    const all = listCandidates([comment(1), comment(3, { jobId: 'job-3', kept })], 'one')
    expect(all.map(({ job }) => job.jobId)).toEqual(['job-3', 'job-0', 'job-1'])
  })
})
