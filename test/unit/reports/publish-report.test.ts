import { expect, test } from 'vitest'
import type { GitHubConnection } from '../../../src/github/connect.ts'
import { publishReport, type ReportContext } from '../../../src/reports/publish-report.ts'
import type { Report } from '../../../src/reports/report-comment.ts'
import { markdown } from '../../../src/untrusted/markdown.ts'
import { createThread, failure } from '../github/fake-thread.ts'

const PLACE = { repository: '42', issue: 7, projectId: 'docs', apiKey: 'mint_key' }
const REPORT: Report<number> = {
  name: 'outcomes',
  parse: (value) => (typeof value === 'number' ? value : undefined),
  merge: (known) => known.length,
  render: (stored) => markdown`Report ${stored}`,
  isIn: (stored, found) => stored === found,
}

type GitHub = ReturnType<typeof createThread>['github']

/** What is logged and returned if GitHub has these operations. */
async function publish(change: Partial<GitHub> = {}, token = 'token') {
  const logged: string[] = []
  const thread = createThread()
  const log = {
    info: (text: string) => logged.push(text),
    warning: (title: string, text: string) => logged.push(`${title}: ${text}`),
  } as unknown as ReportContext['log']
  const github = { ...thread.github, ...change }
  const pause = async () => false
  const connection = { github, pause } as unknown as GitHubConnection
  const context: ReportContext = { log, title: 'Outcomes', token, connection, redact: (text) => text }
  return { kept: await publishReport(REPORT, PLACE, context), logged, thread }
}

const fail = (error: Error) => () => Promise.reject(error)
const UNWRITTEN = "Outcomes: the report comment wasn't written"
const UNCHECKED = "Outcomes: the report comment couldn't be checked"

test('the log links the report', async () => {
  const { kept, logged, thread } = await publish()
  expect(kept).toMatchObject({ url: 'https://github.example/1', stored: 1 })
  expect(logged).toEqual(['The report is in https://github.example/1.'])
  expect(thread.comments.map(({ body }) => body)).toEqual([
    expect.stringMatching(/^Report 1\n\n<!-- docs-agent-outcomes:v1:/),
  ])
})

test.each<[string, Partial<GitHub>, string, string?]>([
  ['no token', {}, `${UNWRITTEN}: \`issue-number\` is set, but \`github-token\` is empty.`, ''],
  ['a refusal', { createComment: fail(failure(403)) }, `${UNWRITTEN}: Couldn't comment: failed. `],
  [
    'another error before anything was sent',
    { fetchComments: fail(new Error('socket hang up')) },
    `${UNWRITTEN}: Couldn't write to #7: socket hang up. To write the report, re-run the job.`,
  ],
  [
    'a refused edit after the post',
    { updateComment: fail(failure(403)) },
    `${UNCHECKED}: GitHub accepted it, but it couldn't be checked. Couldn't comment: failed. `,
  ],
  [
    'a cancellation during the post',
    { createComment: fail(new Error('The run was cancelled (SIGINT)')) },
    `${UNCHECKED}: GitHub may have accepted it. Look for it in the issue. Couldn't write to #7: The run was cancelled (SIGINT). To write the report, re-run the job.`,
  ],
  [
    'a post whose answer is lost',
    { createComment: fail(failure(502)) },
    `${UNCHECKED}: GitHub may have accepted it. Look for it in the issue. Couldn't comment: failed. `,
  ],
])(
  'a report comment with %s is one warning, which tells what GitHub accepted',
  async (_name, change, warning, token) => {
    expect((await publish(change, token)).logged).toEqual([warning])
  },
)
