import { expect, test } from 'vitest'
import {
  type DocumentationDependencies,
  readWrittenDocumentation,
} from '../../../../src/agent-job/job/written-documentation.ts'
import { DocsServiceError } from '../../../../src/docs-service/errors.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import type { PullRequestFacts } from '../../../../src/github/pull-requests.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import type { Log } from '../../../../src/runner/log.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const LINK = 'https://github.test/acme/docs/pull/7'
const OPEN: PullRequestFacts = {
  state: 'open',
  isMerged: false,
  title: untrustedText('Explain retries'),
  headSha: 'abc1234',
}
const SHOWN = { state: 'open', title: 'Explain retries', headSha: 'abc1234' }

const refusal = new GitHubError('read', { status: 404, answer: 'it answered 404', hint: '' })

function file(path: string, additions = 1, deletions = 0, status = 'modified') {
  return { path: untrustedText(path), status, additions, deletions }
}

interface Circumstances {
  link?: string
  days?: number
  pull?: PullRequestFacts | Error
  files?: ReturnType<typeof file>[] | Error
  /** Paths of the site and their views; or why they can't be read. */
  views?: Record<string, number> | Error
  github?: DocumentationDependencies['github']
  signal?: AbortSignal
}

/** Reads what was written. `asked`: what GitHub and the service were asked for. */
async function read({ link = LINK, days, pull = OPEN, files = [], views = {}, ...others }: Circumstances) {
  const asked: string[] = []
  const warnings: string[] = []
  const infos: string[] = []
  const give = <Value>(what: string, value: Value | Error): Promise<Value> => {
    asked.push(what)
    return value instanceof Error ? Promise.reject(value) : Promise.resolve(value)
  }
  const rows = Object.entries(views).map(([path, total]) => ({
    path: untrustedText(path),
    human: total,
    ai: 0,
    total,
  }))
  const documentation = await readWrittenDocumentation(new URL(link), days, {
    run: { serverUrl: new URL('https://github.test') },
    github: {
      readPullRequest: (owner, repo, number) => give(`${owner}/${repo}#${number}`, pull),
      listChangedFiles: (number, place) =>
        give(
          `files of ${place?.owner}/${place?.repo}#${number}`,
          files instanceof Error ? files : { files, isWhole: true },
        ),
    },
    service: {
      getPageViews: (_, limits) =>
        give(
          `views until ${limits.deadline}`,
          views instanceof Error
            ? views
            : {
                read: () => ({ totals: { human: 0, ai: 0, total: 0 }, views: rows, hasMore: false }),
              },
        ),
    },
    clock: { now: () => 1_000, wallClock: () => 0 },
    signal: new AbortController().signal,
    log: {
      info: (text: string) => infos.push(text),
      warning: (title: string, text: string) => warnings.push(`${title}: ${text}`),
    } as unknown as Log,
    ...others,
  })
  return { documentation, asked, warnings, infos }
}

test('what was written is read from GitHub once, in the order of the paths, without asking for views', async () => {
  const files = [file('b.mdx', 3, 4), file('docs.json'), file('a.md', 1, 2, 'added')]
  const { documentation, asked, warnings } = await read({ files })
  expect(documentation).toEqual({
    ...SHOWN,
    pages: [
      { file: 'a.md', status: 'added', additions: 1, deletions: 2 },
      { file: 'b.mdx', status: 'modified', additions: 3, deletions: 4 },
    ],
    otherFileCount: 1,
  })
  expect(asked).toEqual(['acme/docs#7', 'files of acme/docs#7'])
  expect(warnings).toEqual([])
})

test('with traffic, the pages come most read first, and those that nobody knows views of last', async () => {
  const files = ['d.md', 'a.md', 'c.md', 'b.md'].map((path) => file(path))
  const { documentation, asked } = await read({ files, days: 30, views: { '/b': 5, '/c': 9, '/d': 0 } })
  expect(documentation?.pages.map((page) => [page.file, page.views?.total])).toEqual([
    ['c.md', 9],
    ['b.md', 5],
    ['d.md', 0],
    ['a.md', undefined],
  ])
  expect(documentation?.traffic).toEqual({ days: 30, isPartial: false })
  expect(asked.at(-1)).toBe('views until 31000')
})

test('where no page changes, the views are not read', async () => {
  const { documentation, asked } = await read({ files: [file('docs.json')], days: 30 })
  expect(documentation).toEqual({ ...SHOWN, pages: [], otherFileCount: 1 })
  expect(asked).toHaveLength(2)
})

test.each([
  ['merged', { state: 'closed', isMerged: true }],
  ['closed', { state: 'closed', isMerged: false }],
] as const)('a pull request that is %s meanwhile is read as that', async (state, pull) => {
  expect((await read({ pull })).documentation).toEqual({ state, pages: [], otherFileCount: 0 })
})

test.each<[string, Circumstances, object | undefined, RegExp]>([
  ['the pull request is refused', { pull: refusal, files: [file('a.md')] }, undefined, /404/],
  ['its files are refused', { files: refusal }, { ...SHOWN, pages: [], otherFileCount: 0 }, /404/],
  ['there is no token', { github: undefined }, undefined, /github-token/],
  [
    'it is on another server',
    { link: 'https://github.com/acme/docs/pull/7' },
    undefined,
    /not a pull request/,
  ],
])(
  'where %s, that is said in a warning only if traffic was asked for',
  async (_name, circumstances, expected, reason) => {
    const quiet = await read(circumstances)
    expect([quiet.documentation, quiet.warnings]).toEqual([expected, []])
    expect(quiet.infos).toEqual([expect.stringMatching(reason)])
    const loud = await read({ ...circumstances, days: 30 })
    expect(loud.documentation).toEqual(expected)
    expect(loud.warnings).toEqual([expect.stringMatching(reason)])
  },
)

test("views that can't be read are one warning, and the pages are shown without them", async () => {
  const failure = new DocsServiceError(
    { operation: 'get page views', kind: 'status', certainty: 'unknown', status: 403 },
    'GET https://docs.example',
    'was answered with status 403',
  )
  const { documentation, warnings } = await read({ files: [file('a.md')], days: 30, views: failure })
  expect(documentation).toMatchObject({ pages: [{ file: 'a.md' }] })
  expect(documentation).not.toHaveProperty('traffic')
  expect(warnings).toEqual([expect.stringMatching(/without traffic: .*status 403/)])
})

test.each<[string, Circumstances]>([
  ['GitHub', { pull: refusal }],
  ['the service', { files: [file('a.md')], days: 30, views: refusal }],
])('a run that is cancelled while %s is asked ends with the reason', async (_name, circumstances) => {
  const reason = new CancelledError('The run was cancelled.')
  await expect(read({ ...circumstances, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

test.each<[string, Circumstances]>([
  ['GitHub', { pull: new TypeError('x is not a function') }],
  ['the service', { files: [file('a.md')], days: 30, views: new TypeError('x is not a function') }],
])('a bug while %s is asked is not taken for a refusal', async (_name, circumstances) => {
  await expect(read(circumstances)).rejects.toBeInstanceOf(TypeError)
})
