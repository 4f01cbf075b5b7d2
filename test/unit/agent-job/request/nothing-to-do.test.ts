import { expect, test } from 'vitest'
import { type EarlyInputs, findNothingToDo } from '../../../../src/agent-job/request/nothing-to-do.ts'
import { readTrigger } from '../../../../src/agent-job/request/read-trigger.ts'

const user = { login: 'writer', id: 7, type: 'User' }

function find(name: string, payload: object, inputs: Partial<EarlyInputs> = {}) {
  return findNothingToDo(readTrigger({ name, payload }), {
    command: '/docs',
    allowedBots: ['helper[bot]'],
    ignoreAuthors: ['mintlify[bot]', 'dependabot[bot]'],
    jobId: '',
    hasApiKey: true,
    ...inputs,
  })
}

function comment(body: string, author = user) {
  return { action: 'created', issue: { number: 3 }, comment: { id: 11, body, user: author }, sender: author }
}

test.each(['discussion', 'discussion_comment', 'commit_comment', 'pull_request_review'])(
  'the event %s asks for nothing while there is a command, and says so',
  (event) => {
    expect(find(event, comment('/docs add a page'))).toEqual({
      reason: expect.stringContaining(`"${event}"`),
      isSurprising: true,
    })
    expect(find(event, comment('/docs add a page'), { command: '' })).toBeUndefined()
  },
)

test.each(['push', 'release', 'schedule', 'pull_request', 'issues', 'workflow_dispatch'])(
  'the event %s asks for something',
  (event) => {
    expect(find(event, {})).toBeUndefined()
  },
)

test('a comment asks for something when it begins with the command, in any case of letters', () => {
  expect(find('issue_comment', comment('/Docs add a page'))).toBeUndefined()
  expect(find('issue_comment', comment('add a page'))).toEqual({
    reason: 'the comment does not begin with /docs.',
    isSurprising: false,
  })
})

test.each([
  ['it was edited', { ...comment('/docs x'), action: 'edited' }, /edited/],
  ['the event holds none', { action: 'created' }, /no comment/],
  ['a bot wrote it', comment('/docs x', { ...user, login: 'other[bot]', type: 'Bot' }), /other\[bot\]/],
])('a comment asks for nothing when %s', (_, payload, reason) => {
  expect(find('issue_comment', payload)?.reason).toMatch(reason)
})

test('what ignored authors caused asks for nothing, without a key too, unless a command or a job is named', () => {
  const opened = { action: 'opened', pull_request: { number: 3, user: { login: 'dependabot[bot]' } } }
  const closed = { ...opened, action: 'closed', pull_request: { ...opened.pull_request, merged: false } }
  for (const payload of [opened, closed])
    expect(find('pull_request', payload, { hasApiKey: false })).toEqual({
      reason: expect.stringContaining('ignore-authors'),
      isSurprising: false,
    })
  expect(find('pull_request', opened)?.reason).toContain('ignore-authors')
  expect(find('pull_request', closed)).toBeUndefined()
  expect(find('pull_request', opened, { ignoreAuthors: [] })).toBeUndefined()
  expect(find('pull_request', opened, { jobId: 'job-1' })).toBeUndefined()
  const asked = { ...comment('/docs x'), issue: { number: 3, user: { login: 'mintlify[bot]' } } }
  expect(find('issue_comment', asked)).toBeUndefined()
  expect(find('issue_comment', asked, { command: '' })?.reason).toContain('ignore-authors')
})

test('a pull request that is closed without a merge asks for nothing where there is no key, and says so', () => {
  const closed = { action: 'closed', pull_request: { number: 3, merged: false } }
  expect(find('pull_request', closed, { hasApiKey: false })).toEqual({
    reason: expect.stringContaining('closed without a merge'),
    isSurprising: true,
  })
  expect(find('pull_request', closed)).toBeUndefined()
  const merged = { action: 'closed', pull_request: { number: 3, merged: true } }
  expect(find('pull_request', merged, { hasApiKey: false })).toBeUndefined()
})
