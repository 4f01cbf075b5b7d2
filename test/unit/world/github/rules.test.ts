import { expect, test } from 'vitest'
import type { TokenPermissions } from '../../../world/github/world.ts'
import { startWorld } from './world-for-tests.ts'

// Behavior of the real GitHub that the action relies on. Without it, scenarios would prove nothing.

test('on a pull request, comments and reactions need `pull-requests: write`', async () => {
  const { github, send } = await startWorld()
  const issue = await github.createIssue()
  const pull = await github.createPullRequest()
  const { comment } = await github.comment(pull.number, '/docs add a page')
  const place = '/repos/acme/app/issues'
  const needs = async (permissions: TokenPermissions) => {
    const token = github.actionsTokenWith(permissions)
    const answers = await Promise.all([
      send('POST', `${place}/${issue.number}/comments`, { body: { body: 'x' }, token }),
      send('POST', `${place}/${pull.number}/comments`, { body: { body: 'x' }, token }),
      send('POST', `${place}/comments/${comment.id}/reactions`, { body: { content: 'eyes' }, token }),
    ])
    return answers.map(({ status, headers }) => headers.get('x-accepted-github-permissions') ?? status)
  }
  const accepted = 'issues=write; pull_requests=write'
  expect(await needs({ issues: 'write' })).toEqual([201, accepted, accepted])
  expect(await needs({ pull_requests: 'write' })).toEqual([accepted, 201, 201])
})

test.each([
  ['releases', 'contents'],
  ['compare/main...change-1', 'contents'],
  ['pulls/1/files', 'pull_requests'],
  ['issues/1', 'pull_requests'],
])('in a private repository, %s needs `%s: read`', async (place, permission) => {
  const { github, send } = await startWorld({ privateRepositories: ['acme/app'] })
  await github.createPullRequest()
  const read = async (permissions: TokenPermissions) =>
    (await send('GET', `/repos/acme/app/${place}`, { token: github.actionsTokenWith(permissions) })).status
  expect([await read({ [permission]: 'read' }), await read({})]).toEqual([200, 403])
})

test("public repositories can be read, and other private repositories don't exist", async () => {
  const { github, send } = await startWorld({ privateRepositories: ['acme/docs'] })
  const status = async (token: string, name = 'docs') =>
    (await send('GET', `/repos/acme/${name}/releases`, { token })).status
  expect(await status(github.actionsTokenWith({}), 'app')).toBe(200)
  expect(await status(github.actionsToken)).toBe(404)
  expect(await status(github.tokenFor('stranger'))).toBe(404)
  expect(await status(github.tokenFor('reader'))).toBe(200)
  expect(await status(github.appToken({ contents: 'read' }))).toBe(200)
  expect(await status(github.appToken({ contents: 'read' }, ['acme/app']))).toBe(404)
  github.expireToken(github.actionsToken)
  expect(await status(github.actionsToken)).toBe(401)
})

test('the first reaction of a kind by an account is answered with 201, the same one again with 200', async () => {
  const { github, send } = await startWorld()
  const issue = await github.createIssue()
  const { comment } = await github.comment(issue.number, '/docs add a page')
  const react = async (content: string, token?: string) => {
    const path = `/repos/acme/app/issues/comments/${comment.id}/reactions`
    return (await send('POST', path, { body: { content }, ...(token && { token }) })).status
  }
  const answers = [await react('eyes'), await react('eyes'), await react('rocket')]
  expect([...answers, await react('eyes', github.tokenFor('reader'))]).toEqual([201, 200, 201, 201])
})

test.each([
  ['merge', 3],
  ['squash', 1],
  ['rebase', 2],
] as const)('by %s, a push has %d commits, which belong to their pull request', async (how, count) => {
  const { github, send } = await startWorld()
  const { number } = await github.createPullRequest()
  const { payload: updated } = await github.updatePullRequest(number, [{ files: { 'b.ts': 'b\n' } }])
  await github.push([{ files: { 'a.txt': 'a\n' } }])
  const { push, closed } = await github.merge(number, how)
  const { after, commits } = push.payload as { after: string; commits: { id: string }[] }
  expect([commits.length, commits.at(-1)?.id]).toEqual([count, after])
  const merged = { number, merge_commit_sha: after, merged: true, head: { sha: updated['after'] } }
  expect(closed.payload['pull_request']).toMatchObject(merged)
  for (const { id } of commits)
    expect((await send('GET', `/repos/acme/app/commits/${id}/pulls`)).body).toMatchObject([merged])
})

test('a pull request lists files with the lines around and between changes', async () => {
  const { github, send } = await startWorld()
  const lines = [...'abcdefghij']
  const write = (text: string[]) => `${text.join('\n')}\n`
  await github.push([{ files: { 'old.ts': write(lines) } }])
  const changed = lines.map((line) => (line === 'e' ? 'E' : line)).filter((line) => line !== 'g')
  const files = { 'src/config.ts': null, 'new.ts': 'export {}\n', 'old.ts': write(changed) }
  const { number } = await github.createPullRequest({ files })
  expect((await send('GET', `/repos/acme/app/pulls/${number}/files`)).body).toMatchObject([
    { filename: 'new.ts', status: 'added', additions: 1, patch: '@@ -0,0 +1,1 @@\n+export {}' },
    {
      filename: 'old.ts',
      status: 'modified',
      ...{ additions: 1, deletions: 2 },
      patch: '@@ -2,9 +2,8 @@\n b\n c\n d\n-e\n+E\n f\n-g\n h\n i\n j',
    },
    { filename: 'src/config.ts', status: 'removed', additions: 0, deletions: 6 },
  ])
})
