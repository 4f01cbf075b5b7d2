import { describe, expect, test } from 'vitest'
import { type ChangeSource, readChanges } from '../../../../../src/agent-job/request/changes/read-changes.ts'
import type { Changes, CommitComparison, ListedRelease } from '../../../../../src/github/changes.ts'
import { GitHubError } from '../../../../../src/github/errors.ts'
import { untrustedText } from '../../../../../src/untrusted/text.ts'
import { changedFile } from './changed-files.ts'

const files = [changedFile('a.ts', '+x')]

type Answer = Partial<CommitComparison> | Error

/** GitHub with one page of releases at a time, and these comparisons by their base. */
function createGitHub({ releases = [] as ListedRelease[][], compared = {} as Record<string, Answer> } = {}) {
  const requests: string[] = []
  const github: Changes = {
    async listChangedFiles(number) {
      requests.push(`files of #${number}`)
      return { files, isWhole: true }
    },
    async compareCommits(base, head) {
      requests.push(`compare ${base}...${head}`)
      const answer = compared[base] ?? {}
      if (answer instanceof Error) throw answer
      const commits = [{ subject: untrustedText('One') }]
      return { changed: { files, isWhole: false }, isAhead: true, commits, commitCount: 3, ...answer }
    },
    async listReleases(isEnough) {
      const found: ListedRelease[] = []
      for (const page of releases) {
        requests.push('releases')
        found.push(...page)
        if (isEnough(found)) break
      }
      return found
    },
  }
  return { github, requests }
}

function failing(status: number) {
  return new GitHubError('compare', { status, answer: `it answered ${status}`, hint: 'Hint.' })
}

async function read(source: Partial<ChangeSource>, fake = createGitHub()) {
  const told: string[] = []
  const notes = {
    notice: (title: string, text: string) => void told.push(`notice: ${title}. ${text}`),
    gap: (title: string, text: string) => void told.push(`gap: ${title}. ${text}`),
  }
  const nothing = { thread: undefined, release: undefined, push: undefined }
  const changes = await readChanges({ ...nothing, ...source }, fake.github, notes)
  return { changes, told, requests: fake.requests }
}

test('a pull request has its files, and no commits', async () => {
  const { changes, told, requests } = await read({ thread: { kind: 'pull request', number: 7 } })
  expect(changes).toEqual({ files, isWhole: true, commits: [], commitCount: 0 })
  expect([told, requests]).toEqual([[], ['files of #7']])
})

test('what has nothing of these has no changes', async () => {
  expect(await read({})).toEqual({ changes: undefined, told: [], requests: [] })
})

describe('a push', () => {
  const push = {
    branch: untrustedText('main'),
    before: 'before',
    after: 'after',
    commits: [
      { id: 'c', author: undefined, subject: untrustedText('Add a') },
      { id: 'd', author: 'x' },
    ],
  }

  test('a push is compared with the commit before it', async () => {
    const { changes, requests } = await read({ push })
    expect(requests).toEqual(['compare before...after'])
    expect(changes).toEqual({ files, isWhole: false, commits: ['One'], commitCount: 3 })
  })

  test('a push that is a pull request has the files of that, and its own commits', async () => {
    const { changes, requests } = await read({ push, thread: { kind: 'pull request', number: 7 } })
    expect(requests).toEqual(['files of #7'])
    expect(changes).toEqual({ files, isWhole: true, commits: ['Add a'], commitCount: 1 })
  })

  test.each([
    ['made', { ...push, before: undefined }],
    ['deleted', { ...push, after: undefined }],
  ])('a push that %s a branch has nothing to compare with, and says so', async (what, source) => {
    const { changes, told, requests } = await read({ push: source })
    expect([changes, requests]).toEqual([undefined, []])
    expect(told).toEqual([
      expect.stringContaining(`gap: What changed is not known: the push ${what} a branch`),
    ])
  })

  test('a push whose commit before is gone says so', async () => {
    const { changes, told } = await read({ push }, createGitHub({ compared: { before: failing(404) } }))
    expect(changes).toBeUndefined()
    expect(told).toEqual([
      expect.stringMatching(
        /^gap: .*the commit before the push is gone\. There is nothing to compare the push with: .*Hint\./,
      ),
    ])
  })

  test('a push that GitHub does not compare is an error', async () => {
    const compared = { before: failing(500) }
    await expect(read({ push }, createGitHub({ compared }))).rejects.toBe(compared.before)
  })

  test('of a comparison without files, the commits are known, and nothing else', async () => {
    const fake = createGitHub({ compared: { before: { changed: undefined } } })
    const { changes, told } = await read({ push }, fake)
    expect(changes).toEqual({ files: [], isWhole: false, commits: ['One'], commitCount: 3 })
    expect(told).toEqual([expect.stringContaining('gap: What changed is not known: no files are named')])
  })
})

describe('a release', () => {
  const listed = (
    id: number,
    tag: string,
    day: number | undefined,
    more: Partial<ListedRelease> = {},
  ): ListedRelease => ({
    id,
    tag: untrustedText(tag),
    isPrerelease: false,
    isDraft: day === undefined,
    publishedAt: day === undefined ? undefined : `2026-01-0${day}T00:00:00Z`,
    ...more,
  })
  const release = {
    id: 5,
    tag: untrustedText('v5'),
    isPrerelease: false,
    publishedAt: '2026-01-05T00:00:00Z',
  }

  test.each([
    ['the newest one before it', [listed(5, 'v5', 5), listed(4, 'v4', 4), listed(3, 'v3', 3)], 'v4'],
    ['none that was published later', [listed(6, 'v6', 6), listed(5, 'v5', 5), listed(3, 'v3', 3)], 'v3'],
    ['the one published last, whatever their order', [listed(3, 'v3', 3), listed(4, 'v4', 4)], 'v4'],
    ['no draft', [listed(4, 'v4', undefined), listed(3, 'v3', 3)], 'v3'],
    ['no prerelease', [listed(4, 'v5-rc', 4, { isPrerelease: true }), listed(3, 'v3', 3)], 'v3'],
  ])('a release is compared with %s', async (_, releases, before) => {
    const { requests } = await read({ release }, createGitHub({ releases: [releases] }))
    expect(requests).toEqual(['releases', `compare ${before}...v5`])
  })

  test('a prerelease is compared with a prerelease, too', async () => {
    const releases = [listed(4, 'v5-rc', 4, { isPrerelease: true }), listed(3, 'v3', 3)]
    const { requests } = await read(
      { release: { ...release, isPrerelease: true } },
      createGitHub({ releases: [releases] }),
    )
    expect(requests.at(-1)).toBe('compare v5-rc...v5')
  })

  const minor = (patch: number) =>
    listed(100 + patch, `v1.${patch}`, 4, { publishedAt: `2026-01-04T0${patch}:00:00Z` })

  test('releases are read page by page, until there are five to try', async () => {
    const releases = [[listed(5, 'v5', 5), minor(5)], [minor(4), minor(3), minor(2), minor(1)], [minor(0)]]
    const { requests } = await read({ release }, createGitHub({ releases }))
    expect(requests).toEqual(['releases', 'releases', 'compare v1.5...v5'])
  })

  const isElsewhere = { isAhead: false }
  test('a release is compared with the newest one that is its ancestor', async () => {
    const releases = [[listed(4, 'v4', 4), listed(3, 'v3', 3), listed(2, 'v2', 2)]]
    const fake = createGitHub({ releases, compared: { v4: isElsewhere, v3: failing(404) } })
    const { changes, requests, told } = await read({ release }, fake)
    expect(requests.slice(1)).toEqual(['compare v4...v5', 'compare v3...v5', 'compare v2...v5'])
    expect([changes?.files, told]).toEqual([files, []])
  })

  test('a release is compared with five others at most, and says that none is its ancestor', async () => {
    const releases = [[5, 4, 3, 2, 1, 0].map(minor)]
    const compared = Object.fromEntries([5, 4, 3, 2, 1].map((patch) => [`v1.${patch}`, isElsewhere]))
    const { changes, requests, told } = await read({ release }, createGitHub({ releases, compared }))
    expect([changes, requests.length]).toEqual([undefined, 6])
    expect(told).toEqual([expect.stringMatching(/^notice: .*is its ancestor/)])
  })

  test.each([404, 403])('a release that can be compared with none is an error: %d', async (status) => {
    const compared = { v4: failing(status) }
    const fake = createGitHub({ releases: [[listed(4, 'v4', 4)]], compared })
    await expect(read({ release }, fake)).rejects.toBe(compared.v4)
  })

  test('a release whose own time the event leaves out has that of the list', async () => {
    const releases = [[listed(6, 'v6', 6), listed(5, 'v5', 5), listed(3, 'v3', 3)]]
    const { publishedAt: _, ...undated } = release
    expect((await read({ release: undated }, createGitHub({ releases }))).requests.at(-1)).toBe(
      'compare v3...v5',
    )
  })

  test('a release without a tag has nothing to compare with', async () => {
    const { tag: _, ...untagged } = release
    const fake = createGitHub({ releases: [[listed(4, 'v4', 4)]] })
    expect(await read({ release: untagged }, fake)).toMatchObject({
      changes: undefined,
      requests: ['releases'],
    })
  })

  test('the first release has nothing to compare with, and says so', async () => {
    const { changes, told } = await read({ release }, createGitHub({ releases: [[listed(5, 'v5', 5)]] }))
    expect(changes).toBeUndefined()
    expect(told).toEqual([expect.stringMatching(/^notice: .*no published release before/)])
  })
})
