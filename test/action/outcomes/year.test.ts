import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWorldInProcess } from '../../world/index.ts'
import { bySchedule } from '../../world/workflow/deliveries.ts'
import { setTime } from './comments.ts'
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
    const { outputs, summary, conclusion } = await world.run({ action: 'outcomes', trigger: bySchedule, inputs: { period: 'last-week' } })
    const { report, ...rest } = outputs
    console.log(week, conclusion, JSON.stringify(rest), '\n', [3, 20, 51].includes(week) ? summary : summary.split('\n').slice(0,4).join('\n'), [20].includes(week) ? report : '')
  }
  console.log(story.pulls.length, story.prompts.length, performance.now() - t0, world.github.requests.length)
  expect(1).toBe(1)
})
