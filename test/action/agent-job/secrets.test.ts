import { expect, test } from 'vitest'
import { createWorld, createWorldInProcess, type Step, type World } from '../../world/index.ts'
import { collectTraces } from '../traces.ts'
import { askOnIssue } from './conversation.ts'

const key = 'mint_5up3r+s3cret/k3y=='

/** Also a part of it, or another spelling of it, would give it away. */
function expectNoKey(traces: string): void {
  expect(traces).not.toContain(key)
  expect(traces).not.toContain(encodeURIComponent(key))
  expect(traces).not.toContain('5up3r')
}

const docsService = { apiKey: key }

test('the key is masked, by main and post, and appears nowhere in a successful run', async () => {
  await using world = await createWorld({ docsService })
  const { asked } = await askOnIssue(world)

  const result = await world.run({ trigger: asked })

  expect(result.outputs['outcome']).toBe('pull-request')
  expect(result.commands[0]).toMatchObject({ name: 'add-mask', data: key })
  expect(result.post?.commands[0]).toMatchObject({ name: 'add-mask', data: key })
  expectNoKey(await collectTraces(world, result))
})

interface Circumstances {
  /** What the service says that holds the key. */
  prepare?: (service: World['docsService']) => void
  step?: Step
  /** Where the key would be. */
  shown: string
}

const echo = { error: `The key ${key} is bad (${encodeURIComponent(key)}).` }

test.concurrent.for<[string, Circumstances]>([
  ['with step debugging', { step: { debug: true }, shown: 'Outcome: pull-request' }],
  [
    'when the service echoes it in an error',
    {
      prepare: (service) =>
        service.faults.add({ method: 'POST', respond: { kind: 'answer', status: 403, body: echo } }),
      shown: 'The key *** is bad',
    },
  ],
  [
    'when the service echoes it in every field of a job',
    {
      prepare: (service) =>
        service.nextJob({
          prLink: `https://docs.example/${encodeURIComponent(key)}`,
          fields: {
            model: key,
            source: { repository: `https://x.example/${key}`, ref: key },
            createdAt: key,
          },
        }),
      shown: 'Outcome: no-pull-request',
    },
  ],
  [
    'when it is put into another input by mistake',
    {
      step: {
        inputs: { 'project-id': `${key}\u202E`, timeout: key, command: `${key} x`, 'issue-number': key },
      },
      shown: '`timeout`: got `***`',
    },
  ],
])('the key appears nowhere %s', async ([, { prepare, step, shown }]) => {
  await using world = await createWorldInProcess({ docsService })
  const { asked } = await askOnIssue(world)
  prepare?.(world.docsService)

  const result = await world.run(step?.inputs === undefined ? { trigger: asked, ...step } : step)

  expect(result.log.shown + result.summary).toContain(shown)
  expectNoKey(await collectTraces(world, result))
})

test.concurrent.for([
  ['is one line', false],
  ['shows its stack with step debugging', true],
] as const)('an error that nobody expected %s', async ([, debug]) => {
  await using world = await createWorld()
  const standingClock = `process.uptime=()=>{throw new Error('The clock stands still.')}`
  const environment = { NODE_OPTIONS: `--import="data:text/javascript,${standingClock}"` }

  const result = await world.run({ inputs: { prompt: 'Explain retries.' }, environment, debug })

  expect(result.conclusion).toBe('failure')
  expect(result.log.shown).toContain('please report it')
  expect(/^(##\[debug])?\s*at .*[:(]/m.test(result.log.shown)).toBe(debug)
  expect(result.log.lines.filter(({ stream }) => stream === 'stderr')).toEqual([])
})
