import { expect, test } from 'vitest'
import { failsStep, OUTCOMES } from '../../../../src/agent-job/result/outcome.ts'
import { endByError, endByJob, UnconfirmedPromptError } from '../../../../src/agent-job/result/run-result.ts'
import { DocsServiceError, type Failure } from '../../../../src/docs-service/errors.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { ProxySettingError } from '../../../../src/network/proxies.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import { InputError } from '../../../../src/runner/inputs.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

function failure(facts: Partial<Failure>): DocsServiceError {
  const basics: Failure = { operation: 'create agent job', kind: 'status', certainty: 'unknown', ...facts }
  return new DocsServiceError(basics, 'POST https://docs.example', 'was answered with status 500')
}

const pullRequest = new URL('https://github.com/acme/docs/pull/1')

test.each([
  [{ status: 'completed', pullRequest }, 'pull-request', false],
  [{ status: 'completed' }, 'no-pull-request', false],
  [{ status: 'completed', isPrLinkRefused: true }, 'no-pull-request', true],
  [{ status: 'archived', pullRequest }, 'archived', false],
  [{ status: 'archived' }, 'archived', false],
  [{ status: 'failed', pullRequest }, 'failed', true],
  [{ status: 'failed' }, 'failed', true],
] as const)('a run with the job %j ends as %s, with something to say: %s', (job, outcome, hasProblem) => {
  const ending = endByJob(job, 'pullRequest' in job ? job.pullRequest : undefined)
  expect([ending.outcome, ending.problem !== undefined]).toEqual([outcome, hasProblem])
})

test.each([
  ['cancelled', new CancelledError('The run was cancelled (SIGINT).'), 'cancelled'],
  ['cancelled while polling', failure({ operation: 'get agent job', kind: 'cancelled' }), 'cancelled'],
  ['cancelled before it was sent', failure({ kind: 'cancelled', certainty: 'not-accepted' }), 'cancelled'],
  ['refused', failure({ status: 401, certainty: 'not-accepted' }), 'error'],
  ['broken while polling', failure({ operation: 'get agent job', status: 500 }), 'error'],
  ['GitHub', new GitHubError('read x', { answer: 'no', hint: 'Try y.' }), 'error'],
  ['inputs', new InputError([{ input: 'timeout', message: 'is empty' }]), 'error'],
  ['proxy', new ProxySettingError('HTTP_PROXY', 'it is no address', 'Correct it.'), 'error'],
])('an error when no prompt was on its way ends as what it is: %s', (_name, error, outcome) => {
  const ending = endByError(error)
  expect([ending.outcome, ending.unexpected]).toEqual([outcome, undefined])
  expect(ending.problem).toContain(error.message)
})

test.each([
  ['the answer was lost', failure({ kind: 'no-answer' }), 'unknown'],
  ['the time was up', failure({ kind: 'deadline' }), 'unknown'],
  ['it was cancelled', failure({ kind: 'cancelled' }), 'unknown'],
  ['an error of the code', new UnconfirmedPromptError(new TypeError('x is not a function')), 'unknown'],
  [
    'a message without an answer',
    failure({ operation: 'send follow-up message', kind: 'no-answer' }),
    'unknown',
  ],
  ['it was refused', failure({ status: 401, certainty: 'not-accepted' }), 'error'],
  ['it was never connected', failure({ kind: 'not-connected', certainty: 'not-accepted' }), 'error'],
])('an error while the prompt was on its way: %s', (_name, error, outcome) => {
  expect(endByError(error).outcome).toBe(outcome)
})

test('the ending keeps what the service said', () => {
  const detail = untrustedText('No such project')
  expect(endByError(failure({ status: 404, certainty: 'not-accepted', serviceMessage: detail })).detail).toBe(
    detail,
  )
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
