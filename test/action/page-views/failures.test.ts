import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TRICKS } from '../../fuzz/hostile-text.ts'
import { checkPublished } from '../../fuzz/published-markdown.ts'
import { serveMovingPageViews, servePageViews } from '../../world/docs-service/page-views.ts'
import { createWorldInProcess } from '../../world/index.ts'
import { checkTracesOf, createHostileWorld } from '../agent-job/hostile/traces.ts'
import { makeRows, readRows, row } from './rows.ts'

const ROWS = makeRows(1130)

function createExportWorld() {
  return createWorldInProcess({ docsService: { pageViews: servePageViews(ROWS) } })
}

test('repeated 500s: the rows before them are kept in a partial file, and the run is red', async () => {
  await using world = await createExportWorld()
  const respond = { kind: 'answer', status: 500, body: { error: 'Oops' } } as const
  world.docsService.faults.add({ path: /offset=500$/, times: Number.POSITIVE_INFINITY, respond })
  const result = await world.run({
    action: 'page-views',
    inputs: { file: 'out/views.csv' },
    workspaceFiles: { 'out/views.csv': 'from last week' },
  })
  expect(result.conclusion).toBe('failure')
  const file = 'out/views.partial.csv'
  expect(result.outputs).toMatchObject({ rows: '500', file, complete: 'false', nextOffset: '500' })
  expect(readRows(join(result.files, file))).toEqual(ROWS.slice(0, 500))
  expect(readFileSync(join(result.files, 'out/views.csv'), 'utf8')).toBe('from last week')
  expect(readdirSync(join(result.files, 'out'))).toEqual(['views.csv', 'views.partial.csv'])
  expect(result.annotations).toMatchObject([
    { level: 'error', message: expect.stringMatching(/^Could not get page views.*offset.*500/) },
  ])
  expect(result.summary).toContain('The export failed')
})

test('hostile paths do nothing, and the key that the service echoes in them appears nowhere', async () => {
  const rows = TRICKS.map((path, index) => row(path, 1_000 - index))
  const before = TRICKS.map((path, index) => row(path.slice(index % 3), 500 + 2 * index))
  const pageViews = serveMovingPageViews([[...rows, row(TRICKS[0] ?? '', 1)], before])
  await using world = await createHostileWorld({ docsService: { pageViews } })
  const { number } = await world.github.createIssue()
  const inputs = { top: 100, period: '7d', compare: 'previous', 'issue-number': number }
  const result = await world.run({ action: 'page-views', inputs, inProcess: false })
  expect(result.conclusion).toBe('success')
  expect(result.outputs).toMatchObject({ complete: 'true' })
  expect(JSON.parse(result.outputs['noViews'] ?? '')).not.toEqual([])
  await checkTracesOf(world, result, [])
  const [report] = await world.github.commentsOf(number)
  checkPublished(report?.body.replace(/<!-- docs-agent-page-views:[^>]*-->| --> \d+$/gmu, '') ?? '')
  const csv = readFileSync(join(result.files, 'page-views.csv'), 'utf8')
  expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"")",`)
  expect(csv).not.toContain(world.docsService.apiKey)
})
