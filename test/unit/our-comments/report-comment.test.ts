import { expect, test } from 'vitest'
import type { GitHubConnection } from '../../../src/github/connect.ts'
import { keepReport, type Report } from '../../../src/our-comments/report-comment.ts'
import { markdown } from '../../../src/untrusted/markdown.ts'
import { createThread, fail, failure, OWN, type Thread } from './fake-thread.ts'

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

/** Writes the report of another day, and gives what came of it, with its requests. */
async function keep(thread: Thread, report = REPORT) {
  day += 1
  thread.requests.length = 0
  const leftovers: unknown[] = []
  const connection = { github: thread.github, pause: async () => false } as unknown as GitHubConnection
  const redact = (text: string) => text
  const kept = await keepReport(report, { connection, issue: 7, redact, onLeftover: (each) => leftovers.push(each) })
  return { ...kept, leftovers, requests: thread.requests.join(' ') }
}

/** A thread with a report in it, whose comment was changed since. */
async function createReported(change: (body: string) => string = (body) => body) {
  const thread = createThread()
  await keep(thread)
  for (const comment of thread.comments) comment.body = change(comment.body)
  return thread
}

/** The comments, with their markers as `MARKER`. */
const show = ({ comments }: Thread) =>
  comments.map(({ body }) => body.replaceAll(/<!-- docs-agent:outcomes marker .*? -->/gu, 'MARKER'))

const START = '<!-- docs-agent:outcomes -->'
const URL = 'https://github.test/1'

test('a report is posted once, and then edited with what it remembers', async () => {
  const thread = createThread()
  // The edit names the comment, and tells the same facts.
  expect(await keep(thread)).toEqual({ url: URL, leftovers: [], requests: 'list post list edit' })
  expect(show(thread)).toEqual([`${START}\nReport 1\n\nMARKER`])
  expect(await keep(thread)).toEqual({ url: URL, leftovers: [], requests: 'list viewer edit' })
  expect(show(thread)).toEqual([`${START}\nReport 2\n\nMARKER`])
  expect(thread.comments[0]?.body).toContain(
    `"subject":"${REPORT.subject}","memory":[${day - 1},${day}],"commentId":1}`,
  )
})

test('a report is also edited where the list does not show it yet', async () => {
  const thread = createThread()
  thread.lag = 4
  expect(await keep(thread)).toEqual({ url: URL, leftovers: [], requests: 'list post list edit' })
})

test.each<[string, { report?: Partial<Report<number[]>>; body?: (body: string) => string; author?: number }]>([
  ['about another subject', { report: { subject: 'b'.repeat(16) } }],
  ['of another kind', { report: { kind: 'page-views' } }],
  ['whose memory has another form', { report: { parse: () => undefined } }],
  ['by another account', { author: OWN + 1 }],
  ['that names another comment', { body: (body) => body.replace('"commentId":1', '"commentId":9') }],
  ['that names none, with text around it', { body: (body) => `> ${body.replace(',"commentId":1', '')}` }],
  ['without a nonce', { body: (body) => body.replace(/"nonce":"[^"]*",/u, '') }],
])('a report %s is never edited: the next one has a comment of its own', async (_name, { report, body, author }) => {
  const thread = await createReported(body)
  for (const comment of thread.comments) comment.author = author ?? OWN
  const [before] = thread.comments.map((comment) => comment.body)
  await keep(thread, { ...REPORT, ...report })
  expect(thread.comments).toMatchObject([{ body: before }, { body: expect.not.stringContaining(URL) }])
})

test.each<[string, request: string, status: number, url: string, requests: string]>([
  ['to post', 'post', 403, '', 'list post'],
  ['to edit', 'edit', 502, URL, 'list post list edit'],
])('a failure %s ends it, and is returned', async (_name, request, status, url, requests) => {
  const thread = createThread()
  thread.before[request] = fail(status)
  expect(await keep(thread)).toEqual({ url, failure: failure(status), leftovers: [], requests })
})

test('the oldest comment that names none is taken over, without its memory', async () => {
  const thread = await createReported((body) => body.replace(',"commentId":1', ''))
  thread.add(thread.comments[0]?.body ?? '')
  expect(await keep(thread)).toEqual({ url: URL, leftovers: [], requests: 'list viewer edit' })
  expect(thread.comments[0]?.body).toContain(`"memory":[${day}],"commentId":1}`)
  expect(await keep(thread)).toEqual({ url: URL, leftovers: [], requests: 'list viewer edit' })
})

const MOVED =
  '> [An earlier comment](https://github.test/1) no longer has the hidden marks around the report, so the report is ' +
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
  const thread = await createReported(change)
  await keep(thread)
  await keep(thread)
  expect(show(thread)).toEqual(comments)
})

test.each([
  ['is deleted', '', [1], 'list post list edit delete'],
  ['stays where a person wrote in it', 'Mine. ', [1, 2], 'list post list edit'],
])('of two reports by simultaneous runs, the second %s', async (_name, above, ids, requests) => {
  const thread = await createReported()
  thread.lag = 1
  thread.after['post 1'] = () => {
    for (const comment of thread.comments.slice(1)) comment.body = above + comment.body
  }
  expect(await keep(thread)).toMatchObject({ url: URL, requests })
  expect(thread.comments.map(({ id }) => id)).toEqual(ids)
})

test('a second comment that stays is told, and no failure', async () => {
  const thread = await createReported()
  thread.add((thread.comments[0]?.body ?? '').replace('"commentId":1', '"commentId":2'))
  thread.before['delete'] = fail(403)
  expect(await keep(thread)).toMatchObject({ leftovers: [failure(403)] })
  expect(thread.comments).toHaveLength(2)
})
