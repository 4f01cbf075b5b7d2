import { expect, test } from 'vitest'
import type { EarlyInputs } from '../../../../src/agent-job/inputs/early-inputs.ts'
import { findNothingToDo } from '../../../../src/agent-job/request/nothing-to-do.ts'
import { parseTrigger } from '../../../../src/agent-job/trigger/parse-trigger.ts'

const user = { login: 'writer', id: 7, type: 'User' }

function find(name: string, payload: object, inputs: Partial<EarlyInputs> = {}) {
  return findNothingToDo(parseTrigger({ name, payload }), {
    command: '/docs',
    allowedBots: ['helper[bot]'],
    ignoreAuthors: ['mintlify[bot]', 'dependabot[bot]'],
    jobId: '',
    ...inputs,
  })
}

function comment(body: string, author = user) {
  return { action: 'created', issue: { number: 3 }, comment: { id: 11, body, user: author }, sender: author }
}

const isSurprising = true

const UNREAD = ['discussion', 'discussion_comment', 'commit_comment', 'pull_request_review']

test.each(UNREAD)('the event %s requests nothing, with a notice', (event) => {
  const reason = expect.stringContaining(`"${event}"`)
  expect(find(event, comment('/docs add a page'))).toEqual({ reason, isSurprising })
  expect(find(event, comment('Hello'), { command: '' })).toEqual({ reason, isSurprising })
})

test('events without a comment request a job', () => {
  for (const event of ['release', 'schedule', 'pull_request', 'issues', 'workflow_dispatch'])
    expect(find(event, {}), event).toBeUndefined()
})

test.each([
  ['it begins with the command', comment('/Docs add a page'), undefined],
  ['it begins with something else', comment('add a page'), 'does not begin with /docs'],
  ['it was edited', { ...comment('/docs x'), action: 'edited' }, 'edited'],
  ['the event holds none', { action: 'created' }, 'no comment'],
  ['this action wrote it', comment('<!-- docs-agent:job -->\n/docs x'), 'not begin with'],
  ['a bot wrote it', comment('/docs x', { ...user, login: 'other[bot]', type: 'Bot' }), 'other[bot]'],
  ['a listed bot wrote it', comment('/docs x', { ...user, login: 'helper[bot]', type: 'Bot' }), undefined],
])('whether a comment requests something, when %s', (_, payload, reason) => {
  expect(find('issue_comment', payload)).toEqual(
    reason && { reason: expect.stringContaining(reason), isSurprising: false },
  )
})

test('an account without a type, and a bot whose suffix is missing in the list, are reported in a notice', () => {
  const untyped = comment('/docs x', { ...user, type: '' })
  const reason = expect.stringContaining('allowed-bots')
  expect(find('issue_comment', untyped)).toEqual({ reason, isSurprising })
  const bot = comment('/docs x', { ...user, login: 'Helper[bot]', type: 'Bot' })
  const hint = expect.stringContaining('Write `Helper[bot]` instead of `helper`.')
  expect(find('issue_comment', bot, { allowedBots: ['helper'] })).toEqual({ reason: hint, isSurprising })
})

test('an event by an ignored author requests nothing, unless a command or a job is named', () => {
  const opened = { action: 'opened', pull_request: { number: 3, user: { login: 'dependabot[bot]' } } }
  const ignored = { reason: expect.stringContaining('ignore-authors'), isSurprising: false }
  expect(find('pull_request', opened)).toEqual(ignored)
  expect(find('pull_request', opened, { jobId: 'job-1' })).toBeUndefined()
  const asked = { ...comment('/docs x'), issue: { number: 3, user: { login: 'mintlify[bot]' } } }
  expect(find('issue_comment', asked)).toBeUndefined()
})

const [zeros, before, after] = ['0', 'b', 'a'].map((digit) => digit.repeat(40))

test.each([
  ['has commits', { before, after }, {}, undefined],
  [
    'deletes a branch',
    { before, after: zeros },
    {},
    { reason: 'the push deleted a branch or tag.', isSurprising: false },
  ],
  [
    'creates a branch',
    { before: zeros, after },
    {},
    { reason: expect.stringMatching(/created .*`since`/), isSurprising },
  ],
  ['creates a tag', { before: zeros, after, ref: 'refs/tags/v1' }, {}, undefined],
  ['creates a branch, and a job is named', { before: zeros, after }, { jobId: 'job-1' }, undefined],
])('whether a push that %s requests something', (_name, payload, inputs, expected) => {
  expect(find('push', { ref: 'refs/heads/next', ...payload }, inputs)).toEqual(expected)
})

test('a pull request that is closed without a merge requests nothing', () => {
  const close = (merged: boolean) => find('pull_request', { action: 'closed', pull_request: { number: 3, merged } })
  expect(close(false)).toEqual({ reason: expect.stringContaining('closed without a merge'), isSurprising: false })
  expect(close(true)).toBeUndefined()
})
