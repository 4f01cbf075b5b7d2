import { expect, test } from 'vitest'
import { send } from './fake-github.ts'

const MOVED_PATH = '/api/v3/repositories/7/issues/1/comments?a=b'
const MOVED = `https://github.example${MOVED_PATH}`

/** Creates a comment. The request is redirected, and then accepted. */
const sendMoved = (status: number, location: string) =>
  send([
    { status, headers: { location } },
    { status: 201, body: { id: 1 } },
  ])

test.each([
  [301, MOVED],
  [307, MOVED_PATH],
  [308, MOVED],
])('a redirect with %d to %s is followed, with method, token and body', async (status, location) => {
  const { answer, sent, tries, pauses } = await sendMoved(status, location)
  expect(answer).toMatchObject({ data: { id: 1 } })
  expect([tries, pauses]).toEqual([2, []])
  expect(sent[1]).toEqual({ ...sent[0], url: MOVED })
})

test.each([
  [307, 'https://evil.example/api/v3/repositories/7'],
  [307, 'http://github.example/api/v3/repositories/7'],
  [307, 'https://github.example:8443/api/v3/repositories/7'],
  [307, 'https://user@github.example/api/v3/repositories/7'],
  [307, '//evil.example/x'],
  [307, 'https://'],
  // These don't keep method and body.
  [302, MOVED],
])('a redirect with %d to "%s" is not followed', async (status, location) => {
  const { error, tries } = await sendMoved(status, location)
  expect(error).toMatchObject({ name: 'GitHubError', status })
  expect(error?.message).toContain(`GitHub returned ${status}`)
  expect(error?.message).not.toContain('evil')
  expect(tries).toBe(1)
})
