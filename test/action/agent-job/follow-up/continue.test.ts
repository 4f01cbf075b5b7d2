import { describe, expect, test } from 'vitest'
import type { WorldOptions } from '../../../world/index.ts'
import { countPrompts, createThread, numberOf, type Thread } from './thread.ts'

describe('a second command continues the open pull request', () => {
  test('a second command sends a message, and the agent adds a commit to the same branch', async () => {
    await using thread = await createThread({ inProcess: false })
    const { world, first } = thread
    const { prLink, prNumber, jobId } = first.outputs
    const before = await countCommits(thread)
    const seen = watchReports(thread)

    const second = await thread.command('/docs also say when to retry')

    const expected = { outcome: 'pull-request', followUp: 'true', prLink, prNumber, jobId }
    expect(second.outputs).toMatchObject(expected)
    expect(countPrompts(world)).toEqual({ created: 1, messages: 1 })
    expect(world.docsService.jobs[0]?.messages).toEqual([expect.stringContaining('also say when to retry')])
    expect(await countCommits(thread)).toBe(before + 1)
    expect(await world.github.call('maintainer', 'GET', '/repos/acme/docs/pulls')).toHaveLength(1)
    expect(seen.at(-1)).toMatch(/The agent is updating \[acme\/docs/)
    const report = await thread.lastReport()
    expect(report).toContain('The documentation pull request was updated')
    for (const said of [seen.at(-1), report]) expect(said).toContain(`](${prLink})`)
  })
})

describe('a new job is created', () => {
  const replaceByCopy = async ({ world: { github }, issue }: Thread) => {
    const [, ours] = await github.commentsOf(issue.number)
    await github.deleteComment(ours?.id ?? 0, 'maintainer')
    await github.comment(issue.number, ours?.body ?? '', 'reader')
  }

  const PRIVATE: WorldOptions['github'] = { privateRepositories: ['acme/docs'] }

  test.each<[string, (thread: Thread) => unknown, said: string, text?: string, github?: WorldOptions['github']]>([
    ['the command asks for it', () => undefined, 'pull request is ready', '/docs --new start afresh'],
    [
      'the pull request is merged, which the comment says',
      ({ world, first }) => world.github.closePullRequest(numberOf(first), 'merged', 'acme/docs'),
      ' is merged.',
    ],
    [
      "the token can't read the pull request, which the comment says",
      () => undefined,
      ' is open. To continue it next time, set a `github-token` that can read that repository',
      '/docs go on',
      PRIVATE,
    ],
    ['our comment was deleted, and somebody has copied it', replaceByCopy, 'pull request is ready'],
  ])('a new job is created where %s', async (_name, prepare, said, text = '/docs go on', github = {}) => {
    await using thread = await createThread({ github })
    await prepare(thread)
    const { outputs } = await thread.command(text)
    expect(outputs).toMatchObject({ outcome: 'pull-request', followUp: 'false' })
    expect(outputs['prLink']).not.toBe(thread.first.outputs['prLink'])
    expect(countPrompts(thread.world).created).toBe(2)
    expect(thread.world.docsService.jobs[1]?.prompt).not.toMatch(/new/i)
    expect(await thread.lastReport()).toContain(said)
  })
})

test('a message whose answer is lost is not sent again, nor is a job created', async () => {
  await using thread = await createThread()
  const { world } = thread
  const respond = { kind: 'cut' } as const
  world.docsService.faults.add({ operation: 'send-message', when: 'after handling', respond })
  const trigger = await thread.ask()
  for (const runAttempt of [1, 2]) {
    const { outputs } = await world.run({ trigger, runAttempt })
    expect(outputs).toMatchObject({ outcome: 'unknown', jobId: '' })
  }
  expect(countPrompts(world)).toEqual({ created: 1, messages: 1 })
})

/** What our last comment says each time that the job is read. */
function watchReports({ world, lastReport }: Thread): string[] {
  const seen: string[] = []
  world.docsService.onRequest = async ({ operation }) => {
    if (operation !== 'get-job') return
    seen.push(await lastReport())
  }
  return seen
}

/** Commits of the first pull request. */
async function countCommits({ world, first }: Thread): Promise<number> {
  const path = `/repos/acme/docs/pulls/${numberOf(first)}`
  const pull = await world.github.call('maintainer', 'GET', path)
  return (pull as { commits: number }).commits
}
