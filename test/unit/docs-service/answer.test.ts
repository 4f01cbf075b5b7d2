import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { createFetch, type Fetch } from '../../../src/network/fetch.ts'
import { readUntrustedText } from '../../../src/untrusted/text.ts'
import { startServer } from '../network/loopback-server.ts'
import {
  API_KEY,
  catchFailure,
  createServiceForTests,
  fakeFetch,
  json,
  networkError,
  neverAnswer,
  noLimits,
  PAGE,
  readPageViews,
} from './service-for-tests.ts'

const VIEWS = { limit: 250, offset: 0 }

/** An answer whose body begins with `text`, and then goes on as `rest` does. */
function answer(status: number, text: string, rest: (signal: AbortSignal) => Promise<never>): Fetch {
  return async (_url, { signal }) => {
    async function* body() {
      yield Buffer.from(text)
      await rest(signal)
    }
    return { status, headers: new Headers(), body: body(), text: () => rest(signal) }
  }
}

const breaks = async () => {
  throw networkError('ECONNRESET')
}

test('a create request whose answer breaks off in the middle may have been received', async () => {
  const { service } = createServiceForTests({ fetch: answer(201, '{"id":', breaks) })
  const failure = await catchFailure(service.createAgentJob('x', noLimits()))
  expect(failure).toMatchObject({ kind: 'no-answer', certainty: 'unknown', status: 201, code: 'ECONNRESET' })
  expect(failure.message).toContain('broke in the middle of the answer (ECONNRESET)')
})

test.each([
  ['no-answer', 'was not answered in full within 0.02 s', () => ({})],
  ['deadline', 'was not answered before the time was up', () => ({ deadline: 10 })],
  ['cancelled', 'was cancelled', () => ({ signal: AbortSignal.timeout(10) })],
])('%s covers headers and body, and the prompt may have been received', async (kind, words, readLimits) => {
  const stalled: Fetch = (_url, { signal }) => neverAnswer(signal)
  for (const fetch of [stalled, answer(200, '{"id":', neverAnswer)]) {
    const { service } = createServiceForTests({ fetch, requestTimeLimitMs: 20 })
    const failure = await catchFailure(service.createAgentJob('x', { ...noLimits(), ...readLimits() }))
    expect(failure).toMatchObject({ kind, certainty: 'unknown' })
    expect(failure.message).toContain(words)
  }
})

test('an error with a body that stalls still tells its status', async () => {
  const fetch = answer(401, '{"error":', neverAnswer)
  const { service } = createServiceForTests({ fetch, requestTimeLimitMs: 20 })
  const failure = await catchFailure(service.createAgentJob('x', noLimits()))
  expect(failure).toMatchObject({ kind: 'status', status: 401, certainty: 'not-accepted' })
})

test('of a large error page, the beginning is read', async () => {
  const read = vi.fn(breaks)
  const { service } = createServiceForTests({
    fetch: answer(502, `<h1>Bad</h1>${'x'.repeat(2 ** 14)}`, read),
  })
  const failure = await catchFailure(service.createAgentJob('x', noLimits()))
  expect(failure).toMatchObject({ kind: 'status', serviceMessage: expect.stringMatching(/^Bad x{400}/) })
  expect(read).not.toHaveBeenCalled()
})

test.each([
  ['a job', 1],
  ['a page', 16],
])('an answer with %s is read up to its cap', async (what, mebibytes) => {
  const cap = mebibytes * 1024 * 1024
  const padded = (bytes: number) => json({ id: 'job-1', ...PAGE, pad: 'x'.repeat(bytes) })
  const { length } = await padded(0)().text()
  const { service } = createServiceForTests(fakeFetch(padded(cap - length), padded(cap - length + 1)))
  const request = () =>
    what === 'a job' ? service.createAgentJob('x', noLimits()) : readPageViews(service, VIEWS, noLimits())
  await request()
  const failure = await catchFailure(request())
  expect(failure).toMatchObject({ kind: 'unreadable', certainty: 'unknown' })
  expect(failure.message).toContain(`more than ${mebibytes} MiB`)
})

test('a gzip bomb is not unpacked', async () => {
  const part = gzipSync(Buffer.alloc(16 * 1024 * 1024))
  const bomb = Buffer.concat(Array(16).fill(part))
  await using server = await startServer((response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  )
  const { service } = createServiceForTests({ fetch: createFetch({}), baseUrl: server.url })
  const before = process.memoryUsage().rss
  expect(await catchFailure(service.createAgentJob('x', noLimits()))).toMatchObject({ kind: 'unreadable' })
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
})

test('an error shows neither the key nor what the service wrote', async () => {
  const echo = `::error::${API_KEY} @everyone`
  const { service } = createServiceForTests(fakeFetch(json({ error: echo }, 400)))
  const failure = await catchFailure(service.createAgentJob('x', noLimits()))
  expect(failure.message + failure.hint).not.toMatch(/mint_|@|::/)
  expect(failure.serviceMessage && readUntrustedText(failure.serviceMessage)).toBe('::error::*** @everyone')
  expect(JSON.stringify({ ...failure, stack: failure.stack })).not.toContain(API_KEY)
})

test('a success that holds an error shows the words of the service', async () => {
  const { service } = createServiceForTests(fakeFetch(json({ error: 'No such organization.', rows: [] })))
  const failure = await catchFailure(readPageViews(service, VIEWS, noLimits()))
  expect(failure).toMatchObject({ kind: 'unreadable', serviceMessage: 'No such organization.' })
  expect(failure.cause).toBeUndefined()
  expect(failure.message).toMatch(/was answered with status 200 and a page of page views without `totals`\.$/)
})

test('without a key, nothing is taken out of the words', async () => {
  const { service } = createServiceForTests({ ...fakeFetch(json({ error: 'No key.' }, 401)), apiKey: '' })
  expect(await catchFailure(service.getAgentJob('1', noLimits()))).toMatchObject({
    serviceMessage: 'No key.',
  })
})

test('half a key at the end of what is read of an error is not shown', async () => {
  const beginning = `Oops${'<i>'.repeat(5400)}`.padEnd(16 * 1024 - 10, ' ')
  const { service } = createServiceForTests(
    fakeFetch(() => new Response(beginning + API_KEY, { status: 400 })),
  )
  const failure = await catchFailure(service.createAgentJob('x', noLimits()))
  expect(failure.serviceMessage && readUntrustedText(failure.serviceMessage)).toBe('Oops')
})

test.each([
  ['as it is', `/a ${API_KEY}`],
  ['behind escapes of JSON', `/a ${API_KEY.replaceAll('_', '\\u005f')}`],
  ['in another form, which the caller knows', '/a KEY'],
])('a path that holds the key %s is read without it', async (_name, path) => {
  const body = JSON.stringify({ ...PAGE, views: [{ path: 'PATH', human: 1, ai: 0, total: 1 }] })
  const { service } = createServiceForTests({
    ...fakeFetch(() => new Response(body.replace('PATH', path))),
    redact: (text) => text.replaceAll('KEY', '***'),
  })
  const { views } = await readPageViews(service, VIEWS, noLimits())
  expect(views.map((row) => readUntrustedText(row.path))).toEqual(['/a ***'])
})
