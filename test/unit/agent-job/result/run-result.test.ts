import { expect, test } from 'vitest'
import { ClaimError } from '../../../../src/agent-job/claim/claim-run.ts'
import { failsStep, OUTCOMES } from '../../../../src/agent-job/outcome.ts'
import { endByError, endByJob, UnconfirmedPromptError } from '../../../../src/agent-job/result/run-result.ts'
import { DocsServiceError, type Failure } from '../../../../src/docs-service/errors.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { NotShownError } from '../../../../src/github/read-back.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import { InputError } from '../../../../src/runner/inputs.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

function failure(facts: Partial<Failure>): DocsServiceError {
  const basics: Failure = { operation: 'create agent job', kind: 'status', certainty: 'unknown', ...facts }
  return new DocsServiceError(basics, 'POST https://docs.example', 'was answered with status 500')
}

const pullRequest = new URL('https://github.com/acme/docs/pull/1')

test.each([
  [{ status: 'completed', pullRequest }, 'pull-request'],
  [{ status: 'completed' }, 'no-pull-request'],
  [{ status: 'archived', pullRequest }, 'archived'],
  [{ status: 'archived' }, 'archived'],
  [{ status: 'failed', pullRequest }, 'failed'],
  [{ status: 'failed' }, 'failed'],
] as const)('a run with the job %j ends as %s', (job, outcome) => {
  expect(endByJob(job, 'pullRequest' in job ? job.pullRequest : undefined)).toEqual({ outcome })
})

test('which signal cancelled a run is nothing that people need', () => {
  expect(endByError(new CancelledError('The run was cancelled (SIGINT).'))).toEqual({ outcome: 'cancelled' })
})

test('an error while a prompt may have been on its way ends as unknown', () => {
  expect(endByError(failure({ kind: 'deadline' })).outcome).toBe('unknown')
  expect(endByError(new UnconfirmedPromptError(new TypeError('x is not a function'))).outcome).toBe('unknown')
})

test('what was tried is the technical part, with what the service said', () => {
  const serviceMessage = untrustedText('No such project')
  const error = failure({ status: 404, certainty: 'not-accepted', serviceMessage })
  expect(endByError(error)).toMatchObject({ technical: error.message, detail: serviceMessage })
  expect(endByError(failure({ status: 404 }))).not.toHaveProperty('detail')
})

test('what GitHub asks for is said where no cause says it', () => {
  const refused = new GitHubError('read #1', { status: 403, answer: 'it answered 403', hint: 'Add a line.' })
  expect(endByError(refused)).toMatchObject({
    problem: 'Add a line.',
    technical: 'GitHub: read #1: it answered 403.',
  })
  const expired = new GitHubError('read #1', { status: 401, answer: 'it answered 401', hint: 'Renew it.' })
  expect(endByError(expired)).not.toHaveProperty('problem')
})

test.each<[object, object]>([
  [{ status: 403 }, { outcome: 'error', cause: 'comment-refused', problem: 'Add a line.' }],
  [
    { status: 403, isLocked: true },
    { outcome: 'error', cause: 'thread-locked' },
  ],
  [{ status: 404 }, { outcome: 'error', cause: 'thread-not-found', problem: 'Add a line.' }],
  [{ status: 410 }, { outcome: 'error', cause: 'thread-not-found', problem: 'Add a line.' }],
  [{ status: 401 }, { outcome: 'error', cause: 'github-token-refused' }],
  [{ status: 502 }, { outcome: 'unavailable', cause: 'github-unreachable' }],
  [
    { status: 403, isRateLimited: true },
    { outcome: 'unavailable', cause: 'github-limit' },
  ],
])('where the claim fails with %j, nothing is sent', (facts, ending) => {
  const error = new GitHubError('comment on #7', { answer: 'it did not', hint: 'Add a line.', ...facts })
  expect(endByError(new ClaimError(error))).toEqual({ ...ending, technical: error.what })
})

test('a comment that the list does not show may be shown later', () => {
  const error = new NotShownError('read back our comment', { answer: 'it is not there', hint: 'Wait.' })
  const ending = { outcome: 'unavailable', cause: 'comment-not-visible', technical: error.what }
  expect(endByError(new ClaimError(error))).toEqual(ending)
})

test('inputs are listed one by one', () => {
  const problems = [
    { input: 'timeout', message: 'it is empty' },
    { input: 'wait', message: '"x" was given' },
  ]
  expect(endByError(new InputError(problems)).problem).toBe('- timeout: it is empty\n- wait: "x" was given')
})

test('an error that nobody expected says so, and keeps its stack for debugging', () => {
  const error = new TypeError('x is not a function', { cause: new Error('y') })
  const ending = endByError(error)
  expect(ending).toMatchObject({ outcome: 'error', unexpected: error })
  expect(ending.problem).toMatch(/x is not a function \(y\).*please report/)
  expect(endByError('text').outcome).toBe('error')
})

test('three outcomes are always red, the others by `fail-on`', () => {
  for (const outcome of OUTCOMES) {
    const isAlways = ['cancelled', 'unknown', 'error'].includes(outcome)
    expect(failsStep(outcome, [])).toBe(isAlways)
    expect(failsStep(outcome, [outcome])).toBe(true)
  }
})
