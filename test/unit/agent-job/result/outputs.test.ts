import { expect, test } from 'vitest'
import { type OutputName, writeOutputs } from '../../../../src/agent-job/result/outputs.ts'
import type { RunReport } from '../../../../src/agent-job/result/run-result.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { listDeclaredOutputs } from '../../../world/declared-outputs.ts'

function write(facts: RunReport): Partial<Record<OutputName, string>> {
  const values: Partial<Record<OutputName, string>> = {}
  writeOutputs(
    {
      set: (name, value) => {
        values[name] = value
      },
    },
    facts,
  )
  return values
}

const NOTHING = Object.fromEntries(listDeclaredOutputs('agent-job').map((name) => [name, '']))

test('outputs without a value are empty strings', () => {
  expect(write({ outcome: 'error' })).toEqual({ ...NOTHING, outcome: 'error' })
  expect(write({ outcome: 'error', jobId: undefined, job: undefined, reportedIn: undefined })).toEqual({
    ...NOTHING,
    outcome: 'error',
  })
})

test('a job with every field has every output', () => {
  const job = {
    id: 'job-1',
    status: 'completed' as const,
    pullRequest: new URL('https://github.com/acme/docs/pull/42'),
    wrongFields: ['archivedAt'],
    model: untrustedText('m'),
    source: { repository: untrustedText('r'), ref: untrustedText('main') },
    createdAt: untrustedText('2026-01-02T03:04:05Z'),
  }
  const values = write({
    outcome: 'pull-request',
    jobId: 'job-1',
    job,
    pullRequest: job.pullRequest,
    isFollowUp: true,
    reportedIn: 'https://github.com/acme/app/issues/1#issuecomment-2',
  })
  expect(values).toMatchObject({
    prLink: 'https://github.com/acme/docs/pull/42',
    prNumber: '42',
    status: 'completed',
    jobId: 'job-1',
    followUp: 'true',
  })
  const { pullRequest, wrongFields, ...fields } = job
  expect(JSON.parse(values.job ?? '')).toEqual({ ...fields, prLink: pullRequest.href })
})

test('a job that is known by its ID only has the ID in the outputs', () => {
  const values = write({ outcome: 'timed-out', jobId: 'job-1' })
  expect(values).toEqual({ ...NOTHING, outcome: 'timed-out', jobId: 'job-1' })
  expect(JSON.parse(write({ outcome: 'submitted', jobId: 'job-1', job: {} }).job ?? '')).toEqual({
    id: 'job-1',
    prLink: null,
  })
})

test('a status that is not documented is in the job only, where it is JSON', () => {
  const job = { id: 'job-1', unknownStatus: untrustedText('"queued"\n') }
  const values = write({ outcome: 'timed-out', jobId: 'job-1', job })
  expect(values.status).toBe('')
  expect(JSON.parse(values.job ?? '')).toEqual({ id: 'job-1', status: '"queued"\n', prLink: null })
})

test('a link that was refused is null in the job', () => {
  const job = { id: 'job-1', status: 'completed', isPrLinkRefused: true } as const
  const values = write({ outcome: 'no-pull-request', jobId: 'job-1', job })
  expect(values).toMatchObject({ prLink: '', prNumber: '' })
  expect(JSON.parse(values.job ?? '')).toEqual({ id: 'job-1', status: 'completed', prLink: null })
})

test.each([
  ['https://github.com/a/b/pull/7', '7'],
  ['https://github.com/a/b/pull/7/', '7'],
  ['https://github.com/a/b/pull/7?x=8', '7'],
  ['https://github.com/a/b/pull/7#9', '7'],
  ['https://github.com/a/b/pull/7/files', ''],
  ['https://github.com/a/b/pull/x7', ''],
  ['http://git.example:8080/a_b/c.d~e/pulls/9', '9'],
  ['https://gitlab.example/group/-/merge_requests/3?tab=notes#note_1', '3'],
  [`https://github.com/${'a'.repeat(2048 - 21)}/1`, '1'],
  ['https://github.com', ''],
])('the number of %s is %j', (prLink, prNumber) => {
  expect(write({ outcome: 'pull-request', pullRequest: new URL(prLink) }).prNumber).toBe(prNumber)
})

test('the link of the pull request that was continued stands in for one that the service leaves out', () => {
  const pullRequest = new URL('https://github.com/acme/docs/pull/7')
  const job = { id: 'job-1', status: 'completed' } as const
  const values = write({ outcome: 'pull-request', jobId: 'job-1', job, pullRequest })
  expect(values).toMatchObject({ prLink: pullRequest.href, prNumber: '7' })
})

test.each([
  [true, 'true'],
  [false, 'false'],
  [undefined, ''],
])('a prompt that went to the job of an earlier run (%s) is told as %j', (isFollowUp, followUp) => {
  expect(write({ outcome: 'submitted', jobId: 'job-1', isFollowUp }).followUp).toBe(followUp)
})
