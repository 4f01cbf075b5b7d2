import { expect, test } from 'vitest'
import { readTrigger } from '../../../../src/agent-job/request/read-trigger.ts'
import { readRequest } from '../../../../src/agent-job/request/request.ts'
import { findReportThread } from '../../../../src/agent-job/request/trigger.ts'

const user = { login: 'writer', id: 7, type: 'User' }

function comment(body: string) {
  const payload = { action: 'created', issue: { number: 3 }, comment: { id: 11, body, user }, sender: user }
  return readTrigger({ name: 'issue_comment', payload })
}

function closed(merged: boolean) {
  const payload = { action: 'closed', pull_request: { number: 4, merged } }
  return readTrigger({ name: 'pull_request', payload })
}

function ask(trigger: ReturnType<typeof readTrigger>, { prompt = '', jobId = '', command = '/docs' } = {}) {
  return readRequest(trigger, { command, prompt, jobId })
}

const fallback = { text: 'Fallback.', removals: 0 }

test.each([
  ['/docs', '', { kind: 'help' }],
  ['/docs', 'Fallback.', { kind: 'prompt', prompt: fallback, isNew: false }],
  ['/docs --new', 'Fallback.', { kind: 'prompt', prompt: fallback, isNew: true }],
  ['/docs help', 'Fallback.', { kind: 'help' }],
  ['/docs --dry-run', 'Fallback.', { kind: 'help', unknownWord: '--dry-run' }],
  ['/docs check', '', { kind: 'check' }],
  ['/docs check', 'Fallback.', { kind: 'check', prompt: fallback }],
  [
    '/docs add <!-- x -->it',
    'Fallback.',
    { kind: 'prompt', prompt: { text: 'add it', removals: 1 }, isNew: false },
  ],
  ['/docs --new\u200B add', '', { kind: 'prompt', prompt: { text: 'add', removals: 1 }, isNew: true }],
  ['/docs <!-- x -->', '', { kind: 'help' }],
  ['/docs <!-- x -->', 'Fallback.', { kind: 'prompt', prompt: fallback, isNew: false }],
])('the comment %j with the prompt %j asks for %j', (body, prompt, request) => {
  expect(ask(comment(body), { prompt })).toEqual(request)
})

test('without a command, the prompt of the workflow is what is asked for', () => {
  const request = { kind: 'prompt', prompt: fallback, isNew: false }
  expect(ask(comment('/docs help'), { prompt: 'Fallback.', command: '' })).toEqual(request)
  expect(ask(closed(true), { prompt: 'Fallback.' })).toEqual(request)
})

test('a pull request that is closed without a merge never asks for a job, whatever the prompt says', () => {
  expect(ask(closed(false), { prompt: 'Fallback.' })).toEqual({ kind: 'close' })
})

test('job-id comes before all', () => {
  for (const trigger of [comment('/docs add it'), closed(false)])
    expect(ask(trigger, { prompt: 'Fallback.', jobId: 'job-1' })).toEqual({ kind: 'attach', jobId: 'job-1' })
})

test.each([
  ['a command', comment('/docs x'), '/docs', { kind: 'issue', number: 3 }],
  ['a comment without a command', comment('x'), '', { number: 9 }],
  ['a pull request', closed(true), '/docs', { number: 9 }],
  [
    'a pull request that is closed without a merge',
    closed(false),
    '/docs',
    { kind: 'pull request', number: 4 },
  ],
])('with issue-number, the thread of %s is reported on, or another', (_, trigger, command, thread) => {
  expect(findReportThread(trigger, { command, issueNumber: 9 })).toEqual(thread)
  expect(findReportThread(trigger, { command, issueNumber: undefined })).toBe(trigger.thread)
  expect(findReportThread(trigger, { command, issueNumber: trigger.thread?.number })).toBe(trigger.thread)
})
