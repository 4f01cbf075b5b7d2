import { expect, test } from 'vitest'
import { Quotes } from '../../../../../src/agent-job/request/quote.ts'
import { renderPullRequests } from '../../../../../src/agent-job/request/render-reference.ts'
import {
  type BranchChanges,
  fetchBranchChanges,
  formatLeftOut,
  type Start,
} from '../../../../../src/agent-job/request/since/fetch-branch-changes.ts'
import { formatBranchChanges } from '../../../../../src/agent-job/result/covered.ts'
import type { CommitComparison } from '../../../../../src/github/changes.ts'
import type { Commit } from '../../../../../src/github/commits.ts'
import { GitHubError } from '../../../../../src/github/errors.ts'
import type { ListedPullRequest } from '../../../../../src/github/pull-requests.ts'
import { untrustedText } from '../../../../../src/untrusted/text.ts'

const START: Start = {
  base: undefined,
  sinceMs: Date.parse('2026-11-15T12:00:00.123Z'),
  nowMs: Date.parse('2026-11-22T12:00:00Z'),
  isLastRun: true,
  reason: 'there',
}

/** `c2<c1` is a commit and its parents; its number is the day in November. */
function commit(text: string, login = 'ada'): Commit {
  const [sha = '', ...parents] = text.split('<')
  const committedAt = `2026-11-${sha.slice(1).padStart(2, '0')}T12:00:00Z`
  return {
    sha,
    parents,
    committedAt,
    subject: untrustedText(`Change ${sha}`),
    author: { login, id: 1, type: 'User' },
  }
}

function pull(number: number, mergeCommit: string, facts: Partial<ListedPullRequest> = {}): ListedPullRequest {
  return {
    number,
    state: 'closed',
    isMerged: true,
    mergeCommit,
    title: untrustedText(`Title ${number}`),
    mergedAt: `2026-11-${mergeCommit.slice(1).padStart(2, '0')}T12:00:00Z`,
    author: { login: 'ada', id: 1, type: 'User' },
    url: untrustedText(`https://github.test/pull/${number}`),
    ...facts,
  }
}

interface Situation {
  start?: Partial<Start>
  compared?: Partial<CommitComparison>
  /** All that there are since a moment, newest first. */
  history?: Commit[]
  pulls?: ListedPullRequest[]
  ignoreAuthors?: string[]
  isBaseGone?: boolean
}

async function read({ start, compared, history = [], pulls = [], ignoreAuthors = [], isBaseGone }: Situation) {
  const asked: string[] = []
  const notices: string[] = []
  const commits = compared?.commits ?? [commit('c8<c7'), commit('c9<c8')]
  const github = {
    async fetchComparison(base: string, head: string) {
      asked.push(`${base}...${head}`)
      const gone = { status: 404, answer: 'GitHub returned 404', hint: '' }
      if (isBaseGone && asked.length === 1) throw new GitHubError('compare', gone)
      const found = { commits, commitCount: commits.length, changed: undefined, mergeBase: undefined }
      return { ...found, status: 'ahead' as const, ...compared }
    },
    async fetchCommitsSince(sha: string, since: string) {
      asked.push(`${sha} since ${since}`)
      return history
    },
    fetchChangedFiles: async () => ({ files: [], isWhole: true }),
    fetchPullRequestCommits: async () => [],
    async fetchClosedPullRequests(base: string, maximum: number) {
      asked.push(`${base} ${maximum}`)
      return pulls
    },
  }
  const branch = { ref: 'refs/heads/release/1', sha: 'c9', branch: 'b' }
  const paths = { included: [], excluded: [] }
  const log = { notice: (_title: string | undefined, text: string) => void notices.push(text) }
  const changes = await fetchBranchChanges(
    { ...START, base: 'c7', ...start },
    branch,
    { ignoreAuthors, paths, showsFiles: false },
    github,
    log,
  )
  return { changes, asked, notices }
}

/** The numbers of the pull requests that count. */
function numbers(changes: BranchChanges | string): number[] {
  return typeof changes === 'string' ? [] : changes.pullRequests.map(({ number }) => number)
}

test.each<[string, Situation, base: string, notices: RegExp[]]>([
  ['at the commit', {}, 'c7', []],
  [
    'at the merge base',
    { compared: { status: 'diverged', mergeBase: 'c5' } },
    'c5',
    [/no longer contains c7.* since c5 /],
  ],
  [
    'after the first parents since the moment',
    { start: { base: undefined }, history: [commit('c9<c6<c8'), commit('c8<c6'), commit('c6<c4')] },
    'c4',
    [/since 2026-11-15 /],
  ],
  [
    'at the first commit of a young branch',
    { start: { base: undefined, isLastRun: false }, history: [commit('c9<c8'), commit('c8')] },
    'c8',
    [],
  ],
  ['at the moment without it', { isBaseGone: true, history: [commit('c9<c3')] }, 'c3', [/since 2026-11-15 /]],
  [
    'after 500 commits',
    {
      start: { base: undefined, isLastRun: false },
      history: Array.from({ length: 500 }, (_, index) => commit(`c${9 + index}<c${10 + index}`)),
    },
    'c509',
    [/last 500 commits/],
  ],
])('a range begins %s', async (_name, situation, base, expected) => {
  const { changes, notices } = await read(situation)
  expect(changes).toMatchObject({ range: { branch: 'b', base, head: 'c9' } })
  expect(notices).toHaveLength(expected.length)
  for (const [index, pattern] of expected.entries()) expect(notices[index]).toMatch(pattern)
})

test("requests have times in GitHub's format, and the name of the branch", async () => {
  const { asked } = await read({ start: { base: undefined }, history: [commit('c9<c8')] })
  expect(asked).toEqual(['c9 since 2026-11-15T12:00:00Z', 'c8...c9', 'release/1 500'])
})

const BY_BOT = { ignoreAuthors: ['bot'] }

test.each<[string, Situation, isSkipped: boolean]>([
  ['nothing changed', { compared: { status: 'identical', commits: [] } }, true],
  ['the branch was moved back', { compared: { status: 'behind', commits: [] } }, true],
  [
    'all but merges are ignored',
    { ...BY_BOT, compared: { commits: [commit('c8<c7', 'Bot'), commit('c9<c7<c8')] } },
    true,
  ],
  [
    'somebody else wrote a commit',
    { ...BY_BOT, compared: { commits: [commit('c8<c7', 'bot'), commit('c9<c8')] } },
    false,
  ],
  ['there are more commits', { ...BY_BOT, compared: { commits: [commit('c9<c7', 'bot')], commitCount: 2 } }, false],
  ['there are only merges', { ...BY_BOT, compared: { commits: [commit('c9<c7<c8')] } }, false],
])('where %s, whether there is nothing to document', async (_name, situation, isSkipped) => {
  expect(typeof (await read(situation)).changes === 'string').toBe(isSkipped)
})

test('the pull requests are those whose merge is in the range, the last first, without those that are left out', async () => {
  const bot = { login: 'Bot', id: 2, type: 'Bot' }
  const pulls = [
    pull(1, 'c8'),
    pull(2, 'c9'),
    pull(3, 'c7'),
    pull(4, 'c9', { labels: [untrustedText('bug'), untrustedText('No-Docs')] }),
    pull(5, 'c9', { author: bot }),
  ]
  const { changes } = await read({ pulls, ignoreAuthors: ['bot'] })
  expect([numbers(changes), changes]).toEqual([[2, 1], expect.objectContaining({ isByDate: false })])
})

test('where there are more commits than were read, the dates of the merges decide, too', async () => {
  const { mergedAt: _, ...open } = pull(4, 'c9')
  const pulls = [pull(1, 'c7'), pull(2, 'c8', { mergeCommit: 'x' }), pull(3, 'c9', { mergeCommit: 'y' }), open]
  const { changes } = await read({ pulls, compared: { commitCount: 2_000 } })
  expect([numbers(changes), changes]).toEqual([[3, 2, 4], expect.objectContaining({ isByDate: true })])
})

test('a pull request whose merge commit is not known is in the range by its date', async () => {
  const { mergeCommit: _, ...unknown } = pull(1, 'c9')
  const { mergeCommit: __, ...old } = pull(2, 'c7')
  const { changes } = await read({ pulls: [unknown, old, { ...unknown, number: 3, isMerged: false }] })
  expect(numbers(changes)).toEqual([1])
})

test.each<[string, Situation]>([
  ['2 pull requests, Nov 8–9', { pulls: [pull(1, 'c8'), pull(2, 'c9')] }],
  ['1 pull request, Nov 8–9', { pulls: [pull(1, 'c9')] }],
  ['2 commits, Nov 8–9', {}],
  ['1 commit, Nov 9', { compared: { commits: [commit('c9<c7')] } }],
  // What a branch of its own brought is older than its merge.
  ['2 commits, Nov 9', { compared: { commits: [commit('c2<c1'), commit('c9<c7<c2')] } }],
  ['1,200 commits, Nov 8–9', { compared: { commitCount: 1_200 } }],
  [
    '2 commits',
    {
      compared: { commits: ['c8<c7', 'c9<c8'].map((text) => ({ ...commit(text), committedAt: undefined })) },
    },
  ],
])('%s: how much, and from when to when', async (words, situation) => {
  const { changes } = await read(situation)
  expect(formatBranchChanges(changes as BranchChanges)).toBe(words)
})

test('the prompt names fifty pull requests, says how many more there are, and by what they were chosen', async () => {
  const pulls = Array.from({ length: 53 }, (_, index) =>
    pull(index + 1, 'c9', { title: untrustedText(`Title\n${index + 1}\u200B`) }),
  )
  const { changes } = await read({ pulls, compared: { commitCount: 9_999 } })
  const quotes = new Quotes()
  const [range, ask, heading, first, ...lines] = renderPullRequests(changes as BranchChanges, quotes)
  expect(range).toBe('- Changes on the branch: the commits after c7, up to c9')
  expect(ask).toMatch(/^- In the .*description, .*each pull request /)
  expect(heading).toBe('- Merged pull requests (53), the latest first:')
  expect(first).toMatch(/^ {2}- #\d+ "Title \d+" by ada: https:\/\/github\.test\/pull\/\d+$/)
  expect([lines.length, quotes.removals]).toEqual([51, 50])
  expect(lines.slice(-2)).toEqual(['  - and 3 more', expect.stringContaining('selected by merge date')])
})

test.each([
  [{ pullRequests: 2, commits: 5 }, '2 pull requests'],
  [{ pullRequests: 0, commits: 1 }, '1 commit'],
])('what is left out, %j, is %s', (leftOut, text) => {
  expect(formatLeftOut({ ...leftOut, files: 9 })).toBe(text)
})
