import { getEventListeners } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ConnectError, createFetch, type FetchRequest } from '../../../src/network/fetch.ts'
import { CERTIFICATE } from '../../world/certificate.ts'
import { startProxy } from '../../world/proxy.ts'
import { catchCause, catchError, findClosedAddress, get, startRawServer, startServer } from './loopback-server.ts'

const fetch = createFetch()

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
const POST = get({ method: 'POST', body })

test.each([307, 407, 408, 421, 500])('a request is sent once, also after status %i', async (status) => {
  await using server = await startServer((response) => response.writeHead(status, { location: '/elsewhere' }).end('No'))
  const response = await fetch(server.url, POST)
  expect([response.status, await response.text()]).toEqual([status, 'No'])
  expect(server.requests).toMatchObject([{ method: 'POST', body }])
})

test('a request is sent once, also when the connection is reset', async () => {
  await using server = await startServer((response) => response.socket?.resetAndDestroy())
  const error = await catchError(fetch(server.url, POST))
  expect(error).not.toBeInstanceOf(ConnectError)
  expect([error.code, server.requests.length]).toEqual(['ECONNRESET', 1])
})

test('a GET uses a connection again; a POST has a new one', async () => {
  await using server = await startServer((response) => response.end('x'))
  for (let count = 0; count < 5; count += 1) await read(server.url)
  // undici opens a second one when the first has only just become free.
  const kept = server.connections()
  expect(kept).toBeLessThan(3)
  for (let count = 0; count < 3; count += 1) await read(server.url, { method: 'POST', body })
  expect(server.connections()).toBe(kept + 3)
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
  ['a server without TLS', 'http', 'ERR_SSL_WRONG_VERSION_NUMBER'],
  ['an untrusted certificate', 'https', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
] as const)('%s is not connected', async (_name, scheme, code) => {
  await using server = await startServer((response) => response.end(), scheme)
  expect(await catchCause(fetch(`https://${server.url.host}`, POST))).toMatchObject({ code })
  expect(server.requests).toEqual([])
})

test('a connection that is given up while it is made is closed at once, and nothing was sent', async () => {
  const controller = new AbortController()
  const closed = Promise.withResolvers<void>()
  await using server = await startRawServer((socket) => {
    socket.on('close', closed.resolve)
    controller.abort(new Error('no time'))
  })
  const cause = await catchCause(fetch(`https://${server.host}`, get({ signal: controller.signal })))
  expect(cause.message).toBe('no time')
  await closed.promise
})

const LOGIN = `Basic ${Buffer.from('me:p@w%').toString('base64')}`
const authorities = getCACertificates()

/** Answers a request, and ends the connection. */
const onData = (socket: Socket, answer: string) => void socket.once('data', () => socket.end(answer))

describe('through a proxy', () => {
  beforeAll(() => setDefaultCACertificates([...authorities, CERTIFICATE.cert]))
  afterAll(() => setDefaultCACertificates(authorities))
  afterEach(() => vi.unstubAllEnvs())

  test('https goes through a tunnel, with a login, except for NO_PROXY', async () => {
    await using server = await startServer((response) => response.end('secret'), 'https')
    await using proxy = await startProxy()
    vi.stubEnv('https_proxy', proxy.url.replace('//', '//me:p%40w%25@'))
    const fetch = createFetch()
    const url = `https://docs.test:${server.url.port}/path?query`
    const response = await fetch(url, POST)
    expect(await response.text()).toBe('secret')
    expect(proxy.seen).toEqual([{ method: 'CONNECT', target: new URL(url).host, login: LOGIN }])
    expect(server.requests).toMatchObject([{ method: 'POST', path: '/path?query', body }])
    expect(server.requests[0]?.headers['proxy-authorization']).toBeUndefined()

    vi.stubEnv('NO_PROXY', 'a.example, nowhere.invalid')
    expect(await catchCause(fetch('https://nowhere.invalid', POST))).toMatchObject({ code: 'ENOTFOUND' })
    expect(proxy.seen).toHaveLength(1)
  })

  // No connection stays open: the server ends with its last connection.
  test.each<[string, object, (socket: Socket, controller: AbortController) => void]>([
    ['rejects the tunnel', { code: 'UND_ERR_ABORTED' }, (socket) => onData(socket, 'HTTP/1.1 403 No\r\n\r\n')],
    ['closes the connection', { code: 'UND_ERR_SOCKET' }, (socket) => onData(socket, '')],
    ['never answers', { message: 'no time' }, (_, controller) => controller.abort(new Error('no time'))],
  ])('a proxy that %s: nothing was sent, and it is asked once', async (_name, cause, talk) => {
    const controller = new AbortController()
    let asked = 0
    await using proxy = await startRawServer((socket) => {
      asked += 1
      talk(socket, controller)
    })
    vi.stubEnv('HTTPS_PROXY', `http://${proxy.host}`)
    const sending = createFetch()('https://docs.example', { ...POST, signal: controller.signal })
    expect(await catchCause(sending)).toMatchObject(cause)
    expect(asked).toBe(1)
  })

  test('a proxy that needs a login is an answer', async () => {
    await using proxy = await startRawServer((socket) => onData(socket, 'HTTP/1.1 407 No\r\n\r\n'))
    vi.stubEnv('HTTPS_PROXY', `http://${proxy.host}`)
    const response = await createFetch()('https://docs.example', POST)
    expect([response.status, await response.text()]).toEqual([407, ''])
  })

  test.each(['http', 'https'] as const)(
    'a connection that breaks behind the proxy for %s: sent once, and maybe received',
    async (scheme) => {
      await using server = await startServer((response) => response.destroy(), scheme)
      await using proxy = await startProxy()
      vi.stubEnv('HTTP_PROXY', proxy.url)
      vi.stubEnv('HTTPS_PROXY', proxy.url)
      const sending = createFetch()(`${scheme}://docs.test:${server.url.port}`, POST)
      await expect(sending).rejects.not.toBeInstanceOf(ConnectError)
      expect([proxy.seen.length, server.requests.length]).toEqual([1, 1])
    },
  )
})
