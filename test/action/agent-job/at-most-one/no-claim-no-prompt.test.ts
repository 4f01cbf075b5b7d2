import { describe, expect, test } from 'vitest'
import { type FaultRule, knownFaults } from '../../../world/github/faults.ts'
import { readReactions, readReports } from '../conversation.ts'
import { createScene, type Scene } from './crash.ts'

const comments = /\/issues\/1\/comments$/

describe('a run that ends before its claim', () => {
  test('answers wrong inputs, once, and its re-run does the job in that comment', async () => {
    await using scene = await createScene()
    const { world, asked, issue } = scene
    const first = await scene.run({ inputs: { timeout: 'soon' } })
    expect(await readReactions(world, asked)).toEqual(['eyes', 'confused'])
    expect(await readReports(world, issue.number)).toEqual([expect.stringContaining('timeout')])
    const second = await scene.run({ inputs: { 'api-key': '' }, runAttempt: 2 })

    expect([first, second].map(({ outputs }) => outputs['outcome'])).toEqual(['error', 'error'])
    expect(await readReports(world, issue.number)).toEqual([expect.stringContaining('api-key')])
    expect(world.docsService.requests).toEqual([])

    const third = await scene.run({ runAttempt: 3 })
    expect(third.outputs['outcome']).toBe('pull-request')
    expect(await readReactions(world, asked)).toEqual(['eyes', 'rocket'])
    const reports = await readReports(world, issue.number)
    expect(reports).toEqual([expect.stringContaining('pull request is ready')])
    expect(world.docsService.jobs).toHaveLength(1)
  })

  test('says nothing of inputs to a stranger, who is denied, and stops no other run', async () => {
    await using scene = await createScene()
    const { world, issue } = scene
    const asked = await world.github.comment(issue.number, '/docs explain', 'reader')
    const { outputs, conclusion } = await world.run({ trigger: asked, inputs: { timeout: 'soon' }, inProcess: true })
    expect([outputs['outcome'], conclusion]).toEqual(['denied', 'success'])
    expect([await readReactions(world, asked), await readReports(world, issue.number)]).toEqual([['-1'], []])

    await scene.run({ inputs: { timeout: 'soon' } })
    expect((await scene.run({ runId: 77 })).outputs['outcome']).toBe('pull-request')
  })

  test('writes nothing with `comment: false`', async () => {
    await using scene = await createScene()
    await scene.run({ inputs: { timeout: 'soon', comment: false } })
    expect(await readReports(scene.world, scene.issue.number)).toEqual([])
  })
})

const { badGateway, notAccessible } = knownFaults

// A list that never shows our comment: `hostile/texts.test.ts`.
test.concurrent.for<[string, Partial<FaultRule> & Pick<FaultRule, 'respond'>, string, RegExp]>([
  [
    'the permission to comment is missing',
    { method: 'POST', path: comments, respond: notAccessible },
    'error',
    /issues: write/,
  ],
  ['the list fails', { method: 'GET', path: comments, respond: badGateway }, 'unavailable', /502/],
  ['nothing is answered', { login: 'github-actions[bot]', respond: { cut: 'before' } }, 'unavailable', /GitHub/],
])('where %s nothing is sent, and a re-run sends once', async ([, rule, outcome, reason]) => {
  await using scene = await createScene()
  const stop = scene.world.github.faults.add(rule)
  const { outputs, summary } = await scene.run()
  expect(outputs).toMatchObject({ outcome, jobId: '' })
  expect(summary).toMatch(reason)
  expect(scene.world.docsService.requests).toEqual([])
  stop()
  await expectOneJob(scene)
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

test('four requests to GitHub come before the first create', async () => {
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
