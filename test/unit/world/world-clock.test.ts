import { describe, expect, test } from 'vitest'
import { createWorldInProcess } from '../../world/index.ts'
import { WorldClock } from '../../world/world-clock.ts'

const HOUR_MS = 3_600_000

describe('the time of a world', () => {
  test('a sleep takes no time, and has passed all the same', async () => {
    const clock = new WorldClock()
    const [startedAt, wallStartedAt, reallyStartedAt] = [clock.now(), clock.wallClock(), performance.now()]

    await clock.sleep(HOUR_MS)

    expect(clock.now() - startedAt).toBeGreaterThanOrEqual(HOUR_MS)
    expect(clock.wallClock() - wallStartedAt).toBeGreaterThanOrEqual(HOUR_MS)
    expect(performance.now() - reallyStartedAt).toBeLessThan(HOUR_MS / 10)
  })

  test('sleeps end in the order of their ends, and time does not pass an earlier one', async () => {
    const clock = new WorldClock()
    const startedAt = clock.now()
    const ended: string[] = []
    const sleep = async (name: string, ms: number) => {
      await clock.sleep(ms)
      ended.push(name)
      if (name === 'short') await sleep('after the short one', HOUR_MS)
    }

    await Promise.all([sleep('long', 3 * HOUR_MS), sleep('short', HOUR_MS)])

    expect(ended).toEqual(['short', 'after the short one', 'long'])
    expect(clock.now() - startedAt).toBeLessThan(3.1 * HOUR_MS)
  })

  test('while the world is busy, time passes as everywhere', async () => {
    const clock = new WorldClock()
    let isBusy = true
    clock.isBusy = () => isBusy
    let hasSlept = false
    const slept = clock.sleep(HOUR_MS).then(() => {
      hasSlept = true
    })

    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(hasSlept).toBe(false)
    isBusy = false
    await slept
  })

  test('a sleep that is aborted rejects with the reason, and leaves the time as it is', async () => {
    const clock = new WorldClock()
    clock.isBusy = () => true
    const startedAt = clock.now()
    const abort = new AbortController()
    const slept = clock.sleep(HOUR_MS, abort.signal)

    abort.abort(new Error('enough'))

    await expect(slept).rejects.toThrow('enough')
    await expect(clock.sleep(HOUR_MS, abort.signal)).rejects.toThrow('enough')
    expect(clock.now() - startedAt).toBeLessThan(HOUR_MS)
  })

  test('a sleep of no time lets others have their turn, so that a loop of them can be ended', async () => {
    const clock = new WorldClock()
    let isTurn = false
    setImmediate(() => {
      isTurn = true
    })
    await clock.sleep(0)
    expect(isTurn).toBe(true)
  })

  test('a world whose steps have waited for an hour fails its test when it ends', async () => {
    const world = await createWorldInProcess()
    await world.clock.sleep(HOUR_MS)
    await expect(world[Symbol.asyncDispose]()).rejects.toThrow('waited 3600 s')
  })
})
