import { expect, test } from 'vitest'
import { findViolations } from '../world/github/description.ts'
import type { RecordedRequest } from '../world/github/server.ts'
import { createWorld } from '../world/index.ts'

/** `createWorld` compares every request of every scenario with the description. This is a request that agrees with it. */
const request: RecordedRequest = {
  method: 'POST',
  login: 'github-actions[bot]',
  path: '/repos/acme/app/issues/7/comments',
  query: {},
  headers: {},
  body: { body: 'text' },
  at: 0,
}

const list = { method: 'GET', body: undefined }

test.each<[string, Partial<RecordedRequest>, string]>([
  ['another path', { path: '/repos/acme/app/issue/7/comments' }, 'is not in the description'],
  ['a field that does not exist', { body: { body: 'text', event: 'x' } }, '"additionalProperty":"event"'],
  [
    'a query parameter of another format',
    { ...list, path: '/repos/acme/app/commits', query: { since: 'yesterday' } },
    'date-time',
  ],
  ['an answer that lacks something', { status: 201, responseBody: { id: 7 } }, 'must have required property'],
])("a difference from GitHub's description is found: %s", (_, change, problem) => {
  expect(findViolations({ ...request, ...change }).join('\n')).toContain(problem)
  expect(findViolations(request)).toEqual([])
  // Faults may answer as they like.
  expect(findViolations({ ...request, status: 418, isFault: true })).toEqual([])
})

test("a test fails whose action asked for something that GitHub's description does not have", async () => {
  const world = await createWorld()
  const path = '/repos/acme/app/labels'
  await fetch(`${world.github.apiUrl}${path}`)
  await expect(world[Symbol.asyncDispose]()).rejects.toThrow(`${path} is not in the description`)
})
