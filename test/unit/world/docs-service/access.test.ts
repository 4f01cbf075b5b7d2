import { expect, test } from 'vitest'
import { startDocsService } from '../../../world/docs-service/server.ts'
import { call, create, jobsPath, viewsPath } from './service-calls.ts'

test.each([
  ['no header', {}],
  ['another scheme', { authorization: 'Basic bWludA==' }],
  ['no token', { authorization: 'Bearer ' }],
  ['a wrong key', { authorization: 'Bearer mint_wrong' }],
])('the service refuses %s with 401, on every operation', async (_name, headers) => {
  await using world = await startDocsService()
  const answers = await Promise.all([
    fetch(`${world.url}${jobsPath}`, { method: 'POST', headers, body: '{"prompt":"x"}' }),
    fetch(`${world.url}${jobsPath}/some-id`, { headers }),
    fetch(`${world.url}${jobsPath}/some-id/message`, { method: 'POST', headers, body: '{"prompt":"x"}' }),
    fetch(`${world.url}${viewsPath}`, { headers }),
  ])
  expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401])
  expect(await answers[0]?.json()).toEqual({ error: expect.any(String) })
  expect(world.jobs).toEqual([])
})

test('the service lets a key do only what its scopes say', async () => {
  await using world = await startDocsService({
    keys: [
      { key: 'mint_reader', scopes: ['read'] },
      { key: 'mint_writer', scopes: ['write'] },
    ],
  })
  const { id } = await create(world)
  const statuses = async (key: string): Promise<number[]> => {
    const headers = { authorization: `Bearer ${key}` }
    const answers = await Promise.all([
      call(world, jobsPath, { json: { prompt: 'x' }, headers }),
      call(world, `${jobsPath}/${id}`, { headers }),
      call(world, `${jobsPath}/${id}/message`, { json: { prompt: 'x' }, headers }),
      call(world, viewsPath, { headers }),
    ])
    return answers.map((answer) => answer.status)
  }
  expect(await statuses('mint_reader')).toEqual([403, 200, 403, 200])
  expect(await statuses('mint_writer')).toEqual([201, 403, 200, 403])
})

test.each([
  ['GET', '/', 404],
  ['GET', '/v1/agent/docs-project/job/x', 404],
  ['POST', '/v2/agent/another-project/job', 404],
  ['GET', '/v1/analytics/another-project/views', 404],
  ['GET', '/v2/agent/docs-project/job/unknown', 404],
  ['GET', '/v2/agent/%E0%A4%A/job/x', 404],
  ['POST', '/v2/agent/another-project/job/x/message', 404],
  ['GET', jobsPath, 405],
  ['GET', `${jobsPath}/x/message`, 405],
  ['DELETE', `${jobsPath}/x`, 405],
  ['POST', viewsPath, 405],
])('the service answers %s %s with %i', async (method, path, status) => {
  await using world = await startDocsService()
  const answer = await call(world, path, { method })
  expect(answer.status).toBe(status)
  expect(await answer.json()).toEqual({ error: expect.any(String) })
})

test('the service takes project and job ids as one encoded segment', async () => {
  await using world = await startDocsService({ projectId: 'a/b ç', scenario: { id: 'x/../y?z' } })
  const path = `/v2/agent/${encodeURIComponent('a/b ç')}/job`
  expect((await call(world, path, { json: { prompt: 'x' } })).status).toBe(201)
  expect((await call(world, `${path}/${encodeURIComponent('x/../y?z')}`)).status).toBe(200)
})
