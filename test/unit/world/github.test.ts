import { expect, onTestFinished, test } from 'vitest'
import { findViolations } from '../../world/github/description.ts'
import { startGitHub } from '../../world/github/start-github.ts'
import type { GitHubOptions, TokenPermissions } from '../../world/github/world.ts'

// What the real GitHub refuses, and no scenario would miss: a world that is too kind proves nothing of `permissions:`.

/** A GitHub with issue 1 and pull request 2, which has comment `id`, and a client that gives the status of an answer. */
async function start(options: GitHubOptions = {}) {
  const github = await startGitHub(options)
  onTestFinished(() => github.close())
  await github.createIssue()
  await github.createPullRequest()
  const { comment } = await github.comment(2, '/docs add a page')
  async function send(request: string, body: object | undefined, token: string) {
    const [method = '', path = ''] = request.split(' ')
    const sent = { method, headers: { authorization: `Bearer ${token}` }, ...(body && { body: JSON.stringify(body) }) }
    return await fetch(`${github.apiUrl}${path}`, sent)
  }
  return { github, id: comment.id, send }
}

const TEXT = { body: 'x' }
const onIssue = 'POST /repos/acme/app/issues/1/comments'

test.each<[request: string, body: object | undefined, TokenPermissions, too: TokenPermissions]>([
  [onIssue, TEXT, { issues: 'write' }, { pull_requests: 'write' }],
  ['POST /repos/acme/app/issues/2/comments', TEXT, { pull_requests: 'write' }, { issues: 'write' }],
  [
    'POST /repos/acme/app/issues/comments/ID/reactions',
    { content: 'eyes' },
    { pull_requests: 'write' },
    { issues: 'write' },
  ],
  ['GET /repos/acme/app/commits', undefined, { contents: 'read' }, { issues: 'write' }],
  ['GET /repos/acme/app/compare/main...change-1', undefined, { contents: 'read' }, {}],
  ['GET /repos/acme/app/pulls/2/files', undefined, { pull_requests: 'read' }, { contents: 'read' }],
  ['GET /repos/acme/app/issues/2/comments', undefined, { pull_requests: 'read' }, {}],
])('in a private repository, %s (%j) needs %j, and %j is too little', async (request, body, enough, tooLittle) => {
  const { github, id, send } = await start({ privateRepositories: ['acme/app'] })
  const ask = (permissions: TokenPermissions) =>
    send(request.replace('ID', String(id)), body, github.actionsTokenWith(permissions))
  expect((await ask(enough)).ok).toBe(true)
  expect((await ask(tooLittle)).status).toBe(403)
})

test("private repositories of others don't exist, and neither do their pull requests for GraphQL", async () => {
  const { github, send } = await start({ privateRepositories: ['acme/app', 'acme/docs'] })
  const tokens = [github.tokenFor('reader'), github.tokenFor('stranger'), github.actionsToken]
  const answers = tokens.map((token) => send('GET /repos/acme/docs/commits', undefined, token))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 404, 404])

  const ask = async (name: string, permissions: TokenPermissions) => {
    const query = `{ repository(owner: "acme", name: "${name}") { pullRequests(first: 1) { totalCount } } }`
    return await (await send('POST /graphql', { query }, github.actionsTokenWith(permissions))).text()
  }
  expect(await ask('app', { pull_requests: 'read' })).not.toContain('errors')
  expect(await ask('app', { contents: 'read' })).toContain('FORBIDDEN')
  expect(await ask('docs', { pull_requests: 'read' })).toContain('NOT_FOUND')
})

test('readers change no code, and what a workflow does starts no workflow', async () => {
  const { github, send } = await start()
  const deliveries: string[] = []
  github.hub.onDelivery = ({ event }) => deliveries.push(event)
  expect((await send('PUT /repos/acme/app/pulls/2/merge', {}, github.tokenFor('reader'))).status).toBe(403)
  for (const token of [github.actionsToken, github.tokenFor('reader')])
    expect((await send(onIssue, TEXT, token)).status).toBe(201)
  expect(deliveries).toEqual(['issue_comment'])
})

test("a request that GitHub's description or schema doesn't have fails the test", async () => {
  const { github, send } = await start()
  await send('POST /graphql', { query: '{ nonsense }' }, github.actionsToken)
  await send('GET /repos/acme/app/labels', undefined, github.actionsToken)
  await send('GET /repos/acme/app/commits?since=yesterday', undefined, github.actionsToken)
  await send(onIssue, { ...TEXT, event: 'x' }, github.actionsToken)
  const violations = github.requests.flatMap(findViolations).join('\n')
  for (const found of ['Cannot query field "nonsense"', 'labels is not in the description', 'date-time', '"event"'])
    expect(violations).toContain(found)
})
