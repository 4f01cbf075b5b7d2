import { expect, test } from 'vitest'
import { DocsServiceError, type Failure, judgeFailure, mayPassUntilNextPoll } from '../../../src/docs-service/errors.ts'

function failWith(facts: Omit<Failure, 'certainty'> & Partial<Failure>): DocsServiceError {
  return new DocsServiceError({ certainty: 'unknown', ...facts }, 'GET https://docs.example/', 'failed')
}

const VIEWS = { operation: 'get page views' } as const
const IN_AN_HOUR = { retryAfterMs: 3_600_000, retryAt: Date.UTC(2026, 7, 1, 13) }

test.each<[Omit<Failure, 'certainty' | 'operation'> & Partial<Failure>, string]>([
  [{ kind: 'status', status: 301 }, 'Redirects'],
  [{ kind: 'status', status: 418 }, 'rejected'],
  [{ kind: 'status', status: 407 }, 'proxy'],
  [{ kind: 'status', status: 429, isLimit: true }, 'fewer requests. Try again later.'],
  [{ kind: 'status', status: 403, isLimit: true, ...VIEWS, ...IN_AN_HOUR }, 'endpoints. Try again after 13:00 UTC.'],
  [{ kind: 'not-connected' }, 'firewall'],
  [{ kind: 'unreadable', isJson: false }, '`base-url`'],
  [{ kind: 'unreadable', isJson: true }, 'documentation'],
  [{ kind: 'status', status: 401, isJson: false }, '`base-url`'],
])('the hint for what could not be read: %j', (facts, words) => {
  expect(failWith({ operation: 'get agent job', ...facts }).hint).toContain(words)
})

const NOT_ACCEPTED = { operation: 'create agent job', certainty: 'not-accepted' } as const

test.each<[Failure, boolean]>([
  [{ ...NOT_ACCEPTED, kind: 'not-connected' }, true],
  [{ ...NOT_ACCEPTED, kind: 'deadline' }, true],
  [{ ...NOT_ACCEPTED, kind: 'status', status: 403, isLimit: true }, true],
  [{ ...NOT_ACCEPTED, kind: 'status', status: 400 }, false],
  [{ ...NOT_ACCEPTED, kind: 'cancelled' }, false],
  [{ ...NOT_ACCEPTED, kind: 'deadline', certainty: 'unknown' }, false],
  [{ ...NOT_ACCEPTED, kind: 'status', status: 429, operation: 'get agent job' }, false],
])('whether a prompt can be sent later, after %j: %s', (failure, expected) => {
  expect(failWith(failure).isUnavailable).toBe(expected)
})

test.each<[Omit<Failure, 'certainty' | 'operation'>, 'trouble' | 'limit' | 'final', boolean]>([
  [{ kind: 'not-connected' }, 'trouble', true],
  [{ kind: 'no-answer' }, 'trouble', true],
  [{ kind: 'unreadable', status: 200 }, 'final', true],
  [{ kind: 'cancelled' }, 'final', false],
  [{ kind: 'deadline' }, 'final', false],
  [{ kind: 'status', status: 302 }, 'final', true],
  [{ kind: 'status', status: 404 }, 'final', false],
  [{ kind: 'status', status: 404, isJson: false }, 'final', true],
  [{ kind: 'status', status: 408 }, 'trouble', true],
  [{ kind: 'status', status: 503, retryAfterMs: 1 }, 'limit', true],
  [{ kind: 'status', status: 403, isLimit: true }, 'limit', true],
])('a read that fails with %j is %s, and the next poll may work: %s', (failure, kind, mayPass) => {
  const judged = judgeFailure({ operation: 'get page views', certainty: 'unknown', ...failure })
  expect([judged.kind, mayPassUntilNextPoll(failure)]).toEqual([kind, mayPass])
})
