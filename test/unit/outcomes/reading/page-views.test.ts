import { expect, test } from 'vitest'
import { DocsServiceError, type Failure } from '../../../../src/docs-service/errors.ts'
import type { ChangedPaths } from '../../../../src/github/pull-request-list.ts'
import { fetchPageViews } from '../../../../src/outcomes/reading/page-views.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { mergedPullRequest } from '../pull-request.ts'

const SITE = { '/a': 10, '/b': 5, '/c': 0 }

const NO_VIEWS = { human: 0, ai: 0, total: 0 }
const FAILURE: Failure = { operation: 'get page views', kind: 'status', certainty: 'not-accepted', status: 403 }

type File = string | [path: string, status: string]

function changes(number: number, files: File[], isWhole = true): ChangedPaths {
  const all = files.map((file) => (typeof file === 'string' ? ([file, 'modified'] as const) : file))
  return { number, files: all.map(([path, status]) => ({ path: untrustedText(path), status })), isWhole }
}

/** The views of pull requests, the last merged first. */
async function fetch(all: ChangedPaths[], { fails = false } = {}) {
  const rows = Object.entries(SITE).map(([path, human]) => ({
    path: untrustedText(path),
    human,
    ai: 1,
    total: human + 1,
  }))
  const service = {
    async getPageViews() {
      if (fails) throw new DocsServiceError(FAILURE, 'GET https://x.example/views', 'returned 403')
      return { views: rows, hasMore: false, totals: NO_VIEWS }
    },
  }
  const tree = ['docs.json', 'a.mdx', 'b.mdx', 'c.mdx', 'd.mdx'].map(untrustedText)
  const query = {
    ...{ days: 30, nowMs: 0, signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY },
    ...{ service: service as never, github: { fetchTree: async () => tree }, place: { owner: 'acme', repo: 'docs' } },
  }
  const merged = all.map(({ number }) => mergedPullRequest(number ?? 0))
  return await fetchPageViews(merged, new Map(all.map((each) => [each.number, each])), query)
}

const views = (human: number, ai: number, isPartial = false) => ({ human, ai, total: human + ai, isPartial })

test('each page counts once, in the pull request that was merged last', async () => {
  const {
    views: found,
    elsewhere,
    total,
    notes,
  } = await fetch([
    changes(3, ['a.mdx', 'logo.svg']),
    changes(2, ['a.mdx', 'b.mdx']),
    changes(1, ['a.mdx', 'b.mdx']),
    changes(0, ['logo.svg']),
  ])
  expect([...found]).toEqual([
    [3, views(10, 1)],
    [2, views(5, 1)],
    [0, views(0, 0)],
  ])
  expect([...elsewhere]).toEqual([
    [2, [3]],
    [1, [3, 2]],
  ])
  expect([total, notes]).toEqual([views(15, 2), []])
})

test.each<[string, ChangedPaths, object | undefined]>([
  ['a page without views, on a site that was read', changes(1, ['d.mdx']), views(0, 0)],
  ['a page that was renamed', changes(1, [['a.mdx', 'renamed']]), views(10, 1, true)],
  ['the first hundred files', changes(1, ['a.mdx'], false), views(10, 1, true)],
  ['a page that another folder has', changes(1, ['other/a.mdx']), views(0, 0)],
])('the views of %s', async (_name, changed, expected) => {
  const { views: found, total } = await fetch([changed])
  expect([found.get(1), total]).toEqual([expected, expected])
})

test('views that cannot be read are a note, and nothing is known', async () => {
  const { views: found, total, notes } = await fetch([changes(1, ['a.mdx'])], { fails: true })
  expect([found.size, total]).toEqual([0, undefined])
  expect(notes).toEqual([expect.stringMatching(/^Couldn't get page views: /u)])
  expect(await fetch([])).toEqual({ views: new Map(), elsewhere: new Map(), total: undefined, notes: [] })
})
