import { expect, test } from 'vitest'
import type { GitHub } from '../../../../src/github/github.ts'
import { fetchViews } from '../../../../src/outcomes/reading/ask-service.ts'
import type { PullRequest } from '../../../../src/outcomes/reading/fetch-pull-requests.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { createServiceForTests, fakeFetch, json, PAGE } from '../../docs-service/service-for-tests.ts'

test('views of a pull request are partial where those of one of its pages are not known', async () => {
  const views = [{ path: '/a', human: 3, ai: 1, total: 4 }]
  const { service } = createServiceForTests(
    fakeFetch(json({ ...PAGE, views, hasMore: true }), json({ ...PAGE, views: [] })),
  )
  const merge = (...paths: string[]) => {
    const files = paths.map((path) => ({ path: untrustedText(path), status: 'modified' }))
    return { url: new URL(`https://github.com/acme/docs/pull/${paths.length}`), files } as unknown as PullRequest
  }
  const merged = [merge('a.mdx'), merge('a.mdx', 'b.mdx'), merge('a.mdx', 'b.mdx', 'logo.png')]
  const github = {} as GitHub
  const query = { github, service, days: 7, nowMs: 0, signal: new AbortController().signal, deadline: Infinity }
  const found = await fetchViews(merged, query)
  expect([...found.views.values()].map(({ total, isPartial }) => [total, isPartial])).toEqual([
    [4, false],
    [4, true],
    [4, true],
  ])
})
