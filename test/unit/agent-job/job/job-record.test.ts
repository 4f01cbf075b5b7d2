import { expect, test } from 'vitest'
import { parseSavedJob } from '../../../../src/agent-job/job/job-record.ts'

const WHOLE = { jobId: 'job-1', isFollowUp: true, status: 'active', prLink: 'https://a.example/7' }
const [jobId, prLink] = [WHOLE.jobId, new URL(WHOLE.prLink)]

test.each<[string, object, object | undefined]>([
  ['everything', WHOLE, { ...WHOLE, prLink }],
  ['an ID that is none', { ...WHOLE, jobId: 7 }, undefined],
  ['an ID that names another path', { ...WHOLE, jobId: '..' }, undefined],
  ['fields of other types', { jobId, isFollowUp: 'x', status: 7, prLink: 7 }, { jobId }],
  ['a link that is not safe', { jobId, prLink: 'javascript:x' }, { jobId }],
])('a saved job with %s is read as far as it has the right form', (_name, saved, expected) => {
  expect(parseSavedJob(saved)).toEqual(expected)
})
