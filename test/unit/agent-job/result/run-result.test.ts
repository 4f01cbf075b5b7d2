import { expect, test } from 'vitest'
import { ClaimError } from '../../../../src/agent-job/claim/claim-run.ts'
import { failsStep, OUTCOMES } from '../../../../src/agent-job/outcome.ts'
import {
  endByError,
  endByJob,
  endByPermissionCheck,
  UnconfirmedPromptError,
} from '../../../../src/agent-job/result/run-result.ts'
import { DocsServiceError } from '../../../../src/docs-service/errors.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { NotShownError } from '../../../../src/github/read-back.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { pullRequest } from './report-context.ts'

test.each([
  ['completed', 'pull-request', 'no-pull-request'],
  ['archived', 'archived', 'archived'],
  ['failed', 'failed', 'failed'],
] as const)('a job that is %s ends the run as %s, or as %s without a link', (status, linked, unlinked) => {
  expect(endByJob({ status }, pullRequest)).toEqual({ outcome: linked })
  expect(endByJob({ status }, undefined)).toEqual({ outcome: unlinked })
})

test('which signal cancelled a run is nothing that people need', () => {
  expect(endByError(new CancelledError('The run was cancelled (SIGINT).'))).toEqual({ outcome: 'cancelled' })
})

test('what was tried is the technical part, with what the service said', () => {
  const failure = {
    operation: 'create agent job',
    kind: 'status',
    certainty: 'not-accepted',
    status: 404,
  } as const
  const fail = (facts: object) =>
    new DocsServiceError({ ...failure, ...facts }, 'POST https://docs.example', 'was answered')
  const serviceMessage = untrustedText('No such project')
  const error = fail({ serviceMessage })
  expect(endByError(error)).toMatchObject({ technical: error.message, detail: serviceMessage })
  expect(endByError(fail({}))).not.toHaveProperty('detail')
})

const refusal = { answer: 'it did not', hint: 'Add a line.' }

test('what GitHub asks for is said where no cause says it', () => {
  const refused = new GitHubError('read #1', { ...refusal, status: 403 })
  expect(endByError(refused)).toMatchObject({ problem: 'Add a line.', technical: refused.what })
  expect(endByPermissionCheck(refused)).not.toHaveProperty('problem')
  const expired = new GitHubError('read #1', { ...refusal, status: 401 })
  expect(endByError(expired)).not.toHaveProperty('problem')
})

test.each([
  ['error', 'comment-refused', { status: 403 }, { problem: 'Add a line.' }],
  ['error', 'thread-locked', { status: 403, isLocked: true }, {}],
  ['error', 'thread-not-found', { status: 404 }, { problem: 'Add a line.' }],
  ['error', 'thread-not-found', { status: 410 }, { problem: 'Add a line.' }],
  ['error', 'github-token-refused', { status: 401 }, {}],
  ['unavailable', 'github-unreachable', { status: 502 }, {}],
  ['unavailable', 'github-limit', { status: 403, isRateLimited: true }, {}],
])('the run ends as %s, %s, where the claim fails with %j', (outcome, cause, facts, problem) => {
  const error = new GitHubError('comment on #7', { ...refusal, ...facts })
  expect(endByError(new ClaimError(error))).toEqual({ outcome, cause, technical: error.what, ...problem })
})

test('a comment that the list does not show may be shown later', () => {
  const error = new NotShownError('read back our comment', refusal)
  const ending = { outcome: 'unavailable', cause: 'comment-not-visible', technical: error.what }
  expect(endByError(new ClaimError(error))).toEqual(ending)
})

test('an error that nobody expected says so, and keeps its stack for debugging', () => {
  const error = new TypeError('x is not a function', { cause: new Error('y') })
  const ending = endByError(error)
  expect(ending).toMatchObject({ outcome: 'error', unexpected: error })
  expect(ending.problem).toMatch(/x is not a function \(y\).*please report/)
  expect(endByError('text').outcome).toBe('error')
  expect(endByError(new UnconfirmedPromptError(error)).outcome).toBe('unknown')
})

test('three outcomes are always red, the others by `fail-on`', () => {
  const always = OUTCOMES.filter((outcome) => failsStep(outcome, []))
  expect(always.toSorted()).toEqual(['cancelled', 'error', 'unknown'])
  expect(OUTCOMES.filter((outcome) => failsStep(outcome, [outcome]))).toEqual(OUTCOMES)
})
