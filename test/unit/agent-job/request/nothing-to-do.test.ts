import { expect, test } from 'vitest'
import type { EarlyInputs } from '../../../../src/agent-job/inputs/early-inputs.ts'
import { findNothingToDo } from '../../../../src/agent-job/request/nothing-to-do.ts'
import { parseTrigger } from '../../../../src/agent-job/trigger/parse-trigger.ts'

function find(name: string, payload: object, inputs: Partial<EarlyInputs> = {}) {
  return findNothingToDo(parseTrigger({ name, payload }), {
    command: '/docs',
    allowedBots: ['helper[bot]', 'other'],
    ignoreAuthors: ['mintlify[bot]'],
    jobId: '',
    ...inputs,
  })
}

function comment(body: string, account = {}) {
  const user = { login: 'writer', id: 7, type: 'User', ...account }
  return { action: 'created', issue: { number: 3 }, comment: { id: 11, body, user }, sender: user }
}

const bot = (login: string) => ({ login, type: 'Bot' })
const untyped = { type: '' }
const byAgent = { number: 3, user: { login: 'mintlify[bot]' } }

test.each<[string, object, reason?: string, isSurprising?: boolean]>([
  ['it begins with the command', comment('/Docs add a page')],
  ['it begins with something else', comment('add a page'), 'does not begin with /docs'],
  ['it was edited', { ...comment('/docs x'), action: 'edited' }, 'edited'],
  ['the event holds none', { action: 'created' }, 'no comment'],
  ['this action wrote it', comment('<!-- docs-agent:job -->\n/docs x'), 'not begin with'],
  ['a listed bot wrote it', comment('/docs x', bot('helper[bot]'))],
  ['a bot wrote it', comment('/docs x', bot('third[bot]')), '"third[bot]" isn\'t a person (type "Bot")'],
  ['its account has no type', comment('/docs x', untyped), "isn't listed in `allowed-bots`.", true],
  ['an ignored author wrote its issue', { ...comment('/docs x'), issue: byAgent }],
])('whether a comment requests something, when %s', (_, payload, reason, isSurprising = false) => {
  const nothing = reason && { reason: expect.stringContaining(reason), isSurprising }
  expect(find('issue_comment', payload)).toEqual(nothing)
})

const UNREAD = ['discussion', 'discussion_comment', 'commit_comment', 'pull_request_review']

test.each(UNREAD)('the event %s requests nothing, with a notice', (event) => {
  const nothing = { reason: expect.stringContaining(`the event is "${event}"`), isSurprising: true }
  expect(find(event, comment('/docs add a page'))).toEqual(nothing)
  expect(find(event, comment('Hello'), { command: '' })).toEqual(nothing)
})

const [zeros, before, after] = ['0', 'b', 'a'].map((digit) => digit.repeat(40))
const push = { ref: 'refs/heads/next', before, after }
const created = { ...push, before: zeros }

test('a push that creates a branch requests nothing, with a notice that names `since`', () => {
  expect(find('push', created, {})).toEqual({ reason: expect.stringMatching(/created .*`since`/), isSurprising: true })
})

const close = (merged: boolean) => ({ action: 'closed', pull_request: { number: 3, merged } })

test.each<[string, object, Partial<EarlyInputs>, reason?: string]>([
  ['push', push, {}],
  ['push', { ...push, after: zeros }, {}, 'deleted a branch or tag'],
  ['push', created, { jobId: 'job-1' }],
  ['push', { ...created, ref: 'refs/tags/v1' }, {}],
  ['schedule', {}, {}],
  ['issue_comment', comment('Hello'), { command: '' }],
  ['pull_request', close(true), {}],
  ['pull_request', close(false), {}, 'closed without a merge'],
  ['pull_request', { action: 'opened', pull_request: byAgent }, {}, 'ignore-authors'],
  ['pull_request', { action: 'opened', pull_request: byAgent }, { jobId: 'job-1' }],
])('whether the event %s with %j and %j requests something', (event, payload, inputs, reason) => {
  const nothing = reason && { reason: expect.stringContaining(reason), isSurprising: false }
  expect(find(event, payload, inputs)).toEqual(nothing)
})
