import { expect, test } from 'vitest'
import { createWorldInProcess } from '../../world/index.ts'

const HOUR_MS = 3_600_000

test('a world whose steps have waited for an hour fails its test', async () => {
  const world = await createWorldInProcess()
  await world.clock.sleep(HOUR_MS)
  await expect(world[Symbol.asyncDispose]()).rejects.toThrow('waited 3600 s')
})
