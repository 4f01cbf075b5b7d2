import { expect, test } from 'vitest'
import { createWorldInProcess } from '../../../world/index.ts'
import { readReports } from '../conversation.ts'
import { numberOf, QUICK_JOBS } from './thread.ts'

test('a rolling pull request in a tracking issue takes in every push, until it is merged', async () => {
  await using world = await createWorldInProcess({ docsService: QUICK_JOBS })
  const { github, docsService } = world
  const tracking = await github.createIssue()
  const requestsBeforePrompts: number[] = []
  const runPush = async (runId: number) => {
    const trigger = await github.push([{ files: { 'src/retry.ts': `export const retries = ${runId}\n` } }])
    // An empty list of the pull requests of a commit is read again.
    const count = () => github.requestsBy().filter(({ path }) => !/commits.*pulls$/u.test(path)).length + 1
    const before = count()
    docsService.onRequest = ({ method }) => {
      if (method === 'POST') requestsBeforePrompts.push(count() - before + 1)
    }
    const inputs = { prompt: 'Document what changed.', 'issue-number': String(tracking.number) }
    return await world.run({ trigger, runId, inputs })
  }

  const first = await runPush(1)
  const second = await runPush(2)
  expect(second.outputs).toMatchObject({ followUp: 'true', prLink: first.outputs['prLink'] })
  await github.closePullRequest(numberOf(first), 'merged', 'acme/docs')
  const third = await runPush(3)
  expect(third.outputs).toMatchObject({ outcome: 'pull-request', followUp: 'false' })
  const fourth = await runPush(4)
  expect(fourth.outputs).toMatchObject({ followUp: 'true', prLink: third.outputs['prLink'] })
  expect(third.outputs['prLink']).not.toBe(first.outputs['prLink'])
  expect(requestsBeforePrompts).toHaveLength(4)
  expect(Math.max(...requestsBeforePrompts)).toBeLessThanOrEqual(5)
  expect((await readReports(world, tracking.number))[2]).toContain(' is merged.')
})

test('a command on a line of a pull request continues what its conversation began, and the other way round', async () => {
  await using world = await createWorldInProcess({ docsService: QUICK_JOBS })
  const { github } = world
  const { number } = await github.createPullRequest()
  const first = await world.run({ trigger: await github.comment(number, '/docs document this', 'writer') })
  for (const trigger of [
    await github.reviewComment(number, '/docs and this line', 'writer'),
    await github.comment(number, '/docs make it shorter', 'writer'),
  ]) {
    const { outputs } = await world.run({ trigger })
    expect(outputs).toMatchObject({ followUp: 'true', prLink: first.outputs['prLink'] })
  }
})
