import { expect, test } from 'vitest'
import type { JobRecord } from '../../../../src/agent-job/job/job-record.ts'
import { type OutputName, writeOutputs } from '../../../../src/agent-job/result/outputs.ts'
import type { AgentJob } from '../../../../src/docs-service/schema.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { asResult, type LooseResult } from './report-context.ts'

function write(report: LooseResult): Partial<Record<OutputName, string>> {
  const values: Partial<Record<OutputName, string>> = {}
  writeOutputs({ set: (name, value) => void Object.assign(values, { [name]: value }) }, asResult(report))
  return values
}

const NO_LINK = { id: 'job-1', prLink: null }
const queued = untrustedText('queued')
const unknownStatus = untrustedText('"queued"\n')

test.each<[string, AgentJob, known: Partial<JobRecord>, status: string, job: object]>([
  ['the ID that is known', {}, {}, '', NO_LINK],
  ['no status that could be more than a word', { unknownStatus }, {}, '', { ...NO_LINK, status: '"queued"\n' }],
  ['a word that is not known yet', { unknownStatus: queued }, {}, 'queued', { ...NO_LINK, status: 'queued' }],
  ['null for a link that is refused', { isPrLinkRefused: true }, {}, '', NO_LINK],
  ['the status that the comment remembers', {}, { status: 'active' }, 'active', NO_LINK],
])('the outputs of a job have %s', (_, answer, known, status, job) => {
  const values = write({ outcome: 'submitted', job: { jobId: 'job-1', ...known }, answer })
  expect([values.status, JSON.parse(values.job ?? '')]).toEqual([status, job])
})

test.each([
  ['https://github.com/a/b/pull/7', '7'],
  ['https://github.com/a/b/pull/7/', '7'],
  ['https://github.com/a/b/pull/7/files', ''],
  ['http://git.example:8080/a_b/c.d~e/pulls/9', '9'],
  ['https://gitlab.example/group/-/merge_requests/3?tab=notes#note_1', '3'],
])('the number of %s is %j', (prLink, prNumber) => {
  expect(write({ outcome: 'pull-request', job: { jobId: 'job-1', prLink: new URL(prLink) } }).prNumber).toBe(prNumber)
})
