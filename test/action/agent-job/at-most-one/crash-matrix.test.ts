// @module-tag requests-vary
import { describe, expect, test } from 'vitest'
import { expectPromises, readClaims } from '../faults/promises.ts'
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

const find = (all: readonly Step[], end: string) => all.find(({ name }) => name.endsWith(end)) ?? expect.fail(end)
const isEdit = ({ name }: Step) => name.startsWith('PATCH')

// Its requests to GitHub are disturbed in `faults`, and canceled in `signals`.
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
  const left = await scene.ourComments()
  const { id = 'no job' } = scene.job() ?? {}
  if (interruption.post) expect(killed.post?.conclusion).toBe('success')
  const known = interruption.post ? await expectPromises(scene, killed, new Set(), false) : new Set<string>()
  /** The request that writes the job's id into the comment. */
  const noting = steps.filter(isEdit)[1]?.number ?? 0
  if (at.number > noting) expect(left[0]?.body).toContain(id)

  const again = await scene.run({ runAttempt: 2 })
  await expectPromises(scene, again, known, true)
  const [comment, ...others] = await scene.ourComments()
  // The job is found, or created where the comment says that nothing was sent; else nobody knows whether there is one.
  const isKnown = readClaims(left).every(({ state }) => state !== 'sending')
  const end = isKnown ? { outcome: 'pull-request', jobId: scene.job()?.id } : { outcome: 'unknown', jobId: '' }
  expect([again.outputs, others]).toMatchObject([{ ...end, commentUrl: comment?.html_url }, []])
  if (kind === 'second command' && isKnown) expect(again.outputs['followUp']).toBe('true')
  expect(await scene.allComments()).toEqual(expect.arrayContaining(scene.before))
}
