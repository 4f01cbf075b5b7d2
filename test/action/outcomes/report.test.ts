import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { servePageViews } from '../../world/docs-service/page-views.ts'
import { createWorldInProcess } from '../../world/index.ts'
import { bySchedule } from '../../world/workflow/deliveries.ts'
import { writeFortyThreads } from './forty-threads.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('forty threads', async () => {
  await using world = await createWorldInProcess({
    docsService: { pageViews: servePageViews([{ path: '/guides/a', human: 30, ai: 12, total: 42 }]) },
  })
  await writeFortyThreads(world)
  const { number } = await world.github.createIssue()
  const result = await world.run({
    action: 'outcomes',
    trigger: bySchedule,
    inputs: { traffic: '30d', 'issue-number': number },
  })
  console.log(result.outputs, result.annotations, result.summary)
  console.log(result.log.shown)
  expect(result.conclusion).toBe('success')
})
