import { getEventListeners } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ConnectError, createFetch, type FetchRequest } from '../../../src/network/fetch.ts'
import { startProxy } from '../../world/proxy.ts'
import { CERTIFICATE } from './certificate.ts'
import { catchCause, catchError, findClosedAddress, get, startRawServer, startServer } from './loopback-server.ts'

const fetch = createFetch({})

/** Sends a request, and reads the answer. */
async function read(url: URL, request?: Partial<FetchRequest>): Promise<string> {
  return (await fetch(url, get(request))).text()
}

test('an answer is decompressed', async () => {
  await using server = await startServer((response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('Grüße')),
  )
  expect(await read(server.url)).toBe('Grüße')
  expect(server.requests[0]?.headers['accept-encoding']).toBe('gzip')
})

test('an answer of more than 32 MiB, decompressed, is refused', async () => {
  const body = gzipSync(Buffer.alloc(32 * 2 ** 20 + 1, 'a'))
  await using server = await startServer((response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(body),
  )
  expect(await catchError(read(server.url))).toMatchObject({ code: 'ERR_BODY_TOO_LARGE' })
})

test.each([undefined, 'gzip'])("an answer that breaks off can't be read (%s)", async (encoding) => {
  await using server = await startServer((response) => {
    const headers = { 'content-length': '1000', ...(encoding && { 'content-encoding': encoding }) }
    response.writeHead(200, headers).write(gzipSync('x').subarray(0, 5), () => response.destroy())
  })
  const response = await fetch(server.url, get())
  await expect(response.text()).rejects.toThrow()
})

const body = '{"prompt":"Grüße"}'

test.each([307, 408, 421, 500])('a request is sent once, also after status %i', async (status) => {
  await using server = await startServer((response) => response.writeHead(status, { location: '/elsewhere' }).end('No'))
  const response = await fetch(server.url, get({ method: 'POST', body }))
  expect([response.status, await response.text()]).toEqual([status, 'No'])
  expect(server.requests).toMatchObject([{ method: 'POST', body }])
})

test('a request is sent once, also when the connection is reset', async () => {
  await using server = await startServer((response) => response.socket?.resetAndDestroy())
  const error = await catchError(fetch(server.url, get({ method: 'POST', body })))
  expect(error).not.toBeInstanceOf(ConnectError)
  expect([error.code, server.requests.length]).toEqual(['ECONNRESET', 1])
})

test('a GET uses a connection again; a POST has a new one', async () => {
  await using server = await startServer((response) => response.end('x'))
  for (let count = 0; count < 3; count += 1) await read(server.url)
  expect(server.connections()).toBe(1)
  await read(server.url, { method: 'POST', body })
  expect(server.connections()).toBe(2)
})

test('a request leaves no listeners on its signal', async () => {
  await using server = await startServer((response) => response.end('x'))
  const { signal } = new AbortController()
  for (let count = 0; count < 3; count += 1) await read(server.url, { signal })
  await catchError(fetch(await findClosedAddress(), get({ signal })))
  await setImmediate()
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('a request ends with the reason of its signal', async () => {
  await using server = await startServer(() => controller.abort(reason))
  const controller = new AbortController()
  const reason = new Error('no time')
  expect(await catchError(fetch(server.url, get({ signal: controller.signal })))).toBe(reason)
})

test.each([
  ['a port that nobody listens on', ({ href }: URL) => href, { code: 'ECONNREFUSED' }],
  ['nobody at a name', ({ port }: URL) => `http://localhost:${port}`, { code: 'ECONNREFUSED' }],
  ['a name that does not exist', () => 'http://nowhere.invalid', { syscall: 'getaddrinfo' }],
  ['an address that the system refuses', () => 'http://255.255.255.255', { syscall: 'connect' }],
])('%s is not connected', async (_name, chooseAddress, cause) => {
  expect(await catchCause(fetch(chooseAddress(await findClosedAddress()), get()))).toMatchObject(cause)
})

test.each([
  ['a server without TLS', 'http', 'EPROTO'],
  ['an untrusted certificate', 'https', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
] as const)('%s is not connected', async (_name, scheme, code) => {
  await using server = await startServer((response) => response.end(), scheme)
  expect(await catchCause(fetch(`https://${server.url.host}`, get({ method: 'POST' })))).toMatchObject({ code })
  expect(server.requests).toEqual([])
})

test('a TLS handshake that takes too long is not connected', async () => {
  await using server = await startRawServer(() => undefined)
  const cause = await catchCause(createFetch({}, 50)(`https://${server.host}`, get()))
  expect(cause).toMatchObject({ code: 'ETIMEDOUT' })
})

test("the time limit for connecting doesn't include the answer", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await using server = await startServer((response) => {
    vi.advanceTimersByTime(60_000)
    response.end('x')
  })
  expect(await read(server.url)).toBe('x')
})

const LOGIN = `Basic ${Buffer.from('me:p@w%').toString('base64')}`
const authorities = getCACertificates()

const POST = get({ method: 'POST', body: 'x' })

/** Sends a request that must fail without a connection to the server. */
function failToConnect(environment: NodeJS.ProcessEnv, url: string, connectTimeLimitMs?: number) {
  return catchCause(createFetch(environment, connectTimeLimitMs)(url, POST))
}

function withLogin({ url }: { url: string }): string {
  return url.replace('//', '//me:p%40w%@')
}

describe('through a proxy', () => {
  beforeAll(() => setDefaultCACertificates([...authorities, CERTIFICATE.cert]))
  afterAll(() => setDefaultCACertificates(authorities))

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
})
