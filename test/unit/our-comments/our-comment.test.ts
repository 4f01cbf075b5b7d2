import { expect, test, vi } from 'vitest'
import type { MarkerPayload } from '../../../src/github/found-comment.ts'
import { untilAborted } from '../../../src/github/until-aborted.ts'
import { createSignedMarker } from '../../../src/our-comments/marker.ts'
import { OurComment } from '../../../src/our-comments/our-comment.ts'
import { markdown } from '../../../src/untrusted/markdown.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'
import { createThread as createFakeThread, failure, OWN } from './fake-thread.ts'

interface Payload extends MarkerPayload {
  state: string
}

const PAYLOAD: Payload = { nonce: 'n-1', state: 'new' }
const marker = createSignedMarker('job', 'mint_key', ['1', '7'])

/** A thread whose next new comments are `lost` (created without an answer), or fail with a status. */
function createThread(fates: ('lost' | number)[] = [], previousApiKey = '') {
  const { github, ...thread } = createFakeThread()
  const { createComment } = github
  const posts: string[] = []
  github.createComment = async (number, body) => {
    const fate = fates[posts.push(body) - 1]
    if (typeof fate === 'number') throw failure(fate)
    const posted = await createComment(number, body)
    if (fate === 'lost') throw failure()
    return posted
  }
  const comment = new OurComment<Payload>({
    github,
    thread: 7,
    marker: createSignedMarker('job', 'mint_key', ['1', '7'], previousApiKey),
    parse: (value) => value as Payload,
    redact: (text) => text.replaceAll('secret', '***'),
    pause: async (attempt) => attempt < 3,
  })
  const read = () => marker.read(untrustedText(thread.comments[0]?.body ?? ''))
  return { ...thread, github, comment, posts, read }
}

test('a long comment is cut, but not its payload', async () => {
  const { comment, comments, read } = createThread()
  await comment.post(markdown`${'long '.repeat(20_000)}`, PAYLOAD)
  expect(comments[0]?.body.length).toBeLessThanOrEqual(65_535)
  expect(read()?.payload).toEqual(PAYLOAD)
})

test.each<[string, ('lost' | number)[], number, boolean]>([
  ['is posted once', [], 1, true],
  ['whose answer is lost is found, not posted again', ['lost'], 1, true],
  ['that was not posted is posted again', [502, 502], 3, true],
  ['is given up when the budget is used up', [502, 502, 502], 3, false],
  ['that is forbidden is not posted again', [403], 1, false],
  ["whose answer can't be read is not posted again", [201], 1, false],
])('a comment %s', async (_name, fates, tries, isPosted) => {
  const { comment, comments, posts } = createThread(fates)
  const [{ status }] = await Promise.allSettled([comment.post(markdown`a`, PAYLOAD)])
  expect([status, posts.length]).toEqual([isPosted ? 'fulfilled' : 'rejected', tries])
  expect(comments.map(({ id }) => id)).toEqual(isPosted ? [1] : [])
  expect(comment.current?.id).toBe(isPosted ? 1 : undefined)
})

test('of two comments that one run has posted, only the edited one stays', async () => {
  const { comment, comments, github } = createThread(['lost'])
  const { fetchComments } = github
  github.fetchComments = async () => []
  await comment.post(markdown`a`, PAYLOAD)
  expect([comments.length, await comment.settle()]).toEqual([2, false])
  github.fetchComments = fetchComments
  expect([await comment.settle(), await comment.settle()]).toEqual([true, true])
  expect(comments.map(({ id }) => id)).toEqual([comment.current?.id])
})

test('edits arrive in the order of the calls, after the creation', async () => {
  const { comment, read } = createThread(['lost'])
  await Promise.all([
    comment.post(markdown`a`, PAYLOAD),
    comment.edit(markdown`b`, { state: 'one' }),
    comment.edit(markdown`c`, { state: 'two' }),
  ])
  expect(read()).toMatchObject({ text: 'c', payload: { state: 'two' } })
})

test('a comment whose creation got no answer is looked for before the last edit', async () => {
  const { comment, comments, github, read } = createThread(['lost', 502, 502])
  const { fetchComments } = github
  // A list may lag behind.
  github.fetchComments = async () => []
  await expect(comment.post(markdown`a`, PAYLOAD)).rejects.toThrow('failed')
  expect(await comment.settle()).toBe(false)
  github.fetchComments = fetchComments
  await comment.settle()
  await comment.edit(markdown`b`, { state: 'done' })
  expect(comments).toHaveLength(1)
  expect(read()?.payload).toMatchObject({ state: 'done' })
})

test("a deleted comment isn't created again", async () => {
  const { comment, comments } = createThread()
  await comment.post(markdown`a`, PAYLOAD)
  comments.length = 0
  await expect(comment.edit(markdown`b`, { state: 'done' })).rejects.toThrow('failed')
  await comment.edit(markdown`c`, { state: 'done' })
  expect([comments, comment.current]).toEqual([[], undefined])
})

test('a 404 on a change counts only if the comment is gone', async () => {
  const { comment, github, comments, read } = createThread()
  const posted = await comment.post(markdown`a`, PAYLOAD)
  const { updateComment, deleteComment } = github
  const edit = () => comment.edit(markdown`b`, { state: 'done' })
  github.updateComment = vi.fn(updateComment).mockRejectedValueOnce(failure(404))
  await edit()
  expect(read()).toMatchObject({ text: 'b', payload: { state: 'done' } })

  github.updateComment = () => Promise.reject(failure(404))
  await expect(edit()).rejects.toMatchObject({ status: 404 })
  github.hasComment = () => Promise.reject(failure(502))
  await expect(edit()).rejects.toMatchObject({ status: 502 })
  expect(comment.current?.id).toBe(1)

  github.hasComment = async () => true
  github.deleteComment = vi.fn(deleteComment).mockRejectedValueOnce(failure(404))
  await comment.remove(posted)
  expect([comments, comment.current]).toEqual([[], undefined])
})

test('when the signal aborts, each operation rejects, and continues', async () => {
  const { comment, read } = createThread()
  const controller = new AbortController()
  const hurried = untilAborted(comment, controller.signal)
  await hurried.post(markdown`a`, PAYLOAD)
  expect([hurried.current?.id, (await hurried.find()).length]).toEqual([1, 1])
  const edit = hurried.edit(markdown`b`, { state: 'done' })
  const reason = new Error('The run was canceled.')
  controller.abort(reason)
  await expect(edit).rejects.toBe(reason)
  await expect(hurried.find()).rejects.toBe(reason)
  await comment.edit(markdown`c`, {})
  expect(read()).toMatchObject({ text: 'c', payload: { state: 'done' } })
})

const BEFORE = 'mint_before'
const NAMED = { ...PAYLOAD, nonce: 'n-2', commentId: 1 }
const UNNAMED = { ...PAYLOAD, nonce: 'n-3' }

// Verified or not by our account, which a reaction tells, or else without it: then it may be ours, and blocks.
test.each<[string, Payload, key: string, author: number, known?: boolean, unknown?: [boolean, false | 'maybe']]>([
  ['that names it', NAMED, 'mint_key', OWN, true, [true, 'maybe']],
  ['that names it, by another account', NAMED, 'mint_key', OWN + 1, true, [true, 'maybe']],
  ['that names another comment', { ...NAMED, commentId: 2 }, 'mint_key', OWN],
  ['that names none yet', UNNAMED, 'mint_key', OWN, true, [false, 'maybe']],
  ['that names none yet, by another account', UNNAMED, 'mint_key', OWN + 1, false, [false, 'maybe']],
  ['of the previous key', NAMED, BEFORE, OWN, true, [false, 'maybe']],
  ['of the previous key, by another account', NAMED, BEFORE, OWN + 1, false, [false, 'maybe']],
  ['of the previous key that names none yet', UNNAMED, BEFORE, OWN, true, [false, 'maybe']],
  ['of a third key', NAMED, 'mint_third', OWN, false, [false, false]],
  ['of an empty key', NAMED, '', OWN, false, [false, false]],
])('a marker %s', async (_name, payload, key, author, known, unknown) => {
  const find = async (react: ReturnType<typeof createThread>['github']['react']) => {
    const { comment, add, github } = createThread([], BEFORE)
    add(createSignedMarker('job', key, ['1', '7']).write(payload), author)
    github.react = react
    return await comment.find()
  }
  const react = vi.fn(async () => ({ result: 'first' as const, account: OWN }))
  expect((await find(react)).map(({ isVerified }) => isVerified)).toEqual(known === undefined ? [] : [known])
  expect(react.mock.calls).toEqual(unknown?.[0] === false ? [[{ kind: 'issue comment', id: 1 }, 'eyes']] : [])
  const found = await find(() => Promise.reject(failure(403)))
  expect(found.map(({ isVerified, isOurs }) => [isVerified, isOurs])).toEqual(unknown === undefined ? [] : [unknown])
})

test('who we are is asked once, and known from a comment that was posted', async () => {
  const { comment, add, github } = createThread()
  let count = 0
  github.react = () => {
    count += 1
    return Promise.reject(failure(403))
  }
  const copy = marker.write(UNNAMED)
  add(copy, OWN + 1)
  await comment.find()
  await comment.find()
  expect(count).toBe(1)
  await comment.post(markdown`a`, PAYLOAD)
  expect(await comment.find()).toMatchObject([
    { isVerified: false, isOurs: false },
    { isVerified: true, isOurs: true },
  ])
})
