import { describe, expect, test } from 'vitest'
import type { RunResult } from '../../../world/runner/action-run.ts'
import { createScene, type Scene } from './crash.ts'

const PROJECTS = ['docs-project', 'other-project']

describe.concurrent('a comment with a command for two projects', () => {
  test('two projects side by side have a job and a comment each, also when they are run again', async () => {
    await using scene = await createScene()
    const legs = PROJECTS.map((project) =>
      scene.world.start({ trigger: scene.asked, inputs: { 'project-id': project } }),
    )
    const results = await Promise.all(legs.map(({ result }) => result))
    await expectOneEach(scene, results)

    const again: RunResult[] = []
    for (const project of PROJECTS) again.push(await scene.run({ runAttempt: 2, inputs: { 'project-id': project } }))
    expect(again.map(({ outputs }) => outputs)).toEqual(results.map(({ outputs }) => ({ ...outputs, job: '' })))
    await expectOneEach(scene, again)
  })

  test('the post step of a killed leg leaves the comment of the other project alone', async () => {
    await using scene = await createScene()
    const { world, asked, ourComments } = scene
    world.docsService.nextJob({ endsAs: 'never' })
    const killed = world.start({ trigger: asked, inputs: { 'project-id': 'other-project' } })
    await world.docsService.waitForRequests({ operation: 'get-job' })
    world.docsService.nextJob({ endsAs: 'never' })
    await using other = world.start({ trigger: asked })
    await world.docsService.waitForRequests({ operation: 'get-job', path: '/docs-project/' })
    const before = (await ourComments())[1]

    killed.kill()
    expect((await killed.result).post?.conclusion).toBe('success')
    const [closed, left] = await ourComments()
    expect(closed?.body).toContain('The run was stopped')
    expect(left).toEqual(before)
    other.kill()
  })
})

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
