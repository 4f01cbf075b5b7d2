import { describe, expect, test } from 'vitest'
import { countPrompts, createThread, numberOf, type Thread } from './thread.ts'

describe('a second command continues the open pull request', () => {
  test('a second command sends a message, and the agent adds a commit to the same branch', async () => {
    await using thread = await createThread({ inProcess: false })
    const { world, first } = thread
    const before = await countCommits(thread)

    const second = await thread.command({ text: '/docs also say when to retry' })

    expect(second.outputs).toMatchObject({
      outcome: 'pull-request',
      followUp: 'true',
      prLink: first.outputs['prLink'],
      prNumber: first.outputs['prNumber'],
      jobId: first.outputs['jobId'],
    })
    expect(countPrompts(world)).toEqual({ created: 1, messages: 1 })
    expect(world.docsService.jobs[0]?.messages).toEqual([expect.stringContaining('also say when to retry')])
    expect(await countCommits(thread)).toBe(before + 1)
    expect(await world.github.call('maintainer', 'GET', '/repos/acme/docs/pulls')).toHaveLength(1)
  })

  test('the comment says which pull request is continued, while the agent works and at the end', async () => {
    await using thread = await createThread()
    const { world } = thread
    const link = `](${thread.first.outputs['prLink']})`
    const seen: string[] = []
    world.docsService.onRequest = async ({ operation }) => {
      if (operation === 'get-job') seen.push(await thread.lastReport())
    }

    await thread.command()

    expect(seen.at(-1)).toMatch(/The agent continues \[acme\/docs/)
    expect(seen.at(-1)).toContain(link)
    const report = await thread.lastReport()
    expect(report).toContain('The documentation pull request is updated')
    expect(report).toContain(link)
  })

  test('at most five requests to GitHub are sent before the message', async () => {
    await using thread = await createThread()
    expect(await countRequestsBeforePrompt(thread)).toBeLessThanOrEqual(5)
  })
})

describe('a new job is created', () => {
  test.each([
    ['/docs --new start afresh', {}],
    ['/docs go on', { comment: 'false' }],
  ])('a new job is created for "%s" with %o', async (text, inputs) => {
    await using thread = await createThread()
    const second = await thread.command({ text, inputs })
    expect(second.outputs).toMatchObject({ outcome: 'pull-request', followUp: 'false' })
    expect(second.outputs['prLink']).not.toBe(thread.first.outputs['prLink'])
    expect(countPrompts(thread.world)).toEqual({ created: 2, messages: 0 })
    expect(thread.world.docsService.jobs[1]?.prompt).not.toMatch(/new/i)
  })

  test('a new job is created once the pull request is merged, which the comment says', async () => {
    await using thread = await createThread()
    const { world, first } = thread
    await world.github.closePullRequest(numberOf(first), 'merged', 'acme/docs')
    const seen: string[] = []
    world.docsService.onRequest = async ({ operation }) => {
      if (operation === 'get-job') seen.push(await thread.lastReport())
    }
    world.docsService.nextJob({ terminalOnCreate: false, activeReads: 1 })

    const { outputs } = await thread.command()

    expect(outputs).toMatchObject({ outcome: 'pull-request', followUp: 'false' })
    expect(outputs['prLink']).not.toBe(first.outputs['prLink'])
    const sentence = ' is merged.'
    expect(seen.at(-1)).toContain(sentence)
    expect(await thread.lastReport()).toContain(sentence)
  })
})

/** Commits on the branch of the first pull request. */
async function countCommits({ world }: Thread): Promise<number> {
  const branch = world.docsService.jobs[0]?.pullRequest?.branch
  return (
    (await world.github.call('maintainer', 'GET', `/repos/acme/docs/commits?sha=${branch}`)) as unknown[]
  ).length
}

async function countRequestsBeforePrompt(thread: Thread): Promise<number> {
  const { github, docsService } = thread.world
  const before = github.requestsBy().length
  let count = 0
  docsService.onRequest = ({ operation }) => {
    if (operation === 'send-message') count = github.requestsBy().length - before
  }
  await thread.command()
  expect(count).toBeGreaterThan(0)
  return count
}
