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

/** Wrong values, several inputs at a time: every one of them must be named. */
const WRONG: Record<string, string>[] = [
  { timeout: '10abc', 'poll-interval': '49ms', 'fail-on': 'nope, no-one', wait: 'yes', comment: '1' },
  { timeout: '-1', 'poll-interval': '11m', 'fail-on': 'FAILED', wait: '0', comment: 'on' },
  { timeout: '1e3', 'poll-interval': '601', 'dry-run': 'maybe', 'issue-number': '0', context: 'Full' },
  { timeout: '0', 'poll-interval': '0', 'dry-run': '"true"', 'issue-number': '-3', context: 'all' },
  { timeout: '25h', 'issue-number': '1.5', 'diff-limit': '999', traffic: '366d', 'follow-up': 'yes' },
  { 'poll-interval': '3 s', 'issue-number': '#7', 'minimum-permission': 'maintain', paths: 'src/**,!' },
  { timeout: '1.5m', 'poll-interval': '3S', 'issue-number': '7x', 'diff-limit': '500001', traffic: '0d' },
  { 'project-id': 'a b', 'job-id': 'a b', 'ignore-authors': '*', traffic: '30' },
  { timeout: '86401', 'poll-interval': '½s', 'issue-number': '9999999999999999', 'allowed-bots': '*' },
  { timeout: '1d', 'poll-interval': '1h', 'issue-number': '1e3', 'allowed-bots': 'renovate*[bot], a/b' },
  { timeout: '90 s', 'poll-interval': '0x10', command: '/docs please', 'base-url': 'http://docs.example' },
  { timeout: 'Infinity', 'poll-interval': 'NaN', 'base-url': 'ftp://127.0.0.1', 'project-id': '..' },
  { timeout: '٣', 'poll-interval': '３', 'diff-limit': '1e4', 'project-id': '.' },
  { 'base-url': 'https://user:hunter2@docs.example', 'project-id': '', 'job-id': '..' },
  { 'base-url': 'https://docs.example/?x=y', 'job-id': '.' },
  { 'base-url': 'http://127.0.0.1.evil.example', 'api-key': '' },
  { 'base-url': 'http://localhost.evil.example', 'api-key': 'mint_hunter2 with a blank' },
  { 'base-url': 'docs.example', 'prompt-file': 'prompt.md' },
  { 'base-url': 'https://docs.example/#top', prompt: '', 'prompt-file': 'missing.md' },
  { 'base-url': 'javascript:alert(1)', prompt: '', 'prompt-file': '../outside.md' },
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

  test.each(['project-id', 'job-id'])('a %s that is longer than any id is refused', async (name) => {
    await using world = await createWorldInProcess()

    const result = await ask(world, { [name]: 'x'.repeat(513) })

    expect(errorOf(result)).toContain(`${name}: "xxx`)
    expect(errorOf(result)).toContain('allowed: an id of up to 512 characters')
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
  test.each<Record<string, string>>([
    { timeout: '90s', 'poll-interval': '500ms', wait: 'true', comment: 'false', 'dry-run': 'False' },
    { timeout: '10m', 'poll-interval': '50ms', wait: 'TRUE', comment: 'FALSE' },
    { timeout: '1h', 'poll-interval': '1', wait: 'True', 'fail-on': '' },
    {
      timeout: '24h',
      'poll-interval': '10m',
      'fail-on': 'error,failed timed-out\nunknown',
    },
    { timeout: '86400', 'poll-interval': '600', 'minimum-permission': 'admin', context: 'none' },
    { timeout: ' 5 ', 'poll-interval': '\t3s\n', 'minimum-permission': 'read', context: 'full' },
    { timeout: '1440m', 'allowed-bots': 'dependabot[bot], Copilot\nrenovate[bot]', command: '' },
    { timeout: '86400000ms', command: '!write', 'issue-number': '', 'github-token': '' },
    { timeout: '', 'poll-interval': ' ', wait: '', context: '', comment: '', 'dry-run': '' },
    {
      'minimum-permission': '',
      'diff-limit': '',
      paths: '',
      'ignore-authors': '',
      'follow-up': '',
      traffic: '',
    },
    {
      context: 'full',
      'diff-limit': '1000',
      paths: 'src/**\n!*.md',
      'ignore-authors': 'none',
    },
  ])('inputs that can be used cause no warning: %j', async (inputs) => {
    await using world = await createWorldInProcess()
    world.docsService.nextJob(OVER_AT_ONCE)

    const result = await ask(world, inputs)

    expect(result.outputs['outcome']).toBe('pull-request')
    expect(result.conclusion).toBe('success')
    expect(result.annotations).toEqual([])
  })

  test('a bare number means seconds, and a timeout is kept', async () => {
    await using world = await createWorldInProcess()
    const body = { id: 'job-1', status: 'active' }
    const respond = { kind: 'answer', status: 200, body } as const
    world.docsService.faults.add({ respond, times: Number.POSITIVE_INFINITY })

    const result = await ask(world, { 'job-id': 'job-1', prompt: '', timeout: '1' })

    expect(result.outputs['outcome']).toBe('timed-out')
    expect(result.durationMs).toBeGreaterThan(850)
    expect(result.durationMs).toBeLessThan(25_000)
  })

  test('`fail-on` decides what is red', async () => {
    await using world = await createWorldInProcess()
    const colors = []
    for (const failOn of ['no-pull-request', 'failed', '']) {
      world.docsService.nextJob({ terminalOnCreate: true, endsAs: 'no-pull-request' })
      colors.push((await ask(world, { 'fail-on': failOn })).conclusion)
    }
    expect(colors).toEqual(['failure', 'success', 'success'])
  })

  test('`prompt-file` is read from the workspace', async () => {
    await using world = await createWorldInProcess()
    world.docsService.nextJob(OVER_AT_ONCE)
    const text = 'Explain “retries”:\n\n- one\n- two'

    const result = await world.run({
      inputs: { 'prompt-file': 'docs/prompt.md', context: 'none' },
      workspaceFiles: { 'docs/prompt.md': `\n${text}\n\n` },
      post: false,
    })

    expect(result.outputs['outcome']).toBe('pull-request')
    expect(world.docsService.requests[0]?.body).toEqual({ prompt: text })
  })

  test.each<[string, Record<string, string | Uint8Array>]>([
    ['an empty file', { 'prompt.md': ' \n' }],
    ['a file that is no text', { 'prompt.md': Uint8Array.of(0xff, 0xfe, 0x80) }],
    ['a file that is too large', { 'prompt.md': 'a'.repeat(2 ** 20 + 1) }],
    ['a folder', { 'prompt.md/file': 'text' }],
  ])('`prompt-file`: %s is refused', async (_name, workspaceFiles) => {
    await using world = await createWorldInProcess()

    const result = await world.run({ inputs: { 'prompt-file': 'prompt.md' }, workspaceFiles, post: false })

    expect(errorOf(result)).toMatch(/^- `?prompt-file`?: "prompt.md" was given; allowed: /m)
    expectNothingSent(world)
  })

  test('the key is masked before anything else is printed', async () => {
    await using world = await createWorld()
    const { commands, log } = await ask(world, { 'api-key': 'mint_hunter2', timeout: 'no' })
    expect(commands[0]).toMatchObject({ name: 'add-mask', data: 'mint_hunter2' })
    expect(log.shown).not.toContain('hunter2')
  })
})
