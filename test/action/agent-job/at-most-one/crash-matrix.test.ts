import { describe, expect, test } from 'vitest'
import {
  createScene,
  type Interruption,
  interruptAt,
  listSteps,
  momentsOf,
  type Scene,
  type Step,
} from './crash.ts'

const steps = await listSteps()
/** The request that writes the job's id into the comment. */
const noting = steps.find(({ name }) => name.startsWith('PATCH'))?.number ?? 0

describe.concurrent('killed at any request, then run again', () => {
  for (const step of steps) {
    const { number, name } = step
    for (const moment of momentsOf(step)) {
      test(`${number}. ${name} ${moment}`, () => killAndRunAgain({ number, moment, post: true }))
    }
    if (leavesSomethingNew(step))
      test(`${number}. ${name}, without post`, () =>
        killAndRunAgain({ number, moment: 'unanswered', post: false }))
  }
})

/**
 * Without post, what GitHub and the service know is all that is left of a run. That changes when a request that writes
 * is carried out, and when the service is asked for the job, which goes on meanwhile; the first request stands for
 * a run that did neither.
 */
function leavesSomethingNew({ number, name }: Step): boolean {
  return number === 1 || !name.startsWith('GET ') || name.startsWith('GET /v2/')
}

async function killAndRunAgain(interruption: Interruption): Promise<void> {
  await using scene = await createScene()
  const { world, asked, ourComments } = scene

  const killed = await interruptAt(scene, interruption)
  const left = (await ourComments()).map(({ body }) => body)
  if (interruption.post) {
    expect(killed.post?.conclusion).toBe('success')
    // Nobody works any more, so nothing may say so; and whatever the run knew is written down.
    expect(left.join()).not.toContain('is working')
    expect(left.join()).toContain(killed.state['jobId'] ?? '')
  }
  const [{ id = 'no job' } = {}] = world.docsService.jobs
  if (interruption.number > noting) {
    expect(killed.state['jobId']).toBe(id)
    expect(left.join()).toContain(id)
  }

  const again = await world.run({ trigger: asked, runAttempt: 2 })
  expect(world.docsService.requestsTo({ method: 'POST' }).length).toBeLessThanOrEqual(1)
  const comments = await ourComments()
  expect(comments).toHaveLength(1)
  expect(again.outputs['commentUrl']).toBe(comments[0]?.html_url)
  const isKnown = left.length === 0 || left.join().includes(id)
  expectOutcome(isKnown, again.outputs, comments[0]?.body, scene)
}

/** The job is found, or created when nobody had claimed the comment; else nobody can tell whether there is one. */
function expectOutcome(
  isKnown: boolean,
  outputs: Record<string, string>,
  comment: string | undefined,
  { world }: Scene,
): void {
  if (isKnown) {
    const [job] = world.docsService.jobs
    expect(outputs).toMatchObject({ outcome: 'pull-request', jobId: job?.id, prLink: job?.prLink })
    expect(comment).toContain(job?.prLink)
  } else {
    expect(outputs).toMatchObject({ outcome: 'unknown', jobId: '' })
    expect(comment).toContain('Nobody can tell whether a job was created')
  }
}
