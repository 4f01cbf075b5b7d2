import { describe, expect, test } from 'vitest'
import { createWorld, createWorldInProcess, type Step, type World } from '../world/index.ts'
import { bySchedule } from '../world/workflow/deliveries.ts'
import { askOnIssue, readReports } from './agent-job/conversation.ts'
import { collectTraces } from './traces.ts'

/** With signs that URLs and patterns change. */
const SIGNS = 'mint_5up3r+s3cret/k3y=='
const KEY = 'mint_5up3rs3cretk3y_0123456789'
const TOKEN = 'ghp_0123456789abcdefghijklmnopqrst'
const ADVICE = 'Delete the log of this run, replace the key, and save the new one as a secret.'

/** Runs an action, and looks for every part of a secret, also in another spelling, in what the run left behind. */
async function runWith(world: World, { secret = KEY, action = 'agent-job', ...step }: Step & { secret?: string }) {
  const { issue, asked } = await askOnIssue(world)
  const result = await world.run({ action, ...(action === 'agent-job' && { trigger: asked }), ...step })
  const traces = await collectTraces(world, result)
  for (const text of [secret, encodeURIComponent(secret)])
    for (let at = 0; at + 8 <= text.length; at += 1) expect(traces).not.toContain(text.slice(at, at + 8))
  expect(traces).not.toContain('5up3r')
  return { result, issue, said: result.summary + result.log.shown }
}

test('the key is masked before anything else, and appears nowhere in a successful run', async () => {
  await using world = await createWorld({ docsService: { apiKey: SIGNS } })
  const { result } = await runWith(world, { secret: SIGNS })
  expect(result.outputs['outcome']).toBe('pull-request')
  expect(result.commands[0]).toMatchObject({ name: 'add-mask', data: SIGNS })
  // The post step has nothing to do, so it prints nothing.
  expect(result.post?.commands).toEqual([])
})

const echo = { error: `The key ${SIGNS} is bad (${encodeURIComponent(SIGNS)}).` }
const source = { repository: `https://x.example/${SIGNS}`, ref: SIGNS }
const prLink = `https://docs.example/${encodeURIComponent(SIGNS)}`
const mistaken = { 'project-id': `${SIGNS}\u202E`, timeout: SIGNS, command: `${SIGNS} x`, 'issue-number': SIGNS }

test.concurrent.for<[string, shown: string, Step, ((service: World['docsService']) => void)?]>([
  ['with step debugging', 'Outcome: pull-request', { debug: true }],
  [
    'when the service echoes it in an error',
    'The key *** is bad',
    {},
    (service) => service.faults.add({ method: 'POST', respond: { kind: 'answer', status: 403, body: echo } }),
  ],
  [
    'when the service echoes it in every field of a job',
    'Outcome: no-pull-request',
    {},
    (service) => service.nextJob({ prLink, fields: { model: SIGNS, source, createdAt: SIGNS } }),
  ],
  ['when it is put into another input by mistake', '`timeout` is `***`', { trigger: bySchedule, inputs: mistaken }],
])('the key appears nowhere %s', async ([, shown, step, prepare]) => {
  await using world = await createWorldInProcess({ docsService: { apiKey: SIGNS } })
  prepare?.(world.docsService)
  expect((await runWith(world, { secret: SIGNS, ...step })).said).toContain(shown)
})

describe.each(['agent-job', 'page-views', 'outcomes'])('%s', (action) => {
  test('the key in another input, whose value is in `api-key`, is masked and refused', async () => {
    await using world = await createWorld({ inProcess: action !== 'agent-job', docsService: { apiKey: KEY } })
    const inputs = { 'api-key': world.docsService.projectId, 'project-id': KEY }
    const { result, said, issue } = await runWith(world, { action, inputs })
    expect(result.conclusion).toBe('failure')
    expect(result.commands.find(({ name: each }) => each !== 'add-mask')?.data).not.toContain(KEY)
    expect(result.commands.filter(({ name: each }) => each === 'add-mask').map(({ data }) => data)).toContain(KEY)
    expect(said).toContain("- `project-id` contains a Mintlify key, which doesn't belong in this input.")
    expect(said).toContain(ADVICE)
    if (action !== 'agent-job') return
    expect(result.outputs).toMatchObject({ outcome: 'error', cause: 'key-misplaced' })
    const [report = '', ...others] = await readReports(world, issue.number)
    expect(others).toEqual([])
    expect(report).toContain('### ⚠️ A key is in the wrong input')
    expect(report).toContain(ADVICE)
    expect(report.match(/^- /gm)).toHaveLength(1)

    const mistaken = await runWith(world, { action, inputs: { command: KEY } })
    expect(mistaken.result.outputs).toMatchObject({ outcome: 'error', cause: 'key-misplaced' })
    expect(await readReports(world, mistaken.issue.number)).toEqual([])
  })

  test('a line of an input that is a key is refused, and a token as `api-key` is not sent', async () => {
    await using world = await createWorldInProcess({ docsService: { apiKey: KEY } })
    const inputs = { 'base-url': `${world.docsService.url}\n  ${TOKEN} `, 'api-key': TOKEN }
    const { result, said } = await runWith(world, { action, inputs, secret: TOKEN })
    expect(result.conclusion).toBe('failure')
    expect(said).toContain("contains a GitHub token, which doesn't belong in this input")
    expect(said).toContain('contains a GitHub token, not a Mintlify key')
  })
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
