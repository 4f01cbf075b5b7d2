import { expect, test } from 'vitest'
import type { CauseName } from '../../../../src/agent-job/causes.ts'
import { CAUSES } from '../../../../src/agent-job/causes.ts'
import type { JobRecord } from '../../../../src/agent-job/job/job-record.ts'
import { OUTCOME_RECORDS, OUTCOMES } from '../../../../src/agent-job/outcome.ts'
import { explainEnd } from '../../../../src/agent-job/result/explain.ts'
import type { ReportContext } from '../../../../src/agent-job/result/report-context.ts'
import { asResult, CONTEXT, type LooseResult, otherPullRequest, pullRequest } from './report-context.ts'

const OPEN = { documentation: { state: 'open' as const, pages: [], otherFileCount: 0 } }

function say(report: LooseResult, context: Partial<ReportContext> = {}): string {
  const { paragraphs } = explainEnd(asResult(report), { ...CONTEXT, ...context })
  return paragraphs.map(({ text }) => text).join(' ')
}

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
])('the headline of a pull request that is %s says so', (_name, facts, headSha, expected) => {
  const job = { jobId: 'job-1', prLink: pullRequest, ...facts }
  const documentation = { ...OPEN.documentation, ...(headSha && { headSha }) }
  expect(explainEnd(asResult({ outcome: 'pull-request', job, documentation }), CONTEXT).headline.text).toMatch(expected)
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

test('without a job it is said that nothing was sent, whatever is to be fixed', () => {
  for (const cause of Object.keys(CAUSES) as CauseName[])
    if (CAUSES[cause].next) expect(say({ outcome: 'error', cause }), cause).toMatch(/Nothing was sent/)
})

test.each(OUTCOMES)('what a re-run does after %s is said as its row has it', (outcome) => {
  const text = say({ outcome, job: { jobId: 'job-1' }, isClaimed: true })
  const isSentAgain = OUTCOME_RECORDS[outcome].onRerun === 'send'
  expect(text.endsWith('A re-run sends the same prompt again.')).toBe(isSentAgain)
})

const BY_WORKFLOW = { askedBy: undefined }
const ATTACHED = { isAttached: true }
const ACTIVE = { answer: { status: 'active' } } as const
const OVER = { outcome: 'cancelled', answer: { status: 'completed' } } as const
const FORGOTTEN = { outcome: 'cancelled', isClaimed: false } as const
const MESSAGE = { jobId: 'job-1', isFollowUp: true }
const GONE = { outcome: 'error', cause: 'job-not-found' } as const
const LOST = { ...GONE, ...ACTIVE, advice: 'It is gone. For a new job, {again}.' }
const LATER = { retryAt: Date.UTC(2031, 4, 6, 15, 41, 1), cause: 'service-limit' } as const
const BY_ID_ONLY = /^((?!Re-run).)*run the action with `job-id: job-1`\.( If you can't fix this, ask a maintainer\.)?$/
const FIX_FIRST = /still working on job `job-1`\. To keep waiting once this is fixed, open/
const RERUN = /open "Log" and select "Re-run jobs", or/
const SENT_AGAIN = /^((?!Re-run jobs).)*A re-run sends the prompt again\.$/
const AFTER = /for job `job-1` after 2031-05-06 15:42 UTC, open "Log"/

test.each<[string, LooseResult, RegExp, Partial<ReportContext>?]>([
  ['is active', { outcome: 'error', ...ACTIVE }, FIX_FIRST],
  ['may be over', { outcome: 'error' }, /^To keep waiting for job `job-1` once this is fixed, open "Log"/],
  ['met a limit', { outcome: 'error', cause: 'service-limit' }, /To keep waiting for job `job-1`, open "Log"/],
  ['waits on', { outcome: 'timed-out' }, /To keep waiting for job `job-1`, open "Log" and select "Re-run jobs", or/],
  ['waits for a limit, whose end is rounded up', { outcome: 'error', ...LATER }, AFTER],
  ['is over', OVER, /^Job `job-1` ended\. To report how, open "Log" and select "Re-run jobs", or/],
  // It may be the status from before the message.
  ['has taken a message', { ...OVER, job: MESSAGE }, /^To keep waiting for job `job-1`, open "Log"/],
  ['is remembered', { outcome: 'cancelled' }, RERUN],
  ['is not remembered', FORGOTTEN, SENT_AGAIN],
  ['is named', FORGOTTEN, RERUN, ATTACHED],
  ['is remembered wrongly', { outcome: 'cancelled', isMemoryWrong: true }, BY_ID_ONLY],
  ['was only submitted', { outcome: 'submitted', ...ACTIVE }, BY_ID_ONLY],
  [
    'a new key finds',
    { outcome: 'error', cause: 'key-refused', ...ACTIVE },
    /once this is fixed, open "Log" and select/,
  ],
  ['is gone', LOST, /^It is gone\. For a new job, post your `\/docs` command again\.$/],
  ['is not there', GONE, /^Nothing was sent to the agent\. Check `job-id`.* leave `job-id` empty\.$/, ATTACHED],
  ['is named and failed', { outcome: 'failed' }, /^((?!re-run).)*$/, ATTACHED],
])('a job that %s is said to be active only where that is known', (_name, report, expected, context = {}) => {
  expect(say({ job: { jobId: 'job-1' }, isClaimed: true, ...report }, context)).toMatch(expected)
})

const MERGED = { documentation: { ...OPEN.documentation, state: 'merged' as const } }

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

const UNKNOWN = { outcome: 'unknown', cause: 'prompt-unconfirmed' } as const
const REFUSED = { outcome: 'error', cause: 'key-refused' } as const
const ARCHIVED = { outcome: 'archived', isClaimed: true } as const
const FAILED_CHECK = { outcome: 'error', cause: 'check-failed', checks: [] } as const
const INCOMPLETE = { outcome: 'unavailable', cause: 'check-incomplete' } as const
const MAYBE = { outcome: 'unknown', cause: 'service-failed' } as const
const CHECKED = { outcome: 'dry-run', checks: [] } as const
const REPLACED = { outcome: 'duplicate', cause: 'claimed-by-other-run' } as const
const DENIED = { outcome: 'denied', problem: 'Not known.' } as const

test.each<[string, LooseResult, RegExp, Partial<ReportContext>?]>([
  ['only this attempt of a duplicate', REPLACED, /^This attempt sent nothing .*, post your `\/docs` command again\.$/],
  ['how to start anew without a comment', REPLACED, /To start a new job, start the workflow again\.$/, BY_WORKFLOW],
  ['who can help a denied commenter', DENIED, /^Not known\. Ask someone who can use the command /],
  ['the next step after a check', CHECKED, /Next, post a command\.$/],
  ['the next step after a dry run', CHECKED, /Next, run the workflow without `dry-run`\.$/, { isDryRun: true }],
  ['what a re-run does with an uncertain prompt', { ...UNKNOWN, isClaimed: true }, /A re-run doesn't send the prompt/],
  ['the same where nothing is remembered', { ...UNKNOWN, isClaimed: false }, /A re-run sends the prompt again\./],
  ['the same where no comment asked', UNKNOWN, /If you find none, start the workflow again\./, BY_WORKFLOW],
  ['that an archived job is sent again', ARCHIVED, /A re-run sends the same prompt again/],
  ['nothing of a re-run where another run decides', { outcome: 'archived' }, /^(?!.*re-run)/],
  ['nothing of one where our comment is wrong', { ...ARCHIVED, isMemoryWrong: true }, /^(?!.*re-run)/],
  ['what this attempt sent, and no more', REFUSED, /This attempt sent nothing/, { attempt: 2 }],
  ['to look for a job that may be there', MAYBE, /status page\. Look for a new job/],
  ['to look for it once', UNKNOWN, /^(?!.*Look for a new job.*Look for a new job)/],
  ['how to check again', FAILED_CHECK, /Fix these, then comment `\/docs check` again\./],
  ['how to check again without a command', FAILED_CHECK, /then comment the command again\./, { command: '' }],
  ['when to check again', INCOMPLETE, /\. Later, comment `\/docs check` again\./],
  ['the same after a limit', { ...LATER, ...INCOMPLETE }, /\. After 2031-05-06 15:42 UTC, comment/],
  ['the command as it is set', { outcome: 'archived' }, /post your `!write` command again/, { command: '!write' }],
  ['no command that is empty', { outcome: 'archived' }, /post your command again/, { command: '' }],
  ['no command where no comment asked', { outcome: 'failed' }, /^(?!.*`\/docs).*start the workflow again/, BY_WORKFLOW],
  ['the address of the dashboard', REFUSED, /\(https:\/\/app\.mintlify\.com\/settings\/organization\/api-keys\)/],
  ['no address that is not known', REFUSED, /^(?!.*https:).* on the API keys page,/, { hasDashboard: false }],
  ['the end of a limit', { outcome: 'unavailable', ...LATER }, /again, re-run the job after 2031-05-06 15:42 UTC\./],
])('people are told %s', (_name, report, expected, context = {}) => {
  expect(say(report, context)).toMatch(expected)
})

test('the dashboard is linked in Markdown', () => {
  const [paragraph] = explainEnd(asResult(REFUSED), CONTEXT).paragraphs
  expect(String(paragraph?.markdown)).toContain('](https://app.mintlify.com/settings/organization/api-keys)')
})
