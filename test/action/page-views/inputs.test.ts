import { expect, test } from 'vitest'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import { startProxy } from '../../world/proxy.ts'
import { readWarnings } from '../agent-job/conversation.ts'

test('all problems are reported at once, before the first request', async () => {
  await using world = await createWorld()
  const inputs = {
    'api-key': 'mint_secret_0123456789\nsecond line',
    'project-id': '..',
    'base-url': 'http://docs.example',
    'date-from': '2026-02-30',
    limit: 251,
    compare: 'next',
    'issue-number': '#7',
    file: '../views.xlsx',
  }
  const result = await world.run({ action: 'page-views', inputs })
  expect(result.conclusion).toBe('failure')
  expect(world.docsService.requests).toEqual([])
  expect(result.outputs).toMatchObject({ rows: '0', file: '', complete: 'false', top: '[]' })
  expect(result.summary).toMatch(/## Page views\n[\s\S]*Invalid input[\s\S]*- `date-from`: /)
  const [{ message } = { message: '' }] = result.annotations
  for (const name of Object.keys(inputs)) expect(message).toContain(`- \`${name}\`: `)
  expect(message).toContain('got `251`; allowed: a whole number from 1 to 250')
  expect(result.log.shown).not.toContain('mint_secret')
})

test('a key of another kind is a warning', async () => {
  await using world = await createWorldInProcess({ docsService: { apiKey: 'mint_dsc_0123456789' } })
  const result = await world.run({ action: 'page-views' })
  expect(result.conclusion).toBe('success')
  expect(readWarnings(result)).toEqual([expect.stringContaining('assistant key')])
})

test('an export goes through the proxy that the runner names', async () => {
  await using world = await createWorldInProcess()
  await using proxy = await startProxy()
  const result = await world.run({ action: 'page-views', environment: { HTTP_PROXY: proxy.url } })
  expect(result.outputs['complete']).toBe('true')
  expect(proxy.seen).toHaveLength(world.docsService.requests.length)
})

test('an end in the future is now, which a notice says', async () => {
  await using world = await createWorldInProcess()
  const dates = { 'date-from': '2026-01-01', 'date-to': '2999-11-30' }
  const { outputs, annotations } = await world.run({ action: 'page-views', inputs: dates })
  const message = expect.stringContaining(`The export ends now, at ${outputs['dateTo']}.`)
  expect(annotations).toMatchObject([{ level: 'notice', message }])
})
