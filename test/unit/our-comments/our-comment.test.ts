import { describe, expect, test, vi } from 'vitest'
import { untilAborted } from '../../../src/network/cancelled-requests.ts'
import { type CommentPayload, readBody, writeBody } from '../../../src/our-comments/marker.ts'
import { OurComment } from '../../../src/our-comments/our-comment.ts'
import { markdown } from '../../../src/untrusted/markdown.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'
import { createThread as createFakeThread, failure, OWN } from './fake-thread.ts'

interface Payload extends CommentPayload {
  state: string
}

const PAYLOAD: Payload = { nonce: 'n-1', state: 'new' }

/** A thread whose next new comments are `lost` (created without an answer), or fail with a status. */
function createThread(fates: ('lost' | number)[] = []) {
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
  const lostEdits: unknown[] = []
  const comment = new OurComment<Payload>({
    github,
    thread: 7,
    kind: 'job',
    parse: (value) => value as Payload,
    redact: (text) => text.replaceAll('secret', '***'),
    pause: async (attempt) => attempt < 3,
    onLostEdit: (error) => lostEdits.push(error),
  })
  const read = () => readBody('job', untrustedText(thread.comments[0]?.body ?? ''))
  return { ...thread, github, comment, posts, read, lostEdits }
}

test('a long comment is cut, but not its payload', async () => {
  const { comment, comments, read } = createThread()
  await comment.post(markdown`${'long '.repeat(20_000)}`, PAYLOAD)
  expect(Buffer.byteLength(comments[0]?.body ?? '')).toBeGreaterThan(65_000)
  expect(Buffer.byteLength(comments[0]?.body ?? '')).toBeLessThanOrEqual(65_535)
  expect(read()?.payload).toEqual(PAYLOAD)
})

test('a secret is in neither text nor marker, nor what is left of one where the text is cut', async () => {
  const { comment, comments } = createThread()
  await comment.post(markdown`${'a secret '.repeat(10_000)}`, { nonce: 'secret', state: 'secret' })
  expect(comments[0]?.body).toContain('{"nonce":"***","state":"***"}')
  expect(comments[0]?.body).not.toMatch(/sec/)
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
  expect([comment.current?.id, comment.written?.state]).toEqual(isPosted ? [1, 'new'] : [undefined, undefined])
})

test('of two comments that one run has posted, only the edited one stays', async () => {
  const { comment, comments, github } = createThread(['lost'])
  const { fetchComments } = github
  github.fetchComments = async () => []
  expect(await comment.post(markdown`a`, PAYLOAD)).toMatchObject({ isRepeated: true })
  expect([comments.length, await comment.deleteSpare()]).toEqual([2, false])
  github.fetchComments = fetchComments
  expect([await comment.deleteSpare(), await comment.deleteSpare()]).toEqual([true, true])
  expect(comments.map(({ id }) => id)).toEqual([comment.current?.id])
})

test('a run whose answers all came lists nothing before its last edit', async () => {
  const { comment, github } = createThread()
  await comment.post(markdown`a`, PAYLOAD)
  github.fetchComments = () => Promise.reject(new Error('It was listed.'))
  expect(await comment.deleteSpare()).toBe(true)
})

test('edits arrive in the order of the calls, after the creation', async () => {
  const { comment, read } = createThread(['lost'])
  await Promise.all([
    comment.post(markdown`a`, PAYLOAD),
    comment.edit(markdown`b`, { state: 'one' }),
    comment.edit(markdown`c`, { state: 'two' }),
  ])
  expect(read()).toMatchObject({ content: 'c', payload: { state: 'two', commentId: 1 } })
})

test('a comment whose creation got no answer is looked for before the last edit', async () => {
  const { comment, comments, github, read } = createThread(['lost', 502, 502])
  const { fetchComments } = github
  // A list may lag behind.
  github.fetchComments = async () => []
  await expect(comment.post(markdown`a`, PAYLOAD)).rejects.toThrow('failed')
  expect(await comment.deleteSpare()).toBe(false)
  github.fetchComments = fetchComments
  await comment.deleteSpare()
  await comment.edit(markdown`b`, { state: 'done' })
  expect(comments).toHaveLength(1)
  expect(read()?.payload).toMatchObject({ state: 'done' })
})

test("a deleted comment isn't created again", async () => {
  const { comment, comments } = createThread()
  await comment.post(markdown`a`, PAYLOAD)
  comments.length = 0
  const deleted = "Couldn't edit comment 1: it was deleted. This run posts no other comment."
  await expect(comment.edit(markdown`b`, { state: 'done' })).rejects.toThrow(deleted)
  await comment.edit(markdown`c`, { state: 'done' })
  expect([comments, comment.current, comment.written]).toEqual([[], undefined, undefined])
})

test('a 404 on a change counts only if the comment is gone', async () => {
  const { comment, github, comments, read } = createThread()
  const posted = await comment.post(markdown`a`, PAYLOAD)
  const { updateComment, deleteComment } = github
  const edit = () => comment.edit(markdown`b`, { state: 'done' })
  github.updateComment = vi.fn(updateComment).mockRejectedValueOnce(failure(404))
  await edit()
  expect(read()).toMatchObject({ content: 'b', payload: { state: 'done' } })

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

test.each<[string, number | undefined, string | undefined]>([
  ['that is refused leaves what was written', 403, 'new'],
  ['that gets no answer may have been made', undefined, undefined],
  ['that meets an error of the server, too', 502, undefined],
])('an edit %s', async (_name, status, written) => {
  const { comment, github, read } = createThread()
  const { updateComment } = github
  await comment.post(markdown`a`, PAYLOAD)
  github.updateComment = () => Promise.reject(failure(status))
  await expect(comment.edit(markdown`b`, { state: 'next' })).rejects.toThrow('failed')
  expect(comment.written?.state).toBe(written)
  github.updateComment = updateComment
  // What it would have changed is in the next one.
  await comment.edit(markdown`c`, {})
  expect([comment.written?.state, read()?.payload]).toMatchObject(['next', { state: 'next' }])
})

test('an edit that nobody waits for never rejects, and tells its failure', async () => {
  const { comment, github, lostEdits } = createThread()
  await comment.tell(markdown`a`)
  await comment.post(markdown`a`, PAYLOAD)
  github.updateComment = () => Promise.reject(failure(502))
  await comment.tell(markdown`b`, { state: 'job' })
  expect(lostEdits).toEqual([failure(502)])
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
  expect(read()).toMatchObject({ content: 'c', payload: { state: 'done' } })
})

const body = (payload: Payload) => writeBody('job', 'text', payload)
const NAMED = { ...PAYLOAD, commentId: 1 }

describe('whose comments are found', () => {
  test.each<[string, string, author: number, isFound: boolean]>([
    ['that names it', body(NAMED), OWN, true],
    ['that names it, by another account', body(NAMED), OWN + 1, false],
    ['that names another comment', body({ ...NAMED, commentId: 2 }), OWN, false],
    ['that names none yet', body(PAYLOAD), OWN, true],
    ['that names none yet, by another account', body(PAYLOAD), OWN + 1, false],
    ['with text around it, by another account', `Hi ${body(NAMED)}`, OWN + 1, false],
    ['with text around it', `Hi ${body(NAMED)}`, OWN, true],
    ['of another kind', writeBody('outcomes', 'text', NAMED), OWN, false],
  ])('a marker %s', async (_name, text, author, isFound) => {
    const { comment, add } = createThread()
    add(text, author)
    expect(await comment.find()).toHaveLength(isFound ? 1 : 0)
  })

  test('the oldest come first, by time, and within a second by ID', async () => {
    const { comment, add, github } = createThread()
    for (const id of [1, 2, 3, 4]) add(body({ ...PAYLOAD, commentId: id }), OWN)
    const { fetchComments } = github
    const seconds = [9, 9, 5, undefined]
    const time = (id: number) => seconds[id - 1] && `2026-11-24T12:00:0${seconds[id - 1]}Z`
    github.fetchComments = async () =>
      (await fetchComments()).map((each) => ({ ...each, createdAt: time(each.id) })).reverse() as never
    expect((await comment.find()).map(({ id }) => id)).toEqual([3, 1, 2, 4])
  })

  test('who we are is asked at most once, only beside a marker, and known from what we wrote', async () => {
    const ask = async (known: 'nothing' | 'a post' | 'a reaction', hasMarker = true) => {
      const { comment, add, github } = createThread()
      github.fetchViewer = vi.fn(github.fetchViewer)
      if (known === 'a post') await comment.post(markdown`a`, PAYLOAD)
      if (known === 'a reaction') comment.identify(OWN)
      // An answer of another time doesn't change it.
      comment.identify(known === 'nothing' ? undefined : OWN + 1)
      add(hasMarker ? body(PAYLOAD) : 'text', OWN)
      const found = [await comment.find(), await comment.find()]
      return [vi.mocked(github.fetchViewer).mock.calls.length, found[1]?.length]
    }
    expect(await ask('nothing', false)).toEqual([0, 0])
    expect(await ask('nothing')).toEqual([1, 1])
    expect(await ask('a post')).toEqual([0, 2])
    expect(await ask('a reaction')).toEqual([0, 1])
  })

  test("where nobody says who we are, no marker counts, and what depends on one can't go on", async () => {
    const { comment, add, github } = createThread()
    github.fetchViewer = vi.fn(() => Promise.reject(failure(403)))
    add('text', OWN)
    expect(await comment.find()).toEqual([])
    add(body(PAYLOAD), OWN)
    await expect(comment.find()).rejects.toMatchObject({ status: 403 })
    await expect(comment.find()).rejects.toMatchObject({ status: 403 })
    expect(github.fetchViewer).toHaveBeenCalledTimes(1)
  })
})

describe('the marker of a comment that another run has written', () => {
  const wrote = { ...PAYLOAD, nonce: 'n-2' }

  test.each<[string, string, isChanged: boolean]>([
    ['is changed, and nothing else', body({ ...wrote, commentId: 1 }), true],
    ['stays after another run has written', body({ ...wrote, nonce: 'n-3', commentId: 1 }), false],
    ['stays where people wrote around it', `Hi\n${body({ ...wrote, commentId: 1 })}`, false],
    ["stays where it doesn't name its comment", body(wrote), false],
  ])('%s', async (_name, before, isChanged) => {
    const { comment, add, comments } = createThread()
    add(before, OWN)
    await comment.amend(1, 'n-2', { state: 'amended' })
    const after = body({ ...wrote, commentId: 1, state: 'amended' })
    expect(comments[0]?.body === before).toBe(!isChanged)
    if (isChanged) expect(comments[0]?.body.split('\n').slice(0, 3)).toEqual(after.split('\n').slice(0, 3))
    if (isChanged) expect(comments[0]?.body).toContain('"state":"amended"')
  })
})

test('the newest of our comments that lost its marker is found, and none by others', async () => {
  const { comment, add } = createThread()
  expect(await comment.findUnmarked()).toBeUndefined()
  for (const author of [OWN, OWN, OWN + 1]) add('<!-- docs-agent:job -->\ntext', author)
  add(body(PAYLOAD), OWN)
  expect((await comment.findUnmarked())?.id).toBe(2)
})
