import { describe, expect, test } from 'vitest'
import { findViews, readSiteViews, type SiteViews } from '../../../../src/agent-job/job/traffic.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { createServiceForTests, fakeFetch, json, PAGE } from '../../docs-service/service-for-tests.ts'

const NOW_MS = Date.UTC(2026, 7, 31)

function row(path: string, human: number, ai = 0) {
  return { path, human, ai, total: human + ai }
}

function page(views: object[], hasMore = false) {
  return json({ ...PAGE, views, hasMore })
}

/** Reads the views of a site; `queries`: what was asked of the service. */
async function read(...answers: Parameters<typeof fakeFetch>) {
  const { fetch, calls } = fakeFetch(...answers)
  const { service } = createServiceForTests({ fetch })
  const site = await readSiteViews({
    days: 30,
    service,
    nowMs: NOW_MS,
    signal: new AbortController().signal,
    deadline: Number.POSITIVE_INFINITY,
  }).catch((error: unknown) => ({ error }))
  return { site, queries: calls.map(({ url }) => new URL(url).search) }
}

/** The views of the page that `file` makes, on a site with `rows`. */
async function find(rows: object[], file: string, previousFile?: string) {
  const { site } = await read(page(rows))
  const previousPath = previousFile === undefined ? previousFile : untrustedText(previousFile)
  const change = { path: untrustedText(file), ...(previousPath && { previousPath }) }
  return findViews(change, site as SiteViews)
}

async function findTotal(...site: Parameters<typeof find>) {
  return (await find(...site))?.total
}

test('the views of the last days are read page after page', async () => {
  const { site, queries } = await read(page([row('/a', 1)], true), page([row('/b', 2, 3)]))
  expect(site).toMatchObject({ isPartial: false })
  expect([...(site as SiteViews).byPath]).toEqual([
    ['/a', { human: 1, ai: 0, total: 1 }],
    ['/b', { human: 2, ai: 3, total: 5 }],
  ])
  const range = 'dateFrom=2026-08-01T00%3A00%3A00.000Z&dateTo=2026-08-31T00%3A00%3A00.000Z'
  expect(queries).toEqual([`?${range}&limit=250&offset=0`, `?${range}&limit=250&offset=1`])
})

const more = page([row('/a', 1)], true)

test.each<[string, Parameters<typeof read>, object, number]>([
  ['four requests, and what was not searched is known', [more], { isPartial: true }, 4],
  ['as many with repeats', [more, json({ error: 'Oops' }, 500)], { error: { status: 500 } }, 4],
  ['a page without rows that claims more', [more, page([], true)], { isPartial: true }, 2],
])('the reading ends after %s', async (_name, answers, expected, count) => {
  const { site, queries } = await read(...answers)
  expect(site).toMatchObject(expected)
  expect(queries).toHaveLength(count)
})

describe('the page of a file', () => {
  const SITE = ['/', '/quickstart', '/guides', '/guides/retries', '/api/retries', '/blog/']
  const rows = SITE.map((path, index) => row(path, index + 1))

  test.each([
    ['quickstart.MD', '/quickstart'],
    ['guides/retries.md', '/guides/retries'],
    ['guides/index.mdx', '/guides'],
    ['index.mdx', '/'],
    ['blog/index.md', '/blog/'],
    // With the folders that hold the site in its repository
    ['packages/site/docs/guides/retries.mdx', '/guides/retries'],
    ['docs/guides/index.mdx', '/guides'],
    ['docs/index.mdx', '/'],
    // No Markdown, a page that nobody has read, an index further down, a part of a name, and a longer name
    ['quickstart.json', undefined],
    ['guides/webhooks.mdx', undefined],
    ['packages/tools/index.md', undefined],
    ['my-quickstart.mdx', undefined],
    ['quickstart.mdx.bak', undefined],
    ['md', undefined],
  ])('the file %s is the page %s', async (file, path) => {
    expect(await findTotal(rows, file)).toBe(path && SITE.indexOf(path) + 1)
  })

  test('a file that fits two paths, none of them whole, is no page of them', async () => {
    const site = [row('/guides/retries', 1), row('/retries', 2)]
    expect(await findTotal(site, 'docs/guides/retries.mdx')).toBeUndefined()
    expect(await findTotal(site, 'guides/retries.mdx')).toBe(1)
  })

  test.each([
    ['percent-encoded', '/%C3%BCber', 'über.mdx'],
    ['in another normal form', '/u\u0308ber', '\u00fcber.mdx'],
    ['encoded and in another normal form', '/u%CC%88ber', '\u00fcber.mdx'],
    ['a file in another normal form', '/\u00fcber', 'u\u0308ber.mdx'],
    ['a sign of per cent that encodes nothing', '/100%', '100%.mdx'],
  ])('a path is found however it is written: %s', async (_name, path, file) => {
    expect(await findTotal([row(path, 7)], file)).toBe(7)
  })

  test('of two rows for a path the larger counts, in any order', async () => {
    const two = [row('/a', 5), row('/a/', 9)]
    expect(await findTotal(two, 'a.mdx')).toBe(9)
    expect(await findTotal(two.toReversed(), 'a.mdx')).toBe(9)
  })

  test("a renamed page has the views of both paths, and one that isn't known under its new one those of the old", async () => {
    const both = [row('/old', 5, 1), row('/new', 2, 3)]
    expect(await find(both, 'new.mdx', 'old.mdx')).toEqual({ human: 7, ai: 4, total: 11 })
    expect(await findTotal([row('/old', 5)], 'new.mdx', 'old.mdx')).toBe(5)
    // Both are the same path of the site.
    expect(await findTotal([row('/a', 5)], 'a.md', 'a.mdx')).toBe(5)
  })
})
