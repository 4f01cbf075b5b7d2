import { describe, expect, test } from 'vitest'
import { knownFaults } from '../../world/github/faults.ts'
import { createQuickWorld, createWorld, type Step, type World } from '../../world/index.ts'
import { readPrompts, readReports } from './conversation.ts'

// What came with the commits of a range: `unit/agent-job/changes/read-range.test.ts`; what counts, and how much is told:
// `what-counts.test.ts` and `render-changes.test.ts` there. Here is what a run makes of it.

const document = (inputs: Record<string, string> = {}) => ({ prompt: 'Document it.', context: 'diff', ...inputs })

/** Runs the workflow for an event, without waiting; gives what the action added to the prompt. */
async function send(world: World, step: Step) {
  const result = await world.run({ ...step, inputs: { wait: false, ...document(), ...step.inputs }, post: false })
  const [, added = ''] = (readPrompts(world).at(-1) ?? '').split('\n\n---\n')
  return { result, outcome: result.outputs['outcome'], added }
}

const file = (name: string) => ({ [`src/${name}.ts`]: `${name}\n` })

/** Merges a pull request; gives the delivery of its push. */
async function merge({ github }: World, name: string, pull: { labels?: string[]; asLogin?: string } = {}) {
  const { number } = await github.createPullRequest({ title: `Add ${name}`, files: file(name), ...pull })
  return { number, ...(await github.merge(number, 'squash')) }
}

test('a release after 120 commits tells its pull requests, its notes without hidden text, and what came without', async () => {
  await using world = await createWorld()
  const { github } = world
  await github.release({ tag: 'v1', publishedAt: '2026-01-02T03:04:05Z' })
  await merge(world, 'retries')
  await merge(world, 'queues', { labels: ['no-docs'] })
  await github.push(Array.from({ length: 118 }, (_, index) => ({ files: file(`a${index}`) })))
  const trigger = await github.release({ tag: 'v2', body: 'Many <!-- hidden --> changes.' })

  const { result, added } = await send(world, { trigger, inputs: { context: 'full' } })

  expect(added).toMatch(/- Release notes:\n\n```text\nMany {2}changes\.\n```/)
  expect(added).toContain('- Changes: the commits after v1, up to v2\n')
  expect(added).toMatch(
    /Merged pull requests \(1\), .*\n {2}- #1 "Add retries" by writer: .*\n {4}- added src\/retries.ts/,
  )
  expect(added).toMatch(/Commits without a pull request \(118\), .*\n {2}- [\da-f]{7} "Change src\/a117.ts"\n/)
  expect(added).toContain('- Not listed: 69 more commits.')
  expect(added).not.toMatch(/queues|src\/a68/)
  expect(result.summary).toContain(') by writer\n- ')
  expect(result.summary).toContain('Left out: 1 by `no-docs`. Not listed: 69 more commits.')
})

describe.concurrent('a push', () => {
  test('that brought one pull request is that pull request, also if GitHub relates them a moment later', async () => {
    await using world = await createQuickWorld()
    // Not when it is asked at first, however slow the machine is.
    world.github.relateAfter(3_600_000)
    world.github.onAnswer = ({ path }) => (path === '/graphql' ? world.pass(1) : undefined)
    const { number, push } = await merge(world, 'retries')

    const { added } = await send(world, { trigger: push })

    expect(added).toContain(`- Pull request: #${number}\n- Title: "Add retries"\n`)
    expect(added).toMatch(/- Description:\n\n```text\nThree were too few.\n```\n- Changed files: 1 patch/)
    expect(added).not.toContain('- Changes:')
    expect(await readReports(world, number)).toHaveLength(1)
  })

  test('that brought several pull requests, and commits of an upstream repository, tells each', async () => {
    await using world = await createQuickWorld()
    const { github } = world
    const before = github.tipOf()
    await merge(world, 'retries')
    await merge(world, 'queues')
    const { payload, event } = await github.push([{ files: file('upstream') }])
    github.bringFromUpstream(github.tipOf(), { number: 77, title: 'Theirs', mergedAt: '2026-01-02T03:04:05Z' })

    const { added } = await send(world, { trigger: { event, payload: { ...payload, before } } })

    expect(added.match(/^ {2}- \S+ ".*"/gm)).toEqual([
      '  - #2 "Add queues"',
      '  - #1 "Add retries"',
      expect.stringContaining('"Change src/upstream.ts"'),
    ])
    for (const name of ['retries', 'queues', 'upstream']) expect(added).toContain(`\n+${name}\n`)
    expect(added).not.toContain('Theirs')
  })
})

describe.concurrent('without knowing which pull requests brought the commits, nothing is sent', () => {
  const path = /graphql$/

  test.each<[string, Parameters<World['github']['faults']['add']>[0], outcome: string, said: RegExp]>([
    ['where GitHub refuses it', { path, respond: knownFaults.queryRefused }, 'error', /`pull-requests: read`/],
    ['where the token may not ask', { path, respond: knownFaults.notAccessible }, 'error', /`pull-requests: read`/],
    ['where half of it is missing', { path, respond: knownFaults.halfQuery }, 'unavailable', /Something went wrong/],
    ['where GitHub fails', { path, respond: knownFaults.badGateway }, 'unavailable', /502/],
  ])('%s', async (_name, fault, outcome, said) => {
    await using world = await createQuickWorld()
    const { push } = await merge(world, 'retries')
    world.github.faults.add(fault)
    const { result, ...run } = await send(world, { trigger: push })
    expect(run.outcome).toBe(outcome)
    expect(result.summary).toMatch(said)
  })

  test('half of it once, or a limit, is waited for', async () => {
    await using world = await createQuickWorld({ isPatient: true })
    const { push, number } = await merge(world, 'retries')
    world.github.faults.add({ path, respond: knownFaults.halfQuery, times: 1 })
    world.github.limiter.hit({ path, skip: 1, seconds: 600, told: 'reset' })
    const { added, result } = await send(world, { trigger: push })
    expect(added).toContain(`- Pull request: #${number}`)
    expect(result.log.shown).toContain('GitHub asks to wait')
  })
})
