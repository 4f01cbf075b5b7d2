import { describe, expect, test } from 'vitest'
import { findSiteFolder } from '../../../src/page-traffic/site-folder.ts'
import { fetchSiteViews, type SiteViews } from '../../../src/page-traffic/site-views.ts'
import { findViewsOfFiles, isPage } from '../../../src/page-traffic/views-of-files.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'
import { createServiceForTests, fakeFetch, json, PAGE } from '../docs-service/service-for-tests.ts'

const NOW_MS = Date.UTC(2026, 7, 31)

function row(path: string, human: number, ai = 0) {
  return { path, human, ai, total: human + ai }
}

function page(views: object[], hasMore = false) {
  return json({ ...PAGE, views, hasMore })
}

/** Fetches the views of a site; `queries` are the requests. */
async function read(...answers: Parameters<typeof fakeFetch>) {
  const { fetch, calls } = fakeFetch(...answers)
  const { service } = createServiceForTests({ fetch })
  const site = await fetchSiteViews({
    days: 30,
    service,
    nowMs: NOW_MS,
    signal: new AbortController().signal,
    deadline: Number.POSITIVE_INFINITY,
  }).catch((error: unknown) => ({ error }))
  return { site, queries: calls.map(({ url }) => new URL(url).search) }
}

/** A changed file, from its path or `[path, status, previous path]`. */
type Change = string | [path: string, status: string, previousPath?: string]

interface Circumstances {
  newPages?: 'count'
  /** What the base has; without a configuration, the site's folder isn't known. */
  base?: string[]
  isPartial?: true
}

/** The views of the pages in `changes`, on a site with `rows`. */
async function find(rows: object[], changes: Change[], { newPages, base = [], isPartial }: Circumstances = {}) {
  const { site } = await read(page(rows, isPartial), page([], isPartial))
  const files = changes.map((change) => {
    const [path, status, previous] = typeof change === 'string' ? [change, 'modified'] : change
    const previousPath = previous === undefined ? undefined : untrustedText(previous)
    return { path: untrustedText(path), status, ...(previousPath && { previousPath }) }
  })
  const folder = findSiteFolder(base.map(untrustedText))
  const views = findViewsOfFiles(files, site as SiteViews, folder, newPages)
  return Object.fromEntries([...views].map(([file, counts]) => [String(file), counts]))
}

/** The totals by file. */
async function findTotals(...site: Parameters<typeof find>) {
  return Object.fromEntries(Object.entries(await find(...site)).map(([file, { total }]) => [file, total]))
}

const COUNTS = { human: 1, ai: 0, total: 1 }
/** As many rows as a page has. */
const FULL = Array.from({ length: 250 }, (_, index) => row(`/${index}`, 1))

test('the views of the last days are fetched page by page', async () => {
  const { site, queries } = await read(page(FULL, true), page([row('/b', 2, 3)]))
  expect(site).toMatchObject({ isPartial: false })
  const { byPath } = site as SiteViews
  expect([byPath.size, byPath.get('/249'), byPath.get('/b')]).toEqual([251, COUNTS, { human: 2, ai: 3, total: 5 }])
  const range = 'dateFrom=2026-08-01T00%3A00%3A00.000Z&dateTo=2026-08-31T00%3A00%3A00.000Z'
  expect(queries).toEqual([`?${range}&limit=250&offset=0`, `?${range}&limit=250&offset=250`])
})

const more = page(FULL, true)

test.each<[string, Parameters<typeof read>, object, number]>([
  ['four requests, and what was not searched is known', [more], { isPartial: true }, 4],
  ['as many with repeats', [more, json({ error: 'Oops' }, 500)], { error: { status: 500 } }, 4],
  ['the last page, though an earlier one was short', [page([], true), page([row('/a', 1)])], { isPartial: true }, 2],
])('fetching ends after %s', async (_name, answers, expected, count) => {
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
    // In a folder of its own, whose name may as well be a part of the path
    ['docs/guides/retries.mdx', undefined],
    ['docs/index.mdx', undefined],
    // Not Markdown, a page without views, an index further down, a part of a name, and a longer name
    ['quickstart.json', undefined],
    ['guides/webhooks.mdx', undefined],
    ['packages/tools/index.md', undefined],
    ['my-quickstart.mdx', undefined],
    ['quickstart.mdx.bak', undefined],
    ['md', undefined],
  ])('the file %s is the page %s', async (file, path) => {
    expect(await findTotals(rows, [file])).toEqual(path ? { [file]: SITE.indexOf(path) + 1 } : {})
  })

  test.each([
    ['percent-encoded', '/%C3%BCber', 'über.mdx'],
    ['in another normal form', '/u\u0308ber', '\u00fcber.mdx'],
    ['encoded and in another normal form', '/u%CC%88ber', '\u00fcber.mdx'],
    ['a file in another normal form', '/\u00fcber', 'u\u0308ber.mdx'],
    ['a sign of per cent that encodes nothing', '/100%', '100%.mdx'],
  ])('a path is found with different encodings: %s', async (_name, path, file) => {
    expect(await findTotals([row(path, 7)], [file])).toEqual({ [file]: 7 })
  })

  test('of two rows for a path, the larger one counts, in any order', async () => {
    const two = [row('/a', 5), row('/a/', 9)]
    expect(await findTotals(two, ['a.mdx'])).toEqual({ 'a.mdx': 9 })
    expect(await findTotals(two.toReversed(), ['a.mdx'])).toEqual({ 'a.mdx': 9 })
  })

  test('a renamed page has the views of both paths, or of its previous path only', async () => {
    const both = [row('/old', 5, 1), row('/new', 2, 3)]
    const renamed: Change = ['new.mdx', 'renamed', 'old.mdx']
    expect(await find(both, [renamed])).toEqual({ 'new.mdx': { human: 7, ai: 4, total: 11 } })
    expect(await findTotals([row('/old', 5)], [renamed])).toEqual({ 'new.mdx': 5 })
    // Both are the same path of the site.
    expect(await findTotals([row('/a', 5)], [['a.md', 'renamed', 'a.mdx']])).toEqual({ 'a.md': 5 })
  })

  test.each<[string, string[], Change[], Record<string, number>]>([
    ['a page in another language', ['/quickstart', '/es/other'], ['es/quickstart.mdx'], {}],
    ['one beside the original', ['/quickstart'], ['es/quickstart.mdx', 'quickstart.mdx'], { 'quickstart.mdx': 1 }],
    ['a snippet', ['/a', '/snippets/a'], ['snippets/a.mdx', 'docs/snippets/a.mdx'], {}],
    ['two files for a path', ['/a'], ['a.mdx', 'a/index.mdx', 'a.md'], { 'a.mdx': 1 }],
    ['a page in the place of a renamed one', ['/a'], [['b.mdx', 'renamed', 'a.mdx'], 'a.mdx'], { 'a.mdx': 1 }],
    ['a removed page', ['/a'], [['a.mdx', 'removed']], { 'a.mdx': 1 }],
    ['a new page', ['/a'], [['a.mdx', 'added']], {}],
    ['a copy', ['/a', '/b'], [['b.mdx', 'copied', 'a.mdx']], {}],
  ])("pages don't get the views of other pages: %s", async (_name, site, changes, expected) => {
    const views = site.map((path, index) => row(path, index + 1))
    expect(await findTotals(views, changes)).toEqual(expected)
  })

  test("new pages on the site have views, and copies don't have those of their original", async () => {
    const changes: Change[] = [
      ['a.mdx', 'added'],
      ['c.mdx', 'copied', 'b.mdx'],
    ]
    expect(await findTotals([row('/a', 5), row('/b', 7)], changes, { newPages: 'count' })).toEqual({ 'a.mdx': 5 })
  })
})

describe('the page of a file in the folder of the site', () => {
  const SITE = [row('/', 5_000), row('/guides/a', 7), row('/examples', 3)]
  const DOCS = ['docs/docs.json', 'docs/index.mdx', 'docs/guides/a.mdx', 'docs/b.mdx', 'examples/index.md']
  const ROOT = ['docs.json', 'index.mdx', 'guides/a.mdx', 'b.mdx', 'examples/index.md']
  const TWO = [...DOCS, 'examples/docs.json']

  test.each<[string, string[], string, number | undefined]>([
    ['of the folder', DOCS, 'docs/guides/a.mdx', 7],
    ['of the folder, its index', DOCS, 'docs/index.mdx', 5_000],
    ['of the folder, without views', DOCS, 'docs/b.mdx', 0],
    ['outside of it, such as the index of an example', DOCS, 'examples/index.md', undefined],
    ['outside of it, with a path that fits', DOCS, 'guides/a.mdx', undefined],
    ['in a folder with a similar name', DOCS, 'docs-old/guides/a.mdx', undefined],
    ['of the root', ROOT, 'examples/index.md', 3],
    ['of the root, without views', ROOT, 'b.mdx', 0],
    ['of the root, a snippet', ROOT, 'snippets/b.mdx', undefined],
    ['of one of two sites', TWO, 'docs/guides/a.mdx', undefined],
    ['of one of two sites, its index', TWO, 'docs/index.mdx', undefined],
    ['of two sites, with a path that fits', TWO, 'examples/index.md', 3],
    ['without a folder', [], 'docs/guides/a.mdx', undefined],
    ['without a folder, with a path that fits', [], 'guides/a.mdx', 7],
    ['without a folder, without views', [], 'b.mdx', undefined],
  ])('%s', async (_name, base, file, views) => {
    expect(await findTotals(SITE, [file], { base })).toEqual(views === undefined ? {} : { [file]: views })
  })

  test.each<[string, object[], Change, Circumstances]>([
    ['rows are missing', SITE, 'b.mdx', { base: ROOT, isPartial: true }],
    ['no page has views', [row('/b', 0), row('/guides/a', 0)], 'b.mdx', { base: ROOT }],
    [
      'only pages of other files have views',
      [row('/docs/b', 9), row('/docs/guides/a', 9)],
      'docs/b.mdx',
      { base: DOCS },
    ],
    ['it is new', SITE, ['b.mdx', 'added'], { base: ROOT }],
    ['it is a row, in a folder that is not known', [row('/b', 0), row('/guides/a', 7)], 'b.mdx', {}],
  ])("where %s, a page without views isn't shown as one", async (_name, rows, change, circumstances) => {
    expect(await findTotals(rows, [change], circumstances)).toEqual({})
  })

  test('a renamed page has its previous views, or 0', async () => {
    const moved: Change[] = [
      ['docs/c.mdx', 'renamed', 'docs/guides/a.mdx'],
      ['docs/d.mdx', 'renamed', 'docs/b.mdx'],
    ]
    expect(await findTotals(SITE, moved, { base: DOCS })).toEqual({ 'docs/c.mdx': 7, 'docs/d.mdx': 0 })
  })
})

test("a snippet isn't a page", () => {
  const files = ['snippets/a.mdx', 'docs/snippets/a/b.md', 'my-snippets/a.mdx', 'snippets.mdx', 'a.png']
  expect(files.filter((path) => isPage({ path: untrustedText(path) }))).toEqual(['my-snippets/a.mdx', 'snippets.mdx'])
})
