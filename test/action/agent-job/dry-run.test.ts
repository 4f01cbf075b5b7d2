import { describe, expect, test } from 'vitest'
import { createWorld, createWorldInProcess, type World } from '../../world/index.ts'
import { askOnIssue, readErrors, readPrompts, readReactions, readReports } from './conversation.ts'

const inputs = { 'dry-run': true }

/** All that a check asks the service, of a job that can't be there and of the project. */
const CHECKS = [
  'GET /v1/analytics/docs-project/views?limit=1&offset=0',
  'GET /v2/agent/docs-project/job/00000000-0000-0000-0000-000000000000',
  'POST /v2/agent/docs-project/job/00000000-0000-0000-0000-000000000000/message',
]

const readTargets = (world: World) =>
  world.docsService.requests.map(({ method, target }) => `${method} ${target}`).toSorted()

interface Circumstances {
  inputs?: Record<string, string>
  prepare?: (world: World) => void
  token?: (world: World) => string
}

/** The signs: who may, the comment, the key reads, it writes, the project, the destination, and what can't be looked at. */
const SETUPS: readonly [string, Circumstances, string, RegExp][] = [
  ['a good key', {}, '✓✓✓✓✓✓??', /🧪 The set-up works, as far as it can be checked/],
  [
    'a key that may only read',
    {
      prepare: ({ docsService }) =>
        docsService.faults.add({
          method: 'POST',
          respond: { kind: 'answer', status: 403, body: { error: 'Scope' } },
        }),
    },
    '✓✓✓✗✓✓??',
    /✗ The API key may not write\. It lacks the scope `write`/,
  ],
  // Refused three times for one reason, which is one line.
  [
    "an assistant's key",
    { inputs: { 'api-key': 'mint_dsc_1' } },
    '✓✓✗✓??',
    /✗ The API key is an assistant key\. .*A maintainer makes an admin key/,
  ],
  [
    'a wrong project',
    { inputs: { 'project-id': 'nowhere' } },
    '✓✓✓✓✗✓??',
    /✗ The service doesn't find the project `nowhere`, and said "Project not found"\. Copy .*`project-id`/,
  ],
  [
    'no connection',
    { inputs: { 'base-url': 'http://127.0.0.1:9' } },
    '✓✓✗✓??',
    /✗ The service can't be reached\. A maintainer checks `base-url`/,
  ],
  [
    'no `issues: write`',
    { token: ({ github }) => github.actionsTokenWith({ issues: 'read' }) },
    '✓✗✓✓✓✓??',
    /✗ The comment in the thread can't be written and read back.*the line `issues: write`/,
  ],
]

describe.concurrent('a dry run', () => {
  test.for(SETUPS)(
    '/docs check with %s',
    // The connection that is never made is tried for seconds.
    { timeout: 40_000 },
    async ([, { prepare, token, ...circumstances }, signs, expected]) => {
      const isSlow = circumstances.inputs?.['base-url'] !== undefined
      await using world = await (isSlow ? createWorldInProcess() : createWorld())
      const { issue, asked } = await askOnIssue(world, '/docs check')
      prepare?.(world)

      const result = await world.run({
        trigger: asked,
        ...circumstances,
        ...(token && { token: token(world) }),
      })

      const { summary, outputs, conclusion, log } = result
      const hasFailed = signs.includes('✗')
      expect([outputs['outcome'], conclusion]).toEqual(
        hasFailed ? ['error', 'failure'] : ['dry-run', 'success'],
      )
      expect([...summary.matchAll(/^- ([✓✗?]) /gmu)].map(([, sign]) => sign).join('')).toBe(signs)
      expect(summary).toMatch(expected)
      if (hasFailed) expect(readErrors(result)).toEqual([expect.stringMatching(expected)])
      expect(log.shown).toMatch(/^✓ "writer" has the permission write/mu)
      expect(readPrompts(world)).toEqual([])
      const reports = await readReports(world, issue.number)
      expect(reports).toEqual(token ? [] : [expect.stringMatching(expected)])
    },
  )

  test('a dry run shows in log and summary what would be sent, to the letter, and sends nothing', async () => {
    await using world = await createWorld()
    const { asked } = await askOnIssue(world, '/docs Add a page.\n\n* With a list.')

    const dry = await world.run({ trigger: asked, inputs })
    expect(readTargets(world)).toEqual(CHECKS)
    const real = await world.run({ trigger: asked, runAttempt: 2 })

    const [prompt = ''] = readPrompts(world)
    expect(real.outputs['outcome']).toBe('pull-request')
    expect(prompt).toContain('Add a page.\n\n* With a list.\n\n---\n')
    expect(dry.summary).toContain(`\`\`\`text\n${prompt}\n\`\`\``)
    expect(dry.log.shown).toContain(`##[group]Prompt\n${prompt}\n##[endgroup]`)
    expect(dry.outputs).toMatchObject({ outcome: 'dry-run', jobId: '', status: '' })
  })

  test('a dry run without a comment needs no permission, and does not read the job that job-id names', async () => {
    await using world = await createWorldInProcess()

    const { summary } = await world.run({ inputs: { ...inputs, 'job-id': 'job-17' } })

    expect(summary).toContain('✓ The workflow itself asks for it, not a comment.')
    expect(readTargets(world)).toEqual(CHECKS)
  })

  test('a dry run admits nobody whom a real run would refuse', async () => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world, '/docs explain retries', 'reader')

    const { outputs, summary } = await world.run({ trigger: asked, inputs })

    expect(outputs['outcome']).toBe('denied')
    expect(summary).not.toContain('explain retries')
  })

  test('a dry run that is run again edits its own comment, and stops no real command', async () => {
    await using world = await createWorldInProcess()
    const { issue, asked } = await askOnIssue(world, '/docs check')

    const checked = await world.run({ trigger: asked })
    const again = await world.run({ trigger: asked, runAttempt: 2 })
    const real = await world.run({ trigger: await world.github.comment(issue.number, '/docs go', 'writer') })

    expect(again.outputs['commentUrl']).toBe(checked.outputs['commentUrl'])
    expect(await readReactions(world, asked)).toEqual(['eyes'])
    expect([again.outputs['outcome'], real.outputs['outcome']]).toEqual(['dry-run', 'pull-request'])
    expect(await readReports(world, issue.number)).toHaveLength(2)
    expect(world.docsService.jobs).toHaveLength(1)
  })
})
