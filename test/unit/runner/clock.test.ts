import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { systemClock } from '../../../src/runner/clock.ts'

/** Scenarios in this process have another clock, in which a sleep takes no time. */
const clock = { ...systemClock }

/** Whether a sleep of `ms` goes on for some turns of the event loop; then it is ended. */
async function lasts(ms: number): Promise<boolean> {
  const abort = new AbortController()
  let isOver = false
  const slept = clock.sleep(ms, abort.signal).then(
    () => {
      isOver = true
    },
    () => undefined,
  )
  const startedAt = clock.now()
  while (clock.now() - startedAt < 5) await setImmediate()
  const isGoingOn = !isOver
  abort.abort()
  await slept
  return isGoingOn
}

test.each([3_600_000, 2 ** 31 - 1, 2 ** 31, 2 ** 40, Number.POSITIVE_INFINITY])(
  'the clock of the machine sleeps %d ms, which is no short time',
  async (ms) => {
    expect(await lasts(ms)).toBe(true)
  },
)

test.each([0, -1])('the clock of the machine sleeps %d ms, which ends', async (ms) => {
  await clock.sleep(ms)
})

test('a sleep that is aborted ends at once, with the reason of the signal', async () => {
  const reason = new Error('enough')
  const abort = new AbortController()
  const slept = clock.sleep(3_600_000, abort.signal)
  abort.abort(reason)
  await expect(slept).rejects.toBe(reason)
  await expect(clock.sleep(3_600_000, abort.signal)).rejects.toBe(reason)
})
