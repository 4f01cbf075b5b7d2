import { describe, expect, test } from 'vitest'
import { createWorldInProcess, type World } from '../../world/index.ts'
import { readPrompts, readReports, readRequests } from './conversation.ts'

// Which pushes are pull requests, case by case: `unit/agent-job/request/merged-pull-request.test.ts`.

function countLookUps(world: World): number {
  return readRequests(world).filter((request) => /\/commits\/\w+\/pulls$/.test(request)).length
}

describe.concurrent('a push that is a pull request', () => {
  test.each([
    ['merge', 2],
    ['squash', 1],
  ] as const)('a pull request that was merged by %s is what its push is about', async (how, requests) => {
    await using world = await createWorldInProcess()
    const files = { 'src/a.ts': 'one\n', 'src/b.ts': 'two\n' }
    const { number } = await world.github.createPullRequest({
      title: 'Retry',
      body: 'Three were too few.',
      files,
    })
    const { push } = await world.github.merge(number, how)

    const inputs = { prompt: 'Document what changed.', wait: false, context: 'diff' }
    const result = await world.run({ trigger: push, inputs })

    expect(result.outputs['outcome']).toBe('submitted')
    const [prompt = ''] = readPrompts(world)
    expect(prompt).toContain(`- Pull request: #${number}\n- Title: "Retry"\n`)
    expect(prompt).toContain('Three were too few.')
    expect(prompt).toMatch(/- added src\/a\.ts \+1 \u22120\n\n```diff/)
    expect(readRequests(world)).toContain(`GET /repos/acme/app/pulls/${number}/files`)
    expect(await readReports(world, number)).toHaveLength(1)
    expect(countLookUps(world)).toBeLessThanOrEqual(requests)
  })
})
