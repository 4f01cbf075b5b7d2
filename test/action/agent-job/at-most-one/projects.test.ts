import { describe, expect, test } from 'vitest'
import type { World } from '../../../world/index.ts'
import type { RunResult } from '../../../world/runner/action-run.ts'
import { createScene, type Scene } from './crash.ts'

const PROJECTS = ['docs-project', 'other-project']

describe.concurrent('a comment that asks for two projects', () => {
  test('two projects side by side have a job and a comment each, also when they are run again', async () => {
    await using scene = await createScene()
    const legs = PROJECTS.map((project) =>
      scene.world.start({ trigger: scene.asked, inputs: inputs(project) }),
    )
    const results = await Promise.all(legs.map(({ result }) => result))
    await expectOneEach(scene, results)

    const again = []
    for (const project of PROJECTS) again.push(await runLeg(scene, project, { runAttempt: 2 }))
    expect(again.map(({ outputs }) => outputs)).toEqual(
      results.map(({ outputs }) => ({ ...outputs, job: '' })),
    )
    await expectOneEach(scene, again)
  })

  test('the post step of a killed leg leaves the comment of the other project alone', async () => {
    await using scene = await createScene()
    const { world, asked, ourComments } = scene
    world.docsService.nextJob({ endsAs: 'never' })
    const killed = world.start({ trigger: asked, inputs: inputs('other-project') })
    await world.docsService.waitForRequests({ operation: 'get-job' })
    world.docsService.nextJob({ endsAs: 'never' })
    await using other = world.start({ trigger: asked, inputs: inputs('docs-project') })
    await world.docsService.waitForRequests({ operation: 'get-job', path: '/docs-project/' })
    const before = (await ourComments())[1]

    killed.kill()
    expect((await killed.result).post?.conclusion).toBe('success')
    const [closed, left] = await ourComments()
    expect(closed?.body).toContain('This run was cancelled')
    expect(left).toEqual(before)
    other.kill()
  })
})

describe('a comment that asks for two projects, one after the other', () => {
  test('a project that is refused is asked for again by a re-run, and the other project is only reported', async () => {
    await using scene = await createScene()
    const path = 'other-project'
    scene.world.docsService.faults.add({ method: 'POST', path, respond: { kind: 'answer', status: 403 } })
    const first = await runLeg(scene, 'docs-project')
    const refused = await runLeg(scene, 'other-project')
    expect(refused.outputs).toMatchObject({ outcome: 'error', jobId: '' })

    const again = [
      await runLeg(scene, 'docs-project', { runAttempt: 2 }),
      await runLeg(scene, 'other-project', { runAttempt: 2 }),
    ]
    expect(again[0]?.outputs).toEqual({ ...first.outputs, job: '' })
    await expectOneEach(scene, again)
  })

  test('two projects with a key each, in two jobs of the workflow, do not stop each other', async () => {
    await using scene = await createScene()
    const results = []
    for (const project of PROJECTS)
      results.push(await runLeg(scene, project, { job: project, inputs: { 'api-key': keyOf(project) } }))
    await expectOneEach(scene, results)
  })
})

function inputs(project: string): Record<string, string> {
  return { 'project-id': project }
}

/** Both keys are good for both projects. */
function keyOf(project: string): string {
  return project === 'docs-project' ? 'mint_test_0123456789abcdef' : 'mint_another'
}

function runLeg(
  { world, asked }: Scene,
  project: string,
  step: Parameters<World['run']>[0] = {},
): Promise<RunResult> {
  return world.run({
    trigger: asked,
    inProcess: true,
    ...step,
    inputs: { ...inputs(project), ...step.inputs },
  })
}

async function expectOneEach({ world, ourComments }: Scene, results: RunResult[]): Promise<void> {
  const comments = await ourComments()
  expect(comments).toHaveLength(2)
  expect(world.docsService.jobs).toHaveLength(2)
  for (const [index, { outputs }] of results.entries()) {
    const job = world.docsService.jobs.find(({ projectId }) => projectId === PROJECTS[index])
    expect(outputs).toMatchObject({ outcome: 'pull-request', jobId: job?.id, prLink: job?.prLink })
    const comment = comments.find(({ html_url }) => html_url === outputs['commentUrl'])
    expect(comment?.body).toContain(job?.prLink)
  }
}
