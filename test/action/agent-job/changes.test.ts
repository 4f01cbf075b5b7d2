import { describe, expect, test } from 'vitest'
import { knownFaults } from '../../world/github/faults.ts'
import type { WebhookEvent } from '../../world/github/world.ts'
import { createWorld, createWorldInProcess, type Step, type World } from '../../world/index.ts'
import { readPrompts, readReports, readRequests, readWarnings } from './conversation.ts'

// What is chosen and how it is shown, value by value: `unit/agent-job/request/changes`. Here is what follows.
// A release is compared with the one before it in the recipe of `readme-recipes.test.ts`.

async function run(world: World, step: Step) {
  const document = { prompt: 'Document what changed.', wait: false }
  const result = await world.run({ ...step, inputs: { ...document, ...step.inputs }, post: false })
  return { result, outcome: result.outputs['outcome'], prompt: readPrompts(world).at(-1) ?? '' }
}

const patch = '@@ -1 +1 @@\n-retries = 3\n+retries = 5'
const files = [
  { filename: 'src/retries.ts', additions: 1, deletions: 1, patch },
  { filename: 'package-lock.json', additions: 900, deletions: 800, patch: '+generated' },
  { filename: 'test/retries.test.ts', additions: 1, deletions: 0, patch: '+expect(5)' },
]

describe.concurrent('context: diff', () => {
  const diff = { context: 'diff' }

  test('context: diff adds the patches of a pull request, within the limit, and says so to people', async () => {
    await using world = await createWorld()
    const pull = await world.github.createPullRequest({ body: 'Three were too few.' })
    world.github.listFiles(pull.number, files)
    const merged = await world.github.closePullRequest(pull.number, 'merged')

    const { result, outcome, prompt } = await run(world, {
      trigger: merged,
      inputs: { ...diff, paths: '!test/**' },
    })

    expect(outcome).toBe('submitted')
    expect(prompt).toContain('Three were too few.')
    expect(prompt).toContain(
      `- modified package-lock.json +900 \u2212800\n\n- modified src/retries.ts +1 \u22121\n\n\`\`\`diff\n${patch}\n`,
    )
    expect(prompt).not.toMatch(/generated|test\/retries/)
    const line = '1 patch (37 characters) and 1 file name'
    expect(result.log.shown).toContain(line)
    const [report = ''] = await readReports(world, pull.number)
    for (const text of [result.summary, report]) expect(text.replaceAll('\\', '')).toContain(line)
  })

  test("context: diff adds what a push brought, and names the permission where that can't be read", async () => {
    await using world = await createWorldInProcess()
    const push = await world.github.push([
      { files: { 'src/a.ts': 'one\n' }, message: 'Add a\n\nAnd say why.' },
      { files: { 'src/a.ts': 'two\n' }, message: 'Correct a' },
    ])

    const whole = await run(world, { trigger: push, inputs: diff })
    world.github.faults.add({ path: /\/compare\//, respond: knownFaults.notAccessible })
    const refused = await run(world, { trigger: push, inputs: diff })

    expect(readWarnings(whole.result)).toEqual([])
    expect(whole.prompt).toContain('- Commits:\n\n```text\nAdd a\nCorrect a\n```')
    expect(whole.prompt).toMatch(/- added src\/a\.ts \+1 \u22120\n\n```diff\n[\s\S]*\+two/)
    expect(refused.outcome).toBe('submitted')
    expect(refused.prompt).not.toContain('src/a.ts')
    expect(readWarnings(refused.result)).toEqual([expect.stringContaining('contents: read')])
  })
})

// Which pushes are pull requests, case by case: `unit/agent-job/request/merged-pull-request.test.ts`.

test.concurrent.for([
  ['merge', 2],
  ['squash', 1],
] as const)('a push that merged a pull request by %s is about that', async ([how, lookUps]) => {
  await using world = await createWorldInProcess()
  const pull = await world.github.createPullRequest({
    title: 'Retry',
    body: 'Three were too few.',
    files: { 'src/a.ts': 'one\n', 'src/b.ts': 'two\n' },
  })
  const { push } = await world.github.merge(pull.number, how)

  const { prompt } = await run(world, { trigger: push, inputs: { context: 'diff' } })

  expect(prompt).toContain(`- Pull request: #${pull.number}\n- Title: "Retry"\n`)
  expect(prompt).toContain('Three were too few.')
  expect(prompt).toMatch(/- added src\/a\.ts \+1 \u22120\n\n```diff/)
  expect(await readReports(world, pull.number)).toHaveLength(1)
  const asked = readRequests(world).filter((request) => /\/commits\/\w+\/pulls$/.test(request))
  expect(asked.length).toBeLessThanOrEqual(lookUps)
})

/** Ignored, if nobody says otherwise. */
const agent = 'mintlify[bot]'

async function closePullRequest({ github }: World, how: 'merged' | 'closed') {
  const pull = await github.createPullRequest()
  github.listFiles(pull.number, files)
  return await github.closePullRequest(pull.number, how)
}

/** As in runs of forks and of Dependabot. */
const withoutSecrets = { 'api-key': '', prompt: '' }

test.concurrent.for<[string, (world: World) => Promise<WebhookEvent>, Record<string, string>, said: RegExp]>([
  [
    'no changed file matches `paths`',
    (world) => closePullRequest(world, 'merged'),
    { paths: 'docs/**', context: 'none' },
    /None of the 3 changed files matches/,
  ],
  [
    'the agent wrote its commits',
    ({ github }) => github.push([{ files: { 'a.md': 'a\n' }, asLogin: agent }]),
    {},
    /wrote all/,
  ],
  [
    'the agent wrote its pull request, and there are no secrets',
    ({ github }) => github.createPullRequest({ asLogin: agent }),
    withoutSecrets,
    /wrote the pull request/,
  ],
  [
    'its pull request is closed without a merge, and there are no secrets',
    (world) => closePullRequest(world, 'closed'),
    withoutSecrets,
    /closed without a merge/,
  ],
])('an event is skipped, without a job or a word, when %s', async ([, cause, inputs, said]) => {
  const people = { [agent]: { permission: 'write', type: 'Bot' } } as const
  await using world = await createWorldInProcess({ github: { people } })

  const { result, outcome } = await run(world, { trigger: await cause(world), inputs })

  expect([outcome, result.conclusion]).toEqual(['skipped', 'success'])
  expect(result.log.shown).toMatch(said)
  const requests = readRequests(world)
  expect(inputs === withoutSecrets ? requests : requests.filter((each) => !/^GET \/repos/.test(each))).toEqual([])
})
