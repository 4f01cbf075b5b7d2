import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FailureKind, Operation } from '../../../src/docs-service/errors.ts'
import { decideCertainty, decideRetryDelay, mayPassUntilNextPoll } from '../../../src/docs-service/retry.ts'

const FIRST = { attempt: 1, elapsedMs: 0, timeLeftMs: Number.POSITIVE_INFINITY, random: () => 0 }
const PROMPTS = ['create agent job', 'send follow-up message'] as const
const BUSY = { kind: 'status', certainty: 'not-accepted', status: 429 } as const

test.each([
  ['not-connected', 'not-accepted', undefined, 500, 500],
  ['no-answer', 'unknown', undefined, undefined, 500],
  ['unreadable', 'unknown', 201, undefined, undefined],
  ['cancelled', 'not-accepted', undefined, undefined, undefined],
  ['deadline', 'not-accepted', undefined, undefined, undefined],
  ['status', 'unknown', 302, undefined, undefined],
  ['status', 'not-accepted', 404, undefined, undefined],
  ['status', 'unknown', 408, undefined, 500],
  ['status', 'not-accepted', 429, 500, 500],
  ['status', 'unknown', 500, undefined, 500],
] as const)('after %s, %s, status %s: a prompt is repeated after %s ms, a page after %s ms', (...row) => {
  const [kind, certainty, status, prompt, page] = row
  const delays = [...PROMPTS, 'get page views' as const].map((operation) =>
    decideRetryDelay({ operation, kind, certainty, status }, FIRST),
  )
  expect(delays).toEqual([prompt, prompt, page])
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
  ['get page views', 600_000],
  ['create agent job', 86_400_000],
] as const)('to %s waits as long as it is told to, up to %i ms', (operation, longestMs) => {
  const after = (retryAfterMs: number) => decideRetryDelay({ ...BUSY, operation, retryAfterMs }, FIRST)
  expect([after(7000), after(longestMs), after(longestMs + 1)]).toEqual([7000, longestMs, undefined])
})

test('who can do without waits for no quota, but for anything else', () => {
  const after = (status: number) =>
    decideRetryDelay({ ...BUSY, operation: 'get page views', status }, { ...FIRST, waitForQuota: false })
  expect([after(429), after(503)]).toEqual([undefined, 500])
})

test.each(PROMPTS)('%s: a wait that is longer than the time left ends at once', (operation) => {
  const after = (timeLeftMs: number) =>
    decideRetryDelay({ ...BUSY, operation, retryAfterMs: 5000 }, { ...FIRST, timeLeftMs })
  expect([after(5000), after(5001)]).toEqual([undefined, 5000])
})

test('whatever happens: a prompt that may have been received is not sent again, and no pause overflows a timer', () => {
  const kinds: FailureKind[] = ['not-connected', 'no-answer', 'status', 'unreadable', 'cancelled', 'deadline']
  const operations: Operation[] = [...PROMPTS, 'get page views']
  fc.assert(
    fc.property(
      fc.record({
        operation: fc.constantFrom(...operations),
        kind: fc.constantFrom(...kinds),
        certainty: fc.constantFrom('not-accepted', 'unknown'),
        status: fc.option(fc.integer({ min: 100, max: 599 }), { nil: undefined }),
        retryAfterMs: fc.option(fc.maxSafeNat(), { nil: undefined }),
      }),
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

test.each([400, 401, 404, 405, 409, 422, 429, 499])('a prompt that gets %i is not accepted', (status) => {
  expect(decideCertainty(status)).toBe('not-accepted')
})

test.each([200, 302, 408, 425, 500])('a prompt that gets %i may be accepted', (status) => {
  expect(decideCertainty(status)).toBe('unknown')
})

test.each([302, 408, 409, 425, 429, 500, 599])('a poll that gets %i may pass', (status) => {
  expect(mayPassUntilNextPoll({ kind: 'status', status })).toBe(true)
})

test.each([400, 401, 403, 404, 410, 422])('a poll that gets %i does not pass', (status) => {
  expect(mayPassUntilNextPoll({ kind: 'status', status })).toBe(false)
})

test('a poll without an answer that can be read may pass, unless it was ended', () => {
  const passes = ['not-connected', 'no-answer', 'unreadable', 'cancelled', 'deadline'] as const
  expect(passes.map((kind) => mayPassUntilNextPoll({ kind }))).toEqual([true, true, true, false, false])
})
