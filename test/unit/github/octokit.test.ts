import { expect, test, vi } from 'vitest'
import { connectGitHub } from '../../../src/github/connect.ts'
import type { GitHubOptions } from '../../../src/github/octokit.ts'
import { createAllowance } from '../../../src/network/patience.ts'
import { CancelledError } from '../../../src/runner/cancellation.ts'
import { readWorkflowRun } from '../../../src/runner/event.ts'
import { networkError } from '../docs-service/service-for-tests.ts'
import { createClock } from '../fake-clock.ts'
import { type Answer, createRequest, READ, send, WRITE } from './fake-github.ts'

const OK = { status: 201, body: { id: 5 } }

test('a request has a user agent and encoded names, and goes to the given URL', async () => {
  const link = '<https://x>; rel="next"'
  const parameters = { ...WRITE.parameters, repo: '../../x?y#z' }
  const { answer, sent } = await send([{ ...OK, headers: { link } }], { ...WRITE, parameters })
  expect(answer).toEqual({ status: 201, data: { id: 5 }, link })
  expect(sent).toMatchObject([
    {
      method: 'POST',
      url: 'https://github.example/api/v3/repos/acme/..%2F..%2Fx%3Fy%23z/issues/1/comments',
      headers: {
        authorization: 'token ghs_token',
        'user-agent': expect.stringContaining('docs-agent-action/1'),
        'x-github-api-version': '2022-11-28',
        accept: 'application/vnd.github.v3+json',
      },
      body: { body: 'Hello' },
    },
  ])
})

test.each<[string, Answer]>([
  ['500', { status: 500, body: { message: 'Server Error' } }],
  ['502 with a page', { status: 502, body: '<html>Unicorn!</html>' }],
  ['408', { status: 408, body: {} }],
  ['a reset', networkError('ECONNRESET')],
  // Octokit alone would take it for a 404 with an empty body.
  ['half of a 404', () => new Response(new ReadableStream({ pull: (body) => body.error() }), { status: 404 })],
])('after %s, a request is repeated for 30 s, and a comment is sent once', async (_name, trouble) => {
  const error = { name: 'GitHubError' }
  expect(await send([trouble, trouble, OK], READ)).toMatchObject({ answer: { status: 201 }, tries: 3 })
  expect(await send([trouble], READ)).toMatchObject({ error, tries: 8, elapsedMs: 30_000 })
  expect(await send([trouble, OK])).toMatchObject({ error, tries: 1 })
})

const reset = (seconds: number) => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(1_000 + seconds) })
const AN_HOUR_AHEAD = new Date(1_000_000 + 3_600_000).toUTCString()
const secondary = { message: 'You have exceeded a secondary rate limit.' }

test.each<[string, Extract<Answer, { status: number }>, number]>([
  ['429 with Retry-After', { status: 429, headers: { 'retry-after': '7' } }, 7_000],
  ['403 with nothing left', { status: 403, headers: reset(20) }, 21_000],
  ["a reset by GitHub's clock", { status: 403, headers: { ...reset(3_620), date: AN_HOUR_AHEAD } }, 21_000],
  ['a secondary one that does not say how long', { status: 403, body: secondary }, 60_000],
])('a request over a rate limit is repeated after the wait: %s', async (_name, answer, pauseMs) => {
  for (const facts of [READ, WRITE]) {
    const { tries, pauses } = await send([{ body: { message: 'no' }, ...answer }, OK], facts)
    expect([tries, pauses]).toEqual([2, [pauseMs]])
  }
})

const both = (signal: AbortSignal) => [signal, signal] as const
const CANCELLED = new CancelledError('The run was canceled.')

test('a cancelled run sends no more requests', async () => {
  const { error, tries } = await send([OK], READ, { signals: both(AbortSignal.abort(CANCELLED)) })
  expect([error, tries]).toEqual([CANCELLED, 0])
})

test("a run that is cancelled during a request gets the signal's reason, whatever the network reports", async () => {
  const controller = new AbortController()
  const fetch: GitHubOptions['fetch'] = () => {
    controller.abort(CANCELLED)
    return Promise.reject(networkError('ECONNRESET'))
  }
  const { error, pauses } = await send([], READ, { signals: both(controller.signal), fetch })
  expect([error, pauses]).toEqual([CANCELLED, []])
})

test('a reaction is not worth a wait for a limit, and nothing else is sent meanwhile', async () => {
  const { request, calls, pauses } = createRequest([{ status: 429, headers: { 'retry-after': '700' } }])
  for (const query of [{ ...READ, isReaction: true } as const, READ, WRITE])
    await expect(request(query)).rejects.toMatchObject({ isRateLimited: true, retryAt: 1_700_000 })
  expect([calls.length, pauses]).toEqual([1, []])
})

test('an error has the operation and the answer, and quotes GitHub on one line', async () => {
  const said = `Blocked.\r\n::error::"hello"\u202E ${'x'.repeat(600)}`
  const { error } = await send([{ status: 422, body: { message: said, errors: ['More'] } }])
  expect(error?.message).toMatch(
    /^Couldn't comment on #1 in acme\/app: GitHub returned 422 \("Blocked\. ::error::'hello'\\u\{202e\} x+…"\)\. \S/,
  )
  expect(error?.message.length).toBeLessThan(700)
  expect(error?.cause).toBeDefined()
})

test.each<[unknown, string]>([
  [{ message: 'No.', errors: [{ message: 'More' }, 'and more', 7] }, ' ("No.; More; and more")'],
  [{ message: 'Not ghs_token' }, ' ("Not ***")'],
  [{ message: 'No.', errors: [...'abcdefg'] }, ' ("No.; a; b; c; d; e")'],
  ['<html>Unicorn!</html>', ''],
  [{ message: 7 }, ''],
])("GitHub's message is quoted, if there is one: %j", async (body, said) => {
  const { error } = await send([{ status: 404, body }], READ)
  expect(error?.message).toContain(`Couldn't read comment 1 in acme/app: GitHub returned 404${said}. `)
})

test.each([
  [403, 'communities/locking-conversations', true],
  [403, 'rest/issues/comments', false],
  [404, 'communities/locking-conversations', false],
])('with status %d and a link to %s, the conversation is locked: %s', async (status, page, isLocked) => {
  const { error } = await send([{ status, body: { documentation_url: `https://docs.github.com/${page}` } }])
  expect(error?.isLocked).toBe(isLocked)
})

test.each([
  ['30 seconds', 40_000, 30_000],
  ['as long as trouble may take in all', 5_000, 5_000],
  ['three seconds once that is used up', 0, 3_000],
])('the time limit for an answer: %s', async (_name, troubleMs, limitMs) => {
  const late = AbortSignal.abort(new DOMException('The time is up.', 'TimeoutError'))
  using timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late)
  const allowance = createAllowance(createClock(), { troubleMs })
  const fetch: GitHubOptions['fetch'] = (_url, { signal }) => Promise.reject(signal?.reason)
  const { error } = await send([], WRITE, { allowance: () => allowance, fetch })
  expect(timeout.mock.calls).toEqual([[limitMs]])
  expect(error?.message).toContain("GitHub didn't respond (TimeoutError)")
})

const MOVED_PATH = '/api/v3/repositories/7/issues/1/comments?a=b'
const MOVED = `https://github.example${MOVED_PATH}`

test.each([
  [301, MOVED, true],
  [307, MOVED_PATH, true],
  [308, MOVED, true],
  [307, 'https://evil.example/api/v3/repositories/7', false],
  [307, 'http://github.example/api/v3/repositories/7', false],
  [307, 'https://user@github.example/api/v3/repositories/7', false],
  [307, '//evil.example/x', false],
  [307, 'https://', false],
  // It doesn't keep method and body.
  [302, MOVED, false],
])('a redirect with %d to "%s" is followed, with method, token and body: %s', async (status, location, isFollowed) => {
  const { answer, error, sent } = await send([{ status, headers: { location } }, OK])
  if (isFollowed) expect([answer?.status, sent]).toEqual([201, [sent[0], { ...sent[0], url: MOVED }]])
  else expect([error?.status, error?.message.includes('evil'), sent.length]).toEqual([status, false, 1])
})

test("from the first answer on, the time is that of GitHub's clock", async () => {
  const clock = createClock()
  const { github, now } = connectGitHub({
    run: readWorkflowRun({ GITHUB_REPOSITORY: 'acme/app' }),
    token: 'ghs_token',
    redact: (text) => text,
    clock,
    signal: new AbortController().signal,
    threadKind: 'issue',
    fetch: async () => Response.json({ number: 1 }, { headers: { date: 'Fri, 02 Jan 2026 03:04:05 GMT' } }),
  })
  expect(now()).toBe(clock.wallClock())
  await github.fetchThread(1)
  clock.pass(2_500)
  expect(new Date(now()).toISOString()).toBe('2026-01-02T03:04:07.500Z')
})
