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
const [onIssue, onPull] = ['POST /repos/acme/app/issues/1/comments', 'POST /repos/acme/app/issues/2/comments']

test.each<[TokenPermissions, statuses: number[]]>([
  [{ issues: 'write' }, [201, 403, 403]],
  [{ pull_requests: 'write' }, [403, 201, 201]],
])(
  'with %j, comments on an issue and on a pull request, and a reaction there, get %j',
  async (permissions, statuses) => {
    const { github, id, send } = await start()
    const token = github.actionsTokenWith(permissions)
    const reaction = `POST /repos/acme/app/issues/comments/${id}/reactions`
    const answers = [send(onIssue, TEXT, token), send(onPull, TEXT, token), send(reaction, { content: 'eyes' }, token)]
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(statuses)
  },
)

test.each([
  ['commits', 'contents'],
  ['compare/main...change-1', 'contents'],
  ['pulls/2/files', 'pull_requests'],
  ['issues/2/comments', 'pull_requests'],
])('in a private repository, %s needs `%s: read`', async (place, permission) => {
  const { github, send } = await start({ privateRepositories: ['acme/app'] })
  const read = async (permissions: TokenPermissions) =>
    (await send(`GET /repos/acme/app/${place}`, undefined, github.actionsTokenWith(permissions))).status
  expect([await read({ [permission]: 'read' }), await read({})]).toEqual([200, 403])
})

test("private repositories of others don't exist, and neither do their pull requests for GraphQL", async () => {
  const { github, send } = await start({ privateRepositories: ['acme/app', 'acme/docs'] })
  const [reader, app, appElsewhere] = [
    github.tokenFor('reader'),
    github.appToken({ contents: 'read' }),
    github.appToken({ contents: 'read' }, ['acme/app']),
  ]
  const tokens = [reader, app, appElsewhere, github.tokenFor('stranger'), github.actionsToken]
  const answers = tokens.map((token) => send('GET /repos/acme/docs/commits', undefined, token))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 404, 404, 404])

  const ask = async (name: string, permissions: TokenPermissions) => {
    const query = `{ repository(owner: "acme", name: "${name}") { pullRequests(first: 1) { totalCount } } }`
    const answer = await send('POST /graphql', { query }, github.actionsTokenWith(permissions))
    return ((await answer.json()) as { errors?: { type: string }[] }).errors?.map(({ type }) => type)
  }
  expect(await ask('app', { pull_requests: 'read' })).toBeUndefined()
  expect(await ask('app', { contents: 'read' })).toEqual(['FORBIDDEN'])
  expect(await ask('docs', { pull_requests: 'read' })).toEqual(['NOT_FOUND'])
})

test('only those with write access change code, and what a workflow does starts no workflow', async () => {
  const { github, send } = await start()
  const deliveries: string[] = []
  github.hub.onDelivery = ({ event }) => deliveries.push(event)
  const content = Buffer.from('text\n').toString('base64')
  const code: [place: string, body: object][] = [
    ['PUT /repos/acme/app/contents/.github/workflows/docs.yml', { message: 'Add', content, branch: 'main' }],
    ['POST /repos/acme/app/git/refs', { ref: 'refs/heads/change-9', sha: github.tipOf() }],
    ['PUT /repos/acme/app/pulls/2/merge', {}],
    ['POST /repos/acme/app/actions/workflows/docs.yml/dispatches', { ref: 'main' }],
  ]
  for (const [request, body] of code) expect((await send(request, body, github.tokenFor('reader'))).status).toBe(403)
  expect((await send(onIssue, TEXT, github.actionsToken)).status).toBe(201)
  expect(deliveries).toEqual([])
  expect((await send(onIssue, TEXT, github.tokenFor('reader'))).status).toBe(201)
  expect(deliveries).toEqual(['issue_comment'])
})

test("a query that isn't in GitHub's schema fails the test", async () => {
  const { github, send } = await start()
  await send('POST /graphql', { query: '{ nonsense }' }, github.actionsToken)
  expect(github.requests.flatMap(findViolations).join()).toContain('Cannot query field "nonsense"')
})
