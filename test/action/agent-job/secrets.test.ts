import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createWorld, createWorldInProcess, type World } from '../../world/index.ts'
import type { RunResult } from '../../world/runner/action-run.ts'
import { askOnIssue } from './conversation.ts'

const key = 'mint_5up3r+s3cret/k3y=='

/** Everything that a run left somewhere: what it printed, wrote, and sent to GitHub. Masks are not in it. */
async function collectTraces(world: World, result: RunResult): Promise<string> {
  const phases = [result, ...(result.post === undefined ? [] : [result.post])]
  const lines = phases.flatMap(({ log }) => log.lines.map(({ text }) => text))
  const printed = lines.filter((line) => !line.startsWith('::add-mask::'))
  const written = phases.map(({ outputs, state, exportedVariables, summary }) => [
    outputs,
    state,
    exportedVariables,
    summary,
  ])
  const sent = world.github.requestsBy().map(({ path, query, body, headers }) => [path, query, body, headers])
  const files = await Promise.all([result.files, result.temp].map(readFolder))
  return JSON.stringify([printed, written, sent, files])
}

async function readFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')))
}

/** Also a part of it, or another spelling of it, would give it away. */
function expectNoKey(traces: string): void {
  expect(traces).not.toContain(key)
  expect(traces).not.toContain(encodeURIComponent(key))
  expect(traces).not.toContain('5up3r')
}

describe.concurrent('the key is masked, and nowhere else', () => {
  const docsService = { apiKey: key }

  test('the key appears nowhere in a successful run', async () => {
    await using world = await createWorld({ docsService })
    const { asked } = await askOnIssue(world)

    const result = await world.run({ trigger: asked })

    expect(result.outputs['outcome']).toBe('pull-request')
    expect(result.commands[0]).toMatchObject({ name: 'add-mask', data: key })
    expect(result.post?.masks).toContain(key)
    expectNoKey(await collectTraces(world, result))
  })

  test('the key appears nowhere with step debugging', async () => {
    await using world = await createWorldInProcess({ docsService })
    const { asked } = await askOnIssue(world)

    const result = await world.run({ trigger: asked, debug: true })

    expectNoKey(await collectTraces(world, result))
  })

  test('the key appears nowhere when the service echoes it in an error', async () => {
    await using world = await createWorldInProcess({ docsService })
    const body = { error: `The key ${key} is bad (${encodeURIComponent(key)}).` }
    world.docsService.faults.add({ method: 'POST', respond: { kind: 'answer', status: 403, body } })
    const { asked } = await askOnIssue(world)

    const result = await world.run({ trigger: asked })

    expect(result.summary).toContain('The key *** is bad')
    expectNoKey(await collectTraces(world, result))
  })

  test('the key appears nowhere when the service echoes it in every field of a job', async () => {
    await using world = await createWorldInProcess({ docsService })
    world.docsService.nextJob({
      prLink: `https://docs.example/${encodeURIComponent(key)}`,
      fields: { model: key, source: { repository: `https://x.example/${key}`, ref: key }, createdAt: key },
    })
    const { asked } = await askOnIssue(world)

    const result = await world.run({ trigger: asked })

    expect(result.outputs['status']).toBe('completed')
    expectNoKey(await collectTraces(world, result))
  })

  test('the key appears nowhere when the service names a status after it', async () => {
    await using world = await createWorldInProcess({ docsService })
    const answer = (body: object, { number }: { number: number }) =>
      number === 1 ? { ...body, status: `odd ${key}` } : body
    world.docsService.nextJob({ activeReads: 2, answer })

    const result = await world.run({ inputs: { prompt: 'Explain retries.' } })

    expect(result.annotations).toMatchObject([{ level: 'warning', message: /the status "odd \*\*\*"/ }])
    expectNoKey(await collectTraces(world, result))
  })

  test('the key appears nowhere when it is put into another input by mistake', async () => {
    await using world = await createWorldInProcess({ docsService })

    const inputs = { 'project-id': `${key}\u202E`, timeout: key, command: `${key} x`, 'issue-number': key }
    const result = await world.run({ inputs: { ...inputs, prompt: 'Explain retries.' } })

    expect(result.outputs['outcome']).toBe('error')
    expect(result.log.shown).toContain('timeout: "***" was given')
    expectNoKey(await collectTraces(world, result))
  })

  test('the key appears nowhere when somebody puts it into the prompt', async () => {
    await using world = await createWorldInProcess({ docsService })

    const result = await world.run({ inputs: { prompt: `Use ${key} for it.`, 'dry-run': true } })

    expect(result.summary).toContain('Use *** for it.')
    expectNoKey(await collectTraces(world, result))
  })
})

test('a key that only looks like another kind of key is warned about, and used', async () => {
  await using world = await createWorldInProcess({ docsService: { apiKey: 'mint_dsc_0123456789' } })

  const result = await world.run({ inputs: { prompt: 'Explain retries.' } })

  expect(result.outputs['outcome']).toBe('pull-request')
  expect(result.annotations).toMatchObject([{ level: 'warning', message: /looks like an assistant key/ }])
})

describe.concurrent('an error that nobody expected', () => {
  const broken = {
    NODE_OPTIONS: `--import="data:text/javascript,performance.now=()=>{throw new Error('The clock stands still.')}"`,
  }

  test('an unexpected error is one line', async () => {
    await using world = await createWorld()

    const result = await world.run({ inputs: { prompt: 'Explain retries.' }, environment: broken })

    expect(result.conclusion).toBe('failure')
    expect(result.log.shown).toContain('please report it')
    expect(result.log.shown).not.toMatch(/^\s*at .*[:(]/m)
    expect(result.log.lines.filter(({ stream }) => stream === 'stderr')).toEqual([])
  })

  test('an unexpected error shows its stack with step debugging', async () => {
    await using world = await createWorld()

    const result = await world.run({ inputs: { prompt: 'Explain.' }, environment: broken, debug: true })

    expect(result.log.shown).toMatch(/^(##\[debug])?\s*at .*[:(]/m)
  })
})
