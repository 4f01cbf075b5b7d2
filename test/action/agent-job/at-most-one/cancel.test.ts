import { describe, expect, test } from 'vitest'
import { knownFaults } from '../../../world/github/faults.ts'
import { type CommandKind, createScene, interruptAt, listSteps, type Moment, type Step } from './crash.ts'

const steps = await listSteps()
const message = (await listSteps(() => createScene('second command'))).find(({ name }) => name.endsWith('/message'))
const edits = steps.filter(({ name }) => name.startsWith('PATCH'))
const find = (pattern: RegExp) => steps.find(({ name }) => pattern.test(name))

/** Where a cancellation costs something. Waits, polls and what is read in the end are cancelled in unit tests. */
describe.concurrent.each<[string, Step | undefined, Moment[], CommandKind?]>([
  ['posts its claim', find(/^POST .*\/comments$/), ['lost', 'unanswered']],
  ['reads its claim back', find(/^GET .*\/comments$/), ['lost']],
  ['sends its prompt', find(/^POST .*\/job$/), ['lost', 'unanswered']],
  ['sends its message', message, ['lost', 'unanswered'], 'second command'],
  ['writes down its job', edits[0], ['lost']],
  ['writes how it ended', edits.at(-1), ['lost']],
])('a run that is cancelled while it %s', (_name, step, moments, kind) => {
  test.each(moments)('sends at most one prompt, where the request is %s', async (moment) => {
    expect(step).toBeDefined()
    await cancelAndRunAgain(step?.number ?? 0, moment, kind)
  })
})

async function cancelAndRunAgain(number: number, moment: Moment, kind?: CommandKind): Promise<void> {
  await using scene = await createScene(kind)
  const { ourComments } = scene

  const cancelled = await interruptAt(scene, { number, moment, post: true }, async (run) => run.cancel())
  expect(cancelled.signal).toBeNull()
  const known = cancelled.outputs['jobId'] ?? ''
  // An answer that comes a moment after the cancellation is still waited for: it holds the only word of the id.
  if (moment === 'unanswered') expect(known).toBe(scene.job()?.id ?? '')
  const comments = (await ourComments()).map(({ body }) => body)
  expect(comments.join()).not.toContain('is working')
  if (comments.length > 0) expect(comments.join()).toContain(known)

  const again = await scene.run({ runAttempt: 2 })
  expect(scene.countPrompts()).toBeLessThanOrEqual(1)
  expect(await ourComments()).toHaveLength(1)
  // A run that was stopped before it asked for a job is done again; else the job that it knew is found.
  const expected = cancelled.outputs['outcome'] === 'unknown' ? 'unknown' : 'pull-request'
  expect(again.outputs['outcome']).toBe(expected)
  expect(again.outputs['jobId']).toContain(known)
}

test.concurrent('a run cancelled while GitHub hangs sets its outputs, ends in time, and post keeps the job', async () => {
  await using scene = await createScene()
  const { github, docsService } = scene.world
  docsService.nextJob({ endsAs: 'never' })
  const run = scene.start()
  await docsService.waitForRequests({ method: 'GET' }, 2)
  const stop = github.faults.add({ login: 'github-actions[bot]', respond: { hang: true } })
  run.cancel()
  // As impatient people do: it changes nothing.
  run.cancel()
  await run.exited
  stop()

  const result = await run.result
  const jobId = docsService.jobs[0]?.id
  // The runner would have sent SIGTERM after 7.5 s.
  expect(result).toMatchObject({ conclusion: 'cancelled', exitCode: 1, signal: null, post: { conclusion: 'success' } })
  expect(result.outputs).toMatchObject({ outcome: 'cancelled', status: 'active', jobId })
  const [comment] = await scene.ourComments()
  expect(comment?.body).toContain('This run was cancelled')
  expect(comment?.body).toContain(jobId)
})

test.concurrent('post writes a result that GitHub did not accept', async () => {
  await using scene = await createScene()
  // The first edit brings the id of the job. `main` gives up after half a minute, and `post` tries again.
  scene.world.github.faults.add({ method: 'PATCH', skip: 1, times: 12, respond: knownFaults.badGateway })
  const result = await scene.run()
  expect(result.outputs['outcome']).toBe('pull-request')
  const [comment] = await scene.ourComments()
  expect(comment?.body).toContain('The documentation pull request is ready')
  expect(comment?.body).toContain(result.outputs['prLink'])
  expect(result.post?.log.shown).toContain('now says')
})
