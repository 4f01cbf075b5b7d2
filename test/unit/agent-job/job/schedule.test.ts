import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextPauseMs } from '../../../../src/agent-job/job/schedule.ts'

const age = fc.integer({ min: 0, max: 24 * 60 * 60 * 1000 })
/** What the input `poll-interval` allows. */
const pollInterval = fc.integer({ min: 50, max: 600_000 })
const threeSeconds = 3_000

test('a pause is never shorter than the poll interval, nor longer than 30 s or the poll interval', () => {
  fc.assert(
    fc.property(age, pollInterval, (ageMs, pollIntervalMs) => {
      const pauseMs = nextPauseMs(ageMs, pollIntervalMs)
      expect(pauseMs).toBeGreaterThanOrEqual(pollIntervalMs)
      expect(pauseMs).toBeLessThanOrEqual(Math.max(30_000, pollIntervalMs))
    }),
  )
})

test('a pause is never shorter than the one before it', () => {
  fc.assert(
    fc.property(age, age, pollInterval, (one, other, pollIntervalMs) => {
      const [younger, older] = one < other ? [one, other] : [other, one]
      expect(nextPauseMs(older, pollIntervalMs)).toBeGreaterThanOrEqual(nextPauseMs(younger, pollIntervalMs))
    }),
  )
})

test('a pause is never longer than the age, once the job is older than the shortest pause', () => {
  fc.assert(
    fc.property(age, pollInterval, (ageMs, pollIntervalMs) => {
      fc.pre(ageMs >= pollIntervalMs)
      expect(nextPauseMs(ageMs, pollIntervalMs)).toBeLessThanOrEqual(ageMs)
    }),
  )
})

test('pauses really grow, and reach 30 s', () => {
  const pauses = [0, 60_000, 300_000, 1_200_000].map((ageMs) => nextPauseMs(ageMs, threeSeconds))

  expect(pauses[0]).toBe(3_000)
  expect(pauses[1]).toBeGreaterThan(3_000)
  expect(pauses[2]).toBeGreaterThan(pauses[1] ?? 0)
  expect(pauses[3]).toBe(30_000)
})

test('a poll interval above 30 s is kept as it is', () => {
  expect([0, 60_000, 86_400_000].map((ageMs) => nextPauseMs(ageMs, 60_000))).toEqual([60_000, 60_000, 60_000])
})

test('jobs of 20 to 40 minutes are looked at at most half as often as every ten seconds', () => {
  const minutes = Array.from({ length: 21 }, (_, index) => 20 + index)
  const looks = sum(minutes.map((length) => countLooks(length * 60_000)))
  const looksEveryTenSeconds = sum(minutes.map((length) => length * 6))

  expect(looks).toBeLessThanOrEqual(looksEveryTenSeconds / 2)
})

function countLooks(durationMs: number): number {
  let looks = 1
  for (let ageMs = threeSeconds; ageMs < durationMs; looks += 1) ageMs += nextPauseMs(ageMs, threeSeconds)
  return looks
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
