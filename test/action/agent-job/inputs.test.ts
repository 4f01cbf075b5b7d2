import { expect, test } from 'vitest'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import { readErrors, readPrompts } from './conversation.ts'

// What each input may be, value by value: `unit/agent-job/inputs.test.ts`; which files a prompt may be in: `request/prompt-file.test.ts`
// there. Here is what follows.

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

test.concurrent.for(WRONG)("inputs that can't be used are all named: %j", async (inputs) => {
  await using world = await createWorld()

  const result = await world.run({ inputs: { prompt: 'Explain retries.', ...inputs }, post: false })

  const [message = '', ...others] = readErrors(result)
  expect(others).toEqual([])
  expect([...world.docsService.requests, ...world.github.requests]).toEqual([])
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
  // Before anything else is printed.
  const key = inputs['api-key'] ?? world.docsService.apiKey
  if (key !== '') expect(result.commands[0]).toMatchObject({ name: 'add-mask', data: key })
  expect(result.log.shown + result.summary).not.toContain('hunter2')
})

test.concurrent('prompt-file is read from the workspace', async () => {
  await using world = await createWorldInProcess()
  const workspaceFiles = { 'release.md': 'Explain what is new.\r\n' }
  const inputs = { context: 'none', wait: false, 'prompt-file': 'release.md' }

  await world.run({ inputs, workspaceFiles, post: false })

  expect(readPrompts(world)).toEqual(['Explain what is new.'])
})
