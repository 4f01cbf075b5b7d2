import { describe, expect, test } from 'vitest'
import { passTimeLimits } from '../../world/github/time-limits.ts'
import { createWorld } from '../../world/index.ts'
import { askOnIssue, readPrompts, readReactions, readReports } from './conversation.ts'

// What may be repeated, after what, and how long: `unit/network/patience.test.ts`. Here is what people see of it.

const createPatientWorld = () => createWorld({ inProcess: true, isPatient: true })
const comments = /\/issues\/\d+\/comments$/
const comment = /\/issues\/comments\/\d+$/

/** Requests of a command in their order: reading the permission, claiming, noting the job, the last edit. */
const PLACES = [
  ['the permission', 'no', { method: 'GET', path: /\/permission$/ }],
  ['the reaction', 'retry-after', { method: 'POST', path: /\/reactions$/ }],
  ['the claim', 'reset', { method: 'POST', path: comments }],
  ['the list', 'retry-after', { method: 'GET', path: comments }],
  ['the job ID', 'reset', { method: 'PATCH', path: comment }],
  ['the last edit', 'no', { method: 'PATCH', path: comment, skip: 1 }],
] as const

describe("a limit of GitHub's is waited for as told", () => {
  test.each(PLACES)('at %s, told: %s', async (_name, told, limit) => {
    await using world = await createPatientWorld()
    const { issue, asked } = await askOnIssue(world)
    world.github.limiter.hit({ ...limit, seconds: 60, told })
    const result = await world.run({ trigger: asked })
    expect(result.outputs['outcome']).toBe('pull-request')
    const reports = await readReports(world, issue.number)
    expect(reports).toEqual([expect.stringContaining('pull request is ready')])
    expect(result.log.shown).toMatch(/GitHub asks to wait\. This run continues at \d\d:\d\d UTC/)
  })

  test('a wait that is longer than the timeout ends each attempt at once, with the time', async () => {
    await using world = await createPatientWorld()
    const { asked } = await askOnIssue(world)
    for (const runAttempt of [1, 2]) {
      world.pass(1)
      world.github.limiter.hit({ path: /\/permission$/, seconds: 3_600 })
      const before = world.clock.now()
      const { outputs, summary } = await world.run({ trigger: asked, runAttempt, inputs: { timeout: '30m' } })
      expect(outputs).toMatchObject({ outcome: 'unavailable', cause: 'github-limit' })
      expect(summary).toMatch(/Re-run this job after .*\d\d:\d\d UTC/)
      expect(world.clock.now() - before).toBeLessThan(60_000)
    }
    expect(readPrompts(world)).toEqual([])
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
  const limit = (seconds: number, method: 'GET' | 'POST') =>
    ({ method, respond: { kind: 'answer', status: 429, body: {}, headers: { 'retry-after': `${seconds}` } } }) as const

  test('is waited for, and the comment says until when', async () => {
    await using world = await createPatientWorld()
    const { issue, asked } = await askOnIssue(world)
    world.docsService.faults.add(limit(120, 'POST'))
    const { outputs } = await world.run({ trigger: asked })
    expect(outputs['outcome']).toBe('pull-request')
    const edits = world.github.requests
      .filter(({ method }) => method === 'PATCH')
      .map(({ body }) => JSON.stringify(body))
    expect(edits[0]).toMatch(/Waiting for the service's limit to end.*asks to wait until .*\d\d:\d\d UTC/)
    expect(await readReports(world, issue.number)).toEqual([expect.stringContaining('pull request is ready')])
  })

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
  test.each([1, 2, 3, 6, 12])('a lost post is carried out after %i more requests', async (late) => {
    await using world = await createPatientWorld()
    const { issue, asked } = await askOnIssue(world)
    world.github.faults.add({ method: 'POST', path: comments, times: 1, respond: { late } })
    const { outputs } = await world.run({ trigger: asked })
    expect(outputs['outcome']).toBe('pull-request')
    expect(await readReports(world, issue.number)).toEqual([expect.stringContaining('pull request is ready')])
  })
})

test('what others do under the same account decides nothing', async () => {
  const run = async (isByOther: boolean) => {
    await using world = await createPatientWorld()
    const { issue, asked } = await askOnIssue(world)
    const path = '/repos/acme/app/issues'
    const post = (to: string, body: object) => world.github.call('github-actions[bot]', 'POST', `${path}/${to}`, body)
    if (isByOther) await post(`comments/${asked.comment.id}/reactions`, { content: 'eyes' })
    if (isByOther) await post(`${issue.number}/comments`, { body: 'Linted.' })
    const { outcome, cause } = (await world.run({ trigger: asked })).outputs
    return { outcome, cause, prompts: readPrompts(world).length, reactions: await readReactions(world, asked) }
  }
  expect(await run(true)).toEqual(await run(false))
})

test('in a private repository, a token without `issues: write` is an error that names the line', async () => {
  await using world = await createWorld({ inProcess: true, github: { privateRepositories: ['acme/app'] } })
  const { asked } = await askOnIssue(world)
  const token = world.github.actionsTokenWith({ contents: 'read' })
  world.github.faults.add({ token, path: /\/issues\//, respond: { status: 404, body: { message: 'Not Found' } } })
  const { outputs, summary } = await world.run({ trigger: asked, inputs: { 'github-token': token } })
  expect([outputs['outcome'], summary]).toEqual(['error', expect.stringContaining('issues: write')])
})

test('a web page with status 200 is not the service, for a check', async () => {
  await using world = await createPatientWorld()
  const { asked } = await askOnIssue(world)
  const headers = { 'content-type': 'text/html' }
  const respond = { kind: 'answer', status: 200, headers, body: '<html><body>Sign in</body></html>' } as const
  world.docsService.faults.add({ times: Number.POSITIVE_INFINITY, respond })
  const { outputs, summary } = await world.run({ trigger: asked, inputs: { 'dry-run': 'true' } })
  expect(outputs['outcome']).toBe('error')
  expect(summary).toContain("The answer isn't the service's own")
})

test('a post that hangs in the network is looked for before it is repeated', async () => {
  await using world = await createPatientWorld()
  using _limits = passTimeLimits(world.github)
  const { issue, asked } = await askOnIssue(world)
  world.github.faults.add({ method: 'POST', path: comments, times: 1, respond: { hang: 'middle' } })
  await world.run({ trigger: asked })
  expect(await readReports(world, issue.number)).toHaveLength(1)
})

test('a signal ends a wait at once', async () => {
  await using world = await createWorld()
  const { asked } = await askOnIssue(world)
  world.github.limiter.hit({ method: 'PATCH', path: comment, skip: 1, seconds: 600 })
  const run = world.start({ trigger: asked })
  world.github.onAnswer = ({ status }) => (status === 403 ? run.cancel() : undefined)
  const result = await run.result
  expect([result.outputs['outcome'], result.signal]).toEqual(['pull-request', null])
  expect(result.post?.log.shown).not.toContain('now says')
})

test('a check that meets a limit says when to try again, and not that something is wrong', async () => {
  await using world = await createPatientWorld()
  const { asked } = await askOnIssue(world)
  world.github.limiter.hit({ method: 'POST', path: comments, seconds: 7_200 })
  const { outputs, summary } = await world.run({ trigger: asked, inputs: { 'dry-run': 'true', timeout: '30m' } })
  expect([outputs['outcome'], outputs['cause']]).toEqual(['unavailable', 'check-incomplete'])
  expect(summary).toMatch(/whether the comment in the thread can be written.*Try again after .*\d\d:\d\d UTC/)
})
