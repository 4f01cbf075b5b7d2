import { expect, test } from 'vitest'
import { createWorldInProcess } from '../../world/index.ts'
import { WorldClock } from '../../world/world-clock.ts'

const HOUR_MS = 3_600_000

test('sleeps take no real time, and end in the order of their ends', async () => {
  const clock = new WorldClock()
  const [startedAt, wallStartedAt, reallyStartedAt] = [clock.now(), clock.wallClock(), performance.now()]
  const ended: string[] = []
  const sleep = async (name: string, ms: number) => {
    await clock.sleep(ms)
    ended.push(name)
    if (name === 'short') await sleep('after the short one', HOUR_MS)
  }

  await Promise.all([sleep('long', 3 * HOUR_MS), sleep('short', HOUR_MS)])

  expect(ended).toEqual(['short', 'after the short one', 'long'])
  expect(clock.now() - startedAt).toBeGreaterThanOrEqual(3 * HOUR_MS)
  expect(clock.now() - startedAt).toBeLessThan(3.1 * HOUR_MS)
  expect(clock.wallClock() - wallStartedAt).toBeGreaterThanOrEqual(3 * HOUR_MS)
  expect(performance.now() - reallyStartedAt).toBeLessThan(HOUR_MS / 10)
})

test('while the world is busy, real time passes, and a sleep can be aborted', async () => {
  const clock = new WorldClock()
  clock.isBusy = () => true
  const startedAt = clock.now()
  const abort = new AbortController()
  const slept = clock.sleep(HOUR_MS, abort.signal)

  setTimeout(() => abort.abort(new Error('enough')), 50)

  await expect(slept).rejects.toThrow('enough')
  await expect(clock.sleep(HOUR_MS, abort.signal)).rejects.toThrow('enough')
  expect(clock.now() - startedAt).toBeLessThan(HOUR_MS)
})

test('a world whose steps have waited for an hour fails its test', async () => {
  const world = await createWorldInProcess()
  await world.clock.sleep(HOUR_MS)
  await expect(world[Symbol.asyncDispose]()).rejects.toThrow('waited 3600 s')
})
