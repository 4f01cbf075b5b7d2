import { expect, test } from 'vitest'
import type { ThreadComment } from '../../../../src/github/comments.ts'
import type { GitHubConnection } from '../../../../src/github/connect.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import type { ExportResult } from '../../../../src/page-views/export-page-views.ts'
import { connectReportComment, keepReport } from '../../../../src/page-views/report-comment/keep-report.ts'
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
    /** The headline of each comment, and its periods: `2026-10-08 5: 2026-10-01=5 2026-10-08=5`. */
    tell: () => comments.map(({ body }) => tell(readUntrustedText(body))),
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

/** Weeks of October 2026, by their first days. */
const WEEKS = { first: '2026-10-01', second: '2026-10-08', third: '2026-10-15', wrong: '2062-10-01' } as const

function tell(body: string): string {
  const [, headline] = /^\| \*\*Views\*\* .* \*\*(\d+)\*\* \|$/mu.exec(body) ?? []
  const periods = [...body.matchAll(/^\| (\d{4}-\d\d-\d\d) \| \S+ \| \d+ \| \d+ \| (\d+) \|$/gmu)]
  return headline === undefined
    ? body
    : `${headline}: ${periods.map(([, day, total]) => `${day?.slice(-2)}=${total}`).join(' ')}`
}

interface Run {
  total?: number
  apiKey?: string
  projectId?: string
  issue?: number
  /** Views of the week before, if it is compared with. */
  previous?: number
  onLeftover?: (error: GitHubError) => void
}

function run(thread: Thread, week: keyof typeof WEEKS, options: Run = {}) {
  const {
    total = 5,
    apiKey = 'mint_key',
    projectId = 'docs',
    issue = 7,
    previous,
    onLeftover = () => {},
  } = options
  const signal = new AbortController().signal
  const day = (from: string, days: number) =>
    new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)
  const range = { dateFrom: WEEKS[week], dateTo: day(WEEKS[week], 7) }
  const count = (views: number) => ({ human: views, ai: 0, total: views })
  const result: ExportResult = {
    outcome: 'complete',
    shortfalls: [],
    totals: count(total),
    rows: 1,
    requests: 1,
    top: [],
    warnings: [],
    comparison:
      previous === undefined
        ? undefined
        : {
            range: { dateFrom: day(WEEKS[week], -7), dateTo: WEEKS[week] },
            totals: count(previous),
            requests: 1,
            rows: 1,
            rising: [],
            falling: [],
          },
  }
  return keepReport({
    comment: connectReportComment({
      connection: {
        github: thread.github as unknown as GitHubConnection['github'],
        budget: { pause: async () => false } as unknown as GitHubConnection['budget'],
        signal,
      },
      apiKey,
      place: { repository: '42', issue, projectId },
      redact: (text) => text,
    }),
    report: { projectId, result, range, offset: 0, topBy: 'total' },
    totals: count(total),
    runUrl: new URL('https://github.example/acme/app/actions/runs/1'),
    nowMs: Date.UTC(2026, 10, 22),
    onLeftover,
  })
}

test('the first run posts the comment, later ones edit it in place', async () => {
  const thread = createThread()
  thread.add('Hello', 1)
  const url = await run(thread, 'first')
  expect(await run(thread, 'second', { total: 6 })).toBe(url)
  expect(thread.tell()).toEqual(['Hello', '6: 01=5 08=6'])
})

test('a run for an older period corrects the table, and leaves the headline as it stands', async () => {
  const thread = createThread()
  await run(thread, 'first', { total: 1 })
  await run(thread, 'second', { total: 2 })
  const [comment] = thread.comments
  if (comment === undefined) throw new Error('no comment')
  comment.body = untrustedText(readUntrustedText(comment.body).replace('[Workflow run]', '[By hand]'))
  await run(thread, 'first', { total: 9 })
  expect(thread.tell()).toEqual(['2: 01=9 08=2'])
  expect(readUntrustedText(comment.body)).toContain('[By hand]')
  expect(readUntrustedText(comment.body)).toContain('line [9, 2]')
  await run(thread, 'second', { total: 3 })
  expect(thread.tell()).toEqual(['3: 01=9 08=3'])
})

test('a period that begins in the future is not kept, and is no headline', async () => {
  const thread = createThread()
  await run(thread, 'first')
  await run(thread, 'wrong', { total: 9 })
  expect(thread.tell()).toEqual(['5: 01=5'])
})

test('the previous period, just read, replaces or adds its entry', async () => {
  const thread = createThread()
  await run(thread, 'first', { total: 1 })
  await run(thread, 'second', { total: 2, previous: 7 })
  expect(thread.tell()).toEqual(['2: 01=7 08=2'])
  await run(thread, 'first', { total: 3, previous: 4 })
  expect(thread.tell()).toEqual(['2: 24=4 01=3 08=2'])
})

test('each project has a comment of its own', async () => {
  const thread = createThread()
  await run(thread, 'first')
  await run(thread, 'first', { projectId: 'other', total: 1 })
  await run(thread, 'second')
  await run(thread, 'second', { projectId: 'other', total: 2 })
  expect(thread.tell()).toEqual(['5: 01=5 08=5', '2: 01=1 08=2'])
})

test('a copy by somebody else never counts, also when the original is deleted', async () => {
  const thread = createThread()
  await run(thread, 'first')
  const copy = thread.add(readUntrustedText(thread.comments[0]?.body ?? untrustedText('')), 1)
  await run(thread, 'second')
  expect(thread.tell()).toEqual(['5: 01=5 08=5', '5: 01=5'])
  thread.comments.splice(0, 1)
  await run(thread, 'third')
  expect(thread.tell()).toEqual(['5: 01=5', '5: 15=5'])
  expect(thread.comments[0]).toBe(copy)
})

test('a marker from another issue, or of another key, does not count, and its comment is left alone', async () => {
  const other = createThread()
  await run(other, 'first', { issue: 8 })
  const thread = createThread()
  thread.add(readUntrustedText(other.comments[0]?.body ?? untrustedText('')), 1)
  await run(thread, 'second')
  await run(thread, 'third', { apiKey: 'mint_new' })
  expect(thread.tell()).toEqual(['5: 01=5', '5: 08=5', '5: 15=5'])
})

test('two comments of runs at the same time become one, and no period is lost', async () => {
  const thread = createThread()
  const list = thread.github.listComments
  thread.github.listComments = async () => []
  await run(thread, 'first')
  await run(thread, 'second')
  thread.github.listComments = list
  await run(thread, 'third')
  expect(thread.tell()).toEqual(['5: 01=5 08=5 15=5'])
})

test('what another run has just written over is written again', async () => {
  const thread = createThread()
  await run(thread, 'first')
  const update = thread.github.updateComment
  const before = thread.comments[0]?.body ?? untrustedText('')
  let isOver = false
  thread.github.updateComment = async (id, body) => {
    const updated = await update(id, body)
    // The other run read the comment before, and knows nothing of this edit.
    if (!isOver) updated.body = before
    isOver = true
    return updated
  }
  await run(thread, 'second')
  expect(thread.tell()).toEqual(['5: 01=5 08=5'])
})

test('a second comment that stays does not keep the report from being written', async () => {
  const thread = createThread()
  const list = thread.github.listComments
  thread.github.listComments = async () => []
  await run(thread, 'first')
  await run(thread, 'second')
  thread.github.listComments = list
  const failure = new GitHubError('delete', { status: 403, answer: 'no', hint: '' })
  thread.github.deleteComment = () => Promise.reject(failure)
  const leftovers: GitHubError[] = []
  const url = await run(thread, 'third', { onLeftover: (error) => leftovers.push(error) })
  expect(url).toBe(thread.comments[0]?.url)
  expect(leftovers).toEqual([failure])
})
