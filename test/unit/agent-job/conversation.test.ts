import { expect, test } from 'vitest'
import { findSubject, readConversation } from '../../../src/agent-job/conversation.ts'
import { ActionError } from '../../../src/runner/action-error.ts'
import { ABOUT, createContext, TRIGGERS } from './context-for-tests.ts'

const VIEWER = 'github-actions[bot]'
const MARKER =
  `<!-- docs-agent {"request":"comment 12","attempt":1,"project":"acme","step":"${'0'.repeat(16)}",` +
  '"state":"not-sent"} -->'
const US = { __typename: 'Bot', login: 'github-actions' }

/** A comment, as GraphQL has it. */
const comment = (id: number, author: object | null = US, body = `${MARKER}\nHello`) => ({
  ...{ author, body, url: `https://x/5#issuecomment-${id}`, createdAt: `2026-11-16T12:00:${id}Z` },
})
type Node = ReturnType<typeof comment> | null

/** Reads conversation 5. `pages`: the newest comments first; `asked`: where each query began. */
async function read(
  pages: (Node[] | null)[],
  {
    found = {} as object | null,
    repository = true,
    viewer = VIEWER,
    isEnough = (..._: unknown[]): boolean => false,
  } = {},
) {
  const asked: unknown[] = []
  const graphql = async (_query: string, { before, ...variables }: { before: string | null }) => {
    asked.push(before)
    expect(variables).toEqual({ owner: 'acme', name: 'app', number: 5 })
    const page = Number(before ?? 0)
    const pageInfo = { hasPreviousPage: page + 1 < pages.length, startCursor: String(page + 1) }
    const comments = { nodes: pages[page], pageInfo }
    const subject = { __typename: 'Issue', title: `T${page}`, url: 'https://x/5', body: 'B', labels: null, comments }
    const issueOrPullRequest = found && { ...subject, ...found }
    return { viewer: { login: viewer }, repository: repository ? { issueOrPullRequest } : null }
  }
  const conversation = await readConversation(createContext({ github: { graphql } }), 5, isEnough)
  return { ...conversation, ids: conversation.ours.map(({ id }) => id), asked }
}

test('who we are, what it is about, and our comments, newest first', async () => {
  const { ours, ids, asked, ...conversation } = await read([[comment(11), comment(12)]])
  const subject = { kind: 'issue', number: 5, title: 'T0', url: 'https://x/5', body: 'B', labels: [] }
  expect(conversation).toEqual({ viewer: VIEWER, subject })
  expect([ids, asked]).toEqual([[12, 11], [null]])
  const marker = expect.objectContaining({ request: 'comment 12', state: 'not-sent' })
  const body = `${MARKER}\nHello`
  expect(ours[1]).toEqual({
    id: 11,
    url: 'https://x/5#issuecomment-11',
    createdAt: '2026-11-16T12:00:11Z',
    body,
    marker,
  })
})

test('a pull request has its labels', async () => {
  const found = { __typename: 'PullRequest', labels: { nodes: [{ name: 'bug' }, null] } }
  expect((await read([[]], { found })).subject).toMatchObject({ kind: 'pull request', labels: ['bug'] })
})

test.each<[string, NonNullable<Node>, viewer?: string]>([
  ['a person with our name', comment(11, { __typename: 'User', login: 'github-actions' })],
  ['another bot', comment(11, { __typename: 'Bot', login: 'github-actions2' })],
  ['a deleted account', comment(11, null)],
  ['us, without a marker', comment(11, US, 'Hello')],
  ['us, with a marker in its second line', comment(11, US, `Hello\n${MARKER}`)],
  ['a bot, where we are a person', comment(11, { __typename: 'Bot', login: 'ann' }), 'ann'],
])('a comment is not ours if it is by %s', async (_name, node, viewer = VIEWER) => {
  expect((await read([[node]], { viewer })).ids).toEqual([])
})

test('as a person or as an app, our comments are those with our login', async () => {
  expect((await read([[comment(11, { __typename: 'User', login: 'ann' })]], { viewer: 'ann' })).ids).toEqual([11])
  expect((await read([[comment(11, { __typename: 'Bot', login: 'app' })]], { viewer: 'app[bot]' })).ids).toEqual([11])
})

test('older comments are read until they are enough', async () => {
  const pages = [[comment(30)], [comment(20)], [comment(10)]]
  expect(await read(pages)).toMatchObject({ ids: [30, 20, 10], asked: [null, '1', '2'], subject: { title: 'T0' } })
  const seen: unknown[] = []
  const isEnough = (ours: unknown, oldest: unknown) => seen.push([(ours as object[]).length, oldest]) === 2
  expect((await read(pages, { isEnough })).ids).toEqual([30, 20])
  expect(seen).toEqual([
    [1, '2026-11-16T12:00:30Z'],
    [2, '2026-11-16T12:00:20Z'],
  ])
})

test('what is missing, or cannot be read, is an error that names it', async () => {
  const missing = (hint: string) => ({
    ...{ message: 'GitHub found no issue or pull request #5.', status: 404, hint: expect.stringContaining(hint) },
  })
  await expect(read([[]], { found: null })).rejects.toMatchObject(missing('Check the number'))
  await expect(read([[]], { repository: false })).rejects.toMatchObject(missing('let that token access'))
  for (const nodes of [null, [comment(11), null]])
    await expect(read([nodes])).rejects.toThrow(
      "Couldn't read the conversation of #5. GitHub's response is incomplete.",
    )
  const graphql = () => Promise.reject(new ActionError('GitHub returned 502.'))
  const reading = readConversation(createContext({ github: { graphql } }), 5, () => true)
  await expect(reading).rejects.toThrow("Couldn't read the conversation of #5. GitHub returned 502.")
})

test('a run is about its own issue or pull request, as the conversation has it now', () => {
  const conversation = { viewer: VIEWER, subject: { ...ABOUT, title: 'Now' }, ours: [] }
  const other = { ...conversation, subject: { ...ABOUT, number: 6 } }
  expect(findSubject(TRIGGERS.comment, conversation)).toBe(conversation.subject)
  expect(findSubject(TRIGGERS.comment, other)).toBe(ABOUT)
  expect(findSubject(TRIGGERS.comment, undefined)).toBe(ABOUT)
  expect(findSubject(TRIGGERS.dispatch, conversation)).toBe(conversation.subject)
  expect(findSubject(TRIGGERS.dispatch, undefined)).toBeUndefined()
})
