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

// What people do by GitHub's API, as the acceptance test does it. How it starts workflows: `test/world/sandbox.ts`.
test("what people do is delivered, and nothing of a workflow's token; only those with write access change code", async () => {
  const { github, send } = await startWorld()
  const deliveries: string[] = []
  github.hub.onDelivery = ({ event, payload }) => deliveries.push(`${event} ${payload['action'] ?? ''}`)
  const { number } = await github.createPullRequest()
  const content = Buffer.from('text\n').toString('base64')
  const ref = { ref: 'refs/heads/change-9', sha: github.tipOf() }
  const code: [method: string, place: string, body: object][] = [
    ['PUT', '/contents/.github/workflows/docs.yml', { message: 'Add', content, branch: 'main' }],
    ['POST', '/git/refs', ref],
    ['DELETE', '/git/refs/heads/change-9', {}],
    ['POST', '/releases', { tag_name: 'v9' }],
    ['PUT', `/pulls/${number}/merge`, {}],
    ['POST', '/actions/workflows/docs.yml/dispatches', { ref: 'main' }],
  ]
  const talk: typeof code = [
    ['POST', '/issues', { title: 'Title', body: 'Body' }],
    ['POST', `/issues/${number}/comments`, { body: '/docs' }],
    ['POST', `/pulls/${number}/comments`, { body: '/docs', commit_id: ref.sha }],
  ]
  async function perform(acts: typeof code, token: string) {
    const statuses: number[] = []
    for (const [method, place, body] of acts)
      statuses.push((await send(method, `/repos/acme/app${place}`, { body, token })).status)
    return { statuses, delivered: deliveries.splice(0) }
  }
  const [reader, writer] = [github.tokenFor('reader'), github.tokenFor('writer')]

  expect(await perform(code, reader)).toEqual({ statuses: code.map(() => 403), delivered: [] })
  expect(await perform(talk, github.actionsToken)).toEqual({ statuses: [201, 201, 201], delivered: [] })
  expect(await perform(talk, reader)).toEqual({
    statuses: [201, 201, 201],
    delivered: ['issues opened', 'issue_comment created', 'pull_request_review_comment created'],
  })
  expect(await perform(code, writer)).toEqual({
    statuses: [201, 201, 204, 201, 200, 204],
    delivered: ['push ', 'release published', 'push ', 'pull_request closed', 'workflow_dispatch '],
  })
})
