import { expect, test } from 'vitest'
import { listCandidates } from '../../../../src/agent-job/job/destination.ts'
import { digest } from '../../../../src/github/signed-marker.ts'
import { createOurComment } from './job-for-tests.ts'

const list = (...found: Parameters<typeof listCandidates>[0]) =>
  listCandidates(found, digest('project-1')).map(({ comment, job }) => [comment.id, job.jobId])

test('the candidates are the jobs that the comments know, the newest first, and those that they knew before', () => {
  const takenOver = createOurComment(3, { earlierJob: { jobId: 'job-0' } })
  expect(list(createOurComment(1), takenOver)).toEqual([
    [3, 'job-3'],
    [3, 'job-0'],
    [1, 'job-1'],
  ])
})

test.each([
  ['without a job', createOurComment(3, { job: undefined })],
  ['whose job has ended without a pull request', createOurComment(3, { outcome: 'failed' })],
  ['of another project', createOurComment(3, { project: 'two' })],
  ['with another key', { ...createOurComment(3), isVerified: false }],
])('a comment %s is passed over', (_name, other) => {
  expect(list(createOurComment(1), other)).toEqual([[1, 'job-1']])
})
