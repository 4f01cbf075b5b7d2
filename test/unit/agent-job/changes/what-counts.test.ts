import { expect, test } from 'vitest'
import type { ChangedCommit, ChangedPullRequest } from '../../../../src/agent-job/changes/changes.ts'
import type { Brought } from '../../../../src/agent-job/changes/read-range.ts'
import {
  addFiles,
  explainNothing,
  formatLeftOut,
  isWorthARun,
  listCuts,
  listUntold,
  selectCounting,
} from '../../../../src/agent-job/changes/what-counts.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { parsePathPatterns } from '../../../../src/runner/globs.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { changedFile } from './changed-files.ts'

const RANGE = { base: 'c0c0c0c0', head: 'c9c9c9c9' }

function pull(number: number, facts: Partial<ChangedPullRequest> = {}): ChangedPullRequest {
  return { kind: 'pull request', number, author: 'ada', labels: [], ...facts }
}

function commit(sha: string, facts: Partial<ChangedCommit> = {}): ChangedCommit {
  return { kind: 'commit', sha, subject: untrustedText(`Change ${sha}`), author: 'ada', ...facts }
}

type Lists = Record<string, string[] | Error>

interface Circumstances {
  paths?: string
  ignoreAuthors?: string[]
  /** Files by number or SHA; by default, each has `src/a.ts`. */
  lists?: Lists
  isCut?: boolean
  showsFiles?: boolean
}

/** Decides what counts, and then reads the files of what is told. */
async function select(brought: Partial<Brought>, circumstances: Circumstances = {}) {
  const { paths = '', ignoreAuthors = [], lists = {}, isCut = false, showsFiles = false } = circumstances
  const asked: string[] = []
  const unread: string[] = []
  const list = async (name: string) => {
    asked.push(name)
    const found = lists[name] ?? ['src/a.ts']
    if (found instanceof Error) throw found
    return { files: found.map((path) => changedFile(path)), isWhole: !isCut }
  }
  const github = { fetchChangedFiles: (number: number) => list(`#${number}`), fetchCommitFiles: list }
  const whole = { range: RANGE, pullRequests: [], commits: [], unlistedCommits: 0, ...brought }
  const rules = { paths: parsePathPatterns(paths), ignoreAuthors }
  const note = ({ message }: GitHubError) => void unread.push(message)
  const counting = await selectCounting(whole, rules, github, note)
  const changes = showsFiles ? await addFiles(counting, rules.paths, github, note) : counting
  const told = changes.told.map((each) => {
    const name = each.kind === 'commit' ? each.sha : `#${each.number}`
    return each.files ? `${name} ${each.files.files.map(({ path }) => path).join(' ')}`.trim() : name
  })
  return { changes, told, asked, unread, leftOut: formatLeftOut(changes) }
}

const label = (name: string) => ({ labels: [untrustedText('bug'), untrustedText(name)] })

test.each<[string, Partial<Brought>, Circumstances, told: string[], leftOut: string, asked: string[]]>([
  ['everything', { pullRequests: [pull(2), pull(1)], commits: [commit('c1')] }, {}, ['#2', '#1', 'c1'], '', []],
  [
    'nothing by an ignored author',
    { pullRequests: [pull(2, { author: 'Bot[bot]' }), pull(1)], commits: [commit('c1', { author: 'bot[bot]' })] },
    { ignoreAuthors: ['bot[bot]'] },
    ['#1'],
    '2 by `ignore-authors`',
    [],
  ],
  ['no pull request with the label', { pullRequests: [pull(1, label('No-Docs'))] }, {}, [], '1 by `no-docs`', []],
  ['one with a similar label', { pullRequests: [pull(1, label('no-docs-yet'))] }, {}, ['#1'], '', []],
  [
    'one that is no range, whatever its label',
    { range: undefined as never, pullRequests: [pull(1, label('no-docs'))] },
    {},
    ['#1'],
    '',
    [],
  ],
  [
    'only files that count, and nothing without any',
    { pullRequests: [pull(2), pull(1)], commits: [commit('c1')] },
    { paths: 'src/**', lists: { '#2': ['src/a.ts', 'b.md'], '#1': ['b.md'], c1: [] } },
    ['#2 src/a.ts'],
    '2 by `paths`',
    ['#2', '#1', 'c1'],
  ],
  [
    'nothing, without a list of its own, where the range has no file that counts',
    { pullRequests: [pull(1)], commits: [commit('c1')], changed: { files: [changedFile('b.md')], isWhole: true } },
    { paths: 'src/**' },
    [],
    '2 by `paths`',
    [],
  ],
  [
    'what is in a list of the range that GitHub cuts, or has something that counts',
    { pullRequests: [pull(1)], changed: { files: [changedFile('b.md')], isWhole: false } },
    { paths: 'src/**' },
    ['#1 src/a.ts'],
    '',
    ['#1'],
  ],
  [
    'of several reasons the first',
    {
      pullRequests: [pull(2, { author: 'bot', ...label('no-docs') }), pull(1, label('no-docs'))],
      commits: [commit('c1')],
    },
    { ignoreAuthors: ['bot'], paths: 'docs/**' },
    [],
    '1 by `ignore-authors`, 1 by `no-docs`, 1 by `paths`',
    ['c1'],
  ],
])('of a range counts %s', async (_name, brought, circumstances, told, leftOut, asked) => {
  const found = await select(brought, circumstances)
  expect([found.told, found.leftOut, found.asked]).toEqual([told, leftOut, asked])
})

test('files are read for what is told, and once', async () => {
  const times: [string, string] = ['2026-11-08T12:00:00Z', '2026-11-09T12:00:00Z']
  expect((await select({ times })).changes).toMatchObject({ range: RANGE, times })
  const brought = { pullRequests: [pull(1)], commits: [commit('c1')] }
  const shown = await select(brought, { showsFiles: true })
  expect([shown.told, shown.asked]).toEqual([
    ['#1 src/a.ts', 'c1 src/a.ts'],
    ['#1', 'c1'],
  ])
  expect((await select(brought, { showsFiles: true, paths: 'src/**' })).asked).toEqual(['#1', 'c1'])
})

test('a pull request that also merged others has the files of its own commits', async () => {
  const lists = { c1: ['a.ts'], c2: ['b.ts'] }
  const own = await select({ pullRequests: [pull(1, { ownCommits: ['c1', 'c2'] })] }, { lists, showsFiles: true })
  expect([own.told, own.asked]).toEqual([['#1 a.ts b.ts'], ['c1', 'c2']])
  const ownCommits = Array.from({ length: 31 }, (_, index) => `c${index}`)
  const many = await select({ pullRequests: [pull(1, { ownCommits })] }, { showsFiles: true })
  const cut = ['More files changed than GitHub lists.']
  expect([many.asked.length, listCuts(many.changes)]).toEqual([30, cut])
  const short = { lists: { c1: ['a.ts'] }, isCut: true, showsFiles: true }
  expect(listCuts((await select({ pullRequests: [pull(1, { ownCommits: ['c1'] })] }, short)).changes)).toEqual(cut)
})

const many = (pulls: number, commits: number) => ({
  pullRequests: Array.from({ length: pulls }, (_, index) => pull(index + 1)),
  commits: Array.from({ length: commits }, (_, index) => commit(`c${index + 1}`)),
})

test.each<[string, Partial<Brought>, Circumstances, told: number, asked: number, sentences: string[]]>([
  ['50 pull requests', many(50, 0), {}, 50, 0, []],
  ['pull requests before commits', many(49, 3), {}, 50, 0, ['Not listed: 2 more commits.']],
  [
    '60 pull requests',
    many(60, 1),
    { showsFiles: true },
    50,
    50,
    ['Not listed: 10 more pull requests and 1 more commit.'],
  ],
  [
    'more commits than GitHub lists',
    { ...many(1, 0), unlistedCommits: 1_204 },
    {},
    1,
    0,
    ['Not read: 1,204 older commits.'],
  ],
  [
    'more commits than are counted',
    { ...many(1, 0), unlistedCommits: Number.POSITIVE_INFINITY },
    {},
    1,
    0,
    ['Not read: older commits.'],
  ],
  [
    'more lists than are read',
    many(120, 0),
    { paths: 'src/**' },
    50,
    100,
    ['Not listed: 70 more pull requests.', 'Not compared with `paths`: 20.'],
  ],
])(
  'how much is told, and what is said of the rest: %s',
  async (_name, brought, circumstances, told, asked, sentences) => {
    const found = await select(brought, circumstances)
    expect([found.told.length, found.asked.length, listUntold(found.changes)]).toEqual([told, asked, sentences])
  },
)

const refused = new GitHubError('list the files', { status: 403, answer: 'GitHub returned 403', hint: 'Hint.' })

test('what cannot be read counts, is reported once, and nothing more is read', async () => {
  const found = await select(many(3, 1), { paths: 'src/**', lists: { '#2': refused }, showsFiles: true })
  expect(found.told).toEqual(['#1 src/a.ts', '#2', '#3', 'c1'])
  expect(found.changes.undecided).toBe(3)
  expect(found.unread[0]).toContain('403')
  await expect(select(many(1, 0), { showsFiles: true, lists: { '#1': new TypeError('x') } })).rejects.toThrow(TypeError)
})

test.each<[string, Partial<Brought>, Circumstances, reason: string | undefined]>([
  ['nothing was brought', {}, {}, 'Nothing has changed since c0c0c0c.'],
  ['nothing came since a release', { range: { base: 'v1', head: 'v2' } }, {}, 'Nothing has changed.'],
  ['nothing counts', { pullRequests: [pull(1, label('no-docs'))] }, {}, 'Nothing counts: left out 1 by `no-docs`.'],
  [
    'no file of a pull request counts',
    { range: undefined as never, pullRequests: [pull(1)] },
    { paths: 'docs/**' },
    'None of the changed files matches `paths`.',
  ],
  [
    'only what cannot be read is left',
    many(2, 0),
    { paths: 'src/**', lists: { '#1': refused } },
    expect.stringContaining("couldn't be read"),
  ],
  [
    'only a cut list is left',
    many(1, 0),
    { paths: 'docs/**', isCut: true },
    expect.stringContaining("couldn't be read"),
  ],
  ['only older commits are left', { unlistedCommits: 3 }, {}, expect.stringContaining("couldn't be read")],
  ['more counts than is told', many(60, 60), {}, undefined],
  ['something counts', many(2, 0), { paths: 'src/**', lists: { '#2': refused } }, undefined],
  ['something counts, and GitHub cuts the list', many(1, 0), { paths: 'src/**', isCut: true }, undefined],
])('whether something is worth a run, where %s', async (_name, brought, circumstances, reason) => {
  const { changes } = await select(brought, circumstances)
  expect(isWorthARun(changes) ? undefined : explainNothing(changes)).toEqual(reason)
})
