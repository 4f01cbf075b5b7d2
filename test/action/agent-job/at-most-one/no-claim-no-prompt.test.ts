import { describe, expect, test } from 'vitest'
import { type FaultResponse, type FaultRule, knownFaults } from '../../../world/github/faults.ts'
import { readReactions, readReports } from '../conversation.ts'
import { createScene, type Scene } from './crash.ts'

/** What is not said otherwise runs in this process. */
const inProcess = true
const comments = /\/issues\/1\/comments$/

function run({ world, asked }: Scene, step: Parameters<Scene['world']['run']>[0] = {}) {
  return world.run({ trigger: asked, inProcess, ...step })
}

describe.concurrent('a claim that GitHub refuses: nothing is sent, and the missing line is named', () => {
  test.each<[string, (scene: Scene) => Promise<{ token?: string }>, told: string]>([
    [
      'without the permission to comment',
      async ({ world }) => ({ token: world.github.actionsTokenWith({ issues: 'read' }) }),
      'issues: write',
    ],
    [
      'in a locked conversation',
      async ({ world, issue }) => {
        await world.github.lock(issue.number)
        return {}
      },
      'locked',
    ],
    ['in an archived repository', async (scene) => refuse(scene, knownFaults.archived), 'archived'],
    [
      'in a thread that is gone',
      async (scene) => refuse(scene, { status: 410, body: { message: 'This issue was deleted' } }),
      'deleted',
    ],
    [
      'where the comment counts as spam',
      async (scene) => refuse(scene, { status: 422, body: { message: 'Validation Failed' } }),
      'invalid or spam',
    ],
    [
      'where the list can not be read',
      async (scene) => refuse(scene, knownFaults.notAccessible, { method: 'GET', path: comments }),
      'issues: write',
    ],
  ])('%s', async (_name, prepare, told) => {
    await using scene = await createScene()
    const { world, asked } = scene
    const step = await prepare(scene)
    const result = await run(scene, step)
    expect(result.outputs).toMatchObject({ outcome: 'error', jobId: '' })
    expect(result.summary).toContain(told)
    expect(world.docsService.requests).toEqual([])
    expect(await readReactions(world, asked)).not.toContain('confused')

    world.github.faults.clear()
    if (step.token === undefined) return
    const again = await run(scene, { runAttempt: 2 })
    expect(again.outputs['outcome']).toBe('pull-request')
    expect(world.docsService.jobs).toHaveLength(1)
  })
})

async function refuse(
  { world }: Scene,
  respond: FaultResponse,
  rule: Partial<FaultRule> = { method: 'POST', path: comments },
): Promise<{ token?: string }> {
  world.github.faults.add({ ...rule, respond })
  return {}
}

describe.concurrent('a claim that GitHub is out of reach for: nothing is sent, and a re-run sends once', () => {
  test.each<[string, Partial<FaultRule> & Pick<FaultRule, 'respond'>]>([
    ['no comment is taken', { method: 'POST', path: comments, respond: knownFaults.badGateway }],
    ['the list fails', { method: 'GET', path: comments, respond: knownFaults.badGateway }],
    [
      'the limit is reached',
      { method: 'POST', path: comments, respond: knownFaults.secondaryRateLimit({ retryAfterSeconds: 60 }) },
    ],
    ['the permission can not be read', { path: /\/permission$/, respond: knownFaults.badGateway }],
    ['nothing is answered', { login: 'github-actions[bot]', respond: { cut: 'before' } }],
  ])('%s', async (_name, rule) => {
    await using scene = await createScene()
    const { world, ourComments } = scene
    const stop = world.github.faults.add(rule)
    const { outputs } = await run(scene)
    expect(outputs).toMatchObject({ outcome: 'unavailable', jobId: '' })
    expect(world.docsService.requests).toEqual([])
    stop()
    const again = await run(scene, { runAttempt: 2 })
    expect(again.outputs['outcome']).toBe('pull-request')
    expect([world.docsService.jobs.length, (await ourComments()).length]).toEqual([1, 1])
  })

  test('our comment does not show in the list', async () => {
    await using scene = await createScene()
    const { world } = scene
    world.github.listComments({ lagMs: 60_000 })
    expect((await run(scene)).outputs['outcome']).toBe('unavailable')
    expect(world.docsService.requests).toEqual([])
    world.github.listComments({})
    expect((await run(scene, { runAttempt: 2 })).outputs['outcome']).toBe('pull-request')
    expect(world.docsService.jobs).toHaveLength(1)
  })

  test('our comment shows in the list after a while', async () => {
    await using scene = await createScene()
    scene.world.github.listComments({ lagMs: 5_000 })
    expect((await run(scene)).outputs['outcome']).toBe('pull-request')
  })
})

describe.concurrent('what once led to a second job', () => {
  test('who reacts first, and posts late, sends nothing when the list then fails', async () => {
    await using scene = await createScene()
    const { world, asked } = scene
    const token = world.github.actionsTokenWith({ issues: 'write' })
    world.github.faults.add({ token, method: 'GET', path: comments, respond: knownFaults.badGateway })
    const over = Promise.withResolvers<void>()
    const isHeld = Promise.withResolvers<void>()
    world.github.onRequest = async ({ method, path }) => {
      if (method !== 'POST' || !comments.test(path)) return
      world.github.onRequest = undefined
      isHeld.resolve()
      await over.promise
    }
    const slow = world.start({ trigger: asked, runId: 1, token })
    await isHeld.promise
    const other = await run(scene, { runId: 2 })
    over.resolve()
    slow.cancel()
    expect((await slow.result).outputs['jobId']).toBe('')
    expect(other.outputs['outcome']).toBe('pull-request')
    expect(world.docsService.jobs).toHaveLength(1)
  })

  test('a run that could write nothing, and was killed, is followed by one job', async () => {
    await using scene = await createScene()
    const { world, asked } = scene
    const stop = world.github.faults.add({ method: 'POST', path: comments, respond: knownFaults.badGateway })
    const killed = world.start({ trigger: asked, post: false })
    await expect
      .poll(() => world.github.requestsBy().filter(({ method }) => method === 'POST').length, {
        timeout: 10_000,
      })
      .toBeGreaterThan(1)
    killed.kill()
    await killed.result
    expect(world.docsService.requests).toEqual([])
    stop()
    expect((await run(scene, { runAttempt: 2 })).outputs['outcome']).toBe('pull-request')
    expect(world.docsService.jobs).toHaveLength(1)
  })

  test('after both the comment that asked and ours were deleted, a re-run sends nothing', async () => {
    await using scene = await createScene()
    const { world, asked, ourComments } = scene
    await run(scene)
    for (const { id } of [...(await ourComments()), asked.comment])
      await world.github.deleteComment(id, 'maintainer')
    const again = await run(scene, { runAttempt: 2 })
    expect([again.outputs['outcome'], again.conclusion]).toEqual(['skipped', 'success'])
    expect(world.docsService.jobs).toHaveLength(1)
  })

  test.each([{ repeats: true }, { ignoresPage: true }])(
    'a list with the flaw %j stops no claim',
    async (flaw) => {
      await using scene = await createScene()
      const { world, issue, ourComments } = scene
      for (let count = 0; count < 101; count += 1)
        await world.github.comment(issue.number, `Me too (${count}).`, 'reader')
      world.github.listComments(flaw)
      const { outputs } = await run(scene)
      // A list without its second page never shows our comment.
      expect(outputs['outcome']).toBe('repeats' in flaw ? 'pull-request' : 'unavailable')
      expect(await ourComments()).toHaveLength(1)
    },
  )
})

describe.concurrent('what once kept a prompt from being sent', () => {
  test('a check of the set-up stops no real command, and its re-run edits its own comment', async () => {
    await using scene = await createScene()
    const { world, asked, issue } = scene
    const check = { runId: 1, inputs: { 'dry-run': 'true' } }
    expect((await run(scene, check)).outputs['outcome']).toBe('dry-run')
    expect(await readReactions(world, asked)).toEqual(['eyes'])
    expect((await run(scene, { runId: 2 })).outputs['outcome']).toBe('pull-request')
    expect((await run(scene, { ...check, runAttempt: 2 })).outputs['outcome']).toBe('dry-run')
    expect(await readReports(world, issue.number)).toHaveLength(2)
  })

  test("a stranger's reactions stop no re-run", async () => {
    await using scene = await createScene()
    const { world, asked } = scene
    for (const content of ['eyes', 'rocket'])
      await world.github.call(
        'stranger',
        'POST',
        `/repos/acme/app/issues/comments/${asked.comment.id}/reactions`,
        { content },
      )
    expect((await run(scene, { runAttempt: 2 })).outputs['outcome']).toBe('pull-request')
  })

  test.each([
    ['without a comment', { 'dry-run': 'true' }, '/docs explain it'],
    ['without a reply', {}, '/docs help'],
  ])(
    'where nothing would be sent, a comment that is refused is a warning: %s',
    async (_name, inputs, text) => {
      await using scene = await createScene()
      const { world, issue } = scene
      world.github.faults.add({
        method: 'POST',
        path: comments,
        respond: knownFaults.notAccessible,
        login: 'github-actions[bot]',
      })
      const trigger = await world.github.comment(issue.number, text, 'writer')
      const { annotations } = await run(scene, { trigger, inputs })
      expect(
        annotations
          .filter(({ level }) => level === 'warning')
          .map(({ message }) => message)
          .join(),
      ).toContain('issues: write')
    },
  )
})

test('five requests to GitHub stand before the first create', async () => {
  await using scene = await createScene()
  const { world } = scene
  let before: string[] = []
  world.docsService.onRequest = () => {
    before = world.github.requestsBy('github-actions[bot]').map(({ method, path }) => `${method} ${path}`)
    world.docsService.onRequest = undefined
  }
  await run(scene)
  expect(before.map((each) => each.replace('/repos/acme/app/', ''))).toEqual([
    'GET collaborators/writer/permission',
    expect.stringMatching(/^POST issues\/comments\/\d+\/reactions$/),
    'POST issues/1/comments',
    'GET issues/1/comments',
  ])
})
