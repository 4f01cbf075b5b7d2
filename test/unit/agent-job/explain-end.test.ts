import { expect, test } from 'vitest'
import { explainEnd } from '../../../src/agent-job/explain-end.ts'
import type { Marker } from '../../../src/agent-job/marker.ts'
import { failsStep, OUTCOME_NAMES, OUTCOMES, type Outcome } from '../../../src/agent-job/outcome.ts'
import type { PullRequest } from '../../../src/agent-job/pull-request.ts'
import { renderReply } from '../../../src/agent-job/reply.ts'
import { RunResult } from '../../../src/agent-job/run-result.ts'
import { ActionError } from '../../../src/runner/action-error.ts'
import { parseJob } from '../../../src/service/job.ts'
import { type ContextChanges, createContext, TRIGGERS } from './context-for-tests.ts'

const URL_OF_PULL = 'https://github.com/acme/docs/pull/3'
const pull = (facts: Partial<PullRequest> = {}): PullRequest => ({
  ...{ url: new URL(URL_OF_PULL), title: 'Docs', state: 'open', headSha: 'abc', fileCount: 1 },
  ...facts,
})

/** Our comment, as it is now. */
const noted = (state: Marker['state'], job?: string) => ({
  ...{ id: 1, url: 'https://x/1', body: '', createdAt: '' },
  marker: { request: 'comment 12', attempt: 1, project: 'acme', step: '', state, job },
})

function explain(outcome: Outcome, facts: Partial<RunResult> = {}, changes: ContextChanges = {}) {
  const { headline, sentences, technical } = explainEnd(
    { ...new RunResult(0), isAllowed: true, ...facts, outcome },
    createContext(changes),
  )
  return { headline, text: sentences.join(' '), technical }
}

const dispatch = { trigger: TRIGGERS.dispatch }

test.each<[string, ReturnType<typeof explain>, text: RegExp]>([
  ['a failed job', explain('failed'), /post the command again with a more precise prompt\.$/u],
  [
    'a failed job that is remembered',
    explain('failed', { jobId: 'j', state: 'job', comment: noted('job', 'j') }),
    /A re-run sends the same prompt again\.$/u,
  ],
  ['a failed job without a command', explain('failed', {}, dispatch), /run the workflow again with a more/u],
  ['no pull request', explain('no-pull-request'), /found nothing to change, or committed to the deployment branch/u],
  ['an unknown end', explain('unknown'), /post the command again\. A re-run sends the prompt again\.$/u],
  [
    'an unknown end that is remembered',
    explain('unknown', { state: 'sending', comment: noted('sending') }),
    /A re-run doesn't send the prompt\.$/u,
  ],
  [
    'an unknown end of a message',
    explain('unknown', { state: 'sending', destination: { jobId: 'j', pullRequest: undefined, reason: '' } }),
    /^The prompt was for job `j`\. Check that job first\. Look for a new job/u,
  ],
  [
    'a job that the service no longer knows',
    explain('error', { jobId: 'j', state: 'job', error: new ActionError('No job.', { status: 404 }) }),
    /^If `project-id` is correct, job `j` no longer exists\. To start a new job, post the command again\.$/u,
  ],
  [
    'a job of `job-id` that the service does not know',
    explain(
      'error',
      { jobId: 'j', state: 'job', error: new ActionError('No job.', { status: 404 }) },
      { inputs: { jobId: 'j' } },
    ),
    /^If `project-id` is correct, check `job-id`\.$/u,
  ],
  [
    'a job that was submitted',
    explain('submitted', { jobId: 'j', state: 'job', comment: noted('job', 'j') }),
    /^To get the result, re-run the job, or run the action with `job-id: j`\.$/u,
  ],
  [
    'one that nothing remembers',
    explain('submitted', { jobId: 'j', state: 'job' }),
    /^To get the result, run the action with `job-id: j`\. A re-run sends the prompt again\.$/u,
  ],
  [
    'one that `job-id` names',
    explain('submitted', { jobId: 'j', state: 'job' }, { inputs: { jobId: 'j' } }),
    /^To get the result, re-run the job, or run the action with `job-id: j`\.$/u,
  ],
  [
    'the end of the time',
    explain('timed-out', { jobId: 'j', state: 'job', job: parseJob({ status: 'active' }) }),
    /^The agent is still working on job `j`\. To keep waiting.*increase `timeout`/u,
  ],
  [
    'a job that could not be read at the end',
    explain('timed-out', {
      jobId: 'j',
      state: 'job',
      job: parseJob({ status: 'active' }),
      error: new ActionError('It failed. GET x returned 500.', { hint: 'Look.' }),
    }),
    /^It failed\. Look\. (?!.*still working)/u,
  ],
  ['a canceled run', explain('cancelled'), /^Nothing was sent to the agent\. To send the prompt, re-run the job\.$/u],
  [
    'one that could not write the true state',
    explain('cancelled', { comment: noted('sending') }),
    /^Nothing was sent to the agent\. To send the prompt, post the command again\.$/u,
  ],
  [
    'one that was posting',
    explain('cancelled', { isPosting: true }, dispatch),
    /To send the prompt, run the workflow again\.$/u,
  ],
  [
    'a later attempt that knows nothing',
    explain('cancelled', {}, { run: { attempt: 2 } }),
    /^This attempt sent nothing/u,
  ],
  [
    'an error for a commenter',
    explain('error', { error: new ActionError('No.', { hint: 'Do it.' }) }),
    /^Do it\. Nothing was sent to the agent\. Fix this, then post the command again\. If you can't fix this, ask a maintainer\.$/u,
  ],
  [
    'an error before anybody was let in',
    explain('error', { isAllowed: false, error: new ActionError('No.') }),
    /^Nothing was sent to the agent\.$/u,
  ],
  // To a bot, or to a reader of a public repository, a lower permission is no help.
  ['a denied commenter', explain('denied'), /^Ask someone who can use the command to post it\.$/u],
  ['a check', explain('checked'), /Next, post `\/docs` followed by what to write\.$/u],
  ['a check by an input', explain('checked', {}, { inputs: { dryRun: true } }), /Next, remove `dry-run`\.$/u],
])('%s is explained: what happened, what was sent, what to do', (_name, { text }, pattern) => {
  expect(text).toMatch(pattern)
  expect(text).not.toMatch(/[{}]|undefined/u)
})

test("an error's first sentence is the headline, what a server says comes first, and the request last", () => {
  const error = new ActionError('The service refused the API key. POST https://a.example/ returned 401.', {
    hint: 'Create a key.',
    said: 'The service says: "Bad key"',
  })
  const { headline, text, technical } = explain('error', { error })
  expect(headline).toBe('The service refused the API key')
  expect(text).toMatch(/^The service says: "Bad key" Create a key\. /u)
  expect(technical).toBe('POST https://a.example/ returned 401.')
})

test.each<[headline: string, after: PullRequest | undefined, link?: string]>([
  ['The documentation pull request was updated', pull({ headSha: 'def' })],
  ["The documentation pull request wasn't changed", pull()],
  ['The documentation pull request was merged meanwhile', pull({ state: 'merged', headSha: 'def' })],
  ['The documentation pull request was closed meanwhile', pull({ state: 'closed' })],
  ["Finished, but couldn't read the pull request's changes", undefined],
  ['The documentation pull request is ready', pull(), 'https://github.com/acme/docs/pull/4'],
])(
  'of a pull request that was continued, it is told what is true: %s',
  (headline, pullRequest, prLink = URL_OF_PULL) => {
    const destination = { jobId: 'j', pullRequest: pull(), reason: '' }
    const explained = explain('pull-request', { destination, pullRequest, job: parseJob({ prLink }) })
    expect(explained.headline).toBe(headline)
    if (pullRequest?.state === 'merged') expect(explained.text).not.toMatch(/[Rr]eview|merge it/u)
  },
)

test('only an open pull request, of a command, can be changed by another command', () => {
  const change = 'To change it, post `/docs`'
  expect(explain('pull-request', { pullRequest: pull() }).text).toContain(change)
  expect(explain('pull-request', { pullRequest: pull({ state: 'closed' }) }).text).not.toContain(change)
  expect(explain('pull-request', { pullRequest: pull() }, dispatch).text).not.toContain(change)
})

test('of many changed files ten are listed, and the others counted', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({ path: `${index}.md`, additions: 1, deletions: 0 }))
  const job = parseJob({ id: 'j', status: 'completed', prLink: URL_OF_PULL })
  const facts = { outcome: 'pull-request', job, files, pullRequest: pull({ fileCount: 250 }) } as const
  const text = renderReply({ ...new RunResult(0), ...facts }, createContext()).toString()
  expect(text.match(/(?<=^\| `)\d+\.md/gmu)).toHaveLength(10)
  expect(text).toContain('Also changed: 240 other files.')
})

test.each<[Outcome, 'green' | 'by input' | 'red', reaction: string | undefined]>([
  ['pull-request', 'green', 'rocket'],
  ['no-pull-request', 'green', 'rocket'],
  ['archived', 'green', 'confused'],
  ['submitted', 'green', 'rocket'],
  ['checked', 'green', 'rocket'],
  ['skipped', 'green', undefined],
  ['denied', 'green', '-1'],
  ['failed', 'by input', 'confused'],
  ['timed-out', 'by input', 'confused'],
  ['cancelled', 'red', 'confused'],
  ['unknown', 'red', 'confused'],
  ['error', 'red', 'confused'],
])('%s is %s, with the reaction %s', (outcome, color, reaction) => {
  const byDefault = ['failed', 'timed-out'] as const
  expect([failsStep(outcome, byDefault), failsStep(outcome, []), failsStep(outcome, OUTCOME_NAMES)]).toEqual(
    { green: [false, false, true], 'by input': [true, false, true], red: [true, true, true] }[color],
  )
  expect(OUTCOMES[outcome].reaction).toBe(reaction)
})

test('the table has every outcome once', () => {
  expect(OUTCOME_NAMES).toHaveLength(12)
  expect(new Set(OUTCOME_NAMES.map((name) => OUTCOMES[name].headline)).size).toBe(12)
})
