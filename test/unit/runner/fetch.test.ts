import { type AddressInfo, connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { describeFailure } from '../../../src/runner/action-error.ts'
import { createFetch } from '../../../src/runner/fetch.ts'
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
  const response = await fetch(server.url, {})
  expect([response.status, response.headers.get('x-a')]).toEqual([404, 'b'])
  expect(await response.text()).toBe('{"error":"Bearer ***"}')
  expect((await fetch(server.url, {})).status).toBe(204)
})

test('a body that breaks off, and one of more than 16 MiB, packed or not, is a failure', async () => {
  const large = Buffer.alloc(16 * 2 ** 20 + 1, 'a')
  const packed = { headers: { 'content-encoding': 'gzip' }, body: gzipSync(large) }
  await using server = await startServer(['broken-off', { body: large }, packed, { body: large.subarray(1) }])
  const fetch = createFetch(server.url.href)
  for (const code of ['UND_ERR_SOCKET', 'BODY_TOO_LARGE', 'BODY_TOO_LARGE'])
    expect(describeFailure(await catchError(fetch(server.url, {})))).toBe(code)
  expect(await (await fetch(server.url, {})).text()).toHaveLength(16 * 2 ** 20)
})

test.each([
  ['http_proxy', 'other.example', 'service.example:80'],
  ['HTTP_PROXY', '127.0.0.1', undefined],
])('%s is the way to the service, unless NO_PROXY (%s) names it', async (name, noProxy, target) => {
  await using server = await startServer([{ body: { id: 1 } }])
  const { port } = server.server.address() as AddressInfo
  const targets: (string | undefined)[] = []
  server.server.on('connect', ({ url }, client: Socket) => {
    targets.push(url)
    const upstream = connect(port, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'))
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) socket.on('error', () => upstream.destroy())
    client.on('close', () => upstream.destroy())
  })
  vi.stubEnv(name, server.url.href)
  vi.stubEnv('NO_PROXY', noProxy)
  const url = target === undefined ? server.url.href : 'http://service.example/v2'
  expect(await (await createFetch(url)(url, {})).json()).toEqual({ id: 1 })
  expect(targets).toEqual(target === undefined ? [] : [target])
})

test.each([407, 502])('a proxy that refuses the tunnel with %i is told by its status', async (status) => {
  await using server = await startServer([])
  server.server.on('connect', (_, client: Socket) => client.end(`HTTP/1.1 ${status} No\r\n\r\n`))
  vi.stubEnv('HTTPS_PROXY', server.url.href)
  const url = 'https://service.example/'
  const error = await catchError(createFetch(url)(url, { method: 'POST', body: 'x' }))
  expect(describeFailure(error)).toBe(`PROXY_${status}`)
})
