import { expect, test } from 'vitest'
import { readRange } from '../../../../src/agent-job/changes/read-range.ts'
import type { AssociatedPullRequest } from '../../../../src/github/associated-pull-requests.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { associatedPull, changedCommit, changedPull, commitOf, timeOf } from './changes-for-tests.ts'
import { createReads } from './github-for-tests.ts'

type Relations = Record<string, AssociatedPullRequest[]>

interface Circumstances {
  isPush?: boolean
  /** The commits that GitHub relates only when it is asked once more. */
  late?: string[]
  unlistedCommits?: number
}

/** Reads a range of these commits, oldest first. */
async function read(texts: string[], relations: Relations, circumstances: Circumstances = {}) {
  const { isPush = false, late = [], unlistedCommits = 0 } = circumstances
  const { requests, ...github } = createReads({ relations, late })
  const commits = texts.map(commitOf)
  const commitCount = commits.length + unlistedCommits
  const comparison = { commits, commitCount, changed: undefined, status: undefined, mergeBase: undefined }
  const pause = isPush ? async () => void requests.push('pause') : undefined
  const reads = { github, repository: 'acme/app', pause }
  const brought = await readRange({ base: 'c7', head: 'c9' }, comparison, reads)
  const pullRequests = brought.pullRequests.map(({ number, ownCommits }) => {
    return ownCommits ? `#${number} by ${ownCommits.join(' ')}` : `#${number}`
  })
  const found = [...pullRequests, ...brought.commits.map(({ sha }) => sha)]
  return { brought, found: found.join(', '), requests }
}

const [one, two, three] = [associatedPull(1), associatedPull(2), associatedPull(3)]

test.each<[string, string[], Relations, string]>([
  ['a squash', ['c8<c7'], { c8: [one] }, '#1'],
  ['a rebase, or a merge with its commits', ['c2<c1', 'c3<c2', 'c9<c7<c3'], { c2: [one], c3: [one], c9: [one] }, '#1'],
  ['several, the last merged first', ['c8<c7', 'c9<c8'], { c8: [two], c9: [one] }, '#2, #1'],
  ['two of one second', ['c8<c7', 'c9<c8'], { c8: [one], c9: [{ ...two, mergedAt: one.mergedAt }] }, '#2, #1'],
  ['commits without, the newest first', ['c8<c7', 'c9<c8'], { c8: [] }, 'c9, c8'],
  ['one of each', ['c8<c7', 'c9<c8'], { c9: [one] }, '#1, c8'],
  ['a merge that came without', ['c2<c1', 'c9<c7<c2'], {}, 'c2'],
  ['a merge alone', ['c9<c7<c8'], {}, ''],
  ['one that is open', ['c8<c7'], { c8: [{ ...one, mergedAt: undefined }] }, 'c8'],
  ["one of a fork's parent", ['c8<c7'], { c8: [{ ...one, repository: 'upstream/app' }] }, 'c8'],
  ['one of a deleted repository', ['c8<c7'], { c8: [{ ...one, repository: undefined }] }, 'c8'],
  // As with git-flow: a release brings what pull requests have brought to `develop`.
  [
    'the one that was merged first',
    ['c2<c1', 'c3<c2', 'c9<c7<c3'],
    { c2: [three, one], c3: [two, three], c9: [three] },
    '#2, #1',
  ],
  [
    'of one that merged others, its own commits',
    ['c2<c1', 'c3<c2', 'c4<c3'],
    { c2: [three, one], c3: [three], c4: [three] },
    '#3 by c3 c4, #1',
  ],
])('a range tells %s, by one query', async (_name, commits, relations, expected) => {
  const { found, requests } = await read(commits, relations)
  expect([found, requests.length]).toEqual([expected, 1])
})

test('what is known of a pull request and of a commit that came without one', async () => {
  const labels = [untrustedText('bug')]
  const { brought } = await read(
    ['c8<c7', 'c9<c8'],
    { c9: [associatedPull(9, { labels })] },
    { unlistedCommits: 1_198 },
  )
  expect(brought).toEqual({
    range: { base: 'c7', head: 'c9' },
    pullRequests: [changedPull(9, { labels })],
    commits: [changedCommit('c8')],
    unlistedCommits: 1_198,
    times: [timeOf('8'), timeOf('9')],
    changed: undefined,
  })
})

test('a range begins when its first commit came to the branch, not when one of a merged branch was made', async () => {
  const { brought } = await read(['c2<c1', 'c8<c7', 'c9<c8<c2'], {})
  expect(brought.times).toEqual([timeOf('8'), timeOf('9')])
  expect((await read([], {})).brought).not.toHaveProperty('times')
})

test.each<[string, Circumstances, found: string, requests: string[]]>([
  ['of a push, of which GitHub relates one late', { isPush: true, late: ['c3'] }, '#1', ['c2 c3', 'pause', 'c3']],
  ['of a push', { isPush: true }, '#1', ['c2 c3']],
  ['of another range, of which GitHub relates one late', { late: ['c3'] }, '#1, c3', ['c2 c3']],
])('which commits %s are asked for; merges never are', async (_name, circumstances, expected, asked) => {
  const relations = { c2: [one], c3: [one] }
  const { found, requests } = await read(['c2<c1', 'c3<c2', 'c9<c7<c3'], relations, circumstances)
  expect([found, requests.map((request) => request.replace('relate ', ''))]).toEqual([expected, asked])
})
