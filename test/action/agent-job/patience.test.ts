import { describe, expect, test } from 'vitest'
import { createWorld } from '../../world/index.ts'
import { askOnIssue, readReports } from './conversation.ts'

// What may be repeated, after what, and how long: `unit/network/patience.test.ts`. Limits at every request: `faults`. Here is what people see of it.

const createPatientWorld = () => createWorld({ inProcess: true, isPatient: true })
const comment = /\/issues\/comments\/\d+$/

const limit = (seconds: number, method: 'GET' | 'POST') =>
  ({ method, respond: { kind: 'answer', status: 429, body: {}, headers: { 'retry-after': `${seconds}` } } }) as const

test('limits of both servers are waited for as told, and the log and the comment say until when', async () => {
  await using world = await createPatientWorld()
  const { issue, asked } = await askOnIssue(world)
  const { limiter } = world.github
  limiter.hit({ method: 'POST', path: /\/issues\/\d+\/comments$/, seconds: 60, told: 'reset' })
  limiter.hit({ method: 'PATCH', path: comment, skip: 3, seconds: 60, told: 'no' })
  world.docsService.faults.add(limit(120, 'POST'), limit(120, 'GET'))
  world.docsService.nextJob({ activeReads: 0 })
  const { outputs, log } = await world.run({ trigger: asked })
  expect(outputs['outcome']).toBe('pull-request')
  expect(await readReports(world, issue.number)).toEqual([expect.stringContaining('pull request is ready')])
  expect(log.shown.match(/GitHub asks to wait\. This run continues at \d\d:\d\d UTC/g)).toHaveLength(2)
  const edits = world.github.requests.filter(({ method, status }) => method === 'PATCH' && status === 200)
  const waits = edits.map(({ body }) => /asked the action to wait until .*?\d\d:\d\d UTC/.test(JSON.stringify(body)))
  // It says that nothing was sent while it waits.
  expect(waits).toEqual([false, true, false, false, true, false])
  expect(JSON.stringify(edits[1]?.body)).toContain('nothing sent yet')
})

describe("a limit of GitHub's", () => {
  test('a wait that is longer than the timeout ends each attempt at once, with the time', async () => {
    await using world = await createPatientWorld()
    const { asked } = await askOnIssue(world)
    for (const runAttempt of [1, 2]) {
      world.pass(1)
      world.github.limiter.hit({ path: /\/permission$/, seconds: 3_600 })
      const before = world.clock.now()
      const { outputs, summary } = await world.run({ trigger: asked, runAttempt, inputs: { timeout: '30m' } })
      expect(outputs).toMatchObject({ outcome: 'unavailable', cause: 'github-limit' })
      expect(summary).toMatch(/re-run the job after .*\d\d:\d\d UTC/)
      expect(world.clock.now() - before).toBeLessThan(60_000)
    }
  })

  test('a last edit that would wait too long is left to the log and the summary, and the post step sends nothing', async () => {
    await using world = await createPatientWorld()
    const { asked } = await askOnIssue(world)
    world.github.limiter.hit({ method: 'PATCH', path: comment, skip: 1, seconds: 7_200 })
    const result = await world.run({ trigger: asked, inputs: { timeout: '30m' } })
    expect(result.outputs['outcome']).toBe('pull-request')
    expect(result.summary).toMatch(/pull request is ready[\s\S]*rate limit/)
    expect(result.post?.log.shown).toMatch(/asks to wait until .*UTC/)
  })
})

describe("a limit of the service's", () => {
  test('that outlasts the timeout ends the wait for the job at once, with the time', async () => {
    await using world = await createPatientWorld()
    const { issue, asked } = await askOnIssue(world)
    world.docsService.faults.add(limit(7_200, 'GET'))
    const before = world.clock.now()
    const { outputs } = await world.run({ trigger: asked, inputs: { timeout: '30m' } })
    expect(outputs['outcome']).toBe('timed-out')
    expect(world.clock.now() - before).toBeLessThan(60_000)
    const [report] = await readReports(world, issue.number)
    expect(report).toMatch(/after .*\d\d:\d\d UTC/)
  })
})

describe('two comments never stay', () => {
  test.each([1, 2, 3, 6, 11])('a lost post is carried out after %i more requests', async (late) => {
    await using world = await createPatientWorld()
    const { issue, asked } = await askOnIssue(world)
    world.github.faults.add({ method: 'POST', path: /\/issues\/\d+\/comments$/, times: 1, respond: { late } })
    const { outputs } = await world.run({ trigger: asked })
    expect(outputs['outcome']).toBe('pull-request')
    expect(await readReports(world, issue.number)).toEqual([expect.stringContaining('pull request is ready')])
  })
})
