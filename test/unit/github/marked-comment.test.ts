import { expect, test } from 'vitest'
import type { MarkerPayload } from '../../../src/github/found-comment.ts'
import { createMarkedComment } from '../../../src/github/marked-comment.ts'
import { createSignedMarker } from '../../../src/github/signed-marker.ts'
import { markdown } from '../../../src/untrusted/markdown.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'
import { createThread as createFakeThread, failure, OWN } from './fake-thread.ts'

interface Payload extends MarkerPayload {
  state: string
}

const PAYLOAD: Payload = { nonce: 'n-1', state: 'new' }
const marker = createSignedMarker('job', 'mint_key', ['1', '7'])

/** A thread, whose next posts go as `posts` says: `lost` is carried out without an answer, an error isn't carried out. */
function createThread(posts: ('lost' | Error)[] = [], tries = 3) {
  const { github, comments, add } = createFakeThread()
  const edits: string[] = []
  /** A list may lag behind what was posted, and an edit may fail. */
  const trouble: { isListStale: boolean; edit?: Error | undefined } = { isListStale: false }
  const comment = createMarkedComment<Payload>({
    github: {
      ...github,
      async createComment(thread, body) {
        const fate = posts.shift()
        if (fate instanceof Error) throw fate
        const posted = await github.createComment(thread, body)
        if (fate === 'lost') throw failure()
        return posted
      },
      async updateComment(id, body) {
        if (trouble.edit !== undefined) throw trouble.edit
        edits.push(body)
        return github.updateComment(id, body)
      },
      listComments: async (...which) => (trouble.isListStale ? [] : github.listComments(...which)),
    },
    thread: 7,
    marker,
    parse: (value) => value as Payload,
    redact: (text) => text.replaceAll('secret', '***'),
    budget: { pause: async (attempt) => attempt < tries },
    signal: new AbortController().signal,
  })
  const read = (body = '') => marker.read(untrustedText(body))?.payload
  return { comment, comments, add, edits, read, posts, trouble }
}

test('a comment is posted once, redacted, with its payload at the end', async () => {
  const { comment, comments, read } = createThread()
  await comment.post(markdown`The secret`, PAYLOAD)
  expect(comments).toHaveLength(1)
  expect(comments[0]?.body).toMatch(/^The \*\*\*\n\n<!-- /)
  expect(read(comments[0]?.body)).toEqual(PAYLOAD)
  expect(comment.current?.id).toBe(1)
})

test('a long comment is cut, and its payload never is', async () => {
  const { comment, comments, read } = createThread()
  await comment.post(markdown`${'long '.repeat(20_000)}`, PAYLOAD)
  expect(comments[0]?.body.length).toBeLessThanOrEqual(65_535)
  expect(read(comments[0]?.body)).toEqual(PAYLOAD)
})

test('a comment whose answer is lost is found, not posted again', async () => {
  const { comment, comments } = createThread(['lost'])
  await comment.post(markdown`a`, PAYLOAD)
  expect(comments).toHaveLength(1)
  expect(comment.current?.id).toBe(1)
})

test('a comment that was not posted is posted again, until the budget is used up', async () => {
  const { comment, comments } = createThread([failure(502), failure(502)])
  await comment.post(markdown`a`, PAYLOAD)
  expect(comments).toHaveLength(1)

  const never = createThread([failure(502), failure(502), failure(502)])
  await expect(never.comment.post(markdown`a`, PAYLOAD)).rejects.toThrow('failed')
  expect(never.comments).toEqual([])
})

test("a refusal, and a success that can't be read, end the posting at once", async () => {
  for (const status of [403, 410, 422, 201]) {
    const { comment, posts } = createThread([failure(status), failure(500)])
    await expect(comment.post(markdown`a`, PAYLOAD)).rejects.toThrow('failed')
    expect(posts).toHaveLength(1)
  }
})

test('an edit keeps what it does not change, and binds the marker to its comment', async () => {
  const { comment, comments, read } = createThread()
  await comment.post(markdown`a`, PAYLOAD)
  await comment.edit(markdown`b`, { state: 'done' })
  expect(read(comments[0]?.body)).toEqual({ nonce: 'n-1', state: 'done', commentId: 1 })
})

test('what an edit could not say, the next one does', async () => {
  const { comment, edits, read, trouble } = createThread()
  await comment.post(markdown`a`, PAYLOAD)
  trouble.edit = failure(502)
  await expect(comment.edit(markdown`b`, { state: 'done' })).rejects.toBe(trouble.edit)
  trouble.edit = undefined
  await comment.edit(markdown`c`, {})
  expect(read(edits.at(-1))).toMatchObject({ state: 'done' })
})

test('edits arrive in the order of the calls, after the post', async () => {
  const { comment, edits, read } = createThread(['lost'])
  await Promise.all([
    comment.post(markdown`a`, PAYLOAD),
    comment.edit(markdown`b`, { state: 'one' }),
    comment.edit(markdown`c`, { state: 'two' }),
  ])
  expect(edits.map((body) => body[0])).toEqual(['b', 'c'])
  expect(read(edits.at(-1))).toMatchObject({ state: 'two' })
})

test('an edit looks for the comment whose posting got no answer', async () => {
  const { comment, comments, read, trouble } = createThread(['lost'], 0)
  trouble.isListStale = true
  await expect(comment.post(markdown`a`, PAYLOAD)).rejects.toThrow('failed')
  trouble.isListStale = false
  await comment.edit(markdown`b`, { state: 'done' })
  expect(comments).toHaveLength(1)
  expect(read(comments[0]?.body)).toMatchObject({ state: 'done' })
})

test('a comment that somebody deleted is not posted again', async () => {
  const { comment, comments } = createThread()
  await comment.post(markdown`a`, PAYLOAD)
  comments.length = 0
  await expect(comment.edit(markdown`b`, { state: 'done' })).rejects.toThrow('failed')
  await comment.edit(markdown`c`, { state: 'done' })
  expect(comments).toEqual([])
  expect(comment.current).toBeUndefined()
})

test('a copy is not found: by another account, or bound to another comment', async () => {
  const { comment, comments, add } = createThread()
  await comment.post(markdown`a`, PAYLOAD)
  add(comments[0]?.body ?? '', OWN + 1)
  add(marker.write({ ...PAYLOAD, nonce: 'n-2', commentId: 1 }), OWN)
  expect((await comment.find()).map(({ id }) => id)).toEqual([1])
})

test('the marker of another key is found as one that is not verified', async () => {
  const { comment, add } = createThread()
  add(createSignedMarker('job', 'mint_before', ['1', '7']).write(PAYLOAD), OWN)
  expect(await comment.find()).toMatchObject([{ id: 1, isVerified: false, author: OWN, payload: PAYLOAD }])
})

test('a comment that is gone already is no error to remove', async () => {
  const { comment, comments } = createThread()
  const posted = await comment.post(markdown`a`, PAYLOAD)
  comments.length = 0
  await comment.remove(posted)
  expect(comment.current).toBeUndefined()
})
