import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConnectError, createFetch, type FetchRequest } from '../../../src/network/fetch.ts'
import { findClosedAddress, startRawServer, startServer } from './loopback-server.ts'
import { catchCause, catchError, get } from './sending.ts'

const fetch = createFetch({})

/** Sends a request, and reads the answer. */
async function read(url: URL, request?: Partial<FetchRequest>): Promise<string> {
  return (await fetch(url, get(request))).text()
}

test('an answer has a status, headers and a text', async () => {
  await using server = await startServer((response) =>
    response.writeHead(201, { 'X-Note': 'a', Link: '<x>; rel="next"' }).end('Grüße'),
  )
  const response = await fetch(server.url, get({ headers: { accept: 'text/plain' } }))
  expect([response.status, await response.text()]).toEqual([201, 'Grüße'])
  expect(response.headers.get('x-note')).toBe('a')
  expect([...response.headers]).toContainEqual(['link', '<x>; rel="next"'])
  expect(server.requests).toMatchObject([
    { method: 'GET', path: '/', headers: { accept: 'text/plain', host: server.url.host } },
  ])
})

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
