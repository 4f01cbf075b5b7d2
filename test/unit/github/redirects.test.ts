import { expect, test } from 'vitest'
import { createRequest, READ, WRITE } from './fake-github.ts'

const ROUTE = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}'
const PARAMETERS = { owner: 'acme', repo: 'old-name', comment_id: 1, body: 'Hello' }
const MOVED = 'https://github.example/api/v3/repositories/7/issues/comments/1?a=b'
const MOVED_PATH = '/api/v3/repositories/7/issues/comments/1?a=b'

function redirect(status: number, location: string) {
  return { status, body: { message: 'Moved Permanently' }, headers: { location } }
}

test.each([
  [301, MOVED],
  [307, MOVED_PATH],
  [308, MOVED],
])(
  'a redirect with %d on the same origin, to %s, is followed, with method and body',
  async (status, location) => {
    const answers = [redirect(status, location), { status: 200, body: { id: 1 } }]
    const { request, sent, pauses } = createRequest(answers)
    expect((await request(WRITE, ROUTE, PARAMETERS)).data).toEqual({ id: 1 })
    const [first, second] = sent
    expect(second?.url.href).toBe(MOVED)
    expect(second).toEqual({ ...first, url: second?.url })
    expect(second?.headers.get('authorization')).toBe('token ghs_token')
    expect(pauses).toEqual([])
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
  await expect(request(READ, ROUTE, PARAMETERS)).rejects.toMatchObject({ name: 'GitHubError' })
  expect(sent).toHaveLength(4)
})
