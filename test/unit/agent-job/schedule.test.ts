import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextPauseMs } from '../../../src/agent-job/schedule.ts'

test.each([
  [0, 3_000, 3_000],
  [30_000, 3_000, 3_000],
  [100_000, 3_000, 10_000],
  [300_000, 3_000, 30_000],
  [86_400_000, 3_000, 30_000],
  [0, 600_000, 600_000],
  [86_400_000, 600_000, 600_000],
  [1_000, 50, 100],
])('at an age of %d ms and an interval of %d ms: %d ms', (ageMs, pollIntervalMs, pauseMs) => {
  expect(nextPauseMs(ageMs, pollIntervalMs)).toBe(pauseMs)
})

test('pauses never shrink with age, and stay between the interval and 30 s', () => {
  const age = fc.integer({ min: 0, max: 86_400_000 })
  fc.assert(
    fc.property(age, age, fc.integer({ min: 50, max: 600_000 }), (one, other, pollIntervalMs) => {
      const younger = nextPauseMs(Math.min(one, other), pollIntervalMs)
      const older = nextPauseMs(Math.max(one, other), pollIntervalMs)
      expect(younger).toBeLessThanOrEqual(older)
      expect(younger).toBeGreaterThanOrEqual(pollIntervalMs)
      expect(older).toBeLessThanOrEqual(Math.max(30_000, pollIntervalMs))
    }),
  )
})
