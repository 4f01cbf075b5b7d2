import { expect, test } from 'vitest'
import { addReportThread } from '../../../../src/agent-job/request/read-trigger.ts'
import { parseRequest } from '../../../../src/agent-job/request/request.ts'
import { parseTrigger } from '../../../../src/agent-job/trigger/parse-trigger.ts'

function comment(body: string) {
  return parseTrigger({ name: 'issue_comment', payload: { issue: { number: 3 }, comment: { id: 11, body } } })
}

const opened = parseTrigger({ name: 'pull_request', payload: { action: 'opened', pull_request: { number: 4 } } })

const inputs = { command: '/docs', prompt: 'Fallback.', jobId: '' }
const fallback = { kind: 'prompt', prompt: { text: 'Fallback.', removals: 0 }, isNew: false }

function asking(text: string, isNew: boolean) {
  return { kind: 'prompt', prompt: { text, removals: 1 }, isNew }
}

test.each([
  ['/docs', '', { kind: 'help' }],
  ['/docs', 'Fallback.', fallback],
  ['/docs --new', 'Fallback.', { ...fallback, isNew: true }],
  ['/docs help', 'Fallback.', { kind: 'help' }],
  ['/docs --dry-run', 'Fallback.', { kind: 'help', option: '--dry-run' }],
  ['/docs check', '', { kind: 'check', prompt: { text: '', removals: 0 } }],
  ['/docs check', 'Fallback.', { kind: 'check', prompt: fallback.prompt }],
  ['/docs add <!-- x -->it', 'Fallback.', asking('add it', false)],
  ['/docs --new\u200B add it', '', asking('add it', true)],
  ['/docs <!-- x -->', 'Fallback.', fallback],
])('the comment %j with the prompt %j requests %j', (body, prompt, request) => {
  expect(parseRequest(comment(body), { ...inputs, prompt })).toEqual(request)
})

test('without a command, the prompt of the workflow is requested', () => {
  expect(parseRequest(opened, inputs)).toEqual(fallback)
})

test('job-id comes before all', () => {
  const named = { ...inputs, jobId: 'job-1' }
  expect(parseRequest(comment('/docs add it'), named)).toEqual({ kind: 'attach', jobId: 'job-1' })
})

test.each([
  ['a command', comment('/docs x'), '/docs', 3],
  ['a comment without a command', comment('x'), '', 9],
  ['a pull request', opened, '/docs', 9],
  ['a schedule', parseTrigger({ name: 'schedule', payload: {} }), '/docs', 9],
])('with issue-number, the thread of %s is reported on, or another', (_, trigger, command, number) => {
  const own = trigger.thread
  const report = (issueNumber: number | undefined) => addReportThread(trigger, { command, issueNumber }).reportThread
  expect(report(9)).toEqual(number === 9 ? { number } : own)
  expect([report(undefined), report(own?.number)]).toEqual([own, own])
})
