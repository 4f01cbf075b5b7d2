import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FailureKind, Operation } from '../../../src/docs-service/errors.ts'
import { decideCertainty, decideRetryDelay, mayPassUntilNextPoll } from '../../../src/docs-service/retry.ts'

const FIRST = { attempt: 1, elapsedMs: 0, timeLeftMs: Number.POSITIVE_INFINITY, random: () => 0 }
const PROMPTS = ['create agent job', 'send follow-up message'] as const

test.each(
  PROMPTS.flatMap((operation) =>
    (
      [
        ['not-connected', 'not-accepted', undefined, 500],
        ['status', 'not-accepted', 429, 500],
        ['status', 'not-accepted', 400, undefined],
        ['status', 'not-accepted', 401, undefined],
        ['status', 'not-accepted', 404, undefined],
        ['status', 'unknown', 302, undefined],
        ['status', 'unknown', 408, undefined],
        ['status', 'unknown', 500, undefined],
        ['no-answer', 'unknown', undefined, undefined],
        ['unreadable', 'unknown', 201, undefined],
        ['cancelled', 'not-accepted', undefined, undefined],
        ['cancelled', 'unknown', undefined, undefined],
        ['deadline', 'not-accepted', undefined, undefined],
      ] as const
    ).map((row) => [operation, ...row] as const),
  ),
)(
  'to %s: a request that fails (%s, %s, status %s) is repeated after %s ms',
  (operation, kind, certainty, status, expected) => {
    expect(decideRetryDelay({ operation, kind, certainty, status }, FIRST)).toBe(expected)
  },
)

test.each([
  ['not-connected', undefined, 500],
  ['no-answer', undefined, 500],
  ['status', 408, 500],
  ['status', 429, 500],
  ['status', 500, 500],
  ['status', 503, 500],
  ['status', 301, undefined],
  ['status', 400, undefined],
  ['status', 401, undefined],
  ['status', 404, undefined],
  ['unreadable', 200, undefined],
  ['cancelled', undefined, undefined],
  ['deadline', undefined, undefined],
] as const)('get page views: %s, %s is repeated after %s ms', (kind, status, expected) => {
  const failure = { operation: 'get page views', kind, certainty: 'unknown', status } as const
  expect(decideRetryDelay(failure, FIRST)).toBe(expected)
})

test('a request has four attempts, with pauses that double', () => {
  const failure = { operation: 'get page views', kind: 'no-answer', certainty: 'unknown' } as const
  const delays = [1, 2, 3, 4].map((attempt) => decideRetryDelay(failure, { ...FIRST, attempt }))
  expect(delays).toEqual([500, 1000, 2000, undefined])
})

test.each(PROMPTS)('to %s is tried for a minute where no connection is made', (operation) => {
  const failure = { operation, kind: 'not-connected', certainty: 'not-accepted' } as const
  const after = (attempt: number, elapsedMs: number) =>
    decideRetryDelay(failure, { ...FIRST, attempt, elapsedMs })
  expect([after(4, 3_500), after(9, 51_999), after(9, 52_000)]).toEqual([4_000, 8_000, undefined])
})

test.each([
  [200, 'unknown'],
  [302, 'unknown'],
  ...[400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 418, 421, 422, 429].map(
    (status) => [status, 'not-accepted'] as const,
  ),
  [408, 'unknown'],
  [425, 'unknown'],
  [500, 'unknown'],
] as const)('a prompt that is answered with %s is %s', (status, certainty) => {
  expect(decideCertainty(status)).toBe(certainty)
})

test('a retry waits as long as it is told to, up to ten minutes for page views', () => {
  const after = (retryAfterMs: number) =>
    decideRetryDelay(
      { operation: 'get page views', kind: 'status', certainty: 'unknown', status: 429, retryAfterMs },
      FIRST,
    )
  expect([after(7000), after(600_000), after(600_001)]).toEqual([7000, 600_000, undefined])
})

test('who can do without waits for no quota, but for anything else', () => {
  const after = (status: number) =>
    decideRetryDelay(
      { operation: 'get page views', kind: 'status', certainty: 'unknown', status },
      { ...FIRST, waitForQuota: false },
    )
  expect([after(429), after(503)]).toEqual([undefined, 500])
})

test.each(PROMPTS)('%s: a wait that is longer than the time left ends at once', (operation) => {
  const failure = { kind: 'status', certainty: 'not-accepted', status: 429, retryAfterMs: 5000 } as const
  const after = (timeLeftMs: number) => decideRetryDelay({ operation, ...failure }, { ...FIRST, timeLeftMs })
  expect([after(5000), after(5001)]).toEqual([undefined, 5000])
})

test('whatever happens: a prompt that may have been received is not sent again, and no pause overflows a timer', () => {
  const kinds: FailureKind[] = ['not-connected', 'no-answer', 'status', 'unreadable', 'cancelled', 'deadline']
  const operations: Operation[] = [...PROMPTS, 'get page views']
  fc.assert(
    fc.property(
      fc.record(
        {
          operation: fc.constantFrom(...operations),
          kind: fc.constantFrom(...kinds),
          certainty: fc.constantFrom('not-accepted', 'unknown'),
          status: fc.integer({ min: 100, max: 599 }),
          retryAfterMs: fc.maxSafeNat(),
        },
        { requiredKeys: ['operation', 'kind', 'certainty'] },
      ),
      fc.record({
        attempt: fc.integer({ min: 1, max: 2000 }),
        elapsedMs: fc.maxSafeNat(),
        timeLeftMs: fc.oneof(fc.maxSafeNat(), fc.constant(Number.POSITIVE_INFINITY)),
        random: fc.double({ min: 0, max: 0.999, noNaN: true }).map((value) => () => value),
      }),
      (failure, situation) => {
        const delayMs = decideRetryDelay(failure, situation)
        if (delayMs === undefined) return
        expect(failure.operation !== 'get page views' && failure.certainty === 'unknown').toBe(false)
        expect(delayMs).toBeGreaterThanOrEqual(0)
        expect(delayMs).toBeLessThan(2 ** 31)
      },
    ),
  )
})

test.each([
  ['not-connected', undefined, true],
  ['no-answer', undefined, true],
  ['unreadable', 200, true],
  ['status', 302, true],
  ['status', 408, true],
  ['status', 409, true],
  ['status', 425, true],
  ['status', 429, true],
  ['status', 500, true],
  ['status', 599, true],
  ['status', 400, false],
  ['status', 401, false],
  ['status', 403, false],
  ['status', 404, false],
  ['status', 410, false],
  ['status', 422, false],
  ['cancelled', undefined, false],
  ['deadline', undefined, false],
] as const)('a poll that failed with %s, %s may pass: %s', (kind, status, expected) => {
  expect(mayPassUntilNextPoll({ kind, status })).toBe(expected)
})
