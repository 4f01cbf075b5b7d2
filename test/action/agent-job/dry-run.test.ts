import { describe, expect, test } from 'vitest'
import { createWorld, createWorldInProcess, type World } from '../../world/index.ts'
import { askOnIssue, readPrompts, readReactions, readReports } from './conversation.ts'

const inputs = { 'dry-run': true }

/** All that a check asks the service, of a job that can't be there and of the project. */
const CHECKS = [
  'GET /v1/analytics/docs-project/views?limit=1&offset=0',
  'GET /v2/agent/docs-project/job/00000000-0000-0000-0000-000000000000',
  'POST /v2/agent/docs-project/job/00000000-0000-0000-0000-000000000000/message',
]

const readTargets = (world: World) =>
  world.docsService.requests.map(({ method, target }) => `${method} ${target}`).toSorted()

describe.concurrent('a dry run', () => {
  test('a dry run shows in log and summary what would be sent, to the letter, and sends nothing', async () => {
    await using world = await createWorld()
    const { asked } = await askOnIssue(world, '/docs Add a page.\n\n* With a list.')

    const dry = await world.run({ trigger: asked, inputs })
    const real = await world.run({ trigger: asked, runAttempt: 2 })

    const [prompt = ''] = readPrompts(world)
    expect(real.outputs['outcome']).toBe('pull-request')
    expect(prompt).toContain('Add a page.\n\n* With a list.\n\n---\n')
    expect(dry.summary).toContain(`\`\`\`text\n${prompt}\n\`\`\``)
    expect(dry.log.shown).toContain(`##[group]Prompt\n${prompt}\n##[endgroup]`)
    expect(dry.outputs).toMatchObject({ outcome: 'dry-run', jobId: '', status: '' })
  })

  test('a dry run says why it was allowed', async () => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world)

    const { summary, log } = await world.run({ trigger: asked, inputs })

    const reason = '"writer" has the permission write; minimum-permission is write.'
    expect(summary).toContain(`✓ ${reason}`)
    expect(log.shown).toContain(reason)
  })

  test('a dry run says why it was allowed where no permission was needed', async () => {
    await using world = await createWorldInProcess()

    const { summary } = await world.run({ inputs: { ...inputs, prompt: 'Check the changelog.' } })

    expect(summary).toContain('✓ The workflow itself asks for it, not a comment.')
    expect(readTargets(world)).toEqual(CHECKS)
  })

  test('a dry run is reported in the conversation', async () => {
    await using world = await createWorldInProcess()
    const { issue, asked } = await askOnIssue(world)

    const { outputs } = await world.run({ trigger: asked, inputs })

    const [report, ...more] = await readReports(world, issue.number)
    expect(report).toContain('### 🧪 The set-up works, as far as it can be checked')
    expect(more).toEqual([])
    expect(outputs['commentUrl']).not.toBe('')
    expect(await readReactions(world, asked)).toEqual(['eyes'])
  })

  test('a dry run admits nobody whom a real run would refuse', async () => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world, '/docs explain retries', 'reader')

    const { outputs, summary } = await world.run({ trigger: asked, inputs })

    expect(outputs['outcome']).toBe('denied')
    expect(summary).not.toContain('explain retries')
  })

  test('a dry run creates nothing even when the comment of an earlier one is found', async () => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world)

    await world.run({ trigger: asked, inputs })
    const { outputs } = await world.run({ trigger: asked, inputs, runAttempt: 2 })

    expect(outputs['outcome']).toBe('dry-run')
    expect(readTargets(world)).toEqual([...CHECKS, ...CHECKS].toSorted())
  })

  test('a dry run does not read the job that job-id names', async () => {
    await using world = await createWorldInProcess()

    const { outputs } = await world.run({ inputs: { ...inputs, 'job-id': 'job-17' } })

    expect(outputs['outcome']).toBe('dry-run')
    expect(readTargets(world)).toEqual(CHECKS)
  })

  test('a dry run keeps a prompt with fences and HTML inside its block', async () => {
    await using world = await createWorldInProcess()
    const text = 'Explain\n```\n</details> <img src=x> @maintainer\n````\nthis'
    const { asked } = await askOnIssue(world, `/docs ${text}`)

    const { summary } = await world.run({ trigger: asked, inputs: { ...inputs, context: 'none' } })

    expect(summary).toMatch(/`````text\nExplain\n```\n[^`]*\n````\nthis\n`````\n/)
  })

  test.for([401, 403])(
    'a dry run whose key is refused with %d ends as an error, with the hint',
    async (status) => {
      await using world = await createWorldInProcess()
      const { asked } = await askOnIssue(world)
      world.docsService.faults.add({ respond: { kind: 'answer', status, body: { error: 'No.' } } })

      const { outputs, summary, conclusion } = await world.run({ trigger: asked, inputs })

      expect([outputs['outcome'], conclusion]).toEqual(['error', 'failure'])
      expect(summary).toMatch(/✗ .*was answered with status/)
      expect(summary).toContain(status === 401 ? 'has expired' : 'scope')
      expect(world.docsService.jobs).toEqual([])
    },
  )

  test('a dry run lists what was checked, each with a mark', async () => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world)

    const { summary } = await world.run({ trigger: asked, inputs })

    const marks = [...summary.matchAll(/^- ([✓✗?]) /gmu)].map(([, mark]) => mark)
    expect(marks.join('')).toBe('✓✓✓✓✓✓✓??')
  })

  test('a dry run says what to do where GitHub takes no comment, and looks at all the rest', async () => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world)

    const token = world.github.actionsTokenWith({ issues: 'read' })
    const { summary, outputs, conclusion } = await world.run({ trigger: asked, inputs, token })

    expect([outputs['outcome'], conclusion]).toEqual(['error', 'failure'])
    expect(summary).toMatch(/✗ The comment in the thread can't be written and read back.*`issues: write`/)
    expect(readTargets(world)).toEqual(CHECKS)
  })

  test('the check that a comment asks for is a dry run, and stops no real command', async () => {
    await using world = await createWorldInProcess()
    const { issue, asked } = await askOnIssue(world, '/docs check')

    const checked = await world.run({ trigger: asked })
    const real = await world.run({ trigger: await world.github.comment(issue.number, '/docs go', 'writer') })

    expect([checked.outputs['outcome'], real.outputs['outcome']]).toEqual(['dry-run', 'pull-request'])
    expect(world.docsService.jobs).toHaveLength(1)
  })
})
