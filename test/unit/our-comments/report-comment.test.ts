import { expect, test } from 'vitest'
import type { GitHubConnection } from '../../../src/github/connect.ts'
import { publishReport } from '../../../src/reports/publish-report.ts'
import { type Report, renderEarlier } from '../../../src/reports/report-comment.ts'
import { joinMarkdown, markdown } from '../../../src/untrusted/markdown.ts'
import { createThread, failure } from '../github/fake-thread.ts'

const PLACE = { repository: '42', issue: 7, projectId: 'docs', apiKey: 'mint_key' }
const REPORT: Report<number> = {
  name: 'outcomes',
  parse: (value) => (typeof value === 'number' ? value : undefined),
  merge: (known) => known.length,
  render: (stored, published) => joinMarkdown([...renderEarlier(published), markdown`Report ${stored}`], '\n\n'),
  isIn: (stored, found) => stored === found,
}

type GitHub = ReturnType<typeof createThread>['github']

/** What is logged and returned if GitHub has these operations. */
async function publish(change: Partial<GitHub> = {}, token = 'token', thread = createThread()) {
  const logged: string[] = []
  const log = {
    info: (text: string) => logged.push(text),
    warning: (title: string, text: string) => logged.push(`${title}: ${text}`),
  } as unknown as Parameters<typeof publishReport>[2]['log']
  const github = { ...thread.github, ...change }
  const pause = async () => false
  const connection = { github, pause } as unknown as GitHubConnection
  const context = { log, title: 'Outcomes', token, connection, redact: (text: string) => text }
  return { url: await publishReport(REPORT, PLACE, context), logged, thread }
}

const fail = (error: Error) => () => Promise.reject(error)
const OUT_OF_DATE = 'Outcomes: the report comment may be out of date'

test('the log links the report', async () => {
  const { url, logged, thread } = await publish()
  expect(url).toBe('https://github.example/1')
  expect(logged).toEqual(['The report is in https://github.example/1.'])
  expect(thread.comments.map(({ body }) => body)).toEqual([
    expect.stringMatching(/^<!-- docs-agent-outcomes:start -->\nReport 1\n\n<!-- docs-agent-outcomes:v1:/),
  ])
})

test.each<[string, Partial<GitHub>, string, string?]>([
  [
    'no token',
    {},
    "Outcomes: the report comment wasn't written: `issue-number` is set, but `github-token` is empty.",
    '',
  ],
  ['a refusal', { createComment: fail(failure(403)) }, `${OUT_OF_DATE}: Couldn't comment: failed. `],
  [
    'another error',
    { fetchComments: fail(new Error('socket hang up')) },
    `${OUT_OF_DATE}: Couldn't write to #7: socket hang up. To write the report, re-run the job.`,
  ],
])('a report comment with %s is one warning', async (_name, change, warning, token) => {
  expect((await publish(change, token)).logged).toEqual([warning])
})

/** The comments after a report, a change of its body by a person, and the next report; markers as `MARKER`. */
async function publishAgain(change: (body: string) => string) {
  const { thread } = await publish()
  const [comment] = thread.comments
  if (comment === undefined) throw new Error('There is no report.')
  comment.body = change(comment.body)
  await publish({}, 'token', thread)
  await publish({}, 'token', thread)
  return thread.comments.map(({ body }) => body.replaceAll(/<!-- docs-agent-outcomes:v1:\S+ -->/gu, 'MARKER'))
}

const START = '<!-- docs-agent-outcomes:start -->'
const MOVED = `${START}
> [An earlier comment](https://github.example/1) no longer has the hidden marks around the report, so the report is here now.

Report`

test.each<[string, (body: string) => string, string[]]>([
  [
    'text above and below stays',
    (body) => `Seen by Ada. ${body.replace('Report 1', 'Report of a person')}\r\n\r\nNext: fix the scanner.`,
    [`Seen by Ada. ${START}\nReport 1\n\nMARKER\r\n\r\nNext: fix the scanner.`],
  ],
  [
    'above our part, a copy of it stays',
    (body) => `> ${START} Report 0\n\n${body}`,
    [`> ${START} Report 0\n\n${START}\nReport 1\n\nMARKER`],
  ],
  [
    'without the start mark, a new comment links this one, also in later runs',
    (body) => `Mine.${body.replace(START, '')}`,
    ['Mine.\nReport 1\n\nMARKER', `${MOVED} 2\n\nMARKER`],
  ],
  [
    'without the marker at the end, too',
    (body) => `${body.replace(/\n\n<!-- docs-agent-outcomes:v1:.*/u, '')} and mine`,
    [`${START}\nReport 1 and mine`, `${MOVED} 1\n\nMARKER`],
  ],
])('what people write in the comment of a report: %s', async (_name, change, comments) => {
  expect(await publishAgain(change)).toEqual(comments)
})

test.each([
  ['is deleted', '', [1]],
  ['stays where a person wrote in it', 'Mine. ', [1, 2]],
])('of two reports by simultaneous runs, the second %s', async (_name, above, ids) => {
  const { thread } = await publish()
  const { github } = thread
  let isListed = false
  const change: Partial<GitHub> = {
    createComment: (issue, body) => github.createComment(issue, above + body),
    fetchComments: async (issue) => {
      const listed = isListed ? await github.fetchComments(issue) : []
      isListed = true
      return listed
    },
  }
  await publish(change, 'token', thread)
  expect(thread.comments.map(({ id }) => id)).toEqual(ids)
})
