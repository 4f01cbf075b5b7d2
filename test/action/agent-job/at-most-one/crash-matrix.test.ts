import { describe, expect, test } from 'vitest'
import {
  createScene,
  type Interruption,
  interruptAt,
  listSteps,
  type Moment,
  momentsOf,
  type Scene,
  type SceneKind,
  type Step,
} from './crash.ts'

const steps = await listSteps()
const stepsOfFollowUp = await listSteps('second command')
const stepsOfProject = await listSteps('second project')

describe.concurrent('killed at any request, then run again', () => {
  for (const step of steps) {
    const { number, name } = step
    for (const moment of momentsOf(step)) {
      test(`a run killed at request ${number}, ${name} ${moment}, then run again, sends at most one prompt`, () =>
        killAndRunAgain(steps, { number, moment, post: true }))
    }
    if (leavesSomethingNew(step))
      test(`a run killed at request ${number}, ${name}, without post, then run again, sends at most one prompt`, () =>
        killAndRunAgain(steps, { number, moment: 'unanswered', post: false }))
  }
})

// What is like the first command's is left out: all before the comment, and requests that only read.
describe.concurrent('a second command, which continues a pull request', () => {
  test('a second command sends a message to the job of the first', () => {
    expect(stepsOfFollowUp.map(({ name }) => name)).toContain('POST /v2/agent/docs-project/job/{id}/message')
  })

  for (const step of stepsOfFollowUp.filter(isWrite).slice(1)) {
    const { number, name } = step
    const isPrompt = name.endsWith('/message')
    const kill = (moment: Moment, post: boolean) =>
      killAndRunAgain(stepsOfFollowUp, { number, moment, post }, 'second command')
    for (const moment of isPrompt ? momentsOf(step) : (['unanswered'] as const))
      test(`a second command killed at request ${number}, ${name} ${moment}, then run again, sends at most one prompt`, () =>
        kill(moment, true))
    if (isPrompt)
      test(`a second command killed at request ${number}, ${name}, without post, then run again, sends at most one prompt`, () =>
        kill('unanswered', false))
  }

  test('post names the pull request that is continued where main was killed before the comment did', async () => {
    await using scene = await createScene('second command')
    const number = stepsOfFollowUp.find(({ name }) => name.startsWith('PATCH'))?.number ?? 0
    const killed = await interruptAt(scene, { number, moment: 'lost', post: true })
    expect(killed.post).toMatchObject({ conclusion: 'success', annotations: [] })
    const [comment] = await scene.ourComments()
    expect(comment?.body).toMatch(/The prompt went to the job of \[.+\]\(\S+\/acme\/docs\/pull\/1\)\./)
  })
})

describe.concurrent('a comment that another project has answered', () => {
  for (const { number, name } of stepsOfProject.filter(isWrite))
    test(`a second project killed at request ${number}, ${name}, then run again, sends at most one prompt`, () =>
      killAndRunAgain(stepsOfProject, { number, moment: 'unanswered', post: true }, 'second project'))
})

function isWrite({ name }: Step): boolean {
  return !name.startsWith('GET ')
}

/**
 * Without post, what GitHub and the service know is all that is left of a run. That changes when a request that writes
 * is carried out, and when the service is asked for the job, which goes on meanwhile; the first request stands for
 * a run that did neither.
 */
function leavesSomethingNew({ number, name }: Step): boolean {
  return number === 1 || isWrite({ number, name }) || name.startsWith('GET /v2/')
}

async function killAndRunAgain(
  steps: readonly Step[],
  interruption: Interruption,
  kind?: SceneKind,
): Promise<void> {
  await using scene = await createScene(kind)
  const { world, ourComments } = scene
  /** The request that writes the job's id into the comment. */
  const noting = steps.find(({ name }) => name.startsWith('PATCH'))?.number ?? 0

  const killed = await interruptAt(scene, interruption)
  const left = (await ourComments()).map(({ body }) => body)
  if (interruption.post) {
    expect(killed.post?.conclusion).toBe('success')
    // Nobody works any more, so nothing may say so; and whatever the run knew is written down.
    expect(left.join()).not.toContain('is working')
    expect(left.join()).toContain(readKnownJob(killed.state))
  }
  const { id = 'no job' } = scene.job() ?? {}
  if (interruption.number > noting) {
    expect(readKnownJob(killed.state)).toBe(id)
    expect(left.join()).toContain(id)
  }

  const again = await scene.run({ runAttempt: 2 })
  expect(scene.countPrompts()).toBeLessThanOrEqual(1)
  const comments = await ourComments()
  expect(comments).toHaveLength(1)
  expect(again.outputs['commentUrl']).toBe(comments[0]?.html_url)
  const isKnown = left.length === 0 || left.join().includes(id)
  expectOutcome(isKnown, again.outputs, comments[0]?.body, scene)
  if (kind === 'second command' && isKnown) expect(again.outputs['followUp']).toBe('true')
  expect(await world.github.commentsOf(scene.issue.number)).toEqual(expect.arrayContaining(scene.before))
}

/** The job is found, or created when nobody had claimed the comment; else it is not known whether there is one. */
function expectOutcome(
  isKnown: boolean,
  outputs: Record<string, string>,
  comment: string | undefined,
  scene: Scene,
): void {
  if (isKnown) {
    const job = scene.job()
    expect(outputs).toMatchObject({ outcome: 'pull-request', jobId: job?.id, prLink: job?.prLink })
    expect(comment).toContain(job?.prLink)
  } else {
    expect(outputs).toMatchObject({ outcome: 'unknown', jobId: '' })
    expect(comment).toContain('Nobody can tell whether the prompt was received')
  }
}

/** The job that main has left to post; nothing if it knew none. */
function readKnownJob({ known = '{}' }: Record<string, string>): string {
  const { job } = JSON.parse(known) as { job?: { jobId: string } }
  return job?.jobId ?? ''
}
