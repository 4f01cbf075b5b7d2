import { expect, onTestFinished, test } from 'vitest'
import { knownFaults } from '../../../world/github/faults.ts'
import type { RecordedRequest } from '../../../world/github/server.ts'
import { startGitHub } from '../../../world/github/start-github.ts'
import type { GitHubOptions, GitHubWorld } from '../../../world/github/world.ts'

test('a rule answers in place of GitHub, for as many requests as it says', async () => {
  const { github, post } = await startWithIssue()
  github.faults.add({
    method: 'POST',
    path: /\/comments$/,
    skip: 1,
    times: 2,
    respond: knownFaults.secondaryRateLimit({ status: 429, retryAfterSeconds: 7 }),
  })
  const answers = [await post('a'), await post('b'), await post('c'), await post('d')]
  expect(answers.map(({ status }) => status)).toEqual([201, 429, 429, 201])
  expect(answers[1]?.headers.get('retry-after')).toBe('7')
  expect(await bodies(github)).toEqual(['a', 'd'])
})

test('the first rule that matches wins; it may be meant for one token only, and be taken away', async () => {
  const { github, post } = await startWithIssue()
  const stop = github.faults.add({ token: github.tokenFor('reader'), respond: knownFaults.notAccessible })
  github.faults.add({ respond: knownFaults.badGateway })
  const statuses = async () => [(await post('a', github.tokenFor('reader'))).status, (await post('b')).status]
  expect(await statuses()).toEqual([403, 502])
  stop()
  expect(await statuses()).toEqual([502, 502])
  github.faults.clear()
  expect(await statuses()).toEqual([201, 201])
})

test('cut before handling: nothing happened; cut after: it happened, and the answer is lost', async () => {
  const { github, post } = await startWithIssue()
  github.faults.add({ times: 1, respond: { cut: 'before' } })
  github.faults.add({ times: 1, respond: { cut: 'after' } })
  await expect(post('before')).rejects.toThrow('fetch failed')
  await expect(post('after')).rejects.toThrow('fetch failed')
  expect(await bodies(github)).toEqual(['after'])
  expect(github.requests.map(({ status }) => status)).toEqual([undefined, undefined])
})

test.each([
  ['ignores the page', { ignoresPage: true }, ['a', 'b'], ['a', 'b']],
  ['repeats an entry', { repeats: true }, ['a', 'b'], ['b', 'c']],
  ['lags', { lagMs: 5 }, ['a', 'b'], []],
])('a list of comments that %s is wrong over the wire only', async (_name, flaws, ...pages) => {
  let now = 0
  const { github, post, list } = await startWithIssue({ now: () => now })
  await post('a')
  await post('b')
  now = 5
  await post('c')
  github.listComments(flaws)
  expect([await list(1), await list(2)]).toEqual(pages)
  expect(await bodies(github)).toEqual(['a', 'b', 'c'])
})

test('a request can hang without an end, or wait', async () => {
  const { github, post } = await startWithIssue()
  github.faults.add({ times: 1, respond: { hang: true } })
  github.faults.add({ times: 1, respond: { delayMs: 60 } })
  const patience = new AbortController()
  github.onRequest = () => void setTimeout(() => patience.abort(), 20)
  await expect(post('hangs', github.actionsToken, patience.signal)).rejects.toThrow('aborted')
  const start = performance.now()
  expect((await post('waits')).status).toBe(201)
  expect(performance.now() - start).toBeGreaterThan(50)
  expect(await bodies(github)).toEqual(['waits'])
})

test('onRequest acts before anything happens, onAnswer after the answer went out', async () => {
  const { github, post } = await startWithIssue()
  const look = async ({ status }: RecordedRequest) => ({ status, comments: await bodies(github) })
  const [request, answer] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()]
  github.onRequest = async (record) => request.resolve(await look(record))
  github.onAnswer = async (record) => answer.resolve(await look(record))
  await post('a')
  expect(await request.promise).toEqual({ status: undefined, comments: [] })
  expect(await answer.promise).toEqual({ status: 201, comments: ['a'] })
})

async function startWithIssue(options: GitHubOptions = {}) {
  const github = await startGitHub(options)
  onTestFinished(() => github.close())
  const { number } = await github.createIssue()
  const post = (body: string, token = github.actionsToken, signal?: AbortSignal) =>
    fetch(`${github.apiUrl}/repos/acme/app/issues/${number}/comments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ body }),
      ...(signal === undefined ? {} : { signal }),
    })
  const list = async (page: number) => {
    const url = `${github.apiUrl}/repos/acme/app/issues/${number}/comments?per_page=2&page=${page}`
    const comments = (await (await fetch(url)).json()) as { body: string }[]
    return comments.map(({ body }) => body)
  }
  return { github, post, list }
}

async function bodies(github: GitHubWorld): Promise<string[]> {
  return (await github.commentsOf(1)).map(({ body }) => body)
}
