import { expect, test } from 'vitest'
import type { Change, ChangedCommit, ChangedPullRequest } from '../../../../src/agent-job/changes/changes.ts'
import { choosePatches, isGenerated } from '../../../../src/agent-job/changes/files.ts'
import { selectCounting } from '../../../../src/agent-job/changes/what-counts.ts'
import type { RunEnd } from '../../../../src/agent-job/run-end.ts'
import { ActionError } from '../../../../src/runner/action-error.ts'
import { type ContextChanges, createContext } from '../context-for-tests.ts'

const pull = (number: number, facts: Partial<ChangedPullRequest> = {}): ChangedPullRequest => ({
  ...{ kind: 'pull request', number, title: `T${number}`, url: `https://x/${number}`, author: 'ann', labels: [] },
  ...facts,
})
const commit = (sha: string, author = 'ann'): ChangedCommit => ({ kind: 'commit', sha, subject: sha, author })
const listed = (filename: string, previous_filename?: string) => ({
  ...{ filename, status: 'modified', additions: 1, deletions: 0, patch: '@@' },
  ...(previous_filename && { previous_filename }),
})

type Lists = Record<string, string[] | Error>

/** Leaves out what doesn't count. `lists`: the files of each change; `asked`: whose files were read. */
async function select(changes: Change[], inputs: ContextChanges['inputs'], lists: Lists = {}, unread = 0) {
  const asked: string[] = []
  const list = async (name: string) => {
    asked.push(name)
    const files = lists[name] ?? []
    if (files instanceof Error) throw files
    return files.map((path) => listed(...(path.split(' <- ') as [string, string?])))
  }
  const github = {
    rest: {
      pulls: { listFiles: '' },
      repos: { getCommit: async ({ ref }: { ref: string }) => ({ data: { files: await list(ref) } }) },
    },
    paginate: (_route: string, { pull_number: number }: { pull_number: number }) => list(`#${number}`),
  }
  const selecting = selectCounting(createContext({ github, inputs: inputs ?? {} }), changes, unread)
  // A run of which nothing is left ends with a sentence that says why.
  const nothing = { told: [], notes: [], leftOut: '', gap: '' }
  const counted = await selecting.catch((error: RunEnd) => ({ ...nothing, nothing: error.message }))
  const told = counted.told.map((change: Change) => (change.kind === 'commit' ? change.sha : `#${change.number}`))
  return { nothing: '', ...counted, told, asked }
}

test('what an ignored account wrote, or the label `no-docs` has, does not count', async () => {
  const changes = [
    pull(1, { author: 'Mintlify[bot]' }),
    pull(2, { labels: ['No-Docs'] }),
    pull(3),
    commit('a', 'mintlify[bot]'),
    commit('b'),
  ]
  const { told, leftOut, asked } = await select(changes, {})
  expect([told, leftOut, asked]).toEqual([['#3', 'b'], '2 by `ignore-authors`, 1 by `no-docs`', []])
  expect((await select(changes.slice(0, 2), {})).nothing).toBe(
    'No changes to document. Left out: 1 by `ignore-authors`, 1 by `no-docs`.',
  )
})

test.each<[paths: string[], files: string[], counts: boolean]>([
  [['src/**'], ['src/a/b.ts', 'x'], true],
  [['src/*'], ['src/a/b.ts'], false],
  [['src/**'], ['lib/a.ts <- src/a.ts'], true],
  [['src/**', '!src/old/**'], ['src/old/a.ts'], false],
  [['!docs/**'], ['docs/a.md'], false],
  [['!docs/**'], ['docs/a.md', 'src/a.ts'], true],
  [['!docs/**'], ['src/a.ts <- docs/a.ts'], false],
  // An empty list isn't known to be all.
  [['src/**'], [], true],
])('with the paths %j, a change to %j counts: %s', async (paths, files, counts) => {
  const lists = { '#1': files, abc: files }
  expect((await select([pull(1), commit('abc')], { paths }, lists)).told).toEqual(counts ? ['#1', 'abc'] : [])
})

test('where `paths` leaves out everything, the text names the patterns and a file that they missed', async () => {
  const { nothing } = await select([pull(1)], { paths: ['src/*', 'lib/*'] }, { '#1': ['src/a/b.ts'] })
  expect(nothing).toMatch(
    /Left out: .*by `paths`\. For example, `paths` \(`src\/\*`, `lib\/\*`\) leaves out `src\/a\/b\.ts`\.$/u,
  )
  expect((await select([], {})).nothing).toBe('Nothing has changed.')
})

test('files are read where `paths` decides or the prompt shows them, and of nothing that is left out', async () => {
  const changes = [pull(1), pull(2, { labels: ['no-docs'] }), commit('abc')]
  expect((await select(changes, { context: 'reference' })).asked).toEqual([])
  expect((await select(changes, { context: 'full' })).asked).toEqual(['#1', 'abc'])
  expect((await select(changes, { paths: ['a'] })).asked).toEqual(['#1', 'abc'])
})

test('what cannot be read counts, and is told as a gap', async () => {
  const error = new ActionError('GitHub returned 403.', {
    status: 403,
    hint: 'Add `contents: read`.',
    said: 'GitHub says: "No".',
  })
  const { told, gap } = await select([pull(1), pull(2)], { paths: ['src/**'] }, { '#1': error, '#2': ['x'] })
  expect(told).toEqual(['#1', '#2'])
  expect(gap).toBe(`Couldn't list the files of #1. GitHub returned 403. GitHub says: "No". Add \`contents: read\`.`)
})

test('at most 50 pull requests and 20 commits are told, the newest ones, and the rest is a number', async () => {
  const changes = [...Array(53).keys()].map((index) => pull(index + 1)) as Change[]
  const commits = [...Array(21).keys()].map((index) => commit(`c${index}`))
  const counted = await select([...changes, ...commits], {})
  expect([counted.told.length, counted.told[49], counted.told.at(-1)]).toEqual([70, '#50', 'c19'])
  expect(counted.notes).toEqual(['Not listed: 3 more pull requests and 1 more commit.'])
  expect((await select(commits, {}, {}, 7)).notes).toEqual(['Not listed: 1 more commit.', 'Not read: 7 older commits.'])
  expect((await select([commit('a')], {})).notes).toEqual([])
})

test('with `paths`, what is beyond the newest hundred is a number', async () => {
  const changes = [...Array(150).keys()].map((index) => pull(index + 1)) as Change[]
  const lists = Object.fromEntries(changes.map((_, index) => [`#${index + 1}`, [index === 2 ? 'src/a' : 'b']]))
  const { told, leftOut, notes, asked } = await select(changes, { paths: ['src/**'] }, lists)
  expect([told, asked.length]).toEqual([['#3'], 100])
  expect([leftOut, notes]).toEqual(['99 by `paths`', ['Not compared with `paths`: 50 changes.']])
  expect(await select(changes, { paths: ['lib/**'] }, lists)).toMatchObject({ told: [], nothing: '' })
})

test('where older commits were not read, nothing is left out for good', async () => {
  const counted = await select([pull(1, { labels: ['no-docs'] })], {}, {}, 4)
  expect(counted).toMatchObject({
    told: [],
    leftOut: '1 by `no-docs`',
    notes: ['Not read: 4 older commits.'],
    nothing: '',
  })
})

test.each([
  ...['package-lock.json', 'yarn.lock', 'go.sum', 'dist/index.js', 'a/node_modules/b.js', 'a.min.js', 'a.js.map'],
  ...['x.snap', 'a/__snapshots__/b', 'api.pb.go', 'a_pb2.py', 'x.generated.ts', 'pnpm-lock.yaml', 'vendor/a.go'],
])('%s is written by a tool', (path) => {
  expect(isGenerated(path)).toBe(true)
})

test.each(['src/index.ts', 'docs/dist.md', 'generated/openapi.json', 'dist/swagger.yaml', 'lock.ts', 'a.lock.md'])(
  '%s says something',
  (path) => {
    expect(isGenerated(path)).toBe(false)
  },
)

test('whole patches are shown, the smallest first, up to 60,000 characters', () => {
  const file = (path: string, length: number) => ({
    ...{ path, previousPath: undefined, status: 'modified', additions: 1, deletions: 1, patch: 'x'.repeat(length) },
  })
  const files = [
    file('a', 30_000),
    file('b', 30_001),
    file('c', 20_000),
    file('d', 10_000),
    file('yarn.lock', 5),
    file('e', 0),
  ]
  expect([...choosePatches(files)].map(({ path }) => path)).toEqual(['d', 'c', 'a'])
  expect([...choosePatches([file('a', 60_000)])]).toHaveLength(1)
  expect([...choosePatches([file('a', 60_001)])]).toHaveLength(0)
})
