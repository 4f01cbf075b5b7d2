import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWorldInProcess } from '../../world/index.ts'
import { bySchedule } from '../../world/workflow/deliveries.ts'
import { setTime } from './comments.ts'
import { holdOutputs, tellTruth } from './hold-report.ts'
import { holdSummary } from './hold-summary.ts'
import { FIRST_DAY, HOUR, WEEK } from './year.ts'
import { planYear } from './year-of-threads.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  setTime(new Date(FIRST_DAY).toISOString())
})
afterEach(() => {
  vi.useRealTimers()
})

test('a year of weekly reports', async () => {
  await using world = await createWorldInProcess({ isPatient: true })
  const t0 = performance.now()
  const story = await planYear(world)
  for (let week = 1; week <= 52; week += 1) {
    await story.play(FIRST_DAY + week * WEEK + 6 * HOUR)
    const since = world.github.requests.length
    const result = await world.run({ action: 'outcomes', trigger: bySchedule, inputs: { period: 'last-week' } })
    const to = FIRST_DAY + week * WEEK
    const truth = tellTruth(story, to - WEEK, to, since)
    try {
      holdOutputs(result, truth)
      holdSummary(result, truth)
    } catch (error) {
      console.log(week, result.summary.split('\n')[2], (error as Error).message)
    }
  }
  console.log(story.pulls.length, story.prompts.length, performance.now() - t0, world.github.requests.length)
  expect(1).toBe(1)
})
