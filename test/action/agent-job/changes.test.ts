import { describe, expect, test } from 'vitest'
import { knownFaults } from '../../world/github/faults.ts'
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

test.concurrent('a push that merged a pull request is about that, for one look-up', async () => {
  await using world = await createWorldInProcess()
  const pull = await world.github.createPullRequest({ title: 'Retry', files: { 'src/a.ts': 'one\n' } })
  const { push } = await world.github.merge(pull.number, 'squash')

  const { prompt } = await run(world, { trigger: push, inputs: { context: 'diff' } })

  expect(prompt).toContain(`- Pull request: #${pull.number}\n- Title: "Retry"\n`)
  expect(prompt).toMatch(/- added src\/a\.ts \+1 \u22120\n\n```diff/)
  expect(await readReports(world, pull.number)).toHaveLength(1)
  expect(readRequests(world).filter((request) => /\/commits\/\w+\/pulls$/.test(request))).toHaveLength(1)
})

test.concurrent('an event is skipped, without a job or a word, when no changed file matches `paths`', async () => {
  await using world = await createWorldInProcess()
  const pull = await world.github.createPullRequest()
  world.github.listFiles(pull.number, files)
  const trigger = await world.github.closePullRequest(pull.number, 'merged')

  const { result, outcome } = await run(world, { trigger, inputs: { paths: 'docs/**', context: 'none' } })

  expect([outcome, result.conclusion]).toEqual(['skipped', 'success'])
  expect(result.log.shown).toContain('None of the 3 changed files matches')
  expect(readRequests(world).filter((each) => !/^GET \/repos/.test(each))).toEqual([])
})

/** As in runs of forks and of Dependabot. */
const withoutSecrets = { 'api-key': '', prompt: '' }

test.concurrent('a pull request by the agent is skipped without a request, also without secrets', async () => {
  const people = { 'mintlify[bot]': { permission: 'write', type: 'Bot' } } as const
  await using world = await createWorldInProcess({ github: { people } })
  const trigger = await world.github.createPullRequest({ asLogin: 'mintlify[bot]' })

  const { result, outcome } = await run(world, { trigger, inputs: withoutSecrets })

  expect([outcome, result.conclusion]).toEqual(['skipped', 'success'])
  expect(result.log.shown).toContain('wrote the pull request')
  expect(readRequests(world)).toEqual([])
})
