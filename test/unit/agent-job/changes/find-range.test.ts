import { expect, test } from 'vitest'
import { type ComparedRelease, comparePush, compareRelease } from '../../../../src/agent-job/changes/find-range.ts'
import type { ListedRelease } from '../../../../src/github/changes.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { createReads, failing, type Known } from './github-for-tests.ts'

type Push = Parameters<typeof comparePush>[0]

/** Finds the range of a push or a release. */
async function find(source: Push | ComparedRelease, known: Known = {}) {
  const { requests, ...github } = createReads(known)
  const told: string[] = []
  const notes = {
    notice: (title: string, text: string) => void told.push(`notice: ${title}. ${text}`),
    gap: (title: string, text: string) => void told.push(`gap: ${title}. ${text}`),
  }
  const found = await ('base' in source ? comparePush(source, github, notes) : compareRelease(source, github, notes))
  return { found, told: told.join(), requests }
}

const push = { base: 'before', head: 'after' }
const compared = ['compare before...after']

test("a push whose commits GitHub can't compare has no changes, and says why", async () => {
  const { found, told, requests } = await find(push, { comparisons: { before: failing(404) } })
  expect(found).toMatch(/^Couldn't determine what changed\. .*Hint\. .*`since`/)
  expect([told, requests]).toEqual(['', [...compared, 'repository']])
})

test("a push to a repository that the token can't see is an error", async () => {
  const repository = failing(404)
  await expect(find(push, { comparisons: { before: failing(404) }, repository })).rejects.toBe(repository)
})

test('a forced push is told from the merge base, with a notice', async () => {
  const { found, told } = await find(push, { comparisons: { before: { status: 'diverged', mergeBase: 'both' } } })
  expect(found).toMatchObject({ range: { base: 'both', head: 'after' } })
  expect(told).toMatch(/^notice: The branch was force-pushed\. .*before.*both/)
})

test('a push is compared with the previous commit; a failure is an error', async () => {
  const { found, requests } = await find(push, { comparisons: { before: { commitCount: 3 } } })
  expect(requests).toEqual(compared)
  expect(found).toMatchObject({ range: { base: 'before', head: 'after' }, comparison: { commitCount: 3 } })
  const before = failing(500)
  await expect(find(push, { comparisons: { before } })).rejects.toBe(before)
})

/** A release of January 2026, with a tag like its id. */
function listed(id: number, day = id, facts: Partial<ListedRelease> = {}): ListedRelease {
  const publishedAt = `2026-01-0${day}T00:00:00Z`
  return { id, tag: untrustedText(`v${id}`), isPrerelease: false, isDraft: false, publishedAt, ...facts }
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
  ['one before its time in the list', [listed(7), listed(6), listed(5), listed(3)], 'v3', { publishedAt: undefined }],
  ['the newest one, if its time is unknown', [listed(6), listed(3)], 'v6', { publishedAt: undefined }],
])('a release is compared with %s', async (_name, page, before, facts) => {
  const { found, told, requests } = await find({ ...release, ...facts }, { releases: [page] })
  expect(found).toMatchObject({ range: { base: before, head: 'v5' }, comparison: { mergeBase: before } })
  expect([told, requests]).toEqual(['', ['releases', `compare ${before}...v5`]])
})

const minor = (patch: number) => listed(100 + patch, 4, { publishedAt: `2026-01-04T00:${patch + 10}:00Z` })
const minors = (count: number) => Array.from({ length: count }, (_, patch) => minor(patch))

test('releases are read page by page, until there are twenty to try', async () => {
  const releases = [[listed(5), minor(25)], minors(19), [minor(19)]]
  expect((await find(release, { releases })).requests).toEqual(['releases', 'releases', 'compare v125...v5'])
})

const isElsewhere = { status: 'diverged' } as const

test('a release is compared with the newest one that is its ancestor', async () => {
  const comparisons = { v4: isElsewhere, v3: failing(404) }
  const { found, requests, told } = await find(release, { releases: [[listed(4), listed(3), listed(2)]], comparisons })
  expect(requests.slice(1)).toEqual(['compare v4...v5', 'compare v3...v5', 'compare v2...v5'])
  expect([found, told]).toEqual([expect.objectContaining({ range: { base: 'v2', head: 'v5' } }), ''])
})

const { tag: _tag, ...untagged } = release
const first = { releases: [[listed(5)]] }
const firstWhole = { releases: [[listed(5), prerelease]] }
const previous = { releases: [[listed(4)]] }
const previousLost = { ...previous, comparisons: { v4: failing(404) } }
const twenty = {
  releases: [minors(21)],
  comparisons: Object.fromEntries(minors(21).map(({ id }) => [`v${id}`, isElsewhere])),
}

test.each<[string, ComparedRelease, Known, told: RegExp, requests: number]>([
  ['the first release', release, first, /^notice: .*This is the first published release\.$/, 1],
  ["the first that isn't a prerelease", release, firstWhole, /^notice: .* release that isn't a prerelease\.$/, 1],
  ['a release without a tag', untagged, previous, /^gap: /, 1],
  [
    'a release whose previous ones are gone',
    release,
    previousLost,
    /^gap: .*a previous release couldn't be compared\./,
    2,
  ],
  ['one after twenty elsewhere', release, twenty, /^gap: .*is an ancestor of this one\. The latest 20 published/, 21],
])('%s has nothing to compare with, which is reported', async (_name, source, known, told, count) => {
  const { requests, ...rest } = await find(source, known)
  expect(rest).toEqual({ found: undefined, told: expect.stringMatching(told) })
  expect(requests).toHaveLength(count)
})

test('a release without changes names the one before it; any other failure is an error', async () => {
  const { found, told } = await find(release, { ...previous, comparisons: { v4: { status: 'identical' } } })
  expect([found, told]).toEqual(['Nothing has changed since the previous release, "v4".', ''])
  const v4 = failing(403)
  await expect(find(release, { ...previous, comparisons: { v4 } })).rejects.toBe(v4)
})
