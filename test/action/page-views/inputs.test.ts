import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld, createWorldInProcess } from '../../world/index.ts'

test('all problems are reported at once, before the first request', async () => {
  await using world = await createWorld()
  const result = await world.run({
    action: 'page-views',
    inputs: {
      'api-key': 'mint_secret_0123456789\nsecond line',
      'project-id': '..',
      'base-url': 'http://docs.example',
      'date-from': '2026-02-30',
      'date-to': 'tomorrow',
      limit: 251,
      offset: '-1',
      'max-requests': '1e3',
      concurrency: 17,
      top: 'ten',
      'top-by': 'people',
      compare: 'next',
      'issue-number': '#7',
      file: '../views.xlsx',
    },
  })
  expect(result.conclusion).toBe('failure')
  expect(world.docsService.requests).toEqual([])
  expect(result.outputs).toEqual({
    human: '',
    ai: '',
    total: '',
    rows: '0',
    file: '',
    complete: 'false',
    nextOffset: '',
    top: '[]',
    previousTotal: '',
    change: '',
    rising: '[]',
    falling: '[]',
    commentUrl: '',
    dateFrom: '',
    dateTo: '',
  })
  expect(result.summary).toMatch(/## Page views\n[\s\S]*The inputs can't be used[\s\S]*- date-from: /)
  const [{ message } = { message: '' }] = result.annotations
  for (const name of [
    'api-key',
    'project-id',
    'base-url',
    'date-from',
    'date-to',
    'limit',
    'offset',
    'max-requests',
    'concurrency',
    'top',
    'top-by',
    'compare',
    'issue-number',
    'file',
  ])
    expect(message).toContain(`- ${name}: `)
  expect(message).toContain('"251" was given; allowed: a whole number from 1 to 250')
  expect(message).toContain('"2026-02-30" was given')
  expect(result.log.shown).not.toContain('mint_secret')
})

test('a link out of the workspace is refused before the first request', async () => {
  await using world = await createWorldInProcess()
  const outside = mkdtempSync(join(tmpdir(), 'outside-'))
  try {
    // The workspace is there only once the run has started, so the link comes from an earlier step of the same job.
    const run = world.start({
      action: 'page-views',
      inputs: { file: 'link/views.csv' },
      workspaceFiles: { 'keep.txt': '' },
    })
    symlinkSync(outside, join(run.workspace, 'link'))
    const result = await run.result
    expect(result.conclusion).toBe('failure')
    expect(result.annotations[0]?.message).toContain('a link leads out of the workspace')
    expect(world.docsService.requests).toEqual([])
    expect(readdirSync(outside)).toEqual([])
  } finally {
    rmSync(outside, { recursive: true })
  }
})

test('the path of base-url is kept, and the project is one segment of the path', async () => {
  await using world = await createWorldInProcess({ docsService: { projects: ['a/b?c'] } })
  await world.run({
    action: 'page-views',
    inputs: { 'base-url': `${world.docsService.url}/prefix/`, 'project-id': 'a/b?c' },
  })
  expect(world.docsService.requests[0]?.path).toBe('/prefix/v1/analytics/a%2Fb%3Fc/views')
})

test('a key of another kind is a warning', async () => {
  await using world = await createWorldInProcess({ docsService: { apiKey: 'mint_dsc_0123456789' } })
  const result = await world.run({ action: 'page-views' })
  expect(result.conclusion).toBe('success')
  expect(result.annotations).toMatchObject([
    { level: 'warning', message: expect.stringContaining('assistant key') },
  ])
})

test('an export goes through the proxy that the runner names, and around it where NO_PROXY says so', async () => {
  await using world = await createWorldInProcess()
  const seen: string[] = []
  const proxy = createServer((request, response) => {
    seen.push(request.url ?? '')
    const onward = sendRequest(request.url ?? '', { headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(response)
    })
    request.pipe(onward)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  const environment = { HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
  try {
    const through = await world.run({ action: 'page-views', environment })
    expect(through.outputs['complete']).toBe('true')
    expect(seen.length).toBe(world.docsService.requests.length)
    expect(seen[0]).toMatch(new RegExp(`^${world.docsService.url}/v1/analytics/`))

    seen.length = 0
    const around = await world.run({
      action: 'page-views',
      environment: { ...environment, NO_PROXY: '127.0.0.1' },
    })
    expect(around.outputs['complete']).toBe('true')
    expect(seen).toEqual([])
  } finally {
    proxy.closeAllConnections()
    proxy.close()
  }
})

test('step debugging shows no more than the log, and no key', async () => {
  await using world = await createWorldInProcess()
  const result = await world.run({ action: 'page-views', debug: true })
  expect(result.conclusion).toBe('success')
  expect(existsSync(join(result.files, 'page-views.csv'))).toBe(true)
  expect(result.log.shown).not.toContain(world.docsService.apiKey)
})
