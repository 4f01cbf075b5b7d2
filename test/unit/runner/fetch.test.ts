import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeFailure } from '../../../src/runner/action-error.ts'
import { createFetch } from '../../../src/runner/fetch.ts'
import { hideSecret } from '../../../src/text/secrets.ts'
import { catchError, startServer } from '../loopback.ts'

test('a response is read whole, without a secret that it echoes; one of more than 16 MiB is a failure', async () => {
  hideSecret('mint_Fetch_K3y')
  const large = Buffer.alloc(16 * 2 ** 20 + 1, 'a')
  await using server = await startServer([
    { status: 404, headers: { 'x-a': 'b' }, body: { error: 'Bearer mint_Fetch_K3y' } },
    { status: 204 },
    { body: large.subarray(1) },
    { body: large },
    { headers: { 'content-encoding': 'gzip' }, body: gzipSync(large) },
    'broken-off',
  ])
  const fetch = createFetch(server.url.href)
  const response = await fetch(server.url, {})
  expect([response.status, response.headers.get('x-a')]).toEqual([404, 'b'])
  expect(await response.text()).toBe('{"error":"Bearer ***"}')
  expect((await fetch(server.url, {})).status).toBe(204)
  expect(await (await fetch(server.url, {})).text()).toHaveLength(16 * 2 ** 20)
  for (const code of ['BODY_TOO_LARGE', 'BODY_TOO_LARGE', 'UND_ERR_SOCKET'])
    expect(describeFailure(await catchError(fetch(server.url, {})))).toBe(code)
})

test.each([
  [407, '', /^PROXY_407$/],
  [502, 'other.example', /^PROXY_502$/],
  // Without the proxy, nobody knows this host.
  [502, 'service.invalid', /^(ENOTFOUND|EAI_AGAIN)$/],
])('a proxy that refuses the tunnel with %i is told by its status, unless NO_PROXY is %j', async (status, no, code) => {
  await using server = await startServer([])
  server.server.on('connect', (_, client: Socket) => client.end(`HTTP/1.1 ${status} No\r\n\r\n`))
  vi.stubEnv('HTTPS_PROXY', server.url.href)
  vi.stubEnv('NO_PROXY', no)
  onTestFinished(() => void vi.unstubAllEnvs())
  const url = 'https://service.invalid/'
  const error = await catchError(createFetch(url)(url, { method: 'POST', body: 'x' }))
  expect(describeFailure(error)).toMatch(code)
})
