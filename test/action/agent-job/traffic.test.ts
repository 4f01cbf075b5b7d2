import { expect, test } from 'vitest'
import { servePageViews } from '../../world/docs-service/page-views.ts'
import { createWorldInProcess } from '../../world/index.ts'
import { askOnIssue, readReports } from './conversation.ts'

const pageViews = servePageViews([
  { path: '/', human: 5_000, ai: 0, total: 5_000 },
  { path: '/configuration', human: 1_200, ai: 34, total: 1_234 },
])

test('with traffic, comment and summary show how often pages of the site were read, and nothing for others', async () => {
  await using world = await createWorldInProcess({ docsService: { pageViews } })
  // The agent changes a page of the site in `docs`, one that nobody reads, and a page outside of it.
  const paths = ['docs/configuration.mdx', 'docs/new/unread.mdx', 'examples/index.md']
  const write = (text: string) => Object.fromEntries(paths.map((path) => [path, text]))
  await world.github.push([{ files: { 'docs/docs.json': '{}', ...write('# Page\n') } }])
  const { html_url: prLink } = await world.github.createPullRequest({ files: write('# Page\n\nMore\n') })
  world.docsService.nextJob({ terminalOnCreate: true, prLink })
  const { issue, asked } = await askOnIssue(world)

  const { outputs, summary } = await world.run({ trigger: asked, inputs: { traffic: '30d' } })

  expect(outputs['outcome']).toBe('pull-request')
  for (const text of [...(await readReports(world, issue.number)), summary]) {
    expect(text).toContain('Views in the last 30 days')
    expect(text).toMatch(/\| `docs\/configuration.mdx`<br>\+2 −0 \| 1,200 \| 34 \| 1,234 \|/)
    expect(text).toMatch(/\| `docs\/new\/unread.mdx`<br>\+2 −0 \| 0 \| 0 \| 0 \|/)
    expect(text).toMatch(/\| `examples\/index.md`<br>\+2 −0 \| {2}\| {2}\| {2}\|/)
    expect(text).not.toContain('5,000')
  }
  expect(world.github.requestsBy().filter(({ path }) => path.includes('/git/trees/'))).toHaveLength(1)
  const [request] = world.docsService.requests.filter(({ target }) => target.includes('/views?'))
  const { searchParams } = new URL(request?.target ?? '', world.docsService.url)
  const [from = 0, to = 0] = ['dateFrom', 'dateTo'].map((name) => Date.parse(searchParams.get(name) ?? ''))
  expect(to - from).toBe(30 * 24 * 60 * 60_000)
})
