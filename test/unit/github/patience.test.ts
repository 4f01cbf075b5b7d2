import { expect, test } from 'vitest'
import { GitHubError } from '../../../src/github/errors.ts'
import { createGitHubRequest, type RequestFacts } from '../../../src/github/octokit.ts'

const facts: RequestFacts = { operation: 'try', permission: 'issues: write', isRepeatable: true }

/** A GitHub that takes `answerMs` for the same answer to every request, and a clock that knows. */
function createTrouble(status: number, body: string, answerMs: number) {
  let nowMs = 0
  let sent = 0
  const request = createGitHubRequest({
    token: 't',
    apiUrl: 'https://github.example',
    userAgent: 'test',
    signal: new AbortController().signal,
    random: () => 0.5,
    clock: {
      now: () => nowMs,
      wallClock: () => nowMs,
      async sleep(ms) {
        nowMs += ms
      },
    },
    async fetch() {
      sent += 1
      nowMs += answerMs
      return new Response(body, { status, headers: { 'content-type': 'application/json' } })
    },
  })
  /** How often it was sent, and how long it took in milliseconds. */
  return async () => {
    const before = { sent, nowMs }
    await expect(request(facts, 'GET /x', {})).rejects.toBeInstanceOf(GitHubError)
    return { tries: sent - before.sent, tookMs: nowMs - before.nowMs }
  }
}

test('a GitHub in trouble costs a run half a minute in all, and then one try a request', async () => {
  const fail = createTrouble(502, '{"message":"Unicorn!"}', 9_000)
  expect((await fail()).tries).toBe(3)
  expect((await fail()).tries).toBe(1)
  expect((await fail()).tries).toBe(1)
})

test('quick failures leave their three tries to many requests', async () => {
  const fail = createTrouble(500, '{"message":"Server Error"}', 10)
  for (let each = 0; each < 10; each += 1) expect((await fail()).tries).toBe(3)
})

test('a rate limit without a word about its end is waited for a minute, once a run', async () => {
  const fail = createTrouble(429, '{"message":"You have exceeded a secondary rate limit."}', 10)
  expect(await fail()).toEqual({ tries: 2, tookMs: 60_020 })
  expect(await fail()).toEqual({ tries: 1, tookMs: 10 })
})
