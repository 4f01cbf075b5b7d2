import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FailureKind } from '../../../src/docs-service/errors.ts'
import { decideRetry } from '../../../src/docs-service/retry.ts'

const FIRST = { attempt: 1, timeLeftMs: Number.POSITIVE_INFINITY, random: () => 0 }
const REPEAT = { action: 'repeat', delayMs: 500 }
const ERROR = { action: 'end', as: 'error' }
const UNKNOWN = { action: 'end', as: 'unknown' }

test.each([
  ['not-connected', 'not-accepted', undefined, REPEAT],
  ['status', 'not-accepted', 429, REPEAT],
  ['status', 'not-accepted', 400, ERROR],
  ['status', 'not-accepted', 401, ERROR],
  ['status', 'not-accepted', 403, ERROR],
  ['status', 'not-accepted', 404, ERROR],
  ['status', 'unknown', 302, UNKNOWN],
  ['status', 'unknown', 408, UNKNOWN],
  ['status', 'unknown', 500, UNKNOWN],
  ['status', 'unknown', 503, UNKNOWN],
  ['no-answer', 'unknown', undefined, UNKNOWN],
  ['unreadable', 'unknown', 201, UNKNOWN],
  ['cancelled', 'not-accepted', undefined, ERROR],
  ['cancelled', 'unknown', undefined, UNKNOWN],
  ['deadline', 'not-accepted', undefined, ERROR],
] as const)('create agent job: %s, %s, %s', (kind, certainty, status, expected) => {
  const failure = status === undefined ? { kind, certainty } : { kind, certainty, status }
  expect(decideRetry('create agent job', failure, FIRST)).toEqual(expected)
})

test.each([
  ['not-connected', undefined, REPEAT],
  ['no-answer', undefined, REPEAT],
  ['status', 408, REPEAT],
  ['status', 429, REPEAT],
  ['status', 500, REPEAT],
  ['status', 503, REPEAT],
  ['status', 301, ERROR],
  ['status', 400, ERROR],
  ['status', 401, ERROR],
  ['status', 404, ERROR],
  ['unreadable', 200, ERROR],
  ['cancelled', undefined, ERROR],
  ['deadline', undefined, ERROR],
] as const)('get page views: %s, %s', (kind, status, expected) => {
  const failure = { kind, certainty: 'unknown' as const, ...(status === undefined ? {} : { status }) }
  expect(decideRetry('get page views', failure, FIRST)).toEqual(expected)
})

test.each([
  ['unreadable', 200, { action: 'repeat', delayMs: 0 }],
  ['status', 502, { action: 'repeat', delayMs: 0 }],
  ['status', 403, ERROR],
] as const)(
  'get agent job is repeated without end, in the pace of the polling loop: %s, %s',
  (kind, status, expected) => {
    const failure = { kind, certainty: 'unknown' as const, status }
    expect(decideRetry('get agent job', failure, { ...FIRST, attempt: 1000, timeLeftMs: 0 })).toEqual(
      expected,
    )
  },
)

test('four tries, each pause twice as long', () => {
  const decisions = [1, 2, 3, 4].map((attempt) =>
    decideRetry('get page views', { kind: 'no-answer', certainty: 'unknown' }, { ...FIRST, attempt }),
  )
  expect(decisions).toEqual([
    { action: 'repeat', delayMs: 500 },
    { action: 'repeat', delayMs: 1000 },
    { action: 'repeat', delayMs: 2000 },
    ERROR,
  ])
})

test('waits as long as it is told to, up to ten minutes for page views', () => {
  const after = (retryAfterMs: number) =>
    decideRetry('get page views', { kind: 'status', certainty: 'unknown', status: 429, retryAfterMs }, FIRST)
  expect(after(7000)).toEqual({ action: 'repeat', delayMs: 7000 })
  expect(after(600_000)).toEqual({ action: 'repeat', delayMs: 600_000 })
  expect(after(600_001)).toEqual(ERROR)
})

test('a wait that is longer than the time left ends at once', () => {
  const failure = { kind: 'status', certainty: 'not-accepted', status: 429, retryAfterMs: 5000 } as const
  expect(decideRetry('create agent job', failure, { ...FIRST, timeLeftMs: 5000 })).toEqual(ERROR)
  expect(decideRetry('create agent job', failure, { ...FIRST, timeLeftMs: 5001 }).action).toBe('repeat')
})

test('whatever happens: a create that may have been received is never repeated, and no pause overflows a timer', () => {
  const kinds: FailureKind[] = ['not-connected', 'no-answer', 'status', 'unreadable', 'cancelled', 'deadline']
  fc.assert(
    fc.property(
      fc.constantFrom('create agent job', 'get agent job', 'get page views'),
      fc.record(
        {
          kind: fc.constantFrom(...kinds),
          certainty: fc.constantFrom('not-accepted', 'unknown'),
          status: fc.integer({ min: 100, max: 599 }),
          retryAfterMs: fc.maxSafeNat(),
        },
        { requiredKeys: ['kind', 'certainty'] },
      ),
      fc.record({
        attempt: fc.integer({ min: 1, max: 2000 }),
        timeLeftMs: fc.oneof(fc.maxSafeNat(), fc.constant(Number.POSITIVE_INFINITY)),
        random: fc.double({ min: 0, max: 0.999, noNaN: true }).map((value) => () => value),
      }),
      (operation, failure, situation) => {
        const decision = decideRetry(operation, failure, situation)
        if (decision.action === 'end') return
        expect(operation === 'create agent job' && failure.certainty === 'unknown').toBe(false)
        expect(decision.delayMs).toBeGreaterThanOrEqual(0)
        expect(decision.delayMs).toBeLessThan(2 ** 31)
      },
    ),
  )
})
