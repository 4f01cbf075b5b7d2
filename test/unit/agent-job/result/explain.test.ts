import { expect, test } from 'vitest'
import type { CauseName } from '../../../../src/agent-job/causes.ts'
import { CAUSES } from '../../../../src/agent-job/causes.ts'
import type { JobRecord } from '../../../../src/agent-job/job/job-record.ts'
import { OUTCOME_RECORDS, OUTCOMES } from '../../../../src/agent-job/outcome.ts'
import { explainEnd } from '../../../../src/agent-job/result/explain.ts'
import type { ReportContext } from '../../../../src/agent-job/result/report-context.ts'
import { asResult, CONTEXT, type LooseResult, otherPullRequest, pullRequest } from './report-context.ts'

const BY_WORKFLOW = { askedBy: undefined }
const ATTACHED = { isAttached: true }
const OPEN = { documentation: { state: 'open' as const, pages: [], otherFileCount: 0 } }
const MERGED = { documentation: { ...OPEN.documentation, state: 'merged' as const } }

function say(report: LooseResult, context: Partial<ReportContext> = {}): string {
  const { paragraphs } = explainEnd(asResult(report), { ...CONTEXT, ...context })
  return paragraphs.map(({ text }) => text).join(' ')
}

function headline(report: LooseResult): string {
  const { sign, headline: words } = explainEnd(asResult(report), CONTEXT)
  return `${sign} ${words.text}`
}

test('a cause replaces the headline of the outcome', () => {
  expect(headline({ outcome: 'error', cause: 'key-refused' })).toBe(`⚠️ ${CAUSES['key-refused'].headline}`)
})

const previous = { url: pullRequest, state: 'open' } as const
const known = { ...previous, headSha: 'a' }
const READY = /is ready$/

test.each<[string, Partial<JobRecord>, headSha: string | undefined, RegExp]>([
  ['updated', { isFollowUp: true, previous: known }, 'b', /updated$/],
  ['unchanged', { isFollowUp: true, previous: known }, 'a', /wasn't changed$/],
  ['unknown before', { isFollowUp: true, previous }, 'a', /aren't known$/],
  ['unknown now', { isFollowUp: true, previous: known }, undefined, /aren't known$/],
  ['another one', { isFollowUp: true, previous: known, prLink: otherPullRequest }, 'b', READY],
  ['by a new job', { isFollowUp: false, previous: known }, 'b', READY],
])('a pull request that is %s says so', (_name, job, headSha, expected) => {
  const documentation = { ...OPEN.documentation, ...(headSha && { headSha }) }
  const record = { jobId: 'job-1', prLink: pullRequest, ...job }
  expect(headline({ outcome: 'pull-request', job: record, documentation })).toMatch(expected)
})

const FIX = /Fix this, then post your `\/docs` command again/
const CHANGE = /Change the prompt, and post your `\/docs` command again\.$/
const OF_FILE = /re-run the job\. If you change the workflow file, post your `\/docs` command again/

/** One cause for each way to go on, and what is said of a re-run while there is no job. */
test.each<[CauseName, RegExp, forgotten: RegExp]>([
  ['key-refused', /Fix this, then re-run the job\. If you can't fix this, ask a/, FIX],
  ['comment-refused', /Fix this, then post your `\/docs` command again\. If you can't/, FIX],
  ['secret-missing', OF_FILE, FIX],
  ['service-limit', /To try again, re-run the job\.$/, /To try again, post your `\/docs` command again\.$/],
  ['prompt-too-large', CHANGE, CHANGE],
])('what helps after %s: %s; where our comment is wrong: %s', (cause, words, forgotten) => {
  expect(say({ outcome: 'error', cause })).toMatch(words)
  const text = say({ outcome: 'error', cause, isMemoryWrong: true })
  expect(text).toMatch(forgotten)
  expect(text).not.toMatch(/re-run/iu)
})

test('after a check, the next step depends on the workflow', () => {
  const report = { outcome: 'dry-run', checks: [] } as const
  expect(say(report)).toMatch(/Next, post a command\.$/)
  expect(say(report, { isDryRun: true })).toMatch(/Next, run the workflow without `dry-run`\.$/)
})

test('without a job it is said that nothing was sent, whatever is to be fixed', () => {
  for (const cause of Object.keys(CAUSES) as CauseName[])
    if (CAUSES[cause].next) expect(say({ outcome: 'error', cause }), cause).toMatch(/Nothing was sent/)
})

const ACTIVE = { answer: { status: 'active' } } as const
const OVER = { outcome: 'cancelled', answer: { status: 'completed' } } as const
const FORGOTTEN = { outcome: 'cancelled', isClaimed: false } as const
const MESSAGE = { jobId: 'job-1', isFollowUp: true }
const GONE = { outcome: 'error', cause: 'job-not-found' } as const
const LOST = { ...GONE, ...ACTIVE, advice: 'It is gone. For a new job, {again}.' }
const BY_ID_ONLY = /((?!Re-run).)*run the action with `job-id: job-1`\.( If you can't fix this, ask a maintainer\.)?$/
const FIX_FIRST = /still working on job `job-1`\. To keep waiting once this is fixed, open/
const RERUN = /open "Log" and select "Re-run jobs", or/
const SENT_AGAIN = /^((?!Re-run jobs).)*A re-run sends the prompt again\.$/

test.each<[string, LooseResult, RegExp, Partial<ReportContext>?]>([
  ['is active', { outcome: 'error', ...ACTIVE }, FIX_FIRST],
  ['may be over', { outcome: 'error' }, /^To keep waiting for job `job-1` once this is fixed, open "Log"/],
  ['waits on', { outcome: 'timed-out' }, /To keep waiting for job `job-1`, open "Log" and select "Re-run jobs", or/],
  ['is over', OVER, /^Job `job-1` ended\. To report how, open "Log" and select "Re-run jobs", or/],
  // It may be the status from before the message.
  ['has taken a message', { ...OVER, job: MESSAGE }, /^To keep waiting for job `job-1`, open "Log"/],
  ['is remembered', { outcome: 'cancelled' }, RERUN],
  ['is not remembered', FORGOTTEN, SENT_AGAIN],
  ['is named', FORGOTTEN, RERUN, ATTACHED],
  ['is remembered wrongly', { outcome: 'cancelled', isMemoryWrong: true }, BY_ID_ONLY],
  ['was only submitted', { outcome: 'submitted', ...ACTIVE }, BY_ID_ONLY],
  ['another key would not find', { outcome: 'error', cause: 'key-refused', ...ACTIVE }, BY_ID_ONLY],
  ['is gone', LOST, /^It is gone\. For a new job, post your `\/docs` command again\.$/],
  ['is not there', GONE, /^Nothing was sent to the agent\. Check `job-id`.* leave `job-id` empty\.$/, ATTACHED],
  ['is named and failed', { outcome: 'failed' }, /^((?!re-run).)*$/, ATTACHED],
])('a job that %s is said to be active only where that is known', (_name, report, expected, context = {}) => {
  expect(say({ job: { jobId: 'job-1' }, isClaimed: true, ...report }, context)).toMatch(expected)
})

test.each(OUTCOMES)('what a re-run does after %s is said as its row has it', (outcome) => {
  const text = say({ outcome, job: { jobId: 'job-1' }, isClaimed: true })
  const isSentAgain = OUTCOME_RECORDS[outcome].onRerun === 'send'
  expect(text.endsWith('A re-run sends the same prompt again.')).toBe(isSentAgain)
})

test('a prompt that may have been received is sent again only manually, or where nothing is remembered', () => {
  const report = { outcome: 'unknown', cause: 'prompt-unconfirmed' } as const
  expect(say({ ...report, isClaimed: true })).toContain("A re-run doesn't send the prompt again.")
  expect(say({ ...report, isClaimed: false })).toContain('A re-run sends the prompt again.')
  expect(say(report, BY_WORKFLOW)).toContain('If you find none, start the workflow again.')
})

test.each<[string, LooseResult, Partial<ReportContext>, boolean, boolean]>([
  ['open', OPEN, {}, true, true],
  ['of no comment', OPEN, BY_WORKFLOW, true, false],
  ['not remembered', { ...OPEN, isClaimed: false }, {}, true, false],
  ['never continued', OPEN, { followUp: 'never' }, true, false],
  ['not readable', {}, {}, true, false],
  ['not readable, and always continued', {}, { followUp: 'always' }, true, true],
  ['merged meanwhile', MERGED, {}, false, false],
])('a pull request that is %s is reviewed and continued, or not', (_, facts, context, ...said) => {
  const job = { jobId: 'job-1', prLink: pullRequest }
  const text = say({ outcome: 'pull-request', job, isClaimed: true, ...facts }, context)
  expect([text.includes('Review it'), text.includes("while it's open")]).toEqual(said)
})

test('another comment is proposed only where a comment asked, with the command as it is set', () => {
  for (const outcome of ['no-pull-request', 'archived', 'failed', 'unknown'] as const) {
    expect(say({ outcome }, { command: '!write' })).toContain('post your `!write` command again')
    expect(say({ outcome }, { command: '' })).toContain('post your command again')
    expect(say({ outcome }, BY_WORKFLOW)).toContain('start the workflow again')
    expect(say({ outcome }, BY_WORKFLOW)).not.toContain('`/docs')
  }
})

test('the dashboard is linked only where its address is known', () => {
  const report = { outcome: 'error', cause: 'key-refused' } as const
  const keys = 'https://app.mintlify.com/settings/organization/api-keys'
  expect(say(report)).toContain(keys)
  expect(String(explainEnd(asResult(report), CONTEXT).paragraphs[0]?.markdown)).toContain(`](${keys})`)
  expect(say(report, { hasDashboard: false })).toContain('on the API keys page,')
  expect(say(report, { hasDashboard: false })).not.toContain('https://')
})

test('a wait that is known is told as a time, rounded up', () => {
  const report = { outcome: 'error', cause: 'service-limit', retryAt: Date.UTC(2031, 4, 6, 15, 41, 1) } as const
  expect(say(report)).toContain('To try again, re-run the job after 2031-05-06 15:42 UTC.')
  const waiting = say({ ...report, job: { jobId: 'job-1' }, isClaimed: true })
  expect(waiting).toContain('for job `job-1` after 2031-05-06 15:42 UTC, open "Log"')
})
