import { expect, test } from 'vitest'
import { readRange } from '../../../../src/agent-job/changes/read-range.ts'
import type { AssociatedPullRequest } from '../../../../src/github/associated-pull-requests.ts'
import type { Commit } from '../../../../src/github/commits.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

/** `c2<c1` is a commit and its parents; its number is the day in November. */
function commit(text: string): Commit {
  const [sha = '', ...parents] = text.split('<')
  const committedAt = `2026-11-${sha.slice(1).padStart(2, '0')}T12:00:00Z`
  const author = { login: 'ada', id: 1, type: 'User' }
  return { sha, nodeId: `id ${sha}`, parents, committedAt, subject: untrustedText(`Change ${sha}`), author }
}

/** A pull request that was merged on the day of its number. */
function pull(number: number, facts: Partial<AssociatedPullRequest> = {}): AssociatedPullRequest {
  return {
    number,
    title: untrustedText(`Title ${number}`),
    url: untrustedText(`https://github.test/pull/${number}`),
    mergedAt: `2026-11-${String(number).padStart(2, '0')}T12:00:00Z`,
    repository: 'Acme/App',
    author: { id: undefined, login: 'ada', type: 'User' },
    labels: [],
    ...facts,
  }
}

type Relations = Record<string, AssociatedPullRequest[]>

/** Reads a range of these commits, oldest first. Of `late`, GitHub knows nothing before it is asked again. */
async function read(
  commits: string[],
  relations: Relations,
  { late = [] as string[], isPush = false, count = 0 } = {},
) {
  const asked: string[][] = []
  const github = {
    async fetchAssociatedPullRequests(ids: readonly string[]) {
      const shas = ids.map((id) => id.replace('id ', ''))
      asked.push(shas)
      return new Map(
        shas.flatMap((sha) => {
          const found = asked.length === 1 && late.includes(sha) ? [] : relations[sha]
          return found ? [[sha, found] as const] : []
        }),
      )
    },
  }
  let pauses = 0
  const pause = async () => {
    pauses += 1
  }
  const parsed = commits.map(commit)
  const comparison = {
    commits: parsed,
    commitCount: count || parsed.length,
    changed: undefined,
    status: undefined,
    mergeBase: undefined,
  }
  const reads = { github, repository: 'acme/app', ...(isPush && { pause }) }
  const brought = await readRange({ base: 'c7', head: 'c9' }, comparison, reads)
  const said = [
    ...brought.pullRequests.map(
      ({ number, ownCommits }) => `#${number}${ownCommits ? ` by ${ownCommits.join(' ')}` : ''}`,
    ),
    ...brought.commits.map(({ sha }) => sha),
  ]
  return { brought, said: said.join(', '), asked, pauses }
}

const [one, two, three] = [pull(1), pull(2), pull(3)]

test.each<[string, string[], Relations, string]>([
  ['a squash', ['c8<c7'], { c8: [one] }, '#1'],
  ['a rebase, or a merge with its commits', ['c2<c1', 'c3<c2', 'c9<c7<c3'], { c2: [one], c3: [one], c9: [one] }, '#1'],
  ['several, the last merged first', ['c8<c7', 'c9<c8'], { c8: [two], c9: [one] }, '#2, #1'],
  ['two of one second', ['c8<c7', 'c9<c8'], { c8: [one], c9: [{ ...two, mergedAt: one.mergedAt }] }, '#2, #1'],
  ['commits without, the newest first', ['c8<c7', 'c9<c8'], { c8: [] }, 'c9, c8'],
  ['one of each', ['c8<c7', 'c9<c8'], { c9: [one] }, '#1, c8'],
  ['a merge that came without', ['c2<c1', 'c9<c7<c2'], {}, 'c2'],
  ['a merge alone', ['c9<c7<c8'], {}, ''],
  ['one that is open', ['c8<c7'], { c8: [pull(1, { mergedAt: undefined })] }, 'c8'],
  ["one of a fork's parent", ['c8<c7'], { c8: [pull(1, { repository: 'upstream/app' })] }, 'c8'],
  ['one of a deleted repository', ['c8<c7'], { c8: [pull(1, { repository: undefined })] }, 'c8'],
  // As with git-flow: a release brings what pull requests have brought to `develop`.
  [
    'the one that was merged first',
    ['c2<c1', 'c3<c2', 'c9<c7<c3'],
    { c2: [three, one], c3: [two, three], c9: [three] },
    '#2, #1',
  ],
  ['of one that merged others, its own commits', ['c2<c1', 'c3<c2'], { c2: [three, one], c3: [three] }, '#3 by c3, #1'],
])('a range tells %s', async (_name, commits, relations, said) => {
  expect((await read(commits, relations)).said).toBe(said)
})

test('what is known of a pull request and of a commit that came without one', async () => {
  const { brought } = await read(
    ['c8<c7', 'c9<c8'],
    { c9: [pull(9, { labels: [untrustedText('bug')] })] },
    { count: 1_200 },
  )
  expect(brought).toEqual({
    range: { base: 'c7', head: 'c9' },
    pullRequests: [
      {
        kind: 'pull request',
        number: 9,
        title: 'Title 9',
        url: 'https://github.test/pull/9',
        author: 'ada',
        labels: ['bug'],
        ownCommits: undefined,
      },
    ],
    commits: [{ kind: 'commit', sha: 'c8', subject: 'Change c8', author: 'ada' }],
    unlistedCommits: 1_198,
    times: ['2026-11-08T12:00:00Z', '2026-11-09T12:00:00Z'],
    changed: undefined,
  })
})

test('a range begins when its first commit came to the branch, not when one of a merged branch was made', async () => {
  expect((await read(['c2<c1', 'c8<c7', 'c9<c8<c2'], {})).brought.times).toEqual([
    '2026-11-08T12:00:00Z',
    '2026-11-09T12:00:00Z',
  ])
})

test('commits of a push that came without a pull request are asked for once more, and merges never', async () => {
  const relations = { c2: [one], c3: [one] }
  const late = await read(['c2<c1', 'c3<c2', 'c9<c7<c3'], relations, { isPush: true, late: ['c3'] })
  expect(late).toMatchObject({ said: '#1', asked: [['c2', 'c3'], ['c3']], pauses: 1 })
  expect(await read(['c2<c1', 'c3<c2'], relations, { isPush: true })).toMatchObject({ pauses: 0 })
  expect(await read(['c2<c1', 'c3<c2'], relations, { late: ['c3'] })).toMatchObject({ said: '#1, c3', pauses: 0 })
})
