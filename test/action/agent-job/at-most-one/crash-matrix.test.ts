import { describe, expect, test } from 'vitest'
import { expectPromises } from '../faults/promises.ts'
import type { CommandKind, Interruption, Moment, Step } from './crash.ts'
import { createScene, interruptAt, listSteps, momentsOf } from './crash.ts'

const steps = await listSteps()
const stepsOfFollowUp = await listSteps(() => createScene('second command'))

describe.concurrent('killed at any request, then run again', () => {
  for (const step of steps) {
    const { number, name } = step
    for (const moment of momentsOf(step)) {
      test(`a run killed at request ${number}, ${name} ${moment}, then run again, sends at most one prompt`, () =>
        killAndRunAgain(steps, step, { moment, post: true }))
    }
    if (leavesSomethingNew(step))
      test(`a run killed at request ${number}, ${name}, without post, then run again, sends at most one prompt`, () =>
        killAndRunAgain(steps, step, { moment: 'unanswered', post: false }))
  }
})

// Requests to GitHub that are cancelled: `faults`. Waits, polls and what is read in the end are cancelled in unit tests.
const find = (all: readonly Step[], end: string) => all.find(({ name }) => name.endsWith(end)) ?? expect.fail(end)
const isEdit = ({ name }: Step) => name.startsWith('PATCH')

test.concurrent.for<[string, Step | undefined, Moment, CommandKind?]>([
  ['posts its claim', find(steps, 'POST /issues/1/comments'), 'lost'],
  ['posts its claim', find(steps, 'POST /issues/1/comments'), 'unanswered'],
  ['reads its claim back', find(steps, 'GET /issues/1/comments'), 'lost'],
  ['sends its prompt', find(steps, '/job'), 'lost'],
  ['sends its prompt', find(steps, '/job'), 'unanswered'],
  ['sends its message', find(stepsOfFollowUp, '/message'), 'lost', 'second command'],
  ['sends its message', find(stepsOfFollowUp, '/message'), 'unanswered', 'second command'],
  ['writes down its job', steps.find(isEdit), 'lost'],
  ['writes how it ended', steps.findLast(isEdit), 'lost'],
])('a run cancelled while it %s, which is %j %s, sends at most one prompt', async ([, at, moment, kind]) => {
  if (at === undefined) throw new Error('A run makes no such request.')
  await using scene = await createScene(kind)
  const cancelled = await interruptAt(scene, { at, moment, post: true }, async (run) => run.cancel())
  expect(cancelled.signal).toBeNull()
  // An answer that comes a moment after the cancellation is still waited for: it holds the only word of the id.
  if (moment === 'unanswered') expect(cancelled.outputs['jobId'] ?? '').toBe(scene.job()?.id ?? '')
  const known = await expectPromises(scene, cancelled, new Set(), false)

  const again = await scene.run({ runAttempt: 2 })
  await expectPromises(scene, again, known, true)
  expect(await scene.ourComments()).toHaveLength(1)
  // A run that was stopped before it asked for a job is done again; else the job that it knew is found.
  const expected = cancelled.outputs['outcome'] === 'unknown' ? 'unknown' : 'pull-request'
  expect(again.outputs['outcome']).toBe(expected)
})

// Its requests to GitHub are disturbed in `faults`.
describe.concurrent('a second command, which continues a pull request', () => {
  const message = find(stepsOfFollowUp, '/message')

  test.each<[Moment, post: boolean]>([
    ['lost', true],
    ['unanswered', true],
    ['answered', true],
    ['unanswered', false],
  ])('a second command killed where its message is %s, post: %s, then run again, sends at most one', (moment, post) =>
    killAndRunAgain(stepsOfFollowUp, message, { moment, post }, 'second command'),
  )

  test('post names the pull request that is continued where main was killed before the comment did', async () => {
    await using scene = await createScene('second command')
    const at = stepsOfFollowUp.find(isEdit) ?? expect.fail()
    const killed = await interruptAt(scene, { at, moment: 'lost', post: true })
    expect(killed.post).toMatchObject({ conclusion: 'success', annotations: [] })
    const [comment] = await scene.ourComments()
    expect(comment?.body).toMatch(/The prompt was sent to the job behind \[.+\]\(\S+\/acme\/docs\/pull\/1\)\./)
  })
})

function isWrite({ name }: Step): boolean {
  return !name.startsWith('GET ')
}

/**
 * Without post, what GitHub and the service know is all that is left of a run. That changes when a request that writes
 * is carried out, and when the service is asked for the job, which continues meanwhile; the first request stands for
 * a run that did neither.
 */
function leavesSomethingNew(step: Step): boolean {
  const { number, name } = step
  return number === 1 || isWrite(step) || name.startsWith('GET /v2/')
}

async function killAndRunAgain(
  steps: readonly Step[],
  at: Step,
  interruption: Omit<Interruption, 'at'>,
  kind?: CommandKind,
): Promise<void> {
  await using scene = await createScene(kind)
  const killed = await interruptAt(scene, { at, ...interruption })
  const left = (await scene.ourComments()).map(({ body }) => body).join()
  const { id = 'no job' } = scene.job() ?? {}
  if (interruption.post) expect(killed.post?.conclusion).toBe('success')
  const known = interruption.post ? await expectPromises(scene, killed, new Set(), false) : new Set<string>()
  /** The request that writes the job's id into the comment. */
  const noting = steps.find(isEdit)?.number ?? 0
  if (at.number > noting) expect(left).toContain(id)

  const again = await scene.run({ runAttempt: 2 })
  await expectPromises(scene, again, known, true)
  const [comment, ...others] = await scene.ourComments()
  // The job is found, or created when nobody had claimed the comment; else it is not known whether there is one.
  const isKnown = left === '' || left.includes(id)
  const end = isKnown ? { outcome: 'pull-request', jobId: scene.job()?.id } : { outcome: 'unknown', jobId: '' }
  expect([again.outputs, others]).toMatchObject([{ ...end, commentUrl: comment?.html_url }, []])
  if (kind === 'second command' && isKnown) expect(again.outputs['followUp']).toBe('true')
  expect(await scene.allComments()).toEqual(expect.arrayContaining(scene.before))
}
