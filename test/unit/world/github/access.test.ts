import { describe, expect, test } from 'vitest'
import { startWorld } from './world-for-tests.ts'

describe('what a token of a workflow may', () => {
  test('on a pull request, comments and reactions need `pull-requests: write`', async () => {
    const { github, send } = await startWorld()
    const issue = await github.createIssue()
    const pull = await github.createPullRequest()
    const { comment } = await github.comment(pull.number, '/docs add a page')
    const needs = async (permissions: Parameters<typeof github.actionsTokenWith>[0]) => {
      const token = github.actionsTokenWith(permissions)
      const place = '/repos/acme/app/issues'
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

  test('what is public may be read without any permission', async () => {
    const { github, send } = await startWorld()
    const token = github.actionsTokenWith({})
    expect((await send('GET', '/repos/acme/app/releases', { token })).status).toBe(200)
    expect((await send('GET', '/repos/acme/docs/releases', { token })).status).toBe(200)
  })

  test('a private repository is read by permission', async () => {
    const { github, send } = await startWorld({ privateRepositories: ['acme/app'] })
    const { number, payload } = await github.createPullRequest()
    expect(payload['repository']).toMatchObject({ private: true, visibility: 'private' })
    const reads = [
      ['/repos/acme/app/releases', 'contents'],
      ['/repos/acme/app/compare/main...change-1', 'contents'],
      [`/repos/acme/app/pulls/${number}/files`, 'pull_requests'],
      [`/repos/acme/app/issues/${number}`, 'pull_requests'],
    ] as const
    for (const [path, permission] of reads) {
      const refused = await send('GET', path, { token: github.actionsTokenWith({}) })
      expect([refused.status, refused.body.message]).toEqual([403, 'Resource not accessible by integration'])
      expect(refused.headers.get('x-accepted-github-permissions')).toContain(`${permission}=read`)
      const token = github.actionsTokenWith({ [permission]: 'read' })
      expect((await send('GET', path, { token })).status).toBe(200)
    }
  })

  test('another private repository is not there, as for a stranger', async () => {
    const { github, send } = await startWorld({ privateRepositories: ['acme/docs'] })
    const { number } = await github.createPullRequest({ on: 'acme/docs' })
    const status = async (token: string) =>
      (await send('GET', `/repos/acme/docs/pulls/${number}`, { token })).status
    expect(await status(github.actionsToken)).toBe(404)
    expect(await status(github.tokenFor('stranger'))).toBe(404)
    expect(await status(github.tokenFor('reader'))).toBe(200)
    expect(await status(github.appToken({ pull_requests: 'read' }))).toBe(200)
    expect(await status(github.appToken({ pull_requests: 'read' }, ['acme/app']))).toBe(404)
  })

  test('a token that has expired is refused', async () => {
    const { github, send } = await startWorld()
    expect((await send('GET', '/repos/acme/app/releases')).status).toBe(200)
    github.expireToken(github.actionsToken)
    expect(await send('GET', '/repos/acme/app/releases')).toMatchObject({
      status: 401,
      body: { message: 'Bad credentials' },
    })
  })
})

test('a renamed repository redirects to its id: reads for good, writes with their method', async () => {
  const { github, send } = await startWorld({ enterprise: true })
  const issue = await github.createIssue()
  const { comment } = await github.comment(issue.number, 'Hello')
  await github.renameRepository('acme/app')
  const path = `/repos/acme/app/issues/${issue.number}/comments`
  const list = await send('GET', `${path}?per_page=5`)
  const create = await send('POST', path, { body: { body: 'x' } })
  expect([list.status, create.status]).toEqual([301, 307])
  const location = list.headers.get('location') ?? ''
  expect(location).toMatch(/\/api\/v3\/repositories\/\d+\/issues\/\d+\/comments\?per_page=5$/)
  expect(create.headers.get('location')).toBe(location.replace('?per_page=5', ''))
  const moved = await send('GET', location.slice(github.apiUrl.length))
  expect(moved).toMatchObject({ status: 200, body: [{ id: comment.id, body: 'Hello' }] })
})
