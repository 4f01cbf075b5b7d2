import { describe, expect, test } from 'vitest'
import { servePageViews } from '../../world/docs-service/page-views.ts'
import { createWorld } from '../../world/index.ts'
import { askOnIssue, readReports } from './conversation.ts'

const inputs = { traffic: '30d' }
const pageViews = servePageViews([
  { path: '/configuration', human: 1200, ai: 34, total: 1234 },
  { path: '/other', human: 9000, ai: 0, total: 9000 },
])

describe.concurrent('traffic', () => {
  test('with traffic, comment and summary show how often the changed pages were read', async () => {
    await using world = await createWorld({ docsService: { pageViews } })
    const { issue, asked } = await askOnIssue(world, '/docs explain the retries option of the configuration')

    const { outputs, summary } = await world.run({ trigger: asked, inputs })

    expect(outputs['outcome']).toBe('pull-request')
    const [report = ''] = await readReports(world, issue.number)
    for (const text of [report, summary]) {
      expect(text).toContain('Views in the last 30 days')
      expect(text).toMatch(/\| .*configuration.mdx`<br>\+.* \| 1,200 \| 34 \| 1,234 \|/)
      expect(text).not.toContain('/other')
    }
    const [request] = world.docsService.requests.filter(({ target }) => target.includes('/views?'))
    const { searchParams } = new URL(request?.target ?? '', world.docsService.url)
    const [from = 0, to = 0] = ['dateFrom', 'dateTo'].map((name) => Date.parse(searchParams.get(name) ?? ''))
    expect(to - from).toBe(30 * 24 * 60 * 60_000)
  })
})
