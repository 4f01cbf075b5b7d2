import { expect, test } from 'vitest'
import { connect, connectIn } from './fake-answers.ts'

test.each(['admin', 'write', 'read', 'none'])(
  'the permission "%s", not the name of the role, is what is read',
  async (permission) => {
    const data = { permission, role_name: 'admin', user: { permissions: { admin: true } } }
    expect(await connect({ data }).github.readPermission('x')).toBe(permission)
  },
)

test.each([
  [
    { title: 'T', html_url: 'u', body: 'B' },
    { kind: 'issue', title: 'T', url: 'u' },
  ],
  [{ pull_request: {} }, { kind: 'pull request' }],
  [{ pull_request: null, title: null, body: 7 }, { kind: 'issue' }],
])('a thread %j is read as %j', async (data, thread) => {
  expect(await connect({ data }).github.readThread(3)).toStrictEqual(thread)
})

test.each([
  [{ body_text: 'What GitHub shows', body: 'x' }, 'What GitHub shows'],
  [{ body_text: '', body: '' }, ''],
  [{ body_text: null, body: null }, undefined],
])('the description in %j is %j', async (data, description) => {
  const { github, asked } = connectIn('pull request', () => ({ data }))
  expect(await github.readDescription(3)).toBe(description)
  expect(asked).toMatchObject([
    {
      operation: 'read the description of #3 of acme/app',
      route: 'GET /repos/{owner}/{repo}/issues/{issue_number}',
      parameters: { issue_number: 3, headers: { accept: 'application/vnd.github.full+json' } },
      permissions: ['pull-requests: read'],
    },
  ])
})
