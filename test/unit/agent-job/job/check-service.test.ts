import { expect, test } from 'vitest'
import { checkKeyReads, checkKeyWrites, checkProject } from '../../../../src/agent-job/job/check-service.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import {
  connectError,
  createServiceForTests,
  fakeFetch,
  json,
  networkError,
  noLimits,
  PAGE,
} from '../../docs-service/service-for-tests.ts'

type Answer = Parameters<typeof fakeFetch>[number]

const NO_JOB = '/v2/agent/project-1/job/00000000-0000-0000-0000-000000000000'
const CHECKS = { reads: checkKeyReads, writes: checkKeyWrites, project: checkProject } as const
const VIEWS = json(PAGE)

/** Makes one check against a service that gives this answer. */
async function check(name: keyof typeof CHECKS, answer: Answer) {
  const { fetch, calls } = fakeFetch(answer)
  const { service } = createServiceForTests({ fetch })
  const inputs = { projectId: 'project-1', apiKey: 'mint_1', baseUrl: new URL('https://docs.example') }
  const { state, text, technical } = await CHECKS[name](service as never, noLimits(), inputs)
  const sent = calls.map(({ url, init }) => `${init.method} ${new URL(url).pathname}${new URL(url).search}`)
  return { state, text, technical, sent }
}

const notFound = json({ error: 'Job not found' }, 404)

test.each([
  ['reads', `GET ${NO_JOB}`, notFound],
  ['writes', `POST ${NO_JOB}/message`, notFound],
  ['project', 'GET /v1/analytics/project-1/views?limit=1&offset=0', VIEWS],
] as const)('that a key may do it, one request tells: %s', async (name, request, answer) => {
  const { state, sent } = await check(name, answer)
  expect([state, sent]).toEqual(['passed', [request]])
})

const by = (status: number, error = 'No') => json({ error }, status)

test.each<[keyof typeof CHECKS, string, Answer, RegExp]>([
  ['reads', 'a 404 by something else', () => new Response('Not found', { status: 404 }), /`base-url`/],
  ['project', '404', by(404, 'No such "project"'), /says "No such 'project'".*`project-id`/],
  ['project', '400', by(400, 'Bad id'), /says "Bad id".*`project-id`/],
  ['project', '401', by(401), /wrong, or has expired/],
  ['reads', '403', by(403), /lacks the `read` scope/],
  ['writes', '403', by(403), /lacks the `write` scope/],
  ['reads', 'no connection', connectError('ECONNREFUSED'), /Couldn't reach the service.*`base-url`/],
])('%s fails on %s, and says what to do', async (name, _answer, answer, expected) => {
  const { state, text, technical } = await check(name, answer)
  expect(state).toBe('failed')
  expect(text).toMatch(expected)
  expect(technical).toContain('Could not')
})

test("the service's own words are said once", async () => {
  const scope = await check('writes', by(403, 'IP "1.2.3.4" is not allowed'))
  expect(scope.technical).toMatch(/returned 403\. The answer says: "IP '1\.2\.3\.4' is not allowed"$/)
  const project = await check('project', by(400, 'Bad id'))
  expect(project.technical).not.toContain('Bad id')
})

test.each<[keyof typeof CHECKS, string, Answer]>([
  ['reads', '503', by(503)],
  ['project', '402', by(402)],
  ['project', 'a reset', networkError('ECONNRESET')],
])('whether %s passes is not known after %s', async (name, _answer, answer) => {
  const { state, technical } = await check(name, answer)
  expect([state, technical]).toEqual(['unknown', expect.stringContaining('Could not')])
})

test('a check that is cancelled ends with the reason', async () => {
  const reason = new CancelledError('The run was canceled.')
  const { service } = createServiceForTests(fakeFetch(VIEWS))
  const limits = { ...noLimits(), signal: AbortSignal.abort(reason) }
  const inputs = { projectId: 'p', apiKey: '', baseUrl: new URL('https://docs.example') }
  await expect(checkKeyReads(service, limits, inputs)).rejects.toBe(reason)
})
