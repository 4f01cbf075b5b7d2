import { expect, test } from 'vitest'
import { compareBranch, type Start } from '../../../../src/agent-job/changes/compare-branch.ts'
import type { CommitComparison } from '../../../../src/github/changes.ts'
import type { Commit } from '../../../../src/github/commits.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const START: Start = {
  base: 'c7',
  sinceMs: Date.parse('2026-11-15T12:00:00.123Z'),
  isLastRun: true,
  reason: 'there',
}

/** `c2<c1` is a commit and its parents. */
function commit(text: string): Commit {
  const [sha = '', ...parents] = text.split('<')
  const author = { login: 'ada', id: 1, type: 'User' }
  return { sha, parents, subject: untrustedText(`Change ${sha}`), author }
}

interface Situation {
  start?: Partial<Start>
  compared?: Partial<CommitComparison>
  /** All that there are since a moment, newest first. */
  history?: Commit[]
  /** The status that GitHub answers about the first base. */
  status?: number
}

async function read({ start, compared, history = [], status }: Situation) {
  const asked: string[] = []
  const notices: string[] = []
  const github = {
    async fetchComparison(base: string, head: string): Promise<CommitComparison> {
      asked.push(`${base}...${head}`)
      if (status !== undefined && asked.length === 1)
        throw new GitHubError('compare', { status, answer: `GitHub returned ${status}`, hint: '' })
      return { commits: [], commitCount: 2, changed: undefined, mergeBase: base, status: 'ahead', ...compared }
    },
    async fetchCommitsSince(sha: string, since: string) {
      asked.push(`${sha} since ${since}`)
      return history
    },
  }
  const log = { notice: (_title: string | undefined, text: string) => void notices.push(text) }
  const { range, reason, comparison } = await compareBranch({ ...START, ...start }, 'c9', github, log)
  return { range, reason, commitCount: comparison.commitCount, asked, notices }
}

test.each<[string, Situation, base: string, notices: RegExp[], reason?: RegExp]>([
  ['at the commit', {}, 'c7', []],
  [
    'at the merge base',
    { compared: { status: 'diverged', mergeBase: 'c5' } },
    'c5',
    [/no longer contains c7.* since c5 /],
    /force push/,
  ],
  [
    'after the first parents since the moment',
    { start: { base: undefined }, history: [commit('c9<c6<c8'), commit('c8<c6'), commit('c6<c4')] },
    'c4',
    [/since 2026-11-15 .*`since: <n>d`/],
  ],
  [
    'at the first commit of a young branch',
    { start: { base: undefined, isLastRun: false }, history: [commit('c9<c8'), commit('c8')] },
    'c8',
    [],
  ],
  [
    'at the moment, if GitHub has no such commit',
    { status: 404, history: [commit('c9<c3')] },
    'c3',
    [/2026-11-15/],
    /^on 2026-11-15, because/,
  ],
  [
    'at the moment, if it was collected',
    { status: 410, history: [commit('c9<c3')] },
    'c3',
    [/2026-11-15/],
    /^on 2026-11-15, because/,
  ],
  [
    'after 1000 commits',
    {
      start: { base: undefined, isLastRun: false },
      history: Array.from({ length: 1_000 }, (_, index) => commit(`c${9 + index}<c${10 + index}`)),
    },
    'c1009',
    [/last 1000 commits/],
    /1,000 commits/,
  ],
])('a range begins %s', async (_name, situation, base, expected, why = /^there$/) => {
  const { range, reason, notices } = await read(situation)
  expect(range).toEqual({ base, head: 'c9' })
  expect(reason).toMatch(why)
  expect(notices).toHaveLength(expected.length)
  for (const [index, pattern] of expected.entries()) expect(notices[index]).toMatch(pattern)
})

test("a range that begins after 1000 commits doesn't say how many there are", async () => {
  const history = Array.from({ length: 1_000 }, (_, index) => commit(`c${9 + index}<c${10 + index}`))
  const start = { base: undefined }
  expect((await read({ start, history })).commitCount).toBe(Number.POSITIVE_INFINITY)
  expect((await read({ start, history: history.slice(1) })).commitCount).toBe(2)
})

test("requests have times in GitHub's format, and other failures are errors", async () => {
  const { asked } = await read({ start: { base: undefined }, history: [commit('c9<c8')] })
  expect(asked).toEqual(['c9 since 2026-11-15T12:00:00Z', 'c8...c9'])
  await expect(read({ status: 500 })).rejects.toMatchObject({ status: 500 })
})
