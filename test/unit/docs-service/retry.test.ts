import { expect, test } from 'vitest'
import { decideCertainty } from '../../../src/docs-service/errors.ts'
import { decideRetryDelay, mayPassUntilNextPoll } from '../../../src/docs-service/retry.ts'

const FOREVER = { timeLeftMs: Number.POSITIVE_INFINITY, totalMs: Number.POSITIVE_INFINITY }
const FIRST = { attempt: 1, elapsedMs: 0, beganMs: 0, ...FOREVER, random: () => 0 }
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

const NOT_CONNECTED = { kind: 'not-connected', certainty: 'not-accepted' } as const

test.each(PROMPTS.flatMap((operation) => [BUSY, NOT_CONNECTED].map((facts) => ({ operation, ...facts }))))(
  'to $operation is tried for a minute if the service is $kind and names no wait',
  (failure) => {
    const after = (attempt: number, elapsedMs: number, beganMs = elapsedMs) =>
      decideRetryDelay(failure, { ...FIRST, attempt, elapsedMs, beganMs })
    expect([after(4, 3_500), after(9, 49_999), after(9, 50_000)]).toEqual([4_000, 5_001, undefined])
    // Even with slow attempts, the last one begins between 50 s and 60 s.
    expect([after(9, 57_000, 49_000), after(9, 60_000, 48_000)]).toEqual([0, undefined])
  },
)

test.each(PROMPTS)('to %s waits for the limit as often as requested', (operation) => {
  const asked = { ...BUSY, operation, retryAfterMs: 90_000 }
  expect(decideRetryDelay(asked, { ...FIRST, attempt: 1000, elapsedMs: 86_000_000 })).toBe(90_000)
  expect(decideRetryDelay({ ...asked, retryAfterMs: 0 }, { ...FIRST, attempt: 9, elapsedMs: 60_000 })).toBe(8_000)
})

test.each([
  ['get page views', 600_000],
  ['create agent job', 86_400_000],
] as const)('to %s waits as long as requested, up to %i ms', (operation, longestMs) => {
  const after = (retryAfterMs: number) => decideRetryDelay({ ...BUSY, operation, retryAfterMs }, FIRST)
  expect([after(7000), after(longestMs), after(longestMs + 1)]).toEqual([7000, longestMs, undefined])
})

test('without `waitForQuota`, only other failures are repeated', () => {
  const after = (status: number) =>
    decideRetryDelay({ ...BUSY, operation: 'get page views', status }, { ...FIRST, waitForQuota: false })
  expect([after(429), after(503)]).toEqual([undefined, 500])
})

test.each([
  ...PROMPTS.flatMap(
    (operation) =>
      [
        [operation, 10_000, 6_000],
        [operation, 3_600_000, 35_000],
      ] as const,
  ),
  ['get page views', 10_000, 5_000] as const,
])('%s, with %i ms in all: a wait that leaves no time for an answer ends at once', (operation, totalMs, leftMs) => {
  const after = (timeLeftMs: number) =>
    decideRetryDelay({ ...BUSY, operation, retryAfterMs: 5000 }, { ...FIRST, timeLeftMs, totalMs })
  expect([after(leftMs), after(leftMs + 1)]).toEqual([undefined, 5000])
})

const STATUSES = [200, 302, 400, 401, 403, 404, 405, 408, 409, 410, 422, 425, 429, 499, 500, 599]

test.each(PROMPTS)("to %s isn't repeated if it may have been received", (operation) => {
  for (const kind of ['not-connected', 'no-answer', 'unreadable', 'cancelled', 'deadline'] as const)
    expect(decideRetryDelay({ operation, kind, certainty: 'unknown' }, FIRST)).toBeUndefined()
  for (const status of STATUSES) {
    const failure = { operation, kind: 'status', certainty: 'unknown', status, retryAfterMs: 1 } as const
    expect(decideRetryDelay(failure, FIRST)).toBeUndefined()
  }
})

test('after a client error, a prompt was not accepted, with two exceptions', () => {
  const unclear = STATUSES.filter((status) => decideCertainty(status) === 'unknown')
  expect(unclear).toEqual([200, 302, 408, 425, 500, 599])
})

test('the next poll may work after errors of servers in between, and of a busy or broken service', () => {
  const passing = STATUSES.filter((status) => mayPassUntilNextPoll({ kind: 'status', status }))
  expect(passing).toEqual([200, 302, 408, 409, 425, 429, 500, 599])
})

test('the next poll may work after an unreadable answer, unless the run has ended', () => {
  const kinds = ['not-connected', 'no-answer', 'unreadable', 'cancelled', 'deadline'] as const
  const passing = kinds.filter((kind) => mayPassUntilNextPoll({ kind }))
  expect(passing).toEqual(['not-connected', 'no-answer', 'unreadable'])
})
