import { expect, test } from 'vitest'
import type { CauseName } from '../../../src/agent-job/causes.ts'
import { ClaimError } from '../../../src/agent-job/claim/claim-run.ts'
import { endByError, endByJob, endByPermissionCheck } from '../../../src/agent-job/ending.ts'
import { type FollowedJob, UnconfirmedPromptError } from '../../../src/agent-job/job/create-or-continue.ts'
import { STATUS_OUTCOMES } from '../../../src/agent-job/outcome.ts'
import type { Ending } from '../../../src/agent-job/run-result.ts'
import type { EndStatus } from '../../../src/docs-service/schema.ts'
import { GitHubError } from '../../../src/github/errors.ts'
import { NotShownError } from '../../../src/our-comments/read-back.ts'
import { CancelledError } from '../../../src/runner/cancellation.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'
import { failure } from './job/job-for-tests.ts'
import { pullRequest } from './result/report-context.ts'

test.each(Object.keys(STATUS_OUTCOMES) as EndStatus[])('a job that is %s ends the run by the table', (status) => {
  const outcome = STATUS_OUTCOMES[status]
  const followed = { job: { jobId: 'job-1' }, answer: { status }, end: 'over' } as const
  const { end: _, ...known } = followed
  expect(endByJob(followed, 60_000)).toEqual({ ...known, outcome: outcome ?? 'no-pull-request' })
  const job = { jobId: 'job-1', prLink: pullRequest }
  expect(endByJob({ ...followed, job }, 60_000)).toEqual({ ...known, job, outcome: outcome ?? 'pull-request' })
  const answer = { status, isPrLinkRefused: true } as const
  const cause = outcome === undefined ? 'link-refused' : undefined
  const ending = { outcome: outcome ?? 'no-pull-request', cause }
  expect(endByJob({ ...followed, answer }, 60_000)).toEqual({ ...known, answer, ...ending })
})

test.each<[Partial<FollowedJob>, CauseName | undefined, RegExp]>([
  [{ answer: { status: 'active' } }, undefined, /^The job was still running when the timeout of 1m ended\.$/],
  [{}, undefined, /^It isn't known whether the job was still running when the timeout of 1m ended\.$/],
  [{ answer: { unknownStatus: untrustedText('humming') } }, undefined, /^It isn't known whether the job/],
  [{ answer: { status: 'completed' } }, undefined, /could still be the one from before the message\.$/],
  [{ unread: failure(502) }, 'service-failed', /^The job couldn't be read .* isn't known whether the agent is still/],
  [{ unread: failure(404) }, 'service-failed', /^The job couldn't be read/],
  [{ unread: failure(429), retryAt: 1 }, 'service-limit', /asks for a longer wait/],
])('where the time is up, %j is told, with the cause %s', (known, cause, problem) => {
  const ending = endByJob({ job: { jobId: 'job-1' }, end: 'deadline', ...known }, 60_000)
  expect(ending).toMatchObject({ outcome: 'timed-out', problem: expect.stringMatching(problem) })
  expect(ending.cause).toBe(cause)
})

const LOST = expect.stringMatching(/doesn't know the job anymore.*sends nothing\. For a new job, \{again\}\.$/)

test.each([
  [{ isFollowUp: false }, LOST],
  [{ isFollowUp: true }, LOST],
  [{}, undefined],
])('a job (%j) that is gone is for a person to fix only where `job-id` names it', (facts, advice) => {
  const ending = endByJob({ job: { jobId: 'job-1', ...facts }, end: { error: failure(404) } }, 60_000)
  expect([ending.outcome, ending.cause, ending.advice]).toEqual(['error', 'job-not-found', advice])
})

test.each([400, 401, 402, 403, 413, 422, 429, 500])(
  'what was tried is the technical part; what the service says to %i is quoted in the open, or folded',
  (status) => {
    const facts = { operation: 'create agent job', certainty: 'not-accepted' } as const
    const error = failure(status, { ...facts, serviceMessage: untrustedText('No such project') })
    const isDetailOpen = [400, 402, 403, 413, 422].includes(status)
    expect(endByError(error)).toMatchObject({ technical: error.message, detail: error.serviceMessage, isDetailOpen })
  },
)

const refusal = { answer: 'it did not', hint: 'Add a line.' }
const endByClaim = (error: GitHubError) => endByError(new ClaimError(error))

/** What GitHub asks for is the problem where no cause says it. More: `first-hour.test.ts`, as people read it. */
type Refusal = Partial<ConstructorParameters<typeof GitHubError>[1]>
type End = (error: GitHubError) => Ending

test.each<[End, Refusal, Ending['outcome'], CauseName, problem?: string]>([
  [endByError, { status: 500 }, 'unavailable', 'github-unreachable'],
  [endByError, {}, 'unavailable', 'github-unreachable'],
  [endByError, { status: 407 }, 'error', 'proxy-failed'],
  [endByPermissionCheck, { status: 302 }, 'error', 'github-refused', refusal.hint],
  [endByClaim, { status: 410 }, 'error', 'thread-not-found', refusal.hint],
  [endByClaim, { status: 502 }, 'unavailable', 'github-unreachable'],
])('by %o, where GitHub answers %j, the run ends as %s, %s', (end, facts, outcome, cause, problem) => {
  const error = new GitHubError('comment on #7', { ...refusal, ...facts })
  const ending = { outcome, cause, technical: error.what, ...(problem && { problem }) }
  expect(end(error)).toEqual(ending)
})

test('a comment that is not shown is a cause of its own, and of a cancellation nothing is told', () => {
  const unshown = new NotShownError('read back our comment', refusal)
  const ending = { outcome: 'unavailable', cause: 'comment-not-visible', technical: unshown.what }
  expect(endByError(new ClaimError(unshown))).toEqual(ending)
  // Which signal it was is nothing that people need.
  expect(endByError(new CancelledError('The run was canceled (SIGINT).'))).toEqual({ outcome: 'cancelled' })
})

test('an error that nobody expected says so, and keeps its stack for debugging', () => {
  const error = new TypeError('x is not a function', { cause: new Error('y') })
  const ending = endByError(error)
  expect(ending).toMatchObject({ outcome: 'error', unexpected: error })
  expect(ending.problem).toMatch(/x is not a function \(y\).*please report/)
  expect(endByError('text').outcome).toBe('error')
  expect(endByError(new UnconfirmedPromptError(error)).outcome).toBe('unknown')
})
