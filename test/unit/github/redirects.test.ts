import { expect, test } from 'vitest'
import { GitHubError } from '../../../src/github/errors.ts'
import { createRequest, READ, WRITE } from './fake-github.ts'

const ROUTE = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}'
const PARAMETERS = { owner: 'acme', repo: 'old-name', comment_id: 1, body: 'Hello' }
const MOVED = 'https://github.example/api/v3/repositories/7/issues/comments/1?a=b'

function redirect(status: number, location: string) {
  return { status, body: { message: 'Moved Permanently' }, headers: { location } }
}

test.each([301, 307, 308])(
  'a redirect with %d to the same origin is followed, with method and body',
  async (status) => {
    for (const location of [MOVED, '/api/v3/repositories/7/issues/comments/1?a=b']) {
      const { request, sent, pauses } = createRequest([
        redirect(status, location),
        { status: 200, body: { id: 1 } },
      ])
      expect((await request(WRITE, ROUTE, PARAMETERS)).data).toEqual({ id: 1 })
      const [first, second] = sent
      expect(second?.url.href).toBe(MOVED)
      expect(second).toEqual({ ...first, url: second?.url })
      expect(second?.headers.get('authorization')).toBe('token ghs_token')
      expect(pauses).toEqual([])
    }
  },
)

test.each([
  'https://evil.example/api/v3/repositories/7',
  'http://github.example/api/v3/repositories/7',
  'https://github.example:8443/api/v3/repositories/7',
  'https://user:password@github.example/api/v3/repositories/7',
  '//evil.example/x',
  'https://',
  '',
])('a redirect to "%s" is not followed', async (location) => {
  const { request, sent } = createRequest([redirect(307, location)])
  await expect(request(READ, ROUTE, PARAMETERS)).rejects.toMatchObject({ name: 'GitHubError', status: 307 })
  expect(sent.every(({ url }) => url.origin === 'https://github.example')).toBe(true)
})

test.each([300, 302, 303, 304])(
  'a redirect with %d is not followed: it does not keep method and body',
  async (status) => {
    const { request, sent } = createRequest([redirect(status, MOVED), { status: 200, body: {} }])
    await expect(request(READ, ROUTE, PARAMETERS)).rejects.toMatchObject({ status })
    expect(sent).toHaveLength(1)
  },
)

test('a redirect in circles ends', async () => {
  const { request, sent } = createRequest([redirect(301, MOVED)])
  await expect(request(READ, ROUTE, PARAMETERS)).rejects.toBeInstanceOf(GitHubError)
  expect(sent).toHaveLength(4)
})
