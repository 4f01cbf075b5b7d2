import { expect, onTestFinished, test } from 'vitest'
import { actionsBot, actionsBotId } from '../../world/github/people.ts'
import { startGitHub } from '../../world/github/start-github.ts'
import type { GitHubOptions, GitHubWorld } from '../../world/github/world.ts'

test('a comment arrives as a webhook with what GitHub sends', async () => {
  const github = await start()
  const issue = await github.createIssue({ title: 'Retries', body: 'How many?' })
  const { comment, event, payload } = await github.comment(issue.number, '/docs add a page')
  expect(event).toBe('issue_comment')
  expect(payload).toMatchObject({
    action: 'created',
    issue: {
      number: issue.number,
      title: 'Retries',
      body: 'How many?',
      html_url: issue.html_url,
      locked: false,
    },
    comment: {
      id: comment.id,
      body: '/docs add a page',
      html_url: `${issue.html_url}#issuecomment-${comment.id}`,
      user: { login: 'writer', id: expect.any(Number), type: 'User' },
      author_association: 'COLLABORATOR',
    },
    repository: {
      id: expect.any(Number),
      full_name: 'acme/app',
      html_url: `${github.serverUrl}/acme/app`,
      private: false,
      owner: { login: 'acme', type: 'Organization' },
      default_branch: 'main',
    },
    organization: { login: 'acme', id: expect.any(Number) },
    sender: { login: 'writer', type: 'User' },
  })
  expect(payload['issue']).not.toHaveProperty('pull_request')
  expect(JSON.stringify(payload)).not.toContain('localhost')
})

test('a comment on a pull request says so, and links there', async () => {
  const github = await start()
  const pull = await github.createPullRequest()
  const { comment, payload } = await github.comment(pull.number, '/docs add a page')
  expect(payload['issue']).toMatchObject({
    html_url: pull.html_url,
    pull_request: { url: `${github.apiUrl}/repos/acme/app/pulls/${pull.number}`, html_url: pull.html_url },
  })
  expect(comment.html_url).toBe(`${pull.html_url}#issuecomment-${comment.id}`)
  expect(await github.call('reader', 'GET', `/repos/acme/app/issues/${pull.number}`)).toMatchObject({
    pull_request: { html_url: pull.html_url },
  })
})

test('the first reaction of a user is 201, the same again 200, and it counts once', async () => {
  const { github, send, comment } = await startWithComment()
  const path = `/repos/acme/app/issues/comments/${comment.id}/reactions`
  const first = await send('POST', path, { content: 'eyes' })
  const second = await send('POST', path, { content: 'eyes' })
  expect([first.status, second.status]).toEqual([201, 200])
  expect(second.body).toEqual(first.body)
  expect(first.body).toEqual({
    id: expect.any(Number),
    node_id: expect.any(String),
    user: expect.objectContaining({
      login: actionsBot,
      id: actionsBotId,
      type: 'Bot',
      url: `${github.apiUrl}/users/github-actions%5Bbot%5D`,
    }),
    content: 'eyes',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  })
  expect((await send('POST', path, { content: 'eyes' }, github.tokenFor('writer'))).status).toBe(201)
  expect((await github.reactionsOf(comment.id)).map(({ user }) => user.login)).toEqual([actionsBot, 'writer'])
  const [read] = await github.commentsOf(comment.issue)
  expect(read).toMatchObject({ reactions: { total_count: 2, eyes: 2 } })
})

test('reactions reach issues, pull requests and review comments; the unknown is 404 and 422', async () => {
  const { github, send, comment } = await startWithComment()
  const pull = await github.createPullRequest()
  const review = await github.reviewComment(pull.number, 'hm')
  const react = (place: string, content = '+1') =>
    send('POST', `/repos/acme/app/${place}/reactions`, { content })
  expect((await react(`issues/${comment.issue}`)).status).toBe(201)
  expect((await react(`issues/${pull.number}`)).status).toBe(201)
  expect((await react(`pulls/comments/${review.comment.id}`)).status).toBe(201)
  expect((await react(`issues/comments/${review.comment.id}`)).status).toBe(404)
  expect((await react('issues/comments/4711')).status).toBe(404)
  expect((await react(`issues/comments/${comment.id}`, 'thumbs')).status).toBe(422)
})

test.for([
  ['maintainer', 'admin', 'admin'],
  ['writer', 'write', 'write'],
  ['reader', 'read', 'read'],
  ['triager', 'read', 'triage'],
  ['curator', 'write', 'docs-curator'],
  ['stranger', 'none', 'none'],
  ['WRITER', 'write', 'write'],
])('%s has permission %s and role %s', async ([login, permission, role]) => {
  const { send } = await startWithComment()
  expect(await send('GET', `/repos/acme/app/collaborators/${login}/permission`)).toMatchObject({
    status: 200,
    body: { permission, role_name: role, user: { login: login?.toLowerCase(), role_name: role } },
  })
})

test.for(['nobody-at-all', 'Copilot'])('%s is no user for the permission API', async (login) => {
  const { send } = await startWithComment()
  expect(await send('GET', `/repos/acme/app/collaborators/${login}/permission`)).toMatchObject({
    status: 404,
    body: { message: `${login} is not a user`, status: '404' },
  })
})

test('`since` keeps what changed at that second or later', async () => {
  const { send, comment } = await startWithComment()
  const path = `/repos/acme/app/issues/${comment.issue}/comments`
  const later = new Date(Date.parse(comment.updated_at) + 1000).toISOString().replace('.000', '')
  expect((await send('GET', `${path}?since=${comment.updated_at}`)).body).toHaveLength(1)
  expect((await send('GET', `${path}?since=${later}`)).body).toHaveLength(0)
})

test('a comment that is too long, empty, deleted, or on a locked thread is refused as GitHub does', async () => {
  const { github, send, comment } = await startWithComment()
  const path = `/repos/acme/app/issues/${comment.issue}/comments`
  expect((await send('POST', path, { body: 'x'.repeat(65_536) })).status).toBe(201)
  const tooLong = await send('POST', path, { body: 'x'.repeat(65_537) })
  expect(tooLong).toMatchObject({
    status: 422,
    body: {
      message: 'Validation Failed',
      errors: [{ resource: 'IssueComment', message: 'Body is too long (maximum is 65536 characters)' }],
    },
  })
  const own = `/repos/acme/app/issues/comments/${comment.id}`
  expect((await send('PATCH', own, { body: 'x'.repeat(65_537) })).status).toBe(422)
  expect((await send('PATCH', own, { body: ' ' })).status).toBe(422)
  await github.deleteComment(comment.id)
  expect((await send('PATCH', own, { body: 'gone' })).status).toBe(404)
  await github.lock(comment.issue)
  expect(await send('POST', path, { body: 'hello' })).toMatchObject({
    status: 403,
    body: { message: 'Unable to create comment because issue is locked.' },
  })
  expect((await send('POST', path, { body: 'hello' }, github.tokenFor('writer'))).status).toBe(201)
  const [still] = await github.commentsOf(comment.issue)
  expect(
    await send('PATCH', `/repos/acme/app/issues/comments/${still?.id}`, { body: 'hello' }),
  ).toMatchObject({
    status: 403,
    body: { message: 'Unable to update comment because issue is locked.' },
  })
  expect((await send('GET', `/repos/acme/app/issues/${comment.issue}`)).body).toMatchObject({ locked: true })
})

test('only its author and writers may change a comment', async () => {
  const { github, send, comment } = await startWithComment()
  const path = `/repos/acme/app/issues/comments/${comment.id}`
  expect((await send('PATCH', path, { body: 'mine' }, github.tokenFor('stranger'))).status).toBe(403)
  expect((await send('DELETE', path, undefined, github.tokenFor('stranger'))).status).toBe(403)
  expect((await send('PATCH', path, { body: 'ours' }, github.tokenFor('curator'))).status).toBe(200)
})

test('a pull request follows its branch while it is open', async () => {
  const github = await start()
  const asAgent = (method: string, path: string, body?: object) =>
    github.call('docs-agent[bot]', method, `/repos/acme/docs${path}`, body)
  const pull = await github.createPullRequest({
    asLogin: 'docs-agent[bot]',
    on: 'acme/docs',
    files: { 'docs/first.md': '# First\n' },
  })
  const readHead = async () =>
    ((await asAgent('GET', `/pulls/${pull.number}`)) as { head: { ref: string; sha: string } }).head
  const before = await readHead()
  const content = Buffer.from('# Second\n').toString('base64')
  await asAgent('PUT', '/contents/docs/second.md', { message: 'Add it', content, branch: before.ref })
  const after = await readHead()
  expect(after.sha).not.toBe(before.sha)
  const files = (await asAgent('GET', `/pulls/${pull.number}/files`)) as { filename: string }[]
  expect(files.map(({ filename }) => filename)).toEqual(['docs/first.md', 'docs/second.md'])
})

test('a token that nobody has, and a workflow without the permission, are refused', async () => {
  const { github, send, comment } = await startWithComment()
  const path = `/repos/acme/app/issues/${comment.issue}/comments`
  expect(await send('GET', path, undefined, 'ghp_wrong')).toMatchObject({
    status: 401,
    body: { message: 'Bad credentials', documentation_url: 'https://docs.github.com/rest', status: '401' },
  })
  const readOnly = github.actionsTokenWith({ issues: 'read' })
  expect((await send('GET', path, undefined, readOnly)).status).toBe(200)
  expect(await send('POST', path, { body: 'hello' }, readOnly)).toMatchObject({
    status: 403,
    body: { message: 'Resource not accessible by integration', status: '403' },
  })
  const pull = await github.createPullRequest()
  const pullsOnly = github.actionsTokenWith({ pull_requests: 'write' })
  const post = (number: number) =>
    send('POST', `/repos/acme/app/issues/${number}/comments`, { body: 'hello' }, pullsOnly)
  expect((await post(pull.number)).status).toBe(201)
  expect((await post(comment.issue)).status).toBe(403)
})

/** A GitHub that ends with the test. */
async function start(options: GitHubOptions = {}): Promise<GitHubWorld> {
  const github = await startGitHub(options)
  onTestFinished(() => github.close())
  return github
}

/** A GitHub with one comment by `writer`, and a client that uses the workflow's token unless told otherwise. */
async function startWithComment(options: GitHubOptions = {}) {
  const github = await start(options)
  const issue = await github.createIssue()
  const { comment } = await github.comment(issue.number, '/docs add a page')
  async function send(method: string, path: string, body?: unknown, token = github.actionsToken) {
    const answer = await fetch(github.apiUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  return { github, send, comment: { ...comment, issue: issue.number } }
}
