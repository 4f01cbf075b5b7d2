import { expect, test } from 'vitest'
import { knownFaults } from '../../../world/github/faults.ts'
import type { RecordedRequest } from '../../../world/github/server.ts'
import { startWorld } from './world-for-tests.ts'

test('a rule answers in place of GitHub, for as many requests as it says', async () => {
  const { github, post, bodies } = await startWithIssue()
  const respond = knownFaults.secondaryRateLimit({ retryAfterSeconds: 7 })
  github.faults.add({ method: 'POST', path: /\/comments$/, skip: 1, times: 2, respond })
  const answers = [await post('a'), await post('b'), await post('c'), await post('d')]
  expect(answers.map(({ status }) => status)).toEqual([201, 403, 403, 201])
  expect(answers[1]?.headers.get('retry-after')).toBe('7')
  expect(await bodies()).toEqual(['a', 'd'])
})

test('the first matching rule wins; it can apply to one token only, and be removed', async () => {
  const { github, post } = await startWithIssue()
  const token = github.tokenFor('reader')
  const stop = github.faults.add({ token, respond: knownFaults.notAccessible })
  github.faults.add({ respond: { status: 502 } })
  const statuses = async () => [(await post('a', token)).status, (await post('b')).status]
  expect(await statuses()).toEqual([403, 502])
  stop()
  expect(await statuses()).toEqual([502, 502])
})

test('a request cut before it is handled has no effect; cut after that, only the answer is lost', async () => {
  const { github, post, bodies } = await startWithIssue()
  github.faults.add({ times: 1, respond: { cut: 'before' } })
  github.faults.add({ times: 1, respond: { cut: 'after' } })
  await expect(post('before')).rejects.toThrow('fetch failed')
  await expect(post('after')).rejects.toThrow('fetch failed')
  expect(await bodies()).toEqual(['after'])
  expect(github.requests.map(({ status }) => status)).toEqual([undefined, undefined])
})

test.each(['cut', 'hang'] as const)(
  '%s in the middle: the request has its effect, and half of the answer arrives',
  async (how) => {
    const { github, post, bodies } = await startWithIssue()
    github.faults.add({ times: 1, respond: { [how]: 'middle' } })
    const stalled = Promise.withResolvers<RecordedRequest>()
    github.onStall = stalled.resolve
    const posted = expect(post('a')).rejects.toThrow('terminated')
    if (how === 'hang') expect(await stalled.promise).not.toHaveProperty('status')
    if (how === 'hang') await github.close()
    await posted
    expect(await bodies()).toEqual(['a'])
  },
)

async function startWithIssue() {
  const { github, send } = await startWorld()
  const { number } = await github.createIssue()
  const post = (body: string, token = github.actionsToken) =>
    send('POST', `/repos/acme/app/issues/${number}/comments`, { body: { body }, token })
  const bodies = async () => (await github.commentsOf(number)).map(({ body }) => body)
  return { github, post, bodies }
}
