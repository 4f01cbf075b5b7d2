import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWorldInProcess, type World } from '../../world/index.ts'
import { bySchedule } from '../../world/workflow/deliveries.ts'
import { setTime } from './comments.ts'
import { holdOutputs, tellTruth } from './hold-report.ts'
import { holdSummary } from './hold-summary.ts'
import { FIRST_DAY, HOUR, type Story, WEEK } from './year.ts'
import { planYear } from './year-of-threads.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  setTime(new Date(FIRST_DAY).toISOString())
})
afterEach(() => {
  vi.useRealTimers()
})

/** Makes a report, and holds it against the truth. @returns the numbers of the pull requests below each heading */
async function report(story: Story, period: string, from: number, to: number) {
  const { world } = story
  const since = world.github.requests.length
  const result = await world.run({ action: 'outcomes', trigger: bySchedule, inputs: { period } })
  expect(result.conclusion).toBe('success')
  const truth = tellTruth(story, from, to, since)
  try {
    holdOutputs(result, truth)
    return holdSummary(result, truth)
  } catch (error) {
    console.log(
      JSON.stringify({ ...result.outputs, report: '' }),
      result.summary.replace(/\n%%.*/, '').replace(/\n### [\s\S]*(?=\n### About)/, ''),
      (error as Error).message,
    )
    if (false as boolean) throw new Error(`${new Date(to).toISOString()}: ${result.summary}`, { cause: error })
  }
  return new Map()
}

/** What goes wrong in some weeks, for one more report, by the number of the week. */
const TROUBLES: Record<number, (world: World) => () => void> = {
  9: ({ github }) => github.faults.add({ path: /pulls\/10$/, respond: { status: 404, body: { message: 'No' } } }),
  16: ({ github }) => github.faults.add({ path: /commits$/, respond: { status: 500, body: { message: 'No' } } }),
  23: ({ github }) => github.limiter.hit({ path: /pulls\/\d+$/, skip: 7, seconds: 3_000, told: 'reset' }),
  30: ({ github }) => github.limiter.hit({ path: /commits$/, skip: 1, seconds: 3_000, told: 'reset' }),
}

test('a year of weekly reports', async () => {
  await using world = await createWorldInProcess({ isPatient: true })
  const t0 = performance.now()
  const story = await planYear(world)
  const merges: number[] = []
  for (let week = 1; week <= 52; week += 1) {
    const to = FIRST_DAY + week * WEEK
    await story.play(to + 6 * HOUR)
    const named = await report(story, 'last-week', to - WEEK, to)
    merges.push(...(named.get('Merged') ?? []))
    const end = TROUBLES[week]?.(world)
    if (end === undefined) continue
    await report(story, 'last-week', to - WEEK, to)
    end()
  }
  // Each merge stands in exactly one report.
  const merged = story.pulls.filter(({ mergedAt = Number.POSITIVE_INFINITY }) => mergedAt < FIRST_DAY + 52 * WEEK)
  expect(merges.sort()).toEqual(merged.map(({ number }) => number).sort())
  console.log(story.pulls.length, story.prompts.length, performance.now() - t0, world.github.requests.length)
})
