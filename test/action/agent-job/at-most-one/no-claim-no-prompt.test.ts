import { describe, expect, test } from 'vitest'
import { type FaultRule, knownFaults } from '../../../world/github/faults.ts'
import { readReactions, readReports } from '../conversation.ts'
import { createScene, type Scene } from './crash.ts'

const comments = /\/issues\/1\/comments$/

describe('a run that ends before its claim', () => {
  test('leaves no reaction where the permission is not told, and its re-run does the job', async () => {
    await using scene = await createScene()
    const { world, asked, issue } = scene
    const stop = world.github.faults.add({ path: /\/permission$/, respond: knownFaults.notAccessible })
    expect((await scene.run()).outputs['outcome']).toBe('error')
    expect([await readReactions(world, asked), await readReports(world, issue.number)]).toEqual([[], []])

    stop()
    await expectOneJob(scene)
  })

  test.each([
    ['writer', 'api-key', '', ['confused']],
    ['writer', 'timeout', 'soon', ['confused']],
    ['reader', 'api-key', '', []],
  ])('shows the %s who asked that %s is "%s": %j', async (login, name, value, expected) => {
    await using scene = await createScene()
    const { world, issue } = scene
    const trigger = await world.github.comment(issue.number, '/docs explain it', login)
    const { outputs } = await scene.run({ trigger, inputs: { [name]: value } })
    expect(outputs['outcome']).toBe('error')
    expect(await readReactions(world, trigger)).toEqual(expected)
    expect([await readReports(world, issue.number), world.docsService.requests]).toEqual([[], []])
  })
})

describe.concurrent('a claim that GitHub refuses: nothing is sent, and the reason is named', () => {
  test('without the permission to comment', async () => {
    await using scene = await createScene()
    const result = await scene.run({ token: scene.world.github.actionsTokenWith({ issues: 'read' }) })
    expect(result.outputs).toMatchObject({ outcome: 'error', jobId: '' })
    expect(result.summary).toContain('issues: write')
    expect(scene.world.docsService.requests).toEqual([])
    await expectOneJob(scene)
  })

  test('in a locked conversation', async () => {
    await using scene = await createScene()
    await scene.world.github.lock(scene.issue.number)
    const result = await scene.run()
    expect(result.outputs).toMatchObject({ outcome: 'error', jobId: '' })
    expect(result.summary).toContain('locked')
    expect(scene.world.docsService.requests).toEqual([])
  })
})

describe.concurrent('a claim that GitHub is out of reach for: nothing is sent, and a re-run sends once', () => {
  test.each<[string, Partial<FaultRule> & Pick<FaultRule, 'respond'>]>([
    ['no comment is taken', { method: 'POST', path: comments, respond: knownFaults.badGateway }],
    ['the list fails', { method: 'GET', path: comments, respond: knownFaults.badGateway }],
    [
      'our comment does not show in the list',
      { method: 'GET', path: comments, respond: { status: 200, body: [] } },
    ],
    ['nothing is answered', { login: 'github-actions[bot]', respond: { cut: 'before' } }],
  ])('%s', async (_name, rule) => {
    await using scene = await createScene()
    const stop = scene.world.github.faults.add(rule)
    expect((await scene.run()).outputs).toMatchObject({ outcome: 'unavailable', jobId: '' })
    expect(scene.world.docsService.requests).toEqual([])
    stop()
    await expectOneJob(scene)
  })
})

async function expectOneJob({ world, run, ourComments }: Scene): Promise<void> {
  expect((await run({ runAttempt: 2 })).outputs['outcome']).toBe('pull-request')
  expect([world.docsService.jobs.length, (await ourComments()).length]).toEqual([1, 1])
}

test('who reacts first, and posts late, sends nothing when the list then fails', async () => {
  await using scene = await createScene()
  const { github, docsService } = scene.world
  const token = github.actionsTokenWith({ issues: 'write' })
  github.faults.add({ token, method: 'GET', path: comments, respond: knownFaults.badGateway })
  const over = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  github.onRequest = async ({ method, path }) => {
    if (method !== 'POST' || !comments.test(path)) return
    github.onRequest = undefined
    isHeld.resolve()
    await over.promise
  }
  const slow = scene.world.start({ trigger: scene.asked, runId: 1, token })
  await isHeld.promise
  const other = await scene.run({ runId: 2 })
  over.resolve()
  slow.cancel()
  expect((await slow.result).outputs['jobId']).toBe('')
  expect(other.outputs['outcome']).toBe('pull-request')
  expect(docsService.jobs).toHaveLength(1)
})

test('after both the comment that asked and ours were deleted, a re-run sends nothing', async () => {
  await using scene = await createScene()
  const { world, asked, ourComments } = scene
  await scene.run()
  for (const { id } of [...(await ourComments()), asked.comment])
    await world.github.deleteComment(id, 'maintainer')
  const again = await scene.run({ runAttempt: 2 })
  expect([again.outputs['outcome'], again.conclusion]).toEqual(['skipped', 'success'])
  expect(world.docsService.jobs).toHaveLength(1)
})

test('four requests to GitHub stand before the first create', async () => {
  await using scene = await createScene()
  const { github, docsService } = scene.world
  let before: string[] = []
  docsService.onRequest = () => {
    before = github.requestsBy('github-actions[bot]').map(({ method, path }) => `${method} ${path}`)
    docsService.onRequest = undefined
  }
  await scene.run()
  expect(before.map((each) => each.replace('/repos/acme/app/', ''))).toEqual([
    'GET collaborators/writer/permission',
    expect.stringMatching(/^POST issues\/comments\/\d+\/reactions$/),
    'POST issues/1/comments',
    'GET issues/1/comments',
  ])
})
