import type { Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConnectError, createFetch } from '../../../src/network/fetch.ts'
import { startProxy } from '../../world/proxy.ts'
import { CERTIFICATE } from './certificate.ts'
import { startRawServer, startServer } from './loopback-server.ts'
import { catchCause, get } from './sending.ts'

const LOGIN = `Basic ${Buffer.from('me:p@w%').toString('base64')}`
const authorities = getCACertificates()

beforeAll(() => setDefaultCACertificates([...authorities, CERTIFICATE.cert]))
afterAll(() => setDefaultCACertificates(authorities))

const POST = get({ method: 'POST', body: 'x' })

/** Sends a request that must fail without a connection to the server. */
function failToConnect(environment: NodeJS.ProcessEnv, url: string, connectTimeLimitMs?: number) {
  return catchCause(createFetch(environment, connectTimeLimitMs)(url, POST))
}

function withLogin({ url }: { url: string }): string {
  return url.replace('//', '//me:p%40w%@')
}

test('https goes through a tunnel', async () => {
  await using server = await startServer((response) => response.end('secret'), 'https')
  await using proxy = await startProxy()
  const fetch = createFetch({ https_proxy: withLogin(proxy) })
  const response = await fetch(new URL('/path?query', server.url), POST)
  expect(await response.text()).toBe('secret')
  expect(proxy.seen).toEqual([{ method: 'CONNECT', target: server.url.host, login: LOGIN }])
  expect(server.requests).toMatchObject([{ method: 'POST', path: '/path?query', body: 'x' }])
  expect(server.requests[0]?.headers['proxy-authorization']).toBeUndefined()
})

test.each([403, 407, 502])('a tunnel rejected with %i: nothing was sent', async (refusal) => {
  await using proxy = await startProxy(refusal)
  const cause = await failToConnect({ HTTPS_PROXY: proxy.url }, 'https://docs.example')
  expect(cause).toMatchObject({ code: 'ERR_PROXY_TUNNEL', statusCode: refusal })
  expect(proxy.seen).toMatchObject([{ method: 'CONNECT', target: 'docs.example:443' }])
})

test.each<[string, (socket: Socket) => void, number?]>([
  ['closes the connection', (socket) => socket.end()],
  // No connection stays open: the server ends with its last connection.
  ['never answers', () => undefined, 50],
])('a proxy that %s: nothing was sent', async (_name, talk, connectTimeLimitMs) => {
  await using proxy = await startRawServer(talk)
  const environment = { HTTPS_PROXY: `http://${proxy.host}` }
  const cause = await failToConnect(environment, 'https://docs.example', connectTimeLimitMs)
  expect(['ETIMEDOUT', 'ERR_PROXY_TUNNEL']).toContain(cause.code)
})

test.each(['http', 'https'] as const)(
  'a connection that breaks behind the proxy for %s: sent once, and maybe received',
  async (scheme) => {
    await using server = await startServer((response) => response.destroy(), scheme)
    await using proxy = await startProxy()
    const sending = createFetch({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url })(server.url, POST)
    await expect(sending).rejects.not.toBeInstanceOf(ConnectError)
    expect([proxy.seen.length, server.requests.length]).toEqual([1, 1])
  },
)
