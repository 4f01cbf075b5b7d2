import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
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
