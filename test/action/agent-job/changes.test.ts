import { describe, expect, test } from 'vitest'
import { knownFaults } from '../../world/github/faults.ts'
import { createWorld, createWorldInProcess, type Step, type World } from '../../world/index.ts'
import { readPrompts, readReports, readRequests, readWarnings } from './conversation.ts'

// What is chosen and how it is shown, value by value: `unit/agent-job/request/changes`. Here is what follows.

const document = { prompt: 'Document what changed.', wait: false }

async function run(world: World, step: Step) {
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
    const line = '1 patch, 37 characters; 1 file by name only'
    expect(result.log.shown).toContain(line)
    expect(result.summary).toContain(line)
    expect((await readReports(world, pull.number))[0]).toContain(line)
  })

  test('context: diff adds what a push brought, and the first lines of its commits', async () => {
    await using world = await createWorldInProcess()
    const push = await world.github.push([
      { files: { 'src/a.ts': 'one\n' }, message: 'Add a\n\nAnd say why.' },
      { files: { 'src/a.ts': 'two\n' }, message: 'Correct a' },
    ])

    const { result, prompt } = await run(world, { trigger: push, inputs: diff })

    expect(readWarnings(result)).toEqual([])
    expect(prompt).toContain('- Commits:\n\n```text\nAdd a\nCorrect a\n```')
    expect(prompt).toMatch(/- added src\/a\.ts \+1 \u22120\n\n```diff\n[\s\S]*\+two/)
  })

  test('context: diff compares a release with the one before it', async () => {
    await using world = await createWorldInProcess()
    await world.github.release({ tag: 'v1.0', publishedAt: '2026-01-01T00:00:00Z' })
    await world.github.push([{ files: { 'src/b.ts': 'new\n' }, message: 'Add b' }])
    await world.github.release({ tag: 'v2.0-rc', isPrerelease: true, publishedAt: '2026-01-02T00:00:00Z' })
    const release = await world.github.release({
      tag: 'v2.0',
      body: 'NOTES',
      publishedAt: '2026-01-03T00:00:00Z',
    })

    const { prompt } = await run(world, { trigger: release, inputs: diff })

    expect(prompt).toContain('NOTES')
    expect(prompt).toContain('- Commits:\n\n```text\nAdd b\n```')
    expect(prompt).toContain('src/b.ts')
    expect(readRequests(world)).toContain('GET /repos/acme/app/compare/v1.0...v2.0')
  })

  test("context: diff goes on without patches that can't be read, and names the permission", async () => {
    await using world = await createWorldInProcess()
    const push = await world.github.push([{ files: { 'src/a.ts': 'one\n' } }])
    world.github.faults.add({ path: /\/compare\//, respond: knownFaults.notAccessible })

    const { result, outcome, prompt } = await run(world, { trigger: push, inputs: diff })

    expect(outcome).toBe('submitted')
    expect(prompt).not.toContain('src/a.ts')
    expect(readWarnings(result)).toEqual([expect.stringContaining('contents: read')])
  })
})

describe.concurrent('an event without a command ends as skipped, without a job or a word,', () => {
  const expectSilence = (world: World) => {
    expect(world.docsService.requests).toEqual([])
    expect(readRequests(world).filter((request) => !request.startsWith('GET '))).toEqual([])
  }

  test('an event is skipped when no changed file matches `paths`, whatever the context', async () => {
    await using world = await createWorldInProcess()
    const pull = await world.github.createPullRequest()
    world.github.listFiles(pull.number, files)
    const merged = await world.github.closePullRequest(pull.number, 'merged')

    const { result, outcome } = await run(world, {
      trigger: merged,
      inputs: { paths: 'docs/**', context: 'none' },
    })

    expect(outcome).toBe('skipped')
    expect(result.conclusion).toBe('success')
    expect(result.summary).toContain('None of the 3 changed files matches')
    expectSilence(world)
    expect((await run(world, { trigger: merged, inputs: { paths: 'docs/**,src/**' } })).outcome).toBe(
      'submitted',
    )
  })

  test('an event is skipped when the agent caused it', async () => {
    await using world = await createWorldInProcess({
      github: { people: { 'mintlify[bot]': { permission: 'write', type: 'Bot' } } },
    })
    const pull = await world.github.createPullRequest({ asLogin: 'mintlify[bot]' })
    const merged = await world.github.closePullRequest(pull.number, 'merged')
    const push = await world.github.push([{ files: { 'a.md': 'a\n' }, asLogin: 'mintlify[bot]' }])

    expect((await run(world, { trigger: merged })).outcome).toBe('skipped')
    expect((await run(world, { trigger: push })).outcome).toBe('skipped')
    expectSilence(world)
    expect((await run(world, { trigger: merged, inputs: { 'ignore-authors': 'none' } })).outcome).toBe(
      'submitted',
    )
  })

  test('an event is skipped without secrets, too, when somebody ignored caused it', async () => {
    await using world = await createWorldInProcess({
      github: { people: { 'dependabot[bot]': { permission: 'write', type: 'Bot' } } },
    })
    const pull = await world.github.createPullRequest({ asLogin: 'dependabot[bot]' })
    const inputs = { 'api-key': '', prompt: '', 'ignore-authors': 'dependabot[bot]' }

    const { result, outcome } = await run(world, { trigger: pull, inputs })

    expect([outcome, result.conclusion]).toEqual(['skipped', 'success'])
    expect(readRequests(world)).toEqual([])
  })

  test('a pull request that is closed without a merge starts no job, with or without a key', async () => {
    await using world = await createWorldInProcess()
    const pull = await world.github.createPullRequest()
    const closed = await world.github.closePullRequest(pull.number, 'closed')

    const { result, outcome } = await run(world, { trigger: closed, inputs: { 'api-key': '', prompt: '' } })

    expect([outcome, result.conclusion, readRequests(world)]).toEqual(['skipped', 'success', []])
    expect(result.annotations).toMatchObject([{ level: 'notice', message: /closed without a merge/ }])

    expect((await run(world, { trigger: closed, inputs: { prompt: '' } })).outcome).toBe('skipped')
    expect((await run(world, { trigger: closed, inputs: { paths: 'docs/**' } })).outcome).toBe('skipped')
    expect(world.docsService.requests).toEqual([])
  })
})
