import { expect, test } from 'vitest'
import type { ThreadComment } from '../../../../src/github/comments.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { createMarkedComment } from '../../../../src/github/marked-comment.ts'
import { digest } from '../../../../src/github/signed-marker.ts'
import { keepReport } from '../../../../src/page-views/report-comment/keep-report.ts'
import type { Period } from '../../../../src/page-views/report-comment/periods.ts'
import {
  createReportMarker,
  parseReportPayload,
} from '../../../../src/page-views/report-comment/report-marker.ts'
import { joinMarkdown, markdown } from '../../../../src/untrusted/markdown.ts'
import { readUntrustedText, untrustedText } from '../../../../src/untrusted/text.ts'

const BOT = 41898282

/** The comments of an issue, in memory. */
function createThread() {
  const comments: ThreadComment[] = []
  let lastId = 100
  const add = (body: string, author: number): ThreadComment => {
    lastId += 1
    const url = `https://github.example/acme/app/issues/7#issuecomment-${lastId}`
    const comment = { id: lastId, url, body: untrustedText(body), author }
    comments.push(comment)
    return comment
  }
  return {
    comments,
    add,
    bodies: () => comments.map(({ body }) => readUntrustedText(body).split('\n\n<!--')[0]),
    github: {
      listComments: async () => comments.map((comment) => ({ ...comment })),
      createComment: async (_thread: number, body: string) => add(body, BOT),
      async updateComment(id: number, body: string) {
        const comment = comments.find((each) => each.id === id)
        if (comment === undefined) throw new GitHubError('edit', { status: 404, answer: 'gone', hint: '' })
        comment.body = untrustedText(body)
        return comment
      },
      async deleteComment(id: number) {
        comments.splice(
          comments.findIndex((each) => each.id === id),
          1,
        )
      },
    },
  }
}

type Thread = ReturnType<typeof createThread>

let nonce = 0

function run(
  thread: Thread,
  from: string,
  { total = 5, apiKey = 'mint_key', projectId = 'docs', issue = 7, onLeftover = (_: GitHubError) => {} } = {},
) {
  const comment = createMarkedComment({
    github: thread.github,
    thread: issue,
    marker: createReportMarker(apiKey, { repository: '42', issue, projectId }),
    parse: parseReportPayload,
    redact: (text) => text,
    budget: { pause: async () => false },
    signal: new AbortController().signal,
  })
  nonce += 1
  const period: Period = { from, to: `${from.slice(0, 8)}31`, human: total, ai: 0, total }
  const render = (periods: readonly Period[]) =>
    joinMarkdown(
      periods.map(({ from: day, total: views }) => markdown`${day}=${views}`),
      ' ',
    )
  return keepReport({
    comment,
    project: digest(projectId),
    period,
    render,
    nonce: `nonce ${nonce}`,
    onLeftover,
  })
}

test('the first run posts the comment, later ones edit it in place', async () => {
  const thread = createThread()
  thread.add('Hello', 1)
  const url = await run(thread, '2026-10-08')
  expect(await run(thread, '2026-10-15')).toBe(url)
  expect(await run(thread, '2026-10-01')).toBe(url)
  expect(thread.bodies()).toEqual(['Hello', '2026-10-01=5 2026-10-08=5 2026-10-15=5'])
})

test('the same period again replaces what was there', async () => {
  const thread = createThread()
  await run(thread, '2026-10-08')
  await run(thread, '2026-10-08', { total: 9 })
  expect(thread.bodies()).toEqual(['2026-10-08=9'])
})

test('each project has a comment of its own', async () => {
  const thread = createThread()
  await run(thread, '2026-10-08')
  await run(thread, '2026-10-08', { projectId: 'other', total: 1 })
  await run(thread, '2026-10-15')
  await run(thread, '2026-10-15', { projectId: 'other', total: 2 })
  expect(thread.bodies()).toEqual(['2026-10-08=5 2026-10-15=5', '2026-10-08=1 2026-10-15=2'])
})

test('a copy by somebody else never counts, also when the original is deleted', async () => {
  const thread = createThread()
  await run(thread, '2026-10-08')
  const copy = thread.add(readUntrustedText(thread.comments[0]?.body ?? untrustedText('')), 1)
  await run(thread, '2026-10-15')
  expect(thread.bodies()).toEqual(['2026-10-08=5 2026-10-15=5', '2026-10-08=5'])
  thread.comments.splice(0, 1)
  await run(thread, '2026-10-22')
  expect(thread.bodies()).toEqual(['2026-10-08=5', '2026-10-22=5'])
  expect(thread.comments[0]).toBe(copy)
})

test('a marker from another issue does not count', async () => {
  const other = createThread()
  await run(other, '2026-10-08', { issue: 8 })
  const thread = createThread()
  thread.add(readUntrustedText(other.comments[0]?.body ?? untrustedText('')), 1)
  await run(thread, '2026-10-15')
  expect(thread.bodies()).toEqual(['2026-10-08=5', '2026-10-15=5'])
})

test('two comments of runs at the same time become one, and no period is lost', async () => {
  const thread = createThread()
  const list = thread.github.listComments
  thread.github.listComments = async () => []
  await run(thread, '2026-10-01')
  await run(thread, '2026-10-08')
  thread.github.listComments = list
  await run(thread, '2026-10-15')
  expect(thread.bodies()).toEqual(['2026-10-01=5 2026-10-08=5 2026-10-15=5'])
})

test('with a new key the history goes on, if our own account wrote it', async () => {
  const thread = createThread()
  await run(thread, '2026-10-08')
  await run(thread, '2026-10-15', { apiKey: 'mint_new' })
  expect(thread.bodies()).toEqual(['2026-10-08=5 2026-10-15=5'])
})

test('with a new key a comment of another account with such a marker is left alone', async () => {
  const thread = createThread()
  await run(thread, '2026-10-08')
  for (const comment of thread.comments) comment.author = 1
  await run(thread, '2026-10-15', { apiKey: 'mint_new' })
  expect(thread.bodies()).toEqual(['2026-10-08=5', '2026-10-15=5'])
})

test('an old comment that stays does not keep the report from being written', async () => {
  const thread = createThread()
  await run(thread, '2026-10-08')
  const failure = new GitHubError('delete', { status: 403, answer: 'no', hint: '' })
  thread.github.deleteComment = () => Promise.reject(failure)
  const leftovers: GitHubError[] = []
  const url = await run(thread, '2026-10-15', {
    apiKey: 'mint_new',
    onLeftover: (error) => leftovers.push(error),
  })
  expect(url).toBe(thread.comments[1]?.url)
  expect(leftovers).toEqual([failure])
})
