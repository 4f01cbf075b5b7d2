import { describe, expect, test } from 'vitest'
import { createWorld, createWorldInProcess, type World } from '../world/index.ts'
import { askOnIssue, readReports } from './agent-job/conversation.ts'
import { collectTraces } from './traces.ts'

const KEY = 'mint_5up3rs3cretk3y_0123456789'
const TOKEN = 'ghp_0123456789abcdefghijklmnopqrst'
const ADVICE = 'Delete the log of this run, replace the key, and save the new one as a secret.'

const createKeyWorld = () => createWorldInProcess({ docsService: { apiKey: KEY } })

/** Runs an action with a secret in other inputs, and looks for every part of it in what the run left behind. */
async function runWith(world: World, action: string, inputs: Record<string, string>, secret = KEY, step = {}) {
  const { issue, asked } = await askOnIssue(world)
  const trigger = action === 'agent-job' ? { trigger: asked } : {}
  const result = await world.run({ action, ...trigger, inputs, ...step })
  const traces = await collectTraces(world, result)
  for (let at = 0; at + 8 <= secret.length; at += 1) expect(traces).not.toContain(secret.slice(at, at + 8))
  return { result, issue, said: result.summary + result.log.shown }
}

describe.each(['agent-job', 'page-views', 'outcomes'])('%s', (action) => {
  test('the key in another input, whose value is in `api-key`, is masked and refused', async () => {
    await using world = await createKeyWorld()
    const inputs = { 'api-key': world.docsService.projectId, 'project-id': KEY }
    const { result, said } = await runWith(world, action, inputs)
    expect(result.conclusion).toBe('failure')
    expect(result.commands.find(({ name: each }) => each !== 'add-mask')?.data).not.toContain(KEY)
    expect(result.commands.filter(({ name: each }) => each === 'add-mask').map(({ data }) => data)).toContain(KEY)
    expect(said).toContain('`project-id`')
    expect(said).toContain(ADVICE)
    expect(world.docsService.requests).toEqual([])
  })

  test('a line of an input that is a key is refused, and a token as `api-key` is not sent', async () => {
    await using world = await createKeyWorld()
    const inputs = { 'base-url': `${world.docsService.url}\n  ${TOKEN} `, 'api-key': TOKEN }
    const { result, said } = await runWith(world, action, inputs, TOKEN)
    expect(result.conclusion).toBe('failure')
    expect(said).toContain("is a GitHub token, which doesn't belong in this input")
    expect(said).toContain("is a GitHub token, and isn't a Mintlify key")
    expect(world.docsService.requests).toEqual([])
  })
})

test('swapped, `project-id` and `api-key` are one error in the thread, on the built action', async () => {
  await using world = await createWorld({ docsService: { apiKey: KEY } })
  const inputs = { 'project-id': KEY, 'api-key': world.docsService.projectId }
  const { result, issue } = await runWith(world, 'agent-job', inputs)
  expect(result.outputs).toMatchObject({ outcome: 'error', cause: 'key-misplaced' })
  const [said = '', ...others] = await readReports(world, issue.number)
  expect(others).toEqual([])
  expect(said).toContain('### ⚠️ A key is in the wrong input')
  expect(said).toContain('- `project-id`: contains the API key, and `api-key` the other value: the two are swapped')
  expect(said.match(/^- /gm)).toHaveLength(1)
  expect(said).toContain(ADVICE)
})
