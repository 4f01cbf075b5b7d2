import { describe, expect, test } from 'vitest'
import { checkKeyReads, checkKeyWrites, checkProject } from '../../../../src/agent-job/job/check-service.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import {
  connectError,
  createServiceForTests,
  fakeFetch,
  json,
  networkError,
  noLimits,
} from '../../docs-service/service-for-tests.ts'

type Answer = Parameters<typeof fakeFetch>[number]

const NO_JOB = '/v2/agent/project-1/job/00000000-0000-0000-0000-000000000000'
const CHECKS = {
  reads: checkKeyReads,
  writes: checkKeyWrites,
  project: checkProject,
} as const
const VIEWS = json({ totals: { human: 0, ai: 0, total: 0 }, views: [], hasMore: false })

/** Makes one check against a service that gives this answer. */
async function check(name: keyof typeof CHECKS, answer: Answer, apiKey = 'mint_1') {
  const { fetch, calls } = fakeFetch(answer)
  const { service } = createServiceForTests({ fetch })
  const inputs = { projectId: 'project-1', apiKey }
  const { state, text, technical } = await CHECKS[name](service as never, noLimits(), inputs)
  const sent = calls.map(({ url, init }) => `${init.method} ${new URL(url).pathname}${new URL(url).search}`)
  return { state, text, technical, sent }
}

describe('a key that may do it', () => {
  const notFound = json({ error: 'Job not found' }, 404)

  test.each([
    ['reads', `GET ${NO_JOB}`, notFound],
    ['writes', `POST ${NO_JOB}/message`, notFound],
    ['project', 'GET /v1/analytics/project-1/views?limit=1&offset=0', VIEWS],
  ] as const)('%s: one request tells', async (name, request, answer) => {
    const { state, sent } = await check(name, answer)
    expect([state, sent]).toEqual(['passed', [request]])
  })
})

test.each<[keyof typeof CHECKS, string, Answer, RegExp]>([
  ['reads', 'a 404 by something else', () => new Response('Not found', { status: 404 }), /`base-url`/],
  ['reads', 'a 404 with other JSON', json({ code: 7 }, 404), /`base-url`/],
  ['writes', 'a 404 by something else', () => new Response('', { status: 404 }), /`base-url`/],
  ['project', '404', json({ error: 'No such "project"' }, 404), /said "No such 'project'".*`project-id`/],
  ['project', '400', json({ error: 'Bad id' }, 400), /said "Bad id".*`project-id`/],
  ...(['reads', 'writes', 'project'] as const).flatMap((name): [typeof name, string, Answer, RegExp][] => [
    [name, '401', json({ error: 'No' }, 401), /wrong or has expired/],
    [
      name,
      '403',
      json({ error: 'No' }, 403),
      name === 'writes' ? /lacks the scope `write`/ : /lacks the scope `read`/,
    ],
    [name, 'no connection', connectError('ECONNREFUSED'), /can't be reached.*`base-url`/],
  ]),
])('%s fails on %s, and says what to do', async (name, _answer, answer, expected) => {
  const { state, text, technical } = await check(name, answer)
  expect(state).toBe('failed')
  expect(text).toMatch(expected)
  expect(technical).toContain('Could not')
})

test("the service's own words are said once", async () => {
  const scope = await check('writes', json({ error: 'IP "1.2.3.4" is not allowed' }, 403))
  expect(scope.technical).toMatch(/status 403\. The answer says: "IP '1\.2\.3\.4' is not allowed"$/)
  const project = await check('project', json({ error: 'Bad id' }, 400))
  expect(project.technical).not.toContain('Bad id')
})

test("an assistant's key is called so", async () => {
  const { text } = await check('reads', json({ error: 'No' }, 401), 'mint_dsc_1')
  expect(text).toContain('is an assistant key')
})

test.each<[keyof typeof CHECKS, string, Answer]>(
  (['reads', 'writes', 'project'] as const).flatMap((name): [typeof name, string, Answer][] => [
    [name, '503', json({ error: 'Later' }, 503)],
    [name, '402', json({ error: 'Pay' }, 402)],
    [name, '429', json({ error: 'Slowly' }, 429, { 'retry-after': '86400' })],
    [name, 'a reset', networkError('ECONNRESET')],
    [name, 'a web page', () => new Response('<html>')],
  ]),
)('whether %s is not known after %s', async (name, _answer, answer) => {
  const { state, technical } = await check(name, answer)
  expect([state, technical]).toEqual(['unknown', expect.stringContaining('Could not')])
})

test.each(['reads', 'writes'] as const)(
  'whether the key %s is not known where every job is there',
  async (name) => {
    expect(await check(name, json({ status: 'active' }))).toMatchObject({ state: 'unknown' })
  },
)

test('a check that is cancelled ends with the reason', async () => {
  const reason = new CancelledError('The run was cancelled.')
  const { service } = createServiceForTests(fakeFetch(VIEWS))
  const limits = { ...noLimits(), signal: AbortSignal.abort(reason) }
  await expect(checkKeyReads(service, limits, { projectId: 'p', apiKey: '' })).rejects.toBe(reason)
})
