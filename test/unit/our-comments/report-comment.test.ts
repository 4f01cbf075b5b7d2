import { expect, test } from 'vitest'
import type { GitHubConnection } from '../../../src/github/connect.ts'
import { keepReport, type Report } from '../../../src/our-comments/report-comment.ts'
import { markdown } from '../../../src/untrusted/markdown.ts'
import { createThread, failure, OWN } from './fake-thread.ts'

let day = 0

/** It remembers the days on which it was written. */
const REPORT: Report<number[]> = {
  kind: 'outcomes',
  subject: 'a'.repeat(16),
  parse: (value) => (Array.isArray(value) ? value : undefined),
  render(known = []) {
    const memory = [...new Set([...known, day])]
    return { content: markdown`Report ${memory.length}`, memory }
  },
}

type Thread = ReturnType<typeof createThread>

async function keep(thread: Thread, change: Partial<Thread['github']> = {}, report = REPORT) {
  day += 1
  const leftovers: unknown[] = []
  const github = { ...thread.github, ...change }
  const connection = { github, pause: async () => false } as unknown as GitHubConnection
  const redact = (text: string) => text
  const kept = await keepReport(report, { connection, issue: 7, redact, onLeftover: (each) => leftovers.push(each) })
  return { ...kept, leftovers }
}

/** The comments, with their markers as `MARKER`. */
const show = ({ comments }: Thread) =>
  comments.map(({ body }) => body.replaceAll(/<!-- docs-agent:outcomes marker .*? -->/gu, 'MARKER'))

const START = '<!-- docs-agent:outcomes -->'

test('a report is posted once, and then edited with what it remembers', async () => {
  const thread = createThread()
  expect(await keep(thread)).toEqual({ url: 'https://github.example/1', leftovers: [] })
  // The edit that names the comment tells the same facts.
  expect(show(thread)).toEqual([`${START}\nReport 1\n\nMARKER`])
  await keep(thread)
  expect(show(thread)).toEqual([`${START}\nReport 2\n\nMARKER`])
  expect(thread.comments[0]?.body).toContain(
    `"subject":"${REPORT.subject}","memory":[${day - 1},${day}],"commentId":1}`,
  )
})

test.each<[string, Partial<Report<number[]>>]>([
  ['about another subject', { subject: 'b'.repeat(16) }],
  ['of another kind', { kind: 'page-views' }],
  ['whose memory has another form', { parse: () => undefined }],
])('a report %s has a comment of its own', async (_name, change) => {
  const thread = createThread()
  await keep(thread)
  await keep(thread, {}, { ...REPORT, ...change })
  expect(thread.comments.map(({ id }) => id)).toEqual([1, 2])
  expect(thread.comments[0]?.body).toContain('Report 1')
})

test.each<[string, (body: string) => string, author?: number]>([
  ['by another account', (body) => body, OWN + 1],
  ['that names another comment', (body) => body.replace('"commentId":1', '"commentId":9')],
  ['that names none', (body) => body.replace(',"commentId":1', '')],
  ['without a nonce', (body) => body.replace(/"nonce":"[^"]*",/u, '')],
])('a comment %s is never edited', async (_name, change, author = OWN) => {
  const thread = createThread()
  await keep(thread)
  const [comment] = thread.comments
  if (comment === undefined) throw new Error('There is no report.')
  Object.assign(comment, { body: change(comment.body), author })
  const before = comment.body
  await keep(thread)
  expect([thread.comments.length, comment.body]).toEqual([2, before])
})

test('a failure ends it, and is returned', async () => {
  const thread = createThread()
  const createComment = () => Promise.reject(failure(403))
  expect(await keep(thread, { createComment })).toEqual({ url: '', failure: failure(403), leftovers: [] })
  await keep(thread)
  const updateComment = () => Promise.reject(failure(502))
  const { url, failure: reason } = await keep(thread, { updateComment })
  expect([url, reason]).toEqual(['https://github.example/1', failure(502)])
})

/** The comments after a report, a change of its body by a person, and two more reports. */
async function keepAfter(change: (body: string) => string) {
  const thread = createThread()
  await keep(thread)
  const [comment] = thread.comments
  if (comment === undefined) throw new Error('There is no report.')
  comment.body = change(comment.body)
  await keep(thread)
  await keep(thread)
  return show(thread)
}

const MOVED =
  '> [An earlier comment](https://github.example/1) no longer has the hidden marks around the report, so the report is ' +
  'here now.'

test.each<[string, (body: string) => string, string[]]>([
  [
    'text above and below stays',
    (body) => `Seen by Ada. ${body.replace('Report 1', 'Report of a person')}\r\n\r\nNext: fix the scanner.`,
    [`Seen by Ada. ${START}\nReport 3\n\nMARKER\n\nNext: fix the scanner.`],
  ],
  [
    'above our part, a copy of its mark stays',
    (body) => `> ${START} Report 0\n\n${body}`,
    [`> ${START} Report 0\n\n${START}\nReport 3\n\nMARKER`],
  ],
  [
    'without the start mark, a new comment links this one, also in later runs',
    (body) => `Mine.${body.replace(START, '')}`,
    ['Mine.\nReport 1\n\nMARKER', `${START}\n${MOVED}\n\nReport 2\n\nMARKER`],
  ],
  [
    'without the marker at the end, too',
    (body) => `${body.replace(/\n\n<!-- docs-agent:outcomes marker .*/u, '')} and mine`,
    [`${START}\nReport 1 and mine`, `${START}\n${MOVED}\n\nReport 2\n\nMARKER`],
  ],
])('what people write in the comment of a report: %s', async (_name, change, comments) => {
  expect(await keepAfter(change)).toEqual(comments)
})

test.each([
  ['is deleted', '', [1]],
  ['stays where a person wrote in it', 'Mine. ', [1, 2]],
])('of two reports by simultaneous runs, the second %s', async (_name, above, ids) => {
  const thread = createThread()
  await keep(thread)
  const { github } = thread
  await keep(thread, {
    createComment: (issue, body) => github.createComment(issue, above + body),
    fetchComments: async () => (thread.comments.length > 1 ? await github.fetchComments() : []),
  })
  expect(thread.comments.map(({ id }) => id)).toEqual(ids)
})

test('a second comment that stays is told, and no failure', async () => {
  const thread = createThread()
  await keep(thread)
  const copy = thread.add('', OWN)
  copy.body = (thread.comments[0]?.body ?? '').replace('"commentId":1', '"commentId":2')
  const deleteComment = () => Promise.reject(failure(403))
  expect(await keep(thread, { deleteComment })).toMatchObject({ leftovers: [failure(403)] })
  expect(thread.comments).toHaveLength(2)
})
