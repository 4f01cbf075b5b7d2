import { expect, test } from 'vitest'
import { createWorldInProcess } from '../world/index.ts'
import { readErrors } from './agent-job/conversation.ts'

/** Every one of them must be named, in one error, before any request. Which values are wrong: `inputs.test.ts` of `agent-job`
 * and of `page-views`; those of `outcomes` are here. */
const WRONG: [action: string, inputs: Record<string, string>][] = [
  [
    'agent-job',
    { 'project-id': 'a b', timeout: '25h', 'base-url': 'https://user:hunter2@docs.example', comment: 'on' },
  ],
  ['agent-job', { 'api-key': 'mint_hunter2 with a blank', 'project-id': '', command: '/docs please' }],
  ['page-views', { 'api-key': 'mint_hunter2\nsecond line', 'date-from': '2026-02-30', file: 'views.xlsx' }],
  [
    'outcomes',
    {
      repository: 'acme',
      author: '*[bot]',
      period: 'this-month',
      traffic: '366d',
      'github-token': '',
      'issue-number': 'x',
      'api-key': '',
      'project-id': '',
    },
  ],
  ['outcomes', { repository: 'acme/..', author: 'ada, bob' }],
]

test.concurrent.for(WRONG)("inputs of %s that can't be used are all named: %j", async ([action, inputs]) => {
  await using world = await createWorldInProcess()
  const prompt = action === 'agent-job' ? { prompt: 'Explain retries.' } : {}

  const result = await world.run({ action, inputs: { ...prompt, ...inputs }, post: false })

  expect(result.conclusion).toBe('failure')
  const [message = '', ...others] = readErrors(result)
  expect(others).toEqual([])
  const wrong = Object.entries(inputs).filter(([name]) => name !== 'prompt')
  expect(message.match(/^- `[a-z-]+` /gm)).toHaveLength(wrong.length)
  for (const [name, given] of wrong) {
    const [, line = ''] = new RegExp(`^- \`${name}\` (.*)$`, 'm').exec(message) ?? []
    if (given === '') expect(line).toContain('empty')
    else if (!given.includes('hunter2')) expect(line).toContain(given)
    // What is wrong, and what to do.
    expect(line).toMatch(/\. [A-Z].*\.$/)
    expect(result.summary).toContain(name)
  }
  const { outcome = '', complete = '' } = result.outputs
  expect([outcome, complete]).toEqual([action === 'agent-job' ? 'error' : '', action === 'page-views' ? 'false' : ''])
  // Before anything else is printed; line by line, since the runner masks each line by itself.
  const key = inputs['api-key'] ?? (action === 'outcomes' ? '' : world.docsService.apiKey)
  const [line = ''] = key.split('\n')
  if (line !== '') expect(result.commands[0]).toMatchObject({ name: 'add-mask', data: line })
  expect(result.log.shown + result.summary).not.toContain('hunter2')
})
