import { expect, test } from 'vitest'
import { type ChangeSource, fetchChanges } from '../../../../../src/agent-job/request/changes/fetch-changes.ts'
import type { CountReads } from '../../../../../src/agent-job/request/changes/what-counts.ts'
import type { Changes, CommitComparison, ListedRelease } from '../../../../../src/github/changes.ts'
import type { Commit } from '../../../../../src/github/commits.ts'
import { GitHubError } from '../../../../../src/github/errors.ts'
import { untrustedText } from '../../../../../src/untrusted/text.ts'
import { changedFile } from './changed-files.ts'

const files = [changedFile('a.ts', '+x')]

type Answer = Partial<CommitComparison> | Error

function failing(status: number) {
  return new GitHubError('compare', { status, answer: `GitHub returned ${status}`, hint: 'Hint.' })
}

/** Reads what changed, where GitHub has one page of releases at a time, and these comparisons by their base. */
async function read(
  source: Partial<ChangeSource>,
  {
    releases = [] as ListedRelease[][],
    compared = {} as Record<string, Answer>,
    written = [] as Commit[],
    isWhole = true,
    ...more
  } = {},
) {
  const requests: string[] = []
  const github: Changes & CountReads = {
    fetchPullRequestCommits: async () => written,
    async fetchChangedFiles(number) {
      requests.push(`files of #${number}`)
      return { files: 'all' in more ? (more.all as typeof files) : files, isWhole }
    },
    async fetchComparison(base, head) {
      requests.push(`compare ${base}...${head}`)
      const answer = compared[base] ?? {}
      if (answer instanceof Error) throw answer
      const author = { id: undefined, login: undefined, type: undefined }
      const commits = [{ subject: untrustedText('One'), sha: 'c', author, parents: [] }]
      const changed = { files, isWhole: false }
      const commitCount = answer.commits?.length ?? 3
      return { changed, status: 'ahead', commits, commitCount, mergeBase: base, ...answer }
    },
    async fetchReleases(isEnough) {
      const found: ListedRelease[] = []
      for (const page of releases) {
        requests.push('releases')
        found.push(...page)
        if (isEnough(found)) break
      }
      return found
    },
  }
  const rules = { paths: { included: [], excluded: [] }, ignoreAuthors: [], showsFiles: true, ...more }
  const told: string[] = []
  const notes = {
    notice: (title: string, text: string) => void told.push(`notice: ${title}. ${text}`),
    gap: (title: string, text: string) => void told.push(`gap: ${title}. ${text}`),
  }
  const fetchCommits = async () => (source.thread && rules.ignoreAuthors.length > 0 ? written : undefined)
  const nothing = { thread: undefined, release: undefined, push: undefined, fetchCommits }
  const changes = await fetchChanges({ ...nothing, ...source }, github, notes, rules)
  return { changes, told, requests }
}

const thread = { kind: 'pull request', number: 7 } as const

test('a pull request has its files, and no commits', async () => {
  const changes = { files, isWhole: true, commits: [], commitCount: 0 }
  expect(await read({ thread })).toEqual({ changes, told: [], requests: ['files of #7'] })
})

test('a list that GitHub cuts is known as such, also where none of it counts', async () => {
  const { changes } = await read({ thread }, { isWhole: false })
  expect(changes).toMatchObject({ isWhole: false, isCut: true })
})

const [bots, theirs] = [changedFile('bots.ts', '+x'), changedFile('theirs.ts', '+y')]
const writtenBy = (login: string, sha: string, parent: string): Commit => {
  return { sha, subject: untrustedText(`By ${login}`), author: { id: 1, login, type: 'User' }, parents: [parent] }
}
const written = [writtenBy('writer', 'w1', 'start'), writtenBy('bot[bot]', 'w2', 'w1')]
const ofEach = {
  start: { changed: { files: [theirs], isWhole: true } },
  w1: { changed: { files: [bots], isWhole: true } },
}
const isIgnored = { ignoreAuthors: ['bot[bot]'], written, compared: ofEach, all: [theirs, bots] }

test('files that only an ignored account has changed in a pull request are not among its files', async () => {
  const { changes, requests } = await read({ thread }, isIgnored)
  expect(changes).toMatchObject({ files: [theirs], isWhole: true, commits: [], commitCount: 0 })
  expect(requests).toEqual(['files of #7', 'compare w1...w2', 'compare start...w1'])
})

test.each([
  ['commits of an ignored account', { ...isIgnored, compared: { ...ofEach, before: { commits: written } } }],
  [
    'commits outside of `paths`',
    {
      paths: { included: ['theirs.ts'], excluded: [] },
      compared: { ...ofEach, before: { commits: written } },
      all: [theirs, bots],
    },
  ],
])('a push that merged a pull request has neither subjects nor files of %s', async (_name, circumstances) => {
  const merged = { ...push, commits: written.map(({ sha, author }) => ({ id: sha, author: author.login })) }
  const { changes } = await read({ thread, push: merged }, circumstances)
  expect([changes?.files.map(({ path }) => path), changes?.commits]).toEqual([['theirs.ts'], ['By writer']])
})

test('what each commit changed is not asked for `paths` alone, since commits of a pull request are not shown', async () => {
  const paths = { included: ['theirs.ts'], excluded: [] }
  const narrowed = { ...isIgnored, paths, written: [writtenBy('writer', 'w1', 'start')] }
  const { changes, requests } = await read({ thread }, narrowed)
  expect([changes?.files, requests]).toEqual([[theirs, bots], ['files of #7']])
})

test('a commit that cannot be read counts', async () => {
  const { changes } = await read({ thread }, { ...isIgnored, compared: { ...ofEach, start: failing(403) } })
  expect(changes?.files).toEqual([theirs, bots])
})

test('where the commit before a push is gone, the authors in the event decide', async () => {
  const commits = written.map(({ sha, author, subject }) => ({ id: sha, author: author.login, subject }))
  const gone = { ...isIgnored, compared: { before: failing(404) } }
  const { changes } = await read({ thread, push: { ...push, commits } }, gone)
  expect(changes).toMatchObject({ files: [theirs, bots], commits: ['By writer'] })
})

test('a run without a pull request, push or release has no changes', async () => {
  expect(await read({})).toEqual({ changes: undefined, told: [], requests: [] })
})

const push = {
  branch: untrustedText('main'),
  before: 'before',
  after: 'after',
  commits: [
    { id: 'c', author: undefined, subject: untrustedText('Add a') },
    { id: 'd', author: 'x' },
  ],
}

test('a push is compared with the previous commit', async () => {
  const { changes, requests } = await read({ push })
  expect(requests).toEqual(['compare before...after'])
  expect(changes).toEqual({ files, isWhole: false, isCut: true, commits: ['One'], commitCount: 3 })
})

test('a push that is a pull request has the files of that, and its own commits', async () => {
  const changes = { files, isWhole: true, commits: ['Add a'], commitCount: 1 }
  expect(await read({ push, thread })).toEqual({ changes, told: [], requests: ['files of #7'] })
})

test.each([
  ['created', { ...push, before: undefined }],
  ['deleted', { ...push, after: undefined }],
])('a push that %s a branch has nothing to compare with, which is reported', async (what, source) => {
  const told = [expect.stringContaining(`gap: Couldn't determine what changed: the push ${what} a branch`)]
  expect(await read({ push: source })).toEqual({ changes: undefined, told, requests: [] })
})

test('a push whose previous commit is gone is reported; any other failure is an error', async () => {
  const { changes, told } = await read({ push }, { compared: { before: failing(404) } })
  expect(changes).toBeUndefined()
  expect(told).toEqual([expect.stringMatching(/^gap: .*the commit before the push is gone\..*Hint\./)])
  const before = failing(500)
  await expect(read({ push }, { compared: { before } })).rejects.toBe(before)
})

test('a comparison without files has only commits', async () => {
  const { changes, told } = await read({ push }, { compared: { before: { changed: undefined } } })
  expect(changes).toEqual({ files: [], isWhole: false, commits: ['One'], commitCount: 3 })
  expect(told).toEqual([expect.stringContaining("gap: Couldn't determine what changed: GitHub listed no files")])
})

/** A release of January 2026, with a tag like its id. */
function listed(id: number, day = id, more: Partial<ListedRelease> = {}): ListedRelease {
  const publishedAt = `2026-01-0${day}T00:00:00Z`
  return { id, tag: untrustedText(`v${id}`), isPrerelease: false, isDraft: false, publishedAt, ...more }
}
const { isDraft: _, ...release } = { ...listed(5), publishedAt: '2026-01-05T00:00:00Z' }
const prerelease = listed(4, 4, { isPrerelease: true })

test.each<[string, ListedRelease[], string, object?]>([
  ['the newest one before it', [listed(5), listed(4), listed(3)], 'v4'],
  ['none that was published later', [listed(6), listed(5), listed(3)], 'v3'],
  ['none of the same time', [listed(4, 5), listed(3)], 'v3'],
  ['none with its tag', [listed(4, 4, { tag: release.tag }), listed(3)], 'v3'],
  ['the one published last, whatever their order', [listed(3), listed(4)], 'v4'],
  ['no draft', [listed(4, 4, { isDraft: true }), listed(3)], 'v3'],
  ['no prerelease', [prerelease, listed(3)], 'v3'],
  ['a prerelease, if it is one', [prerelease, listed(3)], 'v4', { isPrerelease: true }],
  ['one before its time in the list', [listed(6), listed(5), listed(3)], 'v3', { publishedAt: undefined }],
])('a release is compared with %s', async (_name, page, before, facts) => {
  const { requests } = await read({ release: { ...release, ...facts } }, { releases: [page] })
  expect(requests).toEqual(['releases', `compare ${before}...v5`])
})

const minor = (patch: number) => listed(100 + patch, 4, { publishedAt: `2026-01-04T00:${patch + 10}:00Z` })

test('releases are read page by page, until there are twenty to try', async () => {
  const releases = [[listed(5), minor(25)], Array.from({ length: 19 }, (_, patch) => minor(patch)), [minor(19)]]
  const { requests } = await read({ release }, { releases })
  expect(requests).toEqual(['releases', 'releases', 'compare v125...v5'])
})

const isElsewhere = { status: 'diverged' } as const

test('a release is compared with the newest one that is its ancestor', async () => {
  const compared = { v4: isElsewhere, v3: failing(404) }
  const releases = [[listed(4), listed(3), listed(2)]]
  const { changes, requests, told } = await read({ release }, { releases, compared })
  expect(requests.slice(1)).toEqual(['compare v4...v5', 'compare v3...v5', 'compare v2...v5'])
  expect([changes?.files, told]).toEqual([files, []])
})

test('a release without changes names the one before it', async () => {
  const compared = { v4: { status: 'identical' } } as const
  const { changes, told } = await read({ release }, { releases: [[listed(4)]], compared })
  expect(changes).toMatchObject({ files: [], note: 'Nothing has changed since the previous release, "v4".' })
  expect(told).toEqual([])
})

test('a release is compared with twenty others at most, and says that none is an ancestor', async () => {
  const releases = [Array.from({ length: 21 }, (_, patch) => minor(patch))]
  const compared = Object.fromEntries(releases.flat().map(({ id }) => [`v${id}`, isElsewhere]))
  const { changes, requests, told } = await read({ release }, { releases, compared })
  expect([changes, requests.length]).toEqual([undefined, 21])
  expect(told).toEqual([expect.stringMatching(/^gap: .*is an ancestor/)])
})

test.each([404, 403])('a release that can be compared with none is an error: %d', async (status) => {
  const v4 = failing(status)
  await expect(read({ release }, { releases: [[listed(4)]], compared: { v4 } })).rejects.toBe(v4)
})

test('a release without a tag has nothing to compare with', async () => {
  const { tag: _tag, ...untagged } = release
  const { changes, requests } = await read({ release: untagged }, { releases: [[listed(4)]] })
  expect([changes, requests]).toEqual([undefined, ['releases']])
})

test('the first release has nothing to compare with, which is reported', async () => {
  const { changes, told } = await read({ release }, { releases: [[listed(5)]] })
  expect(changes).toBeUndefined()
  expect(told).toEqual([expect.stringMatching(/^notice: .*first published release/)])
})
