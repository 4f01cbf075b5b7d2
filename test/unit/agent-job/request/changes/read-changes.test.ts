import { describe, expect, test } from 'vitest'
import { type ChangeSource, readChanges } from '../../../../../src/agent-job/request/changes/read-changes.ts'
import type { Changes, ListedRelease } from '../../../../../src/github/changes.ts'
import { GitHubError } from '../../../../../src/github/errors.ts'
import { untrustedText } from '../../../../../src/untrusted/text.ts'
import { changedFile } from './changed-files.ts'

const files = [changedFile('a.ts', '+x')]

/** GitHub with one page of releases at a time. */
function createGitHub({
  releases = [] as ListedRelease[][],
  compareFails = undefined as Error | undefined,
} = {}) {
  const requests: string[] = []
  const github: Changes = {
    async listChangedFiles(number) {
      requests.push(`files of #${number}`)
      return { files, isWhole: true }
    },
    async compareCommits(base, head) {
      requests.push(`compare ${base}...${head}`)
      if (compareFails !== undefined) throw compareFails
      return {
        files,
        isWhole: false,
        commits: [{ subject: untrustedText('One'), authorLogin: undefined }],
        commitCount: 3,
      }
    },
    async listReleases(isEnough = () => false) {
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

async function read(source: Partial<ChangeSource>, fake = createGitHub()) {
  const told: string[] = []
  const log = {
    notice: (title: string, text: string) => void told.push(`notice: ${title}. ${text}`),
    warning: (title: string, text: string) => void told.push(`warning: ${title}. ${text}`),
  }
  const changes = await readChanges(
    { thread: undefined, release: undefined, push: undefined, ...source },
    fake.github,
    log,
  )
  return { changes, told, requests: fake.requests }
}

test('a pull request has its files, and no commits', async () => {
  const { changes, told, requests } = await read({ thread: { kind: 'pull request', number: 7 } })
  expect(changes).toEqual({ files, isWhole: true, commits: [], commitCount: 0 })
  expect([told, requests]).toEqual([[], ['files of #7']])
})

describe('a push', () => {
  const push = { before: 'b'.repeat(40), after: 'a'.repeat(40), headSha: undefined, authors: [] }

  test('a push is compared with the commit before it', async () => {
    const { changes, requests } = await read({ push, thread: { kind: 'pull request', number: 7 } })
    expect(requests).toEqual([`compare ${push.before}...${push.after}`])
    expect(changes).toEqual({ files, isWhole: false, commits: ['One'], commitCount: 3 })
  })

  test.each([
    ['made', { ...push, before: undefined }],
    ['deleted', { ...push, after: undefined }],
  ])('a push that %s a branch has nothing to compare with, and says so', async (what, source) => {
    const { changes, told, requests } = await read({ push: source })
    expect([changes, requests]).toEqual([undefined, []])
    expect(told).toEqual([
      expect.stringContaining(`warning: There is nothing to compare with. The push ${what}`),
    ])
  })

  test('a push whose commit before is gone says so', async () => {
    const compareFails = new GitHubError('compare', { status: 404, answer: 'it answered 404', hint: 'Hint.' })
    const { changes, told } = await read({ push }, createGitHub({ compareFails }))
    expect(changes).toBeUndefined()
    expect(told).toEqual([expect.stringMatching(/^warning: .*is gone, as after a forced push.*Hint\./)])
  })

  test('a push that GitHub does not compare is an error', async () => {
    const compareFails = new GitHubError('compare', { status: 500, answer: 'it answered 500', hint: 'Hint.' })
    await expect(read({ push }, createGitHub({ compareFails }))).rejects.toBe(compareFails)
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

  test('releases are read page by page, until the one before is found', async () => {
    const releases = [[listed(5, 'v5', 5)], [listed(4, 'v4', 4)], [listed(3, 'v3', 3)]]
    const { requests } = await read({ release }, createGitHub({ releases }))
    expect(requests).toEqual(['releases', 'releases', 'compare v4...v5'])
  })

  test('the first release has nothing to compare with, and says so', async () => {
    const { changes, told } = await read({ release }, createGitHub({ releases: [[listed(5, 'v5', 5)]] }))
    expect(changes).toBeUndefined()
    expect(told).toEqual([expect.stringMatching(/^notice: .*no published release before/)])
  })
})
