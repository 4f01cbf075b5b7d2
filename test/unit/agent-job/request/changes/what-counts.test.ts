import { expect, test } from 'vitest'
import { type Rules, selectCounting } from '../../../../../src/agent-job/request/changes/what-counts.ts'
import type { ChangedFile } from '../../../../../src/github/changes.ts'
import type { Commit } from '../../../../../src/github/commits.ts'
import type { ListedPullRequest } from '../../../../../src/github/pull-requests.ts'
import { parsePathPatterns } from '../../../../../src/runner/globs.ts'
import { readUntrustedText, untrustedText } from '../../../../../src/untrusted/text.ts'
import { changedFile } from './changed-files.ts'

const BOT = 'helper[bot]'

/** `c2<c1 by bot`: a commit, its parents, and its author. GitHub commits a squash. */
function commit(text: string): Commit {
  const [ids = '', login = 'ada'] = text.split(' by ')
  const [sha = '', ...parents] = ids.split('<')
  const author = { login: login === 'bot' ? BOT : login, id: 1, type: 'User' }
  const committer = { ...author, login: sha.startsWith('squash') ? 'web-flow' : 'ada' }
  return { sha, parents, author, committer, subject: untrustedText(sha.replace(/^rebased-/, '')) }
}

/** `1 squash1 no-docs`: a pull request, its merge commit, and its label; `by bot`: its author. */
function pull(text: string): ListedPullRequest {
  const [number, mergeCommit, label = ''] = text.split(' ')
  const login = text.endsWith(' by bot') ? BOT : 'ada'
  const labels = label === 'no-docs' ? [untrustedText('No-Docs')] : []
  const facts = { state: 'closed', isMerged: true, author: { login, id: 1, type: 'User' }, labels } as const
  const merged = mergeCommit === '-' ? {} : { mergeCommit }
  return { ...facts, number: Number(number), mergedAt: `2026-11-0${number}T00:00:00Z`, ...merged }
}

interface Situation {
  commits: string[]
  pulls?: string[]
  /** What each pull request (by number) or commit changed. */
  changed?: Record<string, string[]>
  files?: string[]
  isWhole?: boolean
  paths?: string
  rules?: Partial<Rules>
  /** Commits of a pull request before its rebase. */
  written?: string[]
  /** How many commits GitHub doesn't list. */
  unlisted?: number
}

async function select({
  commits,
  pulls = [],
  changed = {},
  isWhole = true,
  written = [],
  unlisted = 0,
  ...rest
}: Situation) {
  const reads: string[] = []
  const read = (name: string, request: string): { files: ChangedFile[]; isWhole: boolean } => {
    reads.push(request)
    return { files: (changed[name] ?? []).map((path) => changedFile(path, `+${name}`)), isWhole: true }
  }
  const all = rest.files ?? [...new Set(Object.values(changed).flat())]
  const listed = { changed: { files: all.map((path) => changedFile(path, '+all')), isWhole }, status: 'ahead' as const }
  const commitCount = commits.length + unlisted
  const comparison = { ...listed, commits: commits.map(commit), commitCount, mergeBase: undefined }
  const rules = { paths: parsePathPatterns(rest.paths ?? ''), ignoreAuthors: [BOT], showsFiles: true, ...rest.rules }
  const github = {
    fetchChangedFiles: async (number: number) => read(String(number), `#${number}`),
    fetchComparison: async (_base: string, head: string) => ({ ...comparison, changed: read(head, head) }),
    fetchPullRequestCommits: async () => written.map(commit),
  }
  const given = pulls.map(pull)
  const counted = await selectCounting(comparison, given, { ...rules, leftOutLabel: 'no-docs' }, github, true)
  return {
    pulls: counted.pullRequests.map(({ number }) => number).join(' '),
    commits: counted.commits.map(({ sha }) => sha).join(' '),
    files: (counted.changed?.files ?? []).map(({ path }) => readUntrustedText(path)).join(' '),
    isWhole: counted.changed?.isWhole,
    leftOut: Object.values(counted.leftOut).join(' '),
    reads: reads.join(' '),
  }
}

const ONE = { pulls: ['1 squash1'], commits: ['squash1<c0'] }
const TWO_COMMITS = { pulls: ['1 squash1', '2 squash2 no-docs'], commits: ['squash1<c0', 'squash2<squash1'] }
const TWO = { ...TWO_COMMITS, changed: { 1: ['a.ts'], 2: ['b.ts'] } }

test.each<[string, Situation, Partial<Awaited<ReturnType<typeof select>>>]>([
  ['a squash with the label', TWO, { pulls: '1', commits: 'squash1', files: 'a.ts', leftOut: '1 1 1', reads: '#2 #1' }],
  [
    'a merge commit, with what it merged',
    {
      pulls: ['1 merge by bot', '2 squash2'],
      commits: ['c1<c0 by bot', 'c2<c1', 'merge<c0<c2', 'squash2<merge'],
      changed: { 1: ['b.ts'], 2: ['a.ts'] },
    },
    { pulls: '2', commits: 'squash2', files: 'a.ts', leftOut: '1 3 1' },
  ],
  [
    'a rebase of three commits, after a direct push',
    {
      pulls: ['1 rebased-z no-docs'],
      commits: ['push<c0', 'rebased-x<push', 'rebased-y<rebased-x', 'rebased-z<rebased-y'],
      written: ['x<c0', 'y<x', 'z<y'],
      changed: { 1: ['b.ts'], push: ['a.ts'] },
    },
    { commits: 'push', files: 'a.ts', leftOut: '1 3 1', reads: '#1 push' },
  ],
  [
    'an ignored direct push',
    { commits: ['c1<c0 by bot', 'c2<c1'], changed: { c1: ['b.ts'], c2: ['a.ts'] } },
    { commits: 'c2', files: 'a.ts', leftOut: '0 1 1' },
  ],
  [
    'an ignored merge',
    { commits: ['c1<c0 by bot', 'c2<c0<c1'], changed: { c1: ['b.ts'] } },
    { commits: '', files: '', reads: '' },
  ],
  [
    'not a file that counts, too',
    { ...TWO, changed: { 1: ['a.ts', 'b.ts'], 2: ['b.ts'] } },
    { files: 'a.ts b.ts', leftOut: '1 1 0' },
  ],
  [
    'not a pull request without a known merge commit',
    { pulls: ['1 -', '2 squash2 no-docs'], commits: ['c1<c0', 'squash2<c1'], changed: { c1: ['a.ts'], 2: ['b.ts'] } },
    { pulls: '1', commits: 'c1', files: 'a.ts' },
  ],
  [
    'all of it where no file is in `paths`, without a request',
    { ...TWO_COMMITS, changed: { 1: ['a.ts'], 2: ['b.ts'] }, paths: 'src/**' },
    { pulls: '', commits: '', files: '', isWhole: true, leftOut: '2 2 2', reads: '' },
  ],
  [
    'a pull request and a push outside `paths`',
    {
      pulls: ['1 squash1', '2 squash2'],
      commits: ['squash1<c0', 'squash2<squash1', 'c3<squash2'],
      changed: { 1: ['src/a.ts'], 2: ['test/b.ts'], c3: ['test/c.ts'] },
      paths: 'src/**',
    },
    { pulls: '1', commits: 'squash1', files: 'src/a.ts', leftOut: '1 2 2' },
  ],
  [
    'nothing where nothing decides',
    { ...ONE, changed: { 1: ['src/a.ts'] }, paths: 'src/**' },
    { pulls: '1', commits: 'squash1', files: 'src/a.ts', leftOut: '0 0 0', reads: '' },
  ],
  [
    'no file in a prompt that shows none',
    { ...TWO, rules: { showsFiles: false } },
    { pulls: '1', commits: 'squash1', reads: '' },
  ],
  [
    'all of it, without a request',
    { pulls: ['1 squash1 no-docs'], commits: ['squash1<c0'], changed: { 1: ['a.ts'] } },
    { pulls: '', commits: '', files: '', leftOut: '1 1 1', reads: '' },
  ],
  [
    'no file that a commit may have changed which is not listed',
    { commits: ['c1<c0 by bot'], changed: { c1: ['b.ts'] }, unlisted: 1 },
    { commits: '', files: 'b.ts', leftOut: '0 1 0' },
  ],
  [
    'nothing, but adds the files that the comparison has no place for',
    { ...ONE, changed: { 1: ['a.ts', 'z.ts'] }, files: ['a.ts'], isWhole: false },
    { files: 'a.ts z.ts', isWhole: true },
  ],
])('what is left out: %s', async (_name, situation, expected) => {
  expect(await select(situation)).toMatchObject(expected)
})

test('at most 100 parts are read, and those that are not read count', async () => {
  const commits = Array.from({ length: 120 }, (_, index) => `c${index + 1}<c${index}${index === 119 ? ' by bot' : ''}`)
  const { reads, commits: counting, files } = await select({ commits, changed: { c120: ['b.ts'], c1: ['a.ts'] } })
  expect([reads.split(' ').length, reads.split(' ')[0], counting.split(' ').length]).toEqual([100, 'c120', 119])
  // One that wasn't read may have changed it.
  expect(files).toBe('b.ts a.ts')
})
