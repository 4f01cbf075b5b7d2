import { once } from 'node:events'
import { createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConnectError, createFetch, type FetchRequest } from '../../../src/network/fetch.ts'
import { startProxy } from '../../world/proxy.ts'
import { CERTIFICATE } from './certificate.ts'
import { findClosedAddress, startServer } from './loopback-server.ts'

const LOGIN = `Basic ${Buffer.from('me:p@w%').toString('base64')}`
const authorities = getCACertificates()

beforeAll(() => setDefaultCACertificates([...authorities, CERTIFICATE.cert]))
afterAll(() => setDefaultCACertificates(authorities))

function post(): FetchRequest {
  const { signal } = new AbortController()
  return { method: 'POST', headers: {}, body: 'x', redirect: 'manual', signal }
}

/** Sends a request that must fail without a connection to the server, and returns the cause. */
async function catchCause(environment: NodeJS.ProcessEnv, url: string | URL, connectTimeLimitMs?: number) {
  const sending = createFetch(environment, connectTimeLimitMs)(url, post())
  const error = await sending.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ConnectError)
  return (error as ConnectError).cause as NodeJS.ErrnoException
}

function withLogin({ url }: { url: string }): string {
  return url.replace('//', '//me:p%40w%@')
}

describe('https', () => {
  test('https goes through a tunnel, in which the proxy sees nothing', async () => {
    await using server = await startServer((response) => response.end('secret'), 'https')
    await using proxy = await startProxy()
    const fetch = createFetch({ https_proxy: withLogin(proxy) })
    const response = await fetch(new URL('/path?query', server.url), post())
    expect(await response.text()).toBe('secret')
    expect(proxy.seen).toEqual([{ method: 'CONNECT', target: server.url.host, login: LOGIN }])
    expect(server.requests).toMatchObject([{ method: 'POST', path: '/path?query', body: 'x' }])
    expect(server.requests[0]?.headers['proxy-authorization']).toBeUndefined()
  })

  test.each([403, 407, 502])('a tunnel refused with %i: nothing was sent', async (refusal) => {
    await using proxy = await startProxy(refusal)
    const cause = await catchCause({ HTTPS_PROXY: proxy.url }, 'https://docs.example')
    expect(cause).toMatchObject({ code: 'ERR_PROXY_TUNNEL', statusCode: refusal })
    expect(proxy.seen.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'CONNECT docs.example:443',
    ])
  })

  test('a proxy that closes the connection instead of answering: nothing was sent', async () => {
    const proxy = createServer((socket) => socket.end())
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    const address = proxy.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const cause = await catchCause({ HTTPS_PROXY: `http://127.0.0.1:${port}` }, 'https://docs.example')
    proxy.close()
    expect(cause.code).toBe('ERR_PROXY_TUNNEL')
  })

  test('a proxy that never answers: nothing was sent', async () => {
    const proxy = createServer()
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    const address = proxy.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const closed = once(proxy, 'connection').then(([socket]) => once(socket.resume(), 'close'))
    const cause = await catchCause({ HTTPS_PROXY: `http://127.0.0.1:${port}` }, 'https://docs.example', 50)
    // Nothing of it keeps the process from ending.
    await closed
    proxy.close()
    expect(['ETIMEDOUT', 'ERR_PROXY_TUNNEL']).toContain(cause.code)
  })

  test('a server without TLS behind the tunnel: nothing was sent', async () => {
    await using server = await startServer((response) => response.end())
    await using proxy = await startProxy()
    await catchCause({ HTTPS_PROXY: proxy.url }, server.url.href.replace('http:', 'https:'))
    expect([proxy.seen.length, server.requests.length]).toEqual([1, 0])
  })

  test('a connection that breaks behind the tunnel: sent once, and nobody can tell', async () => {
    await using server = await startServer((response) => response.destroy(), 'https')
    await using proxy = await startProxy()
    const sending = createFetch({ HTTPS_PROXY: proxy.url })(server.url, post())
    await expect(sending).rejects.not.toBeInstanceOf(ConnectError)
    expect(server.requests).toHaveLength(1)
  })
})

describe('http', () => {
  test('http is sent to the proxy as a whole', async () => {
    await using server = await startServer((response) => response.end('seen'))
    await using proxy = await startProxy()
    const fetch = createFetch({ HTTP_PROXY: withLogin(proxy) })
    expect(await (await fetch(new URL('/path?query', server.url), post())).text()).toBe('seen')
    expect(proxy.seen).toEqual([{ method: 'POST', target: `${server.url.origin}/path?query`, login: LOGIN }])
    expect(server.requests).toMatchObject([
      { method: 'POST', path: '/path?query', headers: { host: server.url.host }, body: 'x' },
    ])
  })

  test('a proxy out of reach: nothing was sent', async () => {
    const cause = await catchCause({ HTTP_PROXY: (await findClosedAddress()).href }, 'http://docs.example')
    expect(cause.code).toBe('ECONNREFUSED')
  })

  test('a reset behind the proxy: nobody can tell', async () => {
    await using server = await startServer((response) => response.socket?.resetAndDestroy())
    await using proxy = await startProxy()
    const sending = createFetch({ HTTP_PROXY: proxy.url })(server.url, post())
    await expect(sending).rejects.not.toBeInstanceOf(ConnectError)
    expect(server.requests).toHaveLength(1)
  })

  test('a proxy for https is not used for http', async () => {
    await using server = await startServer((response) => response.end())
    await using proxy = await startProxy()
    await createFetch({ HTTPS_PROXY: proxy.url })(server.url, post())
    expect([proxy.seen.length, server.requests.length]).toEqual([0, 1])
  })
})

test.each([
  ['*', false],
  ['127.0.0.1', false],
  ['localhost, 127.0.0.1', false],
  ['localhost 127.0.0.1', false],
  ['127.0.0.1:1', true],
  ['', true],
])('NO_PROXY=%s: through the proxy %s', async (exceptions, isProxied) => {
  await using server = await startServer((response) => response.end())
  await using proxy = await startProxy()
  await createFetch({ HTTP_PROXY: proxy.url, no_proxy: exceptions })(server.url, post())
  expect([proxy.seen.length > 0, server.requests.length]).toEqual([isProxied, 1])
})

test.each([
  ['docs.example', false],
  ['example', false],
  ['.example', false],
  ['*.example', false],
  ['docs.example:443', false],
  ['docs.example:80', true],
  ['ocs.example', true],
])('NO_PROXY=%s: docs.example is reached through the proxy %s', async (exceptions, isProxied) => {
  await using proxy = await startProxy(403)
  await catchCause({ HTTPS_PROXY: proxy.url, NO_PROXY: exceptions }, 'https://docs.example')
  expect(proxy.seen.length > 0).toBe(isProxied)
})
