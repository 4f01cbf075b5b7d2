import { expect, test } from 'vitest'
import { GitHubError } from '../../../src/github/errors.ts'
import { connect, connectIn } from './fake-answers.ts'

test.each([null, {}, { permission: 'owner' }, { permission: 'ADMIN' }, { permission: ['admin'] }, 'admin'])(
  'an answer without a known permission admits nobody: %j',
  async (data) => {
    await expect(connect({ data }).github.readPermission('x')).rejects.toBeInstanceOf(GitHubError)
  },
)

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
      route: 'GET /repos/{owner}/{repo}/issues/{issue_number}',
      parameters: { issue_number: 3, headers: { accept: 'application/vnd.github.full+json' } },
      permissions: ['pull-requests: read'],
    },
  ])
})

test.each([{}, { body: 'x' }, { body: null }, { body: 'x', body_text: null }, { body_text: 7 }])(
  'an answer without the description as text is an error: %j',
  async (data) => {
    await expect(connect({ data }).github.readDescription(3)).rejects.toThrow(
      /read the description of #3 of acme\/app: the answer does not have the form/,
    )
  },
)
