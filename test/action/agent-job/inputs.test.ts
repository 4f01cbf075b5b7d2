import { describe, expect, test } from 'vitest'
import { createWorld, createWorldInProcess, type World } from '../../world/index.ts'
import type { RunResult } from '../../world/runner/action-run.ts'

const OVER_AT_ONCE = { terminalOnCreate: true, prLink: 'https://github.com/acme/docs/pull/7' }

function ask(world: World, inputs: Record<string, string>) {
  return world.run({ inputs: { prompt: 'Explain the retries option.', ...inputs }, post: false })
}

/** The error that a run shows; it must be the only one. */
function errorOf({ annotations }: RunResult): string {
  const errors = annotations.filter(({ level }) => level === 'error')
  expect(errors).toHaveLength(1)
  return errors[0]?.message ?? ''
}

function expectNothingSent(world: World): void {
  expect(world.docsService.requests).toEqual([])
  expect(world.github.requests).toEqual([])
}

// What each input may be, value by value: `unit/agent-job/inputs.test.ts`. Here is what follows.

/** Every one of them must be named. */
const WRONG: Record<string, string>[] = [
  {
    ...{ 'project-id': 'a b', 'job-id': '..', context: 'Full', paths: 'src/**,!', 'ignore-authors': '*' },
    ...{ 'follow-up': 'yes', traffic: '366d', wait: 'yes', timeout: '25h', 'poll-interval': '49ms' },
    ...{ 'fail-on': 'nope, no-one', 'minimum-permission': 'maintain', 'allowed-bots': 'a/b', comment: 'on' },
    ...{ 'issue-number': '#7', 'base-url': 'https://user:hunter2@docs.example', 'dry-run': 'maybe' },
  },
  { 'api-key': 'mint_hunter2 with a blank', 'project-id': '', command: '/docs please' },
  { 'api-key': '', prompt: '', 'prompt-file': 'missing.md' },
]

describe.concurrent("inputs that can't be used", () => {
  test.each(WRONG)("inputs that can't be used are all named, and nothing is sent: %j", async (inputs) => {
    await using world = await createWorldInProcess()

    const result = await ask(world, inputs)

    const message = errorOf(result)
    const wrong = Object.keys(inputs).filter((name) => name !== 'prompt')
    expect(message.match(/^- `?[a-z-]+`?: /gm)).toHaveLength(wrong.length)
    for (const name of wrong) {
      const [, line = ''] = new RegExp(`^- \`?${name}\`?: (.*)$`, 'm').exec(message) ?? []
      const given = inputs[name] ?? ''
      if (given === '') expect(line).toContain('empty')
      else if (!given.includes('hunter2')) expect(line).toContain(given)
      expect(line).toContain('allowed: ')
    }
    expect(result.outputs).toMatchObject({ outcome: 'error', status: '', jobId: '', commentUrl: '' })
    expect(result.conclusion).toBe('failure')
    expect(result.summary).toContain(wrong[0])
    expect(result.log.shown + result.summary).not.toContain('hunter2')
    expectNothingSent(world)
  })

  test('an event that brings no prompt is refused without the input `prompt`', async () => {
    await using world = await createWorldInProcess()

    const result = await ask(world, { prompt: ' \n ' })

    expect(errorOf(result)).toMatch(/^- `?prompt`?: /m)
    expect(errorOf(result)).toContain('prompt-file')
    expect(errorOf(result)).toContain('workflow_dispatch')
    expectNothingSent(world)
  })

  test('nothing in an input can start a workflow command', async () => {
    await using world = await createWorldInProcess()

    const result = await ask(world, {
      timeout: '1s\n::set-output name=outcome::pull-request\r##[error]x',
      context: '::stop-commands::x',
      'fail-on': '##[add-mask]failed',
    })

    const names = result.commands.map(({ name }) => name).filter((name) => name !== 'add-mask')
    expect(names).toEqual(['error'])
    expect(result.outputs['outcome']).toBe('error')
    expectNothingSent(world)
  })
})

describe.concurrent('inputs that can be used', () => {
  test('inputs that are empty or blank have their defaults, and cause no warning', async () => {
    await using world = await createWorldInProcess()
    world.docsService.nextJob(OVER_AT_ONCE)
    const names = ['context', 'paths', 'ignore-authors', 'follow-up', 'traffic', 'wait', 'timeout', 'fail-on']
    const more = ['minimum-permission', 'allowed-bots', 'comment', 'issue-number', 'job-id', 'dry-run']

    const result = await ask(world, Object.fromEntries([...names, ...more].map((name) => [name, ' '])))

    expect(result.outputs['outcome']).toBe('pull-request')
    expect(result.annotations).toEqual([])
  })

  test('the key is masked before anything else is printed', async () => {
    await using world = await createWorld()
    const { commands, log } = await ask(world, { 'api-key': 'mint_hunter2', timeout: 'no' })
    expect(commands[0]).toMatchObject({ name: 'add-mask', data: 'mint_hunter2' })
    expect(log.shown).not.toContain('hunter2')
  })
})
