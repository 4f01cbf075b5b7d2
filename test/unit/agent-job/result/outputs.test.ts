import { expect, test } from 'vitest'
import { type OutputName, writeOutputs } from '../../../../src/agent-job/result/outputs.ts'
import type { RunReport } from '../../../../src/agent-job/result/run-result.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { listDeclaredOutputs } from '../../../world/declared-outputs.ts'
import { pullRequest } from './report-context.ts'

function write(report: RunReport): Partial<Record<OutputName, string>> {
  const values: Partial<Record<OutputName, string>> = {}
  writeOutputs({ set: (name, value) => void Object.assign(values, { [name]: value }) }, report)
  return values
}

/** The output `job` of a run that ended. */
function writeJob(job: RunReport['job']): unknown {
  return JSON.parse(write({ outcome: 'submitted', jobId: 'job-1', job }).job ?? '')
}

const NOTHING = Object.fromEntries(listDeclaredOutputs('agent-job').map((name) => [name, '']))

test.each<RunReport>([
  { outcome: 'error' },
  { outcome: 'error', jobId: undefined, job: undefined, reportedIn: undefined },
  { outcome: 'timed-out', jobId: 'job-1' },
])('outputs without a value are empty strings: %j', (report) => {
  const { outcome, jobId = '' } = report
  expect(write(report)).toEqual({ ...NOTHING, outcome, jobId })
})

test('a job with every field has every output', () => {
  const job = {
    id: 'job-1',
    status: 'completed' as const,
    pullRequest,
    wrongFields: ['archivedAt'],
    model: untrustedText('m'),
    source: { repository: untrustedText('r'), ref: untrustedText('main') },
    createdAt: untrustedText('2026-01-02T03:04:05Z'),
  }
  const reportedIn = 'https://github.com/acme/app/issues/1#issuecomment-2'
  const report = { outcome: 'pull-request', jobId: 'job-1', job, isFollowUp: true, reportedIn } as const
  const { job: written, ...values } = write({ ...report, pullRequest })
  expect(values).toEqual({
    prLink: pullRequest.href,
    prNumber: '7',
    status: 'completed',
    outcome: 'pull-request',
    jobId: 'job-1',
    commentUrl: reportedIn,
    followUp: 'true',
  })
  const { pullRequest: _, wrongFields, ...fields } = job
  expect(JSON.parse(written ?? '')).toEqual({ ...fields, prLink: pullRequest.href })
})

test('the job has the ID that is known, an undocumented status, and null for a link that is refused', () => {
  expect(writeJob({})).toEqual({ id: 'job-1', prLink: null })
  const unknownStatus = untrustedText('"queued"\n')
  expect(writeJob({ id: 'job-1', unknownStatus })).toEqual({
    id: 'job-1',
    status: '"queued"\n',
    prLink: null,
  })
  const refused = { id: 'job-1', status: 'completed', isPrLinkRefused: true } as const
  expect(writeJob(refused)).toEqual({ id: 'job-1', status: 'completed', prLink: null })
})

test('the status is that of the job in documented words, or else what the comment remembers', () => {
  const report = { outcome: 'timed-out', jobId: 'job-1' } as const
  expect(write({ ...report, job: { unknownStatus: untrustedText('queued') } }).status).toBe('')
  expect(write({ ...report, status: 'active' }).status).toBe('active')
  expect(write({ ...report, status: 'active', job: { status: 'failed' } }).status).toBe('failed')
})

test.each([
  ['https://github.com/a/b/pull/7', '7'],
  ['https://github.com/a/b/pull/7/', '7'],
  ['https://github.com/a/b/pull/7?x=8#9', '7'],
  ['https://github.com/a/b/pull/7/files', ''],
  ['https://github.com/a/b/pull/x7', ''],
  ['http://git.example:8080/a_b/c.d~e/pulls/9', '9'],
  ['https://gitlab.example/group/-/merge_requests/3?tab=notes#note_1', '3'],
  [`https://github.com/${'a'.repeat(2048 - 21)}/1`, '1'],
  ['https://github.com', ''],
])('the number of %s is %j', (prLink, prNumber) => {
  expect(write({ outcome: 'pull-request', pullRequest: new URL(prLink) }).prNumber).toBe(prNumber)
})

test('whether the prompt went to the job of an earlier run is told only where one was sent', () => {
  const followUp = (isFollowUp?: boolean) => write({ outcome: 'submitted', isFollowUp }).followUp
  expect([followUp(true), followUp(false), followUp()]).toEqual(['true', 'false', ''])
})
