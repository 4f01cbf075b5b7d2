import { expect, test } from 'vitest'
import { readTraffic } from '../../../../src/agent-job/job/read-traffic.ts'
import { renderTraffic } from '../../../../src/agent-job/result/traffic.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { createServiceForTests, fakeFetch, json } from '../../docs-service/service-for-tests.ts'

const NOW_MS = Date.UTC(2026, 7, 31)

function row(path: string, human: number, ai = 0) {
  return { path, human, ai, total: human + ai }
}

function page(views: object[], hasMore = false) {
  return json({ totals: { human: 0, ai: 0, total: 0 }, views, hasMore })
}

function read(files: string[], ...answers: Parameters<typeof fakeFetch>) {
  const { fetch, calls } = fakeFetch(...answers)
  const { service } = createServiceForTests({ fetch })
  const traffic = readTraffic({
    files: files.map(untrustedText),
    days: 30,
    service,
    nowMs: NOW_MS,
    signal: new AbortController().signal,
    deadline: Number.POSITIVE_INFINITY,
  })
  return { traffic, queries: () => calls.map(({ url }) => new URL(url).search) }
}

test('traffic lists the changed pages, most read first', async () => {
  const { traffic, queries } = read(
    ['docs/a.mdx', 'docs/b.mdx', 'package.json'],
    page([row('/a', 1), row('/c', 99)], true),
    page([row('/b', 2, 3)]),
  )
  expect(await traffic).toEqual({ days: 30, rows: [row('/b', 2, 3), row('/a', 1)] })
  const range = 'dateFrom=2026-08-01T00%3A00%3A00.000Z&dateTo=2026-08-31T00%3A00%3A00.000Z'
  expect(queries()).toEqual([`?${range}&limit=250&offset=0`, `?${range}&limit=250&offset=2`])
})

test('traffic lists ten pages at most', async () => {
  const rows = Array.from({ length: 15 }, (_, index) => row(`/page-${index}`, index))
  const files = rows.map(({ path }) => `docs${path}.md`)
  const found = await read(files, page(rows)).traffic
  expect(found?.rows.map(({ total }) => total)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5])
})

test('there is no traffic when no changed page has views', async () => {
  expect(await read(['docs/x.mdx'], page([row('/a', 1)])).traffic).toBeUndefined()
})

test('traffic takes four requests at most, repeats included', async () => {
  const more = page([row('/a', 1)], true)
  const large = read(['a.mdx'], more)
  expect(await large.traffic).toMatchObject({ rows: [{ path: '/a' }] })
  expect(large.queries()).toHaveLength(4)

  const troubled = read(['a.mdx'], more, json({ error: 'Oops' }, 500))
  await expect(troubled.traffic).rejects.toMatchObject({ name: 'DocsServiceError', status: 500 })
  expect(troubled.queries()).toHaveLength(4)
})

test('an empty page of views that claims more ends the reading of traffic', async () => {
  const { traffic, queries } = read(['a.mdx'], page([row('/a', 1)], true), page([], true))
  expect(await traffic).toMatchObject({ rows: [{ path: '/a' }] })
  expect(queries()).toHaveLength(2)
})

test('traffic is rendered as a table', () => {
  const rows = [{ ...row('/a|b', 1200, 34), path: untrustedText('/a|b') }]
  expect(renderTraffic({ days: 30, rows }).toString().split('\n')[2]).toBe(
    '| `/a\\|b` | 1,200 | 34 | 1,234 |',
  )
})
