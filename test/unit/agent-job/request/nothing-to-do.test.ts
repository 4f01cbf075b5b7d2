import { expect, test } from 'vitest'
import { findNothingToDo } from '../../../../src/agent-job/request/nothing-to-do.ts'
import { readTrigger } from '../../../../src/agent-job/request/trigger.ts'

const user = { login: 'writer', id: 7, type: 'User' }

function find(name: string, payload: object, command = '/docs') {
  return findNothingToDo(readTrigger({ name, payload }), command, ['helper[bot]'])
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
    expect(find(event, comment('/docs add a page'), '')).toBeUndefined()
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
