import { expect, test } from 'vitest'
import { createQuickWorld, type WorldOptions } from '../../../world/index.ts'
import { askOnIssue, readReports } from '../conversation.ts'

// What is continued, and where a new job is created instead: `unit/agent-job/job`. A message whose answer is lost: `at-most-one`.

test('a second command sends a message, and the agent adds a commit to the same branch, until it is merged; `--new` creates a job', async () => {
  await using thread = await createThread({ inProcess: false })
  const { world, first, command, lastReport } = thread
  const { prLink, prNumber, jobId } = first.outputs
  const countCommits = async () => {
    const pull = await world.github.call('maintainer', 'GET', `/repos/acme/docs/pulls/${prNumber}`)
    return (pull as { commits: number }).commits
  }
  const before = await countCommits()
  const seen: string[] = []
  world.docsService.onRequest = async ({ operation }) => {
    if (operation === 'get-job') seen.push(await lastReport())
  }

  const second = await command('/docs also say when to retry')

  expect(second.outputs).toMatchObject({ outcome: 'pull-request', followUp: 'true', prLink, prNumber, jobId })
  expect(world.docsService.jobs[0]?.messages).toEqual([expect.stringContaining('also say when to retry')])
  expect(await countCommits()).toBe(before + 1)
  expect(await world.github.call('maintainer', 'GET', '/repos/acme/docs/pulls')).toHaveLength(1)
  expect(seen.at(-1)).toMatch(/The agent is updating \[acme\/docs/)
  const report = await lastReport()
  expect(report).toContain('The documentation pull request was updated')
  for (const said of [seen.at(-1), report]) expect(said).toContain(`](${prLink})`)

  await world.github.closePullRequest(Number(prNumber), 'merged', 'acme/docs')
  const third = await command('/docs say it once more')
  expect(third.outputs).toMatchObject({ outcome: 'pull-request', followUp: 'false' })
  expect(third.outputs['prLink']).not.toBe(prLink)
  expect(await lastReport()).toContain(' is merged.')

  const { outputs } = await command('/docs --new start afresh')
  expect(outputs).toMatchObject({ outcome: 'pull-request', followUp: 'false' })
  expect(outputs['prLink']).not.toBe(third.outputs['prLink'])
  expect(world.docsService.jobs[2]?.prompt).toMatch(/^start afresh\n/)
})

test.each([true, false])(
  "the token can't read what is continued: %s; or somebody has copied our comment",
  async (isPrivate) => {
    await using thread = await createThread({ github: isPrivate ? { privateRepositories: ['acme/docs'] } : {} })
    const { world, first, issue, command, lastReport } = thread
    if (!isPrivate) {
      const [, ours] = await world.github.commentsOf(issue.number)
      await world.github.deleteComment(ours?.id ?? 0, 'maintainer')
      await world.github.comment(issue.number, ours?.body ?? '', 'reader')
    }

    const { outputs } = await command('/docs go on')

    expect(outputs).toMatchObject({ outcome: 'pull-request', followUp: 'false' })
    expect(outputs['prLink']).not.toBe(first.outputs['prLink'])
    const advice = ' is open. To continue it next time, set a `github-token` that can read that repository'
    expect(await lastReport()).toContain(isPrivate ? advice : 'pull request is ready')
  },
)

test('a command on a line of a pull request continues what its conversation began, and the other way round', async () => {
  await using world = await createQuickWorld()
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

/**
 * An issue in which a first command has led to a documentation pull request, which is open. Jobs are quick, and runs are
 * in process, unless told otherwise.
 */
async function createThread(options: WorldOptions = {}) {
  const world = await createQuickWorld(options)
  const { issue, asked } = await askOnIssue(world)
  const first = await world.run({ trigger: asked })
  return {
    world,
    issue,
    first,
    /** Comments a further command, and runs it to its end. */
    command: async (text: string) => world.run({ trigger: await world.github.comment(issue.number, text, 'writer') }),
    /** The last comment of the action, without its marker. */
    lastReport: async () => (await readReports(world, issue.number)).at(-1) ?? '',
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}
