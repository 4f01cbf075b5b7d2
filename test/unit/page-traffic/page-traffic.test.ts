import { expect, test } from 'vitest'
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
  const limits = { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY }
  const site = await fetchSiteViews({ days: 30, service, nowMs: NOW_MS, ...limits }).catch((error: unknown) => ({
    error,
  }))
  return { site, queries: calls.map(({ url }) => new URL(url).search) }
}

/** As many rows as a page has. */
const FULL = Array.from({ length: 250 }, (_, index) => row(`/${index}`, 1))

test('the views of the last days are fetched page by page', async () => {
  const { site, queries } = await read(page(FULL, true), page([row('/b', 2, 3)]))
  const { byPath, isPartial } = site as SiteViews
  const views = [byPath.get('/249'), byPath.get('/b')]
  expect([byPath.size, isPartial, ...views]).toEqual([
    251,
    false,
    { human: 1, ai: 0, total: 1 },
    { human: 2, ai: 3, total: 5 },
  ])
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

/** A changed file, from its path or `[path, status, previous path]`. */
type Change = string | [path: string, status: string, previousPath?: string]

interface Circumstances {
  newPages?: 'count'
  /** What the base has; without a configuration, the site's folder isn't known. */
  base?: string[]
  isPartial?: true
}

/** The total views by file, for `changes` on a site with these rows, or with these paths: one view for the first, … */
async function find(site: (object | string)[], changes: Change[], circumstances: Circumstances = {}) {
  const { newPages, base = [], isPartial } = circumstances
  const rows = site.map((each, index) => (typeof each === 'string' ? row(each, index + 1) : each))
  const { site: views } = await read(page(rows, isPartial), page([], isPartial))
  const files = changes.map((change) => {
    const [path, status, previous] = typeof change === 'string' ? [change, 'modified'] : change
    return { path: untrustedText(path), status, ...(previous && { previousPath: untrustedText(previous) }) }
  })
  const found = findViewsOfFiles(files, views as SiteViews, findSiteFolder(base.map(untrustedText)), newPages)
  for (const { human, ai, total } of found.values()) expect(human + ai).toBe(total)
  return Object.fromEntries([...found].map(([file, { total }]) => [String(file), total]))
}

const SITE = ['/', '/quickstart', '/guides', '/guides/retries', '/api/retries', '/blog/']

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
])('without a folder of the site, the file %s is the page %s', async (file, path) => {
  expect(await find(SITE, [file])).toEqual(path ? { [file]: SITE.indexOf(path) + 1 } : {})
})

const both = [row('/old', 5, 1), row('/new', 2, 3)]
const renamed: Change = ['new.mdx', 'renamed', 'old.mdx']
const added: Change = ['a.mdx', 'added']
const copied: Change = ['b.mdx', 'copied', 'a.mdx']
const inPlace: Change[] = [['b.mdx', 'renamed', 'a.mdx'], 'a.mdx']

test.each<[string, (object | string)[], Change[], Record<string, number>, Circumstances?]>([
  ['percent-encoded', ['/%C3%BCber'], ['über.mdx'], { 'über.mdx': 1 }],
  ['in another normal form', ['/u\u0308ber'], ['\u00fcber.mdx'], { '\u00fcber.mdx': 1 }],
  ['encoded and in another normal form', ['/u%CC%88ber'], ['\u00fcber.mdx'], { '\u00fcber.mdx': 1 }],
  ['a file in another normal form', ['/\u00fcber'], ['u\u0308ber.mdx'], { 'u\u0308ber.mdx': 1 }],
  ['a sign of per cent that encodes nothing', ['/100%'], ['100%.mdx'], { '100%.mdx': 1 }],
  ['of the larger of two rows', [row('/a', 5), row('/a/', 9), row('/a', 7)], ['a.mdx'], { 'a.mdx': 9 }],
  ['a renamed page, of both paths', both, [renamed], { 'new.mdx': 11 }],
  ['a renamed page, of its previous path only', ['/old'], [renamed], { 'new.mdx': 1 }],
  ['a renamed page, with one path on the site', ['/a'], [['a.md', 'renamed', 'a.mdx']], { 'a.md': 1 }],
  ['not for a page in another language', ['/quickstart', '/es/other'], ['es/quickstart.mdx'], {}],
  [
    'not for one beside the original',
    ['/quickstart'],
    ['es/quickstart.mdx', 'quickstart.mdx'],
    { 'quickstart.mdx': 1 },
  ],
  ['not for a snippet', ['/a', '/snippets/a'], ['snippets/a.mdx', 'docs/snippets/a.mdx'], {}],
  ['once for two files of a path', ['/a'], ['a.mdx', 'a/index.mdx', 'a.md'], { 'a.mdx': 1 }],
  ['for a page in the place of a renamed one', ['/a'], inPlace, { 'a.mdx': 1 }],
  ['for a removed page', ['/a'], [['a.mdx', 'removed']], { 'a.mdx': 1 }],
  ['not for a new page, or a copy', ['/a', '/b'], [added, copied], {}],
  [
    'for a new page on the site, and not for its copy',
    ['/a', '/c'],
    [added, copied],
    { 'a.mdx': 1 },
    { newPages: 'count' },
  ],
])('views are found: %s', async (_name, ...given) => {
  const [site, changes, expected, circumstances] = given
  expect(await find(site, changes, circumstances)).toEqual(expected)
})

const VIEWED = ['/other', '/', '/guides/a', '/examples']
const DOCS = ['docs/docs.json', 'docs/index.mdx', 'docs/guides/a.mdx', 'docs/b.mdx', 'examples/index.md']
const ROOT = ['docs.json', 'index.mdx', 'guides/a.mdx', 'b.mdx', 'examples/index.md']
const TWO = [...DOCS, 'examples/docs.json']
const UNREAD = [row('/b', 0), row('/guides/a', 0)]

test.each<[string, string[], Change, number | undefined, site?: (object | string)[], isPartial?: true]>([
  ['of the folder', DOCS, 'docs/guides/a.mdx', 3],
  ['of the folder, its index', DOCS, 'docs/index.mdx', 2],
  ['of the folder, without views', DOCS, 'docs/b.mdx', 0],
  ['of the folder, renamed', DOCS, ['docs/c.mdx', 'renamed', 'docs/guides/a.mdx'], 3],
  ['of the folder, renamed, without views', DOCS, ['docs/d.mdx', 'renamed', 'docs/b.mdx'], 0],
  ['outside of it, such as the index of an example', DOCS, 'examples/index.md', undefined],
  ['outside of it, with a path that fits', DOCS, 'guides/a.mdx', undefined],
  ['in a folder with a similar name', DOCS, 'docs-old/guides/a.mdx', undefined],
  ['of the root', ROOT, 'examples/index.md', 4],
  ['of the root, without views', ROOT, 'b.mdx', 0],
  ['of one of two sites', TWO, 'docs/guides/a.mdx', undefined],
  ['of two sites, with a path that fits', TWO, 'examples/index.md', 4],
  ['without a folder, without views', [], 'b.mdx', undefined],
  ['without a folder, in a row of 0', [], 'b.mdx', undefined, [row('/b', 0), '/guides/a']],
  ['without views, where rows are missing', ROOT, 'b.mdx', undefined, VIEWED, true],
  ['without views, where no page has any', ROOT, 'b.mdx', undefined, UNREAD],
  ['without views, where only other files have', DOCS, 'docs/b.mdx', undefined, ['/docs/b', '/docs/guides/a']],
  ['that is new', ROOT, ['b.mdx', 'added'], undefined],
])('a page %s', async (_name, base, change, expected, site = VIEWED, isPartial = undefined) => {
  const views = await find(site, [change], { base, ...(isPartial && { isPartial }) })
  expect(Object.values(views)).toEqual(expected === undefined ? [] : [expected])
})

test("a snippet isn't a page", () => {
  const files = ['snippets/a.mdx', 'docs/snippets/a/b.md', 'my-snippets/a.mdx', 'snippets.mdx', 'a.png']
  expect(files.filter((path) => isPage({ path: untrustedText(path) }))).toEqual(['my-snippets/a.mdx', 'snippets.mdx'])
})
