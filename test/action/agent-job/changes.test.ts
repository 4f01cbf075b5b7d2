import { describe, expect, test } from 'vitest'
import { knownFaults } from '../../world/github/faults.ts'
import { createQuickWorld, createWorld, type Step, type World } from '../../world/index.ts'
import { bySchedule } from '../../world/workflow/deliveries.ts'
import { readPrompts, readReports } from './conversation.ts'

// What came with the commits of a range: `unit/agent-job/changes/read-range.test.ts`; what counts, and how much is told:
// `what-counts.test.ts` there. Here is what a run makes of it.

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
    world.github.relateAfter(2_000)
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

  test.each<[string, Parameters<typeof merge>[2], Record<string, string>, string]>([
    ['by the agent', { asLogin: 'docs-agent[bot]' }, { 'ignore-authors': 'docs-agent[bot]' }, '`ignore-authors`'],
    ['with the label', { labels: ['no-docs'] }, {}, 'left out 1 by `no-docs`'],
    ['without a file that counts', {}, { paths: 'docs/**' }, 'matches `paths`'],
  ])('that brought a pull request %s starts no job', async (_name, pull, inputs, said) => {
    await using world = await createQuickWorld()
    const { push } = await merge(world, 'retries', pull)
    const { outcome, result } = await send(world, { trigger: push, inputs })
    expect(outcome).toBe('skipped')
    expect(result.log.shown).toContain(said)
  })
})

test('a week of 70 pull requests of which 12 are left out: fifty are named, and the rest is a number', async () => {
  await using world = await createQuickWorld()
  for (let index = 0; index < 70; index += 1)
    await merge(world, `a${index}`, index % 6 === 0 ? { labels: ['no-docs'] } : {})
  const { number } = await world.github.createIssue()

  const inputs = { since: '7d', 'issue-number': String(number), paths: '!src/a9.ts' }
  const { added } = await send(world, { trigger: bySchedule, inputs })

  expect(added.match(/^ {2}- #\d+ /gm)).toHaveLength(50)
  expect(added).toContain('- Merged pull requests (57), the latest first:\n  - #70 "Add a69" by writer: ')
  expect(added).toContain('- Not listed: 7 more pull requests.')
  const [report = ''] = await readReports(world, number)
  expect(report).toMatch(
    /^\[57 pull requests, .*\. Starts 7 days ago\. Left out: 12 by `no-docs`, 1 by `paths`\. Not listed: 7 more pull requests\.$/m,
  )
  expect(report).toMatch(/<summary>The newest 50<\/summary>\n\n- \[.*70 Add a69\]\(.*\) by writer\n/)
})

test('of a pull request with more than 3,000 files, people and the agent learn that some are missing', async () => {
  await using world = await createQuickWorld()
  const { number, push } = await merge(world, 'retries')
  const names = Array.from({ length: 3_001 }, (_, index) => ({ filename: `src/a${index}.ts`, additions: 1 }))
  world.github.listFiles(number, names)

  const { result, added } = await send(world, { trigger: push, inputs: { context: 'full' } })

  expect(added).toContain('- and 2,700 more files\n- More files changed than GitHub lists.')
  expect(result.summary).toContain('The prompt is incomplete. More files changed than GitHub lists.')
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
