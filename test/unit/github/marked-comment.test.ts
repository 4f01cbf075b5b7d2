import { expect, test } from 'vitest'
import { GitHubError } from '../../../src/github/errors.ts'
import type { MarkerPayload } from '../../../src/github/found-comment.ts'
import { createMarkedComment } from '../../../src/github/marked-comment.ts'
import { createSignedMarker } from '../../../src/github/signed-marker.ts'
import { markdown } from '../../../src/untrusted/markdown.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

interface Payload extends MarkerPayload {
  state: string
}

const PAYLOAD: Payload = { nonce: 'n-1', state: 'new' }
const marker = createSignedMarker('job', 'mint_key', ['1', '7'])
const failed = (status?: number) => new GitHubError('comment', { status, answer: 'failed', hint: '' })

/** A thread, whose next posts go as `posts` says: `lost` is carried out without an answer, an error isn't carried out. */
function createThread(posts: ('lost' | Error)[] = [], tries = 3) {
  const comments: { id: number; body: string; author: number }[] = []
  const edits: string[] = []
  /** A list may lag behind what was posted. */
  const list = { isStale: false }
  const toComment = ({ id, body, author }: (typeof comments)[number]) => ({
    id,
    url: `https://github.test/${id}`,
    body: untrustedText(body),
    author,
  })
  const comment = createMarkedComment<Payload>({
    github: {
      async createComment(_, body) {
        const fate = posts.shift()
        if (fate instanceof Error) throw fate
        const posted = { id: comments.length + 1, body, author: 5 }
        comments.push(posted)
        if (fate === 'lost') throw failed()
        return toComment(posted)
      },
      async updateComment(id, body) {
        const found = comments.find((each) => each.id === id)
        if (found === undefined) throw failed(404)
        found.body = body
        edits.push(body)
        return toComment(found)
      },
      async deleteComment(id) {
        const at = comments.findIndex((each) => each.id === id)
        if (at < 0) throw failed(404)
        comments.splice(at, 1)
      },
      listComments: async () => (list.isStale ? [] : comments.map(toComment)),
    },
    thread: 7,
    marker,
    parse: (value) => value as Payload,
    redact: (text) => text.replaceAll('secret', '***'),
    budget: { pause: async (attempt) => attempt < tries },
    signal: new AbortController().signal,
  })
  const read = (body = '') => marker.read(untrustedText(body))?.payload
  return { comment, comments, edits, read, posts, list }
}

test('a comment is posted once, redacted, with its payload at the end', async () => {
  const { comment, comments, read } = createThread()
  await comment.post(markdown`The secret`, PAYLOAD)
  expect(comments).toHaveLength(1)
  expect(comments[0]?.body).toMatch(/^The \*\*\*\n\n<!-- /)
  expect(read(comments[0]?.body)).toEqual(PAYLOAD)
  expect(comment.current?.id).toBe(1)
})

test('a comment whose answer is lost is found, not posted again', async () => {
  const { comment, comments } = createThread(['lost'])
  await comment.post(markdown`a`, PAYLOAD)
  expect(comments).toHaveLength(1)
  expect(comment.current?.id).toBe(1)
})

test('a comment that was not posted is posted again, until the budget is used up', async () => {
  const { comment, comments } = createThread([failed(502), failed(502)])
  await comment.post(markdown`a`, PAYLOAD)
  expect(comments).toHaveLength(1)

  const never = createThread([failed(502), failed(502), failed(502)])
  await expect(never.comment.post(markdown`a`, PAYLOAD)).rejects.toThrow('failed')
  expect(never.comments).toEqual([])
})

test("a refusal, and a success that can't be read, end the posting at once", async () => {
  for (const status of [403, 410, 422, 201]) {
    const { comment, posts } = createThread([failed(status), failed(500)])
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
  const { comment, comments, read, list } = createThread(['lost'], 0)
  list.isStale = true
  await expect(comment.post(markdown`a`, PAYLOAD)).rejects.toThrow('failed')
  list.isStale = false
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
  const { comment, comments } = createThread()
  await comment.post(markdown`a`, PAYLOAD)
  comments.push({ id: 2, body: comments[0]?.body ?? '', author: 6 })
  comments.push({ id: 3, body: marker.write({ ...PAYLOAD, nonce: 'n-2', commentId: 1 }), author: 5 })
  expect((await comment.find()).map(({ id }) => id)).toEqual([1])
})

test('the marker of another key is found as one that is not verified', async () => {
  const { comment, comments } = createThread()
  const body = createSignedMarker('job', 'mint_before', ['1', '7']).write(PAYLOAD)
  comments.push({ id: 1, body, author: 5 })
  expect(await comment.find()).toMatchObject([{ id: 1, isVerified: false, author: 5, payload: PAYLOAD }])
})

test('a comment that is gone already is no error to remove', async () => {
  const { comment, comments } = createThread()
  const posted = await comment.post(markdown`a`, PAYLOAD)
  comments.length = 0
  await comment.remove(posted)
  expect(comment.current).toBeUndefined()
})
