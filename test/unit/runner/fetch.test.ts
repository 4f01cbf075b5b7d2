import { type AddressInfo, connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { describeFailure } from '../../../src/runner/action-error.ts'
import { createFetch } from '../../../src/runner/fetch.ts'
import { readWorkflowRun } from '../../../src/runner/workflow-run.ts'
import { hideSecret } from '../../../src/text/secrets.ts'
import { catchError, startServer } from '../loopback.ts'

afterEach(() => vi.unstubAllEnvs())

test('a response is read whole; one with 204 has no body; a secret that it echoes is left out', async () => {
  hideSecret('mint_Fetch_K3y')
  await using server = await startServer([
    { status: 404, headers: { 'x-a': 'b' }, body: { error: 'Bearer mint_Fetch_K3y' } },
    { status: 204 },
  ])
  const fetch = createFetch(server.url.href)
  const response = await fetch(server.url, { method: 'POST', body: '{"a":1}' })
  expect([response.status, response.headers.get('x-a'), await response.text()]).toEqual([
    404,
    'b',
    '{"error":"Bearer ***"}',
  ])
  expect((await fetch(server.url, {})).status).toBe(204)
  expect(server.requests.map(({ method, body }) => [method, body])).toEqual([
    ['POST', { a: 1 }],
    ['GET', ''],
  ])
})

test('a body that breaks off, and one of more than 16 MiB, packed or not, is a failure', async () => {
  const large = Buffer.alloc(16 * 2 ** 20 + 1, 'a')
  const packed = { headers: { 'content-encoding': 'gzip' }, body: gzipSync(large) }
  await using server = await startServer(['broken-off', { body: large }, packed, { body: large.subarray(1) }])
  const fetch = createFetch(server.url.href)
  const codes = [
    describeFailure(await catchError(fetch(server.url, {}))),
    describeFailure(await catchError(fetch(server.url, {}))),
    describeFailure(await catchError(fetch(server.url, {}))),
  ]
  expect(codes).toEqual(['UND_ERR_SOCKET', 'BODY_TOO_LARGE', 'BODY_TOO_LARGE'])
  expect(await (await fetch(server.url, {})).text()).toHaveLength(16 * 2 ** 20)
})

test.each([
  ['HTTP_PROXY', '', 1],
  ['http_proxy', 'other.example', 1],
  ['HTTP_PROXY', 'service.example', 0],
])('%s is the way to the service, unless NO_PROXY is %j', async (name, noProxy, count) => {
  await using server = await startServer([{ body: { id: 1 } }])
  const logins: unknown[] = []
  server.server.on('connect', (request, client: Socket) => {
    logins.push([request.url, request.headers['proxy-authorization']])
    const { port } = server.server.address() as AddressInfo
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(client)
      client.pipe(upstream)
    })
    for (const socket of [client, upstream]) socket.on('error', () => upstream.destroy())
    client.on('close', () => upstream.destroy())
  })
  vi.stubEnv(name, `http://me:p%40w@${server.url.host}`)
  vi.stubEnv('NO_PROXY', noProxy)
  const url = count === 1 ? 'http://service.example/v2' : `http://127.0.0.1:${server.url.port}/v2`
  const fetch = createFetch(count === 1 ? url : 'http://service.example')
  expect(await (await fetch(url, {})).json()).toEqual({ id: 1 })
  expect(server.requests).toHaveLength(1)
  expect(logins).toEqual(count === 1 ? [['service.example:80', `Basic ${btoa('me:p@w')}`]] : [])
})

test.each([407, 403, 502])('a proxy that refuses the tunnel with %i is told by its status', async (status) => {
  await using server = await startServer([])
  server.server.on('connect', (_, client: Socket) => client.end(`HTTP/1.1 ${status} No\r\n\r\n`))
  vi.stubEnv('HTTPS_PROXY', server.url.href)
  const url = 'https://service.example/'
  const error = await catchError(createFetch(url)(url, { method: 'POST', body: 'x' }))
  expect(describeFailure(error)).toBe(`PROXY_${status}`)
})

test('the runner tells what run this is', () => {
  const environment = {
    GITHUB_SERVER_URL: 'https://github.example/base/',
    GITHUB_REPOSITORY: 'acme/app',
    GITHUB_RUN_ID: '77',
    GITHUB_RUN_ATTEMPT: '2',
    GITHUB_WORKFLOW_REF: 'acme/app/.github/workflows/docs@v1.yml@refs/heads/release/1.x',
    GITHUB_JOB: 'docs',
    GITHUB_ACTION: '__acme_action',
    GITHUB_REF: 'refs/heads/release/1.x',
    GITHUB_SHA: 'abc',
    GITHUB_WORKSPACE: '/work',
  }
  expect(readWorkflowRun(environment)).toMatchObject({
    owner: 'acme',
    repo: 'app',
    id: '77',
    attempt: 2,
    job: 'docs',
    action: '__acme_action',
    branch: 'release/1.x',
    sha: 'abc',
    url: new URL('https://github.example/base/acme/app/actions/runs/77'),
    workspace: '/work',
  })
  expect(readWorkflowRun({ ...environment, GITHUB_REF: 'refs/tags/v1' }).branch).toBe('')
  expect(readWorkflowRun({})).toMatchObject({ attempt: 1, workspace: process.cwd() })
})

test.each([
  ['acme/app/.github/workflows/docs.yml@refs/heads/main', '.github/workflows/docs.yml'],
  ['acme/app/.github/workflows/docs.yml@refs/pull/1/merge', '.github/workflows/docs.yml'],
  ['other/name/.github/workflows/docs.yml@refs/heads/a@b', '.github/workflows/docs.yml'],
])('a workflow is told by its file, whatever the branch and the name of the repository: %s', (ref, workflow) => {
  expect(readWorkflowRun({ GITHUB_WORKFLOW_REF: ref }).workflow).toBe(workflow)
})
