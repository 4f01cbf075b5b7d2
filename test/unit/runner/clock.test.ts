import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { formatDuration } from '../../../src/formatting/times.ts'
import { systemClock } from '../../../src/runner/clock.ts'

/** Scenarios in this process have another clock, whose sleeps take no time. */
const clock = { ...systemClock }

test.each([2 ** 31, Number.POSITIVE_INFINITY])("a sleep of %d ms isn't short, and ends with its signal", async (ms) => {
  const abort = new AbortController()
  const reason = new Error('enough')
  const sleeping = clock.sleep(ms, abort.signal).catch((error: unknown) => error)
  const startedAt = clock.now()
  while (clock.now() - startedAt < 5) await setImmediate()
  abort.abort(reason)
  expect(await sleeping).toBe(reason)
  await expect(clock.sleep(ms, abort.signal)).rejects.toBe(reason)
})

test.each([
  [999, 'less than 1s'],
  [59_500, '1m'],
  [192_000, '3m 12s'],
  [3_661_000, '1h 1m 1s'],
  [86_400_000, '24h'],
])('a duration of %d ms reads as %s', (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text)
})
