import { expect, test } from 'vitest'
import { type ComparedRelease, comparePush, compareRelease } from '../../../../src/agent-job/changes/find-range.ts'
import type { CommitComparison, ListedRelease } from '../../../../src/github/changes.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

type Answer = Partial<CommitComparison> | Error

function failing(status: number) {
  return new GitHubError('compare', { status, answer: `GitHub returned ${status}`, hint: 'Hint.' })
}

/** Finds the range, where GitHub has one page of releases at a time, and these comparisons by their base. */
async function read(
  { push, release }: { push?: Parameters<typeof comparePush>[0]; release?: ComparedRelease },
  { releases = [] as ListedRelease[][], compared = {} as Record<string, Answer> } = {},
) {
  const requests: string[] = []
  const github = {
    async fetchComparison(base: string, head: string): Promise<CommitComparison> {
      requests.push(`compare ${base}...${head}`)
      const answer = compared[base] ?? {}
      if (answer instanceof Error) throw answer
      return { changed: undefined, status: 'ahead', commits: [], commitCount: 3, mergeBase: base, ...answer }
    },
    async fetchReleases(isEnough: (found: readonly ListedRelease[]) => boolean) {
      const found: ListedRelease[] = []
      for (const page of releases) {
        requests.push('releases')
        found.push(...page)
        if (isEnough(found)) break
      }
      return found
    },
  }
  const told: string[] = []
  const notes = {
    notice: (title: string, text: string) => void told.push(`notice: ${title}. ${text}`),
    gap: (title: string, text: string) => void told.push(`gap: ${title}. ${text}`),
  }
  const found = push
    ? await comparePush(push, github, notes)
    : release && (await compareRelease(release, github, notes))
  return { found, told, requests }
}

const push = { base: 'before', head: 'after' }

test('a push is compared with the previous commit', async () => {
  const { found, requests } = await read({ push })
  expect(requests).toEqual(['compare before...after'])
  expect(found).toMatchObject({ range: { base: 'before', head: 'after' }, comparison: { commitCount: 3 } })
})

test('a forced push is told from the merge base, with a notice', async () => {
  const compared = { before: { status: 'diverged', mergeBase: 'both' } } as const
  const { found, told } = await read({ push }, { compared })
  expect(found).toMatchObject({ range: { base: 'both', head: 'after' } })
  expect(told).toEqual([expect.stringMatching(/^notice: The branch was force-pushed\. .*before.*both/)])
})

test("a push whose commits GitHub can't compare has no changes, and says why; any other failure is an error", async () => {
  const { found, told } = await read({ push }, { compared: { before: failing(404) } })
  expect([found, told]).toEqual([expect.stringMatching(/^Couldn't determine what changed\. .*Hint\. .*`since`/), []])
  const before = failing(500)
  await expect(read({ push }, { compared: { before } })).rejects.toBe(before)
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
  const { found, requests, told } = await read({ release }, { releases, compared })
  expect(requests.slice(1)).toEqual(['compare v4...v5', 'compare v3...v5', 'compare v2...v5'])
  expect(found).toMatchObject({ range: { base: 'v2', head: 'v5' }, comparison: { mergeBase: 'v2' } })
  expect(told).toEqual([])
})

test('a release without changes names the one before it', async () => {
  const compared = { v4: { status: 'identical' } } as const
  const { found, told } = await read({ release }, { releases: [[listed(4)]], compared })
  expect([found, told]).toEqual(['Nothing has changed since the previous release, "v4".', []])
})

test('a release is compared with twenty others at most, and says that none is an ancestor', async () => {
  const releases = [Array.from({ length: 21 }, (_, patch) => minor(patch))]
  const compared = Object.fromEntries(releases.flat().map(({ id }) => [`v${id}`, isElsewhere]))
  const { found, requests, told } = await read({ release }, { releases, compared })
  expect([found, requests.length]).toEqual([undefined, 21])
  expect(told).toEqual([expect.stringMatching(/^gap: .*is an ancestor/)])
})

test("a release whose previous ones aren't found has nothing to compare with; any other failure is an error", async () => {
  const releases = [[listed(4)]]
  const { found, told } = await read({ release }, { releases, compared: { v4: failing(404) } })
  expect([found, told]).toEqual([
    undefined,
    [expect.stringMatching(/^gap: .*a previous release couldn't be compared\./)],
  ])
  const v4 = failing(403)
  await expect(read({ release }, { releases, compared: { v4 } })).rejects.toBe(v4)
})

test('a release without a tag has nothing to compare with', async () => {
  const { tag: _tag, ...untagged } = release
  const { found, requests } = await read({ release: untagged }, { releases: [[listed(4)]] })
  expect([found, requests]).toEqual([undefined, ['releases']])
})

test.each([
  ['release', []],
  ["release that isn't a prerelease", [prerelease]],
])('the first %s has nothing to compare with, which is reported', async (kind, others) => {
  const { found, told } = await read({ release }, { releases: [[listed(5), ...others]] })
  expect(found).toBeUndefined()
  expect(told).toEqual([`notice: No changes to show. This is the first published ${kind}.`])
})
