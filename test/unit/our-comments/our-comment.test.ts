import { describe, expect, test } from 'vitest'
import { untilAborted } from '../../../src/network/cancelled-requests.ts'
import { type CommentPayload, readBody, writeBody } from '../../../src/our-comments/marker.ts'
import { markdown } from '../../../src/untrusted/markdown.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'
import { createOurComment, createThread, fail, failure, OWN } from './fake-thread.ts'

type Payload = CommentPayload & { state: string }

const PAYLOAD: Payload = { nonce: 'n-1', state: 'new' }
const NAMED = { ...PAYLOAD, commentId: 1 }
const body = (payload: Payload) => writeBody('job', 'text', payload)

/** A thread whose next new comments are `lost` (created without an answer), or fail with a status. */
function prepare(fates: ('lost' | number)[] = []) {
  const thread = createThread()
  for (const [index, fate] of fates.entries())
    if (fate === 'lost') thread.after[`post ${index + 1}`] = fail()
    else thread.before[`post ${index + 1}`] = fail(fate)
  const lostEdits: unknown[] = []
  const comment = createOurComment({
    github: thread.github,
    parse: (value) => value as Payload,
    redact: (text) => text.replaceAll('secret', '***'),
    onLostEdit: (error) => lostEdits.push(error),
  })
  const read = () => readBody('job', untrustedText(thread.comments[0]?.body ?? ''))
  return Object.assign(thread, { comment, read, lostEdits })
}

/** With a comment that this run has posted. */
async function post(fates: 'lost'[] = []) {
  const thread = prepare(fates)
  const posted = await thread.comment.post(markdown`a`, PAYLOAD)
  return Object.assign(thread, { posted })
}

describe('what is posted', () => {
  test('a long comment is cut, but not its payload', async () => {
    const { comment, comments, read } = prepare()
    await comment.post(markdown`${'long '.repeat(20_000)}`, PAYLOAD)
    const { length } = Buffer.from(comments[0]?.body ?? '')
    expect([length > 65_000, length <= 65_535]).toEqual([true, true])
    expect(read()?.payload).toEqual(PAYLOAD)
  })

  test('a secret is in neither text nor marker, nor what is left of one where the text is cut', async () => {
    const { comment, comments } = prepare()
    await comment.post(markdown`${'a secret '.repeat(10_000)}`, { nonce: 'secret', state: 'secret' })
    expect(comments[0]?.body).toContain('{"nonce":"***","state":"***"}')
    expect(comments[0]?.body).not.toMatch(/sec/)
  })

  test.each<[string, ('lost' | number)[], requests: string, isPosted: boolean, isRepeated?: boolean]>([
    ['is posted once', [], 'post', true],
    ['whose answer is lost is found, not posted again', ['lost'], 'post list viewer', true],
    ['that was not posted is posted again', [502, 502], 'post list viewer post list post', true, true],
    ['is given up when the budget is used up', [502, 502, 502], 'post list viewer post list post list', false],
    ['that is forbidden is not posted again', [403], 'post', false],
    ["whose answer can't be read is not posted again", [201], 'post list viewer', false],
  ])('a comment %s', async (_name, fates, expected, isPosted, isRepeated = false) => {
    const { comment, comments, requests, add } = prepare(fates)
    add(body({ ...PAYLOAD, nonce: 'of another run' }))
    const [ended] = await Promise.allSettled([comment.post(markdown`a`, PAYLOAD)])
    expect(requests.join(' ')).toBe(expected)
    expect(ended).toMatchObject(isPosted ? { value: { id: 2, isRepeated, isNamed: false } } : { status: 'rejected' })
    expect(comments.map(({ id }) => id)).toEqual(isPosted ? [1, 2] : [1])
    expect([comment.current?.id, comment.written?.state]).toEqual(isPosted ? [2, 'new'] : [undefined, undefined])
  })
})

describe('a comment that may have been posted twice', () => {
  test('only the edited one stays, once the list shows both, and those of other runs', async () => {
    const thread = prepare(['lost'])
    thread.add(body({ ...PAYLOAD, nonce: 'of another run' }))
    thread.lag = 2
    await thread.comment.post(markdown`a`, PAYLOAD)
    expect([thread.comments.length, await thread.comment.deleteSpare()]).toEqual([3, false])
    expect([await thread.comment.deleteSpare(), await thread.comment.deleteSpare()]).toEqual([true, true])
    expect(thread.comments.map(({ id }) => id)).toEqual([1, 3])
    expect(thread.requests).toEqual(['post', 'list', 'post', 'list', 'list', 'delete'])
  })

  test('one whose creation got no answer is looked for before the last edit', async () => {
    const thread = prepare(['lost', 403])
    thread.lag = 2
    await expect(thread.comment.post(markdown`a`, PAYLOAD)).rejects.toThrow('failed')
    expect([await thread.comment.deleteSpare(), await thread.comment.deleteSpare()]).toEqual([false, true])
    await thread.comment.edit(markdown`b`, { state: 'done' })
    expect([thread.comments.length, thread.read()?.payload]).toMatchObject([1, { state: 'done' }])
  })

  test.each<[string, fates: 'lost'[]]>([
    ['whose answers all came', []],
    ['that has found its comment', ['lost']],
  ])('a run %s lists nothing before its last edit', async (_name, fates) => {
    const { comment, requests } = await post(fates)
    requests.length = 0
    expect([await comment.deleteSpare(), requests]).toEqual([true, []])
  })

  test('what was deleted meanwhile is not looked for', async () => {
    const thread = prepare(['lost'])
    thread.lag = 1
    await thread.comment.post(markdown`a`, PAYLOAD)
    for (const found of (await thread.comment.find()).slice(0, 1)) await thread.comment.remove(found)
    expect([await thread.comment.deleteSpare(), thread.requests.at(-1)]).toEqual([true, 'delete'])
  })
})

describe('an edit', () => {
  test('arrives in the order of the calls, after the creation', async () => {
    const { comment, read } = prepare(['lost'])
    await Promise.all([
      comment.post(markdown`a`, PAYLOAD),
      comment.edit(markdown`b`, { state: 'one' }),
      comment.edit(markdown`c`, { state: 'two' }),
    ])
    expect(read()).toMatchObject({ content: 'c', payload: { state: 'two', commentId: 1 } })
  })

  test.each<[string, faults: Record<string, number | undefined>, requests: string, isMade: boolean, written?: string]>([
    ['that is made is known', {}, 'edit', true, 'next'],
    ['that is refused leaves what was written', { edit: 403 }, 'edit', false, 'new'],
    ['that gets no answer may have been made', { edit: undefined }, 'edit', false],
    ['that meets an error of the server, too', { edit: 502 }, 'edit', false],
    ['that gets a 404 is made again where the comment is shown', { 'edit 1': 404 }, 'edit look edit', true, 'next'],
    ['that gets a 404 every time is given up', { edit: 404 }, 'edit look edit look edit look', false, 'new'],
    ["that gets a 404 is given up where it can't look", { edit: 404, look: 502 }, 'edit look', false],
  ])('%s', async (_name, faults, expected, isMade, written) => {
    const { comment, before, requests, read } = await post()
    for (const [name, status] of Object.entries(faults)) before[name] = fail(status)
    const [{ status }] = await Promise.allSettled([comment.edit(markdown`b`, { state: 'next' })])
    expect([status, requests.slice(1).join(' ')]).toEqual([isMade ? 'fulfilled' : 'rejected', expected])
    expect([comment.current?.isNamed, comment.written?.state]).toEqual([true, written])
    // What it would have changed is in the next one.
    before['edit'] = () => undefined
    await comment.edit(markdown`c`, {})
    expect([comment.written?.state, read()?.payload]).toMatchObject(['next', { state: 'next' }])
  })

  test("of a deleted comment doesn't create it again", async () => {
    const { comment, comments, requests } = await post()
    comments.length = 0
    const deleted = "Couldn't edit comment 1: it was deleted. This run posts no other comment."
    await expect(comment.edit(markdown`b`, { state: 'done' })).rejects.toThrow(deleted)
    await comment.edit(markdown`c`, { state: 'done' })
    expect([comment.current, comment.written]).toEqual([undefined, undefined])
    expect(requests).toEqual(['post', 'edit', 'look'])
  })

  test('that nobody waits for never rejects, and tells its failure', async () => {
    const { comment, before, lostEdits } = prepare()
    await comment.tell(markdown`a`)
    await comment.post(markdown`a`, PAYLOAD)
    before['edit'] = fail(502)
    await comment.tell(markdown`b`, { state: 'job' })
    expect(lostEdits).toEqual([failure(502)])
  })

  test('rejects when the signal aborts, as each operation does, and continues', async () => {
    const { comment, read } = await post()
    const controller = new AbortController()
    const hurried = untilAborted(comment, controller.signal)
    expect([hurried.current?.id, (await hurried.find()).length]).toEqual([1, 1])
    const edit = hurried.edit(markdown`b`, { state: 'done' })
    const reason = new Error('The run was canceled.')
    controller.abort(reason)
    await expect(edit).rejects.toBe(reason)
    await expect(hurried.find()).rejects.toBe(reason)
    await comment.edit(markdown`c`, {})
    expect(read()).toMatchObject({ content: 'c', payload: { state: 'done' } })
  })
})

test('a deletion that gets a 404 is made again where the comment is shown', async () => {
  const { comment, comments, before, posted, requests } = await post()
  before['delete 1'] = fail(404)
  await comment.remove(posted)
  expect([comments, comment.current]).toEqual([[], undefined])
  expect(requests).toEqual(['post', 'delete', 'look', 'delete'])
})

describe('whose comments are found', () => {
  test.each<[string, string, author: number, isFound: boolean]>([
    ['that names it', body(NAMED), OWN, true],
    ['that names it, by another account', body(NAMED), OWN + 1, false],
    ['that names another comment', body({ ...NAMED, commentId: 2 }), OWN, false],
    ['that names none yet', body(PAYLOAD), OWN, true],
    ['with text around it', `Hi ${body(NAMED)}`, OWN, true],
    ['of another kind', writeBody('outcomes', 'text', NAMED), OWN, false],
  ])('a marker %s', async (_name, text, author, isFound) => {
    const { comment, add } = prepare()
    add(text, author)
    expect(await comment.find()).toHaveLength(isFound ? 1 : 0)
  })

  test('the oldest come first', async () => {
    const { comment, comments, add } = prepare()
    for (const nonce of ['one', 'other']) add(body({ ...PAYLOAD, nonce }))
    comments.reverse()
    expect((await comment.find()).map(({ id }) => id)).toEqual([1, 2])
  })

  test.each<[string, known: 'nothing' | 'a post' | 'a reaction', text: string, requests: string, found: number]>([
    ['not without a marker', 'nothing', 'text', 'list list', 0],
    ['once, beside a marker', 'nothing', body(PAYLOAD), 'list viewer list', 1],
    ['not after a post', 'a post', body(PAYLOAD), 'post list list', 2],
    ['not after a reaction', 'a reaction', body(PAYLOAD), 'list list', 1],
  ])('who we are is asked %s', async (_name, known, text, requests, found) => {
    const thread = prepare()
    const { comment } = thread
    if (known === 'a post') await comment.post(markdown`a`, PAYLOAD)
    if (known === 'a reaction') comment.identify(OWN)
    // An answer of another time doesn't change it.
    comment.identify(known === 'nothing' ? undefined : OWN + 1)
    thread.add(text)
    await comment.find()
    expect(await comment.find()).toHaveLength(found)
    expect([thread.requests.join(' '), comment.account]).toEqual([requests, found > 0 ? OWN : undefined])
  })

  test("where nobody says who we are, no marker counts, and what depends on one can't go on", async () => {
    const { comment, add, before, requests } = prepare()
    before['viewer'] = fail(403)
    add(body(PAYLOAD))
    for (const _ of [1, 2]) await expect(comment.find()).rejects.toMatchObject({ status: 403 })
    expect(requests).toEqual(['list', 'viewer', 'list'])
  })
})

test.each<[string, string, isChanged: boolean]>([
  ['is changed, and nothing else', body({ ...NAMED, nonce: 'n-2' }), true],
  ['stays after another run has written', body({ ...NAMED, nonce: 'n-3' }), false],
  ['stays where people wrote around it', `Hi\n${body({ ...NAMED, nonce: 'n-2' })}`, false],
  ["stays where it doesn't name its comment", body({ ...PAYLOAD, nonce: 'n-2' }), false],
])('the marker of a comment that another run has written %s', async (_name, text, isChanged) => {
  const { comment, add, comments, requests } = prepare()
  add(text)
  await comment.amend(1, 'n-2', { state: 'amended' })
  expect(comments[0]?.body).toBe(isChanged ? text.replace('"new"', '"amended"') : text)
  expect(requests).toEqual(['list', 'viewer', ...(isChanged ? ['edit'] : [])])
})

test('the newest of our comments that lost its marker is found, and none by others', async () => {
  const { comment, add, requests } = prepare()
  expect([await comment.findWithUnmarked(), requests]).toEqual([{ found: [], unmarked: undefined }, ['list']])
  for (const author of [OWN, OWN, OWN + 1]) add('<!-- docs-agent:job -->\ntext', author)
  add(body(PAYLOAD))
  const { found, unmarked } = await comment.findWithUnmarked()
  expect([found.length, unmarked?.id]).toEqual([1, 2])
})
