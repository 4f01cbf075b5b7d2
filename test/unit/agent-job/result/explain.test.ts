import { expect, test } from 'vitest'
import type { CauseName } from '../../../../src/agent-job/ending.ts'
import { OUTCOMES } from '../../../../src/agent-job/outcome.ts'
import type { Mend } from '../../../../src/agent-job/result/causes.ts'
import { CAUSES } from '../../../../src/agent-job/result/causes.ts'
import { explainEnd, type ReportContext } from '../../../../src/agent-job/result/explain.ts'
import type { RunReport } from '../../../../src/agent-job/result/run-result.ts'

const CONTEXT: ReportContext = {
  askedBy: 'writer',
  runUrl: new URL('https://github.com/acme/app/actions/runs/42'),
  command: '/docs',
  hasDashboard: true,
  isAttached: false,
  followUp: 'auto',
}
const BY_WORKFLOW = { ...CONTEXT, askedBy: undefined }
const pullRequest = new URL('https://github.com/acme/docs/pull/7')
const other = new URL('https://github.com/acme/docs/pull/8')

const OPEN = { state: 'open', pages: [], otherFileCount: 0 } as const

const say = (report: RunReport, context = CONTEXT) =>
  explainEnd(report, context)
    .paragraphs.map(({ text }) => text)
    .join(' ')
const headline = (report: RunReport) => {
  const { sign, headline: words } = explainEnd(report, CONTEXT)
  return `${sign} ${words.text}`
}

test('every outcome has a headline of its own, which a cause replaces', () => {
  expect(new Set(OUTCOMES.map((outcome) => headline({ outcome }))).size).toBe(OUTCOMES.length)
  expect(headline({ outcome: 'error', cause: 'key-refused' })).toBe(`⚠️ ${CAUSES['key-refused'].headline}`)
})

test.each([
  [
    'the continued one',
    { pullRequest, previous: { url: pullRequest, state: 'open' }, isFollowUp: true },
    'updated',
  ],
  [
    'another one',
    { pullRequest: other, previous: { url: pullRequest, state: 'open' }, isFollowUp: true },
    'ready',
  ],
  ['a new one', { pullRequest, previous: { url: pullRequest, state: 'open' }, isFollowUp: false }, 'ready'],
] as const)('a pull request that is %s is called so', (_name, facts, word) => {
  expect(headline({ outcome: 'pull-request', ...facts })).toContain(`is ${word}`)
})

test('a failed check is in the headline, with how many others there are', () => {
  const checks = (['passed', 'failed', 'failed', 'unknown'] as const).map((state) => ({ state, text: state }))
  const report = { outcome: 'error', cause: 'check-failed', checks } as const
  expect(headline(report)).toMatch(/✗ 2 of 4$/)
  expect(say(report)).toBe('Nothing was sent to the agent. When it is mended, comment `/docs check` again.')
  expect(say(report, BY_WORKFLOW)).toMatch(/mended, start the workflow again\.$/)
})

/** One cause for each way to mend it, and what is said of a re-run while there is no job. */
test.each<[Mend, CauseName, string]>([
  ['key', 'key-refused', 'a re-run is safe: re-run the workflow run when that is done.'],
  ['setting', 'plan-or-credits', 'a re-run is safe: re-run the workflow run when that is done.'],
  ['workflow', 'comment-refused', 'comment `/docs` again: a re-run uses the workflow file of before.'],
  ['either', 'secret-missing', 'After a change to the workflow file, comment `/docs` again'],
  ['wait', 'service-limit', 'Nothing was sent to the agent, so a re-run is safe: it tries again.'],
  ['ask', 'prompt-too-large', 'With another prompt, comment `/docs` again.'],
])('what is mended by %s says whether a re-run helps', (mend, cause, words) => {
  expect(CAUSES[cause].mend).toBe(mend)
  expect(say({ outcome: 'error', cause })).toContain(words)
  expect(say({ outcome: 'error', cause })).toContain('Nothing was sent')
})

test.each<[string, RunReport, Partial<ReportContext>, RegExp]>([
  [
    'is known to be active',
    { outcome: 'error', job: { status: 'active' } },
    {},
    /goes on with job `job-1`.*re-run/,
  ],
  ['may be over', { outcome: 'error' }, {}, /^To wait for the end of job `job-1` when that is done, re-run/],
  [
    'waits on',
    { outcome: 'timed-out' },
    {},
    /To wait for the end of job `job-1`, re-run the workflow run, or/,
  ],
  [
    'is over',
    { outcome: 'cancelled', isClaimed: true, job: { status: 'completed' } },
    {},
    /^Job `job-1` has ended\. To report how, re-run the workflow run, or/,
  ],
  [
    'has taken a message, and may show the status from before it',
    { outcome: 'cancelled', isClaimed: true, isFollowUp: true, job: { status: 'completed' } },
    {},
    /^To wait for the end of job `job-1`, re-run/,
  ],
  ['is remembered', { outcome: 'cancelled', isClaimed: true }, {}, /re-run the workflow run, or/],
  [
    'is not remembered',
    { outcome: 'cancelled', isClaimed: false },
    {},
    /^((?!re-run the).)*A re-run sends the prompt again\.$/,
  ],
  [
    'is named by job-id',
    { outcome: 'cancelled', isClaimed: false },
    { isAttached: true },
    /re-run the workflow run, or/,
  ],
  [
    'was only submitted',
    { outcome: 'submitted', job: { status: 'active' } },
    {},
    /goes on((?!re-run).)*as `job-id`\.$/,
  ],
  [
    'another key would not find',
    { outcome: 'error', cause: 'key-refused', job: { status: 'active' } },
    {},
    /goes on((?!re-run).)*as `job-id`\.$/,
  ],
  [
    'is gone',
    { outcome: 'error', cause: 'job-not-found', job: { status: 'active' } },
    {},
    /^((?!goes on).)*For a new job, comment/,
  ],
  [
    'was sent and is gone',
    { outcome: 'error', cause: 'job-not-found', isFollowUp: false },
    {},
    /^The service took the prompt.*For a new job, comment/,
  ],
  [
    'is named by job-id and is not there',
    { outcome: 'error', cause: 'job-not-found' },
    { isAttached: true },
    /^A maintainer checks `job-id`.*leave `job-id` empty\.$/,
  ],
  ['failed', { outcome: 'failed' }, {}, /A re-run sends the same prompt once more\.$/],
  ['is named by job-id and failed', { outcome: 'failed' }, { isAttached: true }, /^((?!re-run).)*$/],
])('a job that %s is said to go on only where that is known', (_name, report, context, expected) => {
  expect(say({ jobId: 'job-1', isClaimed: true, ...report }, { ...CONTEXT, ...context })).toMatch(expected)
})

test('a prompt that may have been received is sent again only by hand, or where nothing is remembered', () => {
  const report = { outcome: 'unknown', cause: 'prompt-unconfirmed' } as const
  expect(say({ ...report, isClaimed: true })).toContain('A re-run does not send the prompt again.')
  expect(say({ ...report, isClaimed: false })).toContain('A re-run sends the prompt again.')
})

test.each<[string, Partial<RunReport>, ReportContext, boolean, boolean]>([
  ['open', { documentation: OPEN }, CONTEXT, true, true],
  ['of no comment', { documentation: OPEN }, BY_WORKFLOW, true, false],
  ['not remembered', { documentation: OPEN, isClaimed: false }, CONTEXT, true, false],
  ['never continued', { documentation: OPEN }, { ...CONTEXT, followUp: 'never' }, true, false],
  ['not readable', {}, CONTEXT, true, false],
  ['not readable, and always continued', {}, { ...CONTEXT, followUp: 'always' }, true, true],
  [
    'merged meanwhile',
    { documentation: { state: 'merged', pages: [], otherFileCount: 0 } },
    CONTEXT,
    false,
    false,
  ],
])(
  'a pull request that is %s is reviewed and continued where that can be done',
  (_name, facts, context, review, change) => {
    const text = say({ outcome: 'pull-request', pullRequest, isClaimed: true, ...facts }, context)
    expect([text.includes('Review it'), text.includes('it is continued')]).toEqual([review, change])
  },
)

test('another comment is proposed only where a comment asked, with the command as it is set', () => {
  for (const outcome of ['no-pull-request', 'archived', 'failed', 'unknown'] as const) {
    expect(say({ outcome }, { ...CONTEXT, command: '!write' })).toContain('comment `!write` again')
    expect(say({ outcome }, { ...CONTEXT, command: '' })).toContain('comment the command again')
    expect(say({ outcome }, BY_WORKFLOW)).toContain('start the workflow again')
    expect(say({ outcome }, BY_WORKFLOW)).not.toContain('/docs')
  }
  expect(say({ outcome: 'timed-out', cause: 'previous-job-active' })).toContain('`/docs --new`')
})

test('the dashboard is linked only where its address is known', () => {
  const report = { outcome: 'error', cause: 'key-refused' } as const
  const keys = 'https://app.mintlify.com/settings/organization/api-keys'
  expect(say(report)).toContain(keys)
  expect(String(explainEnd(report, CONTEXT).paragraphs[0]?.markdown)).toContain(`](${keys})`)
  const elsewhere = { ...CONTEXT, hasDashboard: false }
  expect(say(report, elsewhere)).toContain('the API keys page of the dashboard')
  expect(say(report, elsewhere)).not.toContain('https://')
  expect(say({ outcome: 'error', cause: 'plan-or-credits' })).toContain('/settings/organization/usage')
})

test('what the cause does not say of this run comes first', () => {
  const text = say({ outcome: 'error', cause: 'inputs-unusable', problem: '- `timeout`: "soon" was given' })
  expect(text).toMatch(/^- `timeout`: "soon" was given A maintainer/)
})

test('the id of a job stays in its code span, whatever the service made up', () => {
  const jobId = 'a`\n- [b](https://evil.example) `c'
  const report: RunReport = {
    outcome: 'timed-out',
    jobId,
    isClaimed: true,
    job: { status: 'active' } as never,
  }
  const sentence = explainEnd(report, CONTEXT).paragraphs.at(-1)
  expect(String(sentence?.markdown)).toContain("job `a' - [b](https://evil.example) 'c`. To wait")
})
