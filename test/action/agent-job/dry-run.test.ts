import { describe, expect, test } from 'vitest'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import { askOnIssue, readErrors, readPrompts, readReports } from './conversation.ts'

// What is looked at, and what each answer means: `unit/agent-job/job/check-setup.test.ts`.

const inputs = { 'dry-run': true }

/** All that a check asks the service, of a job that can't be there and of the project. */
const CHECKS = [
  'GET /v1/analytics/docs-project/views?limit=1&offset=0',
  'GET /v2/agent/docs-project/job/00000000-0000-0000-0000-000000000000',
  'POST /v2/agent/docs-project/job/00000000-0000-0000-0000-000000000000/message',
]

describe.concurrent('a dry run', () => {
  test.for([
    ['a good key', {}, '✓✓✓✓✓✓✓??', /🧪 The setup check passed/],
    ['a wrong project', { 'project-id': 'nowhere' }, '✓✓✓✓✗✓???', /✗ Couldn't find the project `nowhere`\..*Copy/],
  ] as const)('/docs check with %s', async ([, given, signs, expected]) => {
    await using world = await createWorldInProcess()
    const { issue, asked } = await askOnIssue(world, '/docs check')

    const result = await world.run({ trigger: asked, inputs: given })

    const { summary, outputs, conclusion, log } = result
    const hasFailed = signs.includes('✗')
    expect([outputs['outcome'], conclusion]).toEqual(hasFailed ? ['error', 'failure'] : ['dry-run', 'success'])
    expect([...summary.matchAll(/^- ([✓✗?]) /gmu)].map(([, sign]) => sign).join('')).toBe(signs)
    if (hasFailed) expect(readErrors(result)).toEqual([expect.stringMatching(expected)])
    expect(log.shown).toMatch(/^✓ "writer" has the permission `write`/mu)
    expect(readPrompts(world)).toEqual([])
    expect(await readReports(world, issue.number)).toEqual([expect.stringMatching(expected)])
  })

  test('a dry run shows in log and summary what would be sent, to the letter, and sends nothing', async () => {
    await using world = await createWorld()
    const { asked: trigger } = await askOnIssue(world, '/docs Add a page.\n\n* With a list.')

    const dry = await world.run({ trigger, inputs })
    const asked = world.docsService.requests.map(({ method, target }) => `${method} ${target}`)
    expect(asked.toSorted()).toEqual(CHECKS)
    const real = await world.run({ trigger, runAttempt: 2 })

    const [prompt = ''] = readPrompts(world)
    expect(real.outputs['outcome']).toBe('pull-request')
    expect(prompt).toContain('Add a page.\n\n* With a list.\n\n---\n')
    expect(dry.summary).toContain(`\`\`\`text\n${prompt}\n\`\`\``)
    expect(dry.log.shown).toContain(`##[group]Prompt\n${prompt}\n##[endgroup]`)
    expect(dry.outputs).toMatchObject({ outcome: 'dry-run', jobId: '', status: '' })
  })
})
