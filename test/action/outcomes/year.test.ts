import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWorldInProcess, type World } from '../../world/index.ts'
import { bySchedule } from '../../world/workflow/deliveries.ts'
import { setTime } from './comments.ts'
import { holdOutputs, holdSummary, tellTruth } from './hold-report.ts'
import { DAY, FIRST_DAY, HOUR, MINUTE, Story, WEEK } from './story.ts'
import { planYear } from './year-of-threads.ts'

beforeEach(() => {
  // Both clocks of a run: if only one stood still, waits would be over too early on a busy machine.
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  setTime(new Date(FIRST_DAY).toISOString())
})
afterEach(() => {
  vi.useRealTimers()
})

/** Makes a report, and holds it against the truth. */
async function report(story: Story, period: string, from: number, to: number) {
  const { world } = story
  const since = world.github.requests.length
  const result = await world.run({ action: 'outcomes', trigger: bySchedule, inputs: { period } })
  expect(result.conclusion).toBe('success')
  const truth = tellTruth(story, from, to, since)
  try {
    holdOutputs(result, truth)
    holdSummary(result, truth)
    return { truth, summary: result.summary }
  } catch (error) {
    const { report: _, ...outputs } = result.outputs
    const { message } = error as Error
    throw new Error(`${message}\n${period}: ${JSON.stringify(outputs)}\n${result.summary}`, { cause: error })
  }
}

/** What goes wrong in some weeks, for one more report, by the number of the week. */
const TROUBLES: Record<number, (world: World) => () => void> = {
  9: ({ github }) => github.faults.add({ path: /pulls\/10$/, respond: { status: 404, body: { message: 'No' } } }),
  16: ({ github }) => github.faults.add({ path: /commits$/, respond: { status: 500, body: { message: 'No' } } }),
  23: ({ github }) => github.limiter.hit({ path: /pulls\/\d+$/, skip: 7, seconds: 3_000, told: 'reset' }),
  37: ({ github }) => github.limiter.hit({ path: /pulls\/\d+$/, skip: 20, seconds: 3_000, told: 'reset' }),
  44: ({ github }) => github.limiter.hit({ path: /pulls\/\d+$/, skip: 45, seconds: 3_000, told: 'reset' }),
  30: ({ github }) => github.limiter.hit({ path: /commits$/, skip: 1, seconds: 3_000, told: 'reset' }),
}

test('a year of weekly reports', async () => {
  await using world = await createWorldInProcess({ isPatient: true })
  const story = await planYear(world)
  const merges: number[] = []
  for (let week = 1; week <= 52; week += 1) {
    const to = FIRST_DAY + week * WEEK
    await story.play(to + 6 * HOUR)
    const { truth } = await report(story, 'last-week', to - WEEK, to)
    merges.push(...truth.merged.map(({ number }) => number))
    const end = TROUBLES[week]?.(world)
    if (end === undefined) continue
    await report(story, 'last-week', to - WEEK, to)
    end()
  }
  // Each merge stands in exactly one report.
  const merged = story.pulls.filter(({ mergedAt = Number.POSITIVE_INFINITY }) => mergedAt < FIRST_DAY + 52 * WEEK)
  expect(merges.sort()).toEqual(merged.map(({ number }) => number).sort())
})

test('a thousand threads, with a limit after every hundred requests', async () => {
  await using world = await createWorldInProcess({ isPatient: true })
  const story = new Story(world)
  for (let thread = 1; thread <= 1_000; thread += 1) {
    await world.github.createIssue()
    story.at(FIRST_DAY + thread * 40 * MINUTE, async () => {
      const pull = await story.open(`Page ${thread}`, thread % 7 === 0 ? 'writer' : undefined)
      await story.end(story.note(thread), 'pull-request', { pull })
      const end = FIRST_DAY + 4 * WEEK + thread * 20 * MINUTE
      if (thread % 5 === 1) story.at(end, () => story.edit(pull, { asLogin: 'writer' }))
      if (thread % 5 < 3) story.at(end + MINUTE, () => story.close(pull, 'merged'))
      if (thread % 5 === 3) story.at(end + MINUTE, () => story.close(pull, 'closed'))
    })
  }
  const to = FIRST_DAY + 7 * WEEK
  await story.play(to + 6 * HOUR)
  for (let hundred = 1; hundred <= 40; hundred += 1) world.github.limiter.hit({ skip: 100 * hundred, seconds: 60 })
  const start = world.clock.wallClock()

  const { truth, summary } = await report(story, '365d', to - 365 * DAY, to)

  expect(world.clock.wallClock() - start).toBeLessThanOrEqual(600_000)
  expect(truth.read.length).toBeGreaterThan(100)
  expect(truth.unread.length).toBeGreaterThan(100)
  expect(summary).toContain(`**Of the newest ${truth.read.length} pull requests: ${truth.merged.length} of `)
})
