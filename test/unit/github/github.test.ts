import { expect, test } from 'vitest'
import { connect, connectIn } from './fake-answers.ts'

test('the permission is read, whatever the name of the role', async () => {
  const data = { permission: 'read', role_name: 'admin', user: { permissions: { admin: true } } }
  expect(await connect({ data }).github.fetchPermission('x')).toBe('read')
})

test.each([
  [
    { number: 3, title: 'T', html_url: 'u' },
    { kind: 'issue', title: 'T', url: 'u' },
  ],
  [{ number: 3, pull_request: {} }, { kind: 'pull request' }],
  [{ number: 3, pull_request: null, title: null, body: 7 }, { kind: 'issue' }],
])('a thread %j is read as %j', async (data, thread) => {
  expect(await connect({ data }).github.fetchThread(3)).toEqual(thread)
})

test.each([
  [{ body_text: 'What GitHub shows', body: 'x' }, 'What GitHub shows'],
  [{ body_text: '', body: '' }, ''],
  [{ body_text: null, body: null }, undefined],
])('the description in %j is %j', async (data, description) => {
  const { github, asked } = connectIn('pull request', () => ({ data: { number: 3, ...data } }))
  expect(await github.fetchDescription(3)).toBe(description)
  const parameters = { issue_number: 3, headers: { accept: 'application/vnd.github.full+json' } }
  expect(asked).toMatchObject([{ parameters, permissions: ['pull-requests: read'] }])
})
