import { expect, test } from 'vitest'
import { fetchWrittenDocumentation } from '../../../../src/agent-job/job/written-documentation.ts'
import type { Limits } from '../../../../src/docs-service/request.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { PAGE } from '../../docs-service/service-for-tests.ts'
import { createDependencies, failure, LINK, OPEN, refusal } from './job-for-tests.ts'

const SHOWN = { state: 'open', title: 'Explain retries' }
const NOTHING = { pages: [], otherFileCount: 0 }

function file(path: string, additions = 1, deletions = 0, status = 'modified') {
  return { path: untrustedText(path), status, additions, deletions }
}

interface Circumstances {
  link?: URL
  days?: number
  pull?: object
  files?: ReturnType<typeof file>[] | Error
  /** Paths of the site and their views; or why they can't be read. */
  views?: Record<string, number> | Error
  /** Paths of the base; or why they can't be read. */
  base?: string[] | Error
  github?: undefined
}

/** Reads what was written, within the time for views. */
async function read({ link = LINK, days, files = [], views = {}, base = [], ...others }: Circumstances) {
  const { pull = { ...OPEN, title: untrustedText(SHOWN.title), baseSha: 'abc1234' }, ...parts } = others
  const rows = Object.entries(views).map(([path, total]) => ({ path, human: total, ai: 0, total }))
  const { dependencies, asked, infos, warnings } = createDependencies({
    github: {
      fetchPullRequest: pull,
      fetchChangedFiles: files instanceof Error ? files : { files, isWhole: true },
      fetchTree: [base instanceof Error ? base : base.map(untrustedText)],
    },
    service: {
      async getPageViews(_query: object, { deadline }: Limits) {
        expect(deadline).toBe(30_000)
        if (views instanceof Error) throw views
        return { ...PAGE, views: rows }
      },
    },
    ...parts,
  })
  return { documentation: await fetchWrittenDocumentation(link, days, dependencies), asked, warnings, infos }
}

const REQUESTS = ['fetchPullRequest acme/docs/7', 'fetchChangedFiles 7 acme/docs/7']

test('what was written is read from GitHub once, in the order of the paths, without asking for views', async () => {
  const files = [file('b.mdx', 3, 4), file('docs.json'), file('a.md', 1, 2, 'added')]
  const { documentation, asked } = await read({ files })
  expect(documentation).toEqual({
    ...SHOWN,
    pages: [
      { path: 'a.md', status: 'added', additions: 1, deletions: 2 },
      { path: 'b.mdx', status: 'modified', additions: 3, deletions: 4 },
    ],
    otherFileCount: 1,
  })
  expect(asked).toEqual(REQUESTS)
})

test('with traffic, the pages come most read first, and those that nobody knows views of last', async () => {
  const files = ['docs/d.md', 'a.md', 'docs/c.md', 'docs/b.md'].map((path) => file(path))
  const base = ['docs/docs.json', 'docs/b.md']
  const { documentation, asked } = await read({ files, base, days: 30, views: { '/a': 7, '/b': 5, '/c': 9 } })
  expect(documentation?.pages.map((page) => [page.path, page.views?.total])).toEqual([
    ['docs/c.md', 9],
    ['docs/b.md', 5],
    ['docs/d.md', 0],
    ['a.md', undefined],
  ])
  expect(documentation?.traffic).toEqual({ days: 30, isPartial: false })
  const views = 'getPageViews 2026-10-23T12:00:00.000Z/2026-11-22T12:00:00.000Z/250/0'
  expect(asked).toEqual([...REQUESTS, views, 'fetchTree acme/docs/7 abc1234'])
  // Where no page changes, they aren't read.
  expect((await read({ files: [file('docs.json')], days: 30 })).asked).toEqual(REQUESTS)
})

const elsewhere = new URL('https://github.com/acme/docs/pull/7')

test.each<[string, Circumstances, object | undefined, RegExp]>([
  ['the pull request is refused', { pull: refusal(404), files: [file('a.md')] }, undefined, /404/],
  ['its files are refused', { files: refusal(404) }, { ...SHOWN, ...NOTHING }, /404/],
  ['there is no token', { github: undefined }, undefined, /github-token/],
  ['it is elsewhere', { link: elsewhere }, undefined, /isn't a pull request/],
])('where %s, a warning says so only if traffic was asked for', async (_name, change, documentation, reason) => {
  const said = [expect.stringMatching(reason)]
  expect(await read(change)).toMatchObject({ warnings: [], infos: said })
  const loud = await read({ ...change, days: 30 })
  expect([loud.documentation, loud.warnings]).toEqual([documentation, said])
})

test("views, or the site's folder, that can't be read are one warning, and the pages are shown", async () => {
  const unread = await read({ files: [file('a.md')], days: 30, views: failure(403) })
  expect(unread.documentation).toMatchObject({ pages: [{ path: 'a.md' }] })
  expect(unread.documentation).not.toHaveProperty('traffic')
  expect(unread.warnings).toEqual([expect.stringMatching(/without traffic: .*403/)])

  const files = ['a.md', 'docs/b.md'].map((path) => file(path))
  const { documentation, warnings } = await read({ files, base: refusal(403), days: 30, views: { '/a': 7, '/b': 5 } })
  expect(documentation?.pages.map(({ views }) => views?.total)).toEqual([7, undefined])
  expect(warnings).toEqual([expect.stringMatching(/^Couldn't find the folder of the site: .*`contents: read`/)])
})

test.each([
  ['merged', { state: 'closed', isMerged: true }],
  ['closed', { state: 'closed', isMerged: false }],
])('a pull request that is %s meanwhile is read as that', async (state, pull) => {
  expect((await read({ pull })).documentation).toEqual({ state, ...NOTHING })
})
