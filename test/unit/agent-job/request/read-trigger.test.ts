import { expect, test } from 'vitest'
import { readTrigger } from '../../../../src/agent-job/request/read-trigger.ts'
import { parseTrigger } from '../../../../src/agent-job/trigger/parse-trigger.ts'
import type { AssociatedPullRequest } from '../../../../src/github/associated-pull-requests.ts'
import type { Commit } from '../../../../src/github/commits.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { createClock } from '../../fake-clock.ts'

const [before, after] = ['b', 'a'].map((digit) => digit.repeat(40))
const push = { ref: 'refs/heads/main', before, after, commits: [], repository: { default_branch: 'main' } }

function commit(sha: string): Commit {
  const author = { id: 1, login: 'writer', type: 'User' }
  return { sha, nodeId: sha, subject: untrustedText('Subject'), author, parents: ['x'] }
}

function pull(number: number, facts: Partial<AssociatedPullRequest> = {}): AssociatedPullRequest {
  return {
    number,
    title: untrustedText('Retries'),
    url: untrustedText(`https://github.com/acme/app/pull/${number}`),
    mergedAt: '2026-01-02T03:04:05Z',
    repository: 'acme/app',
    author: { id: undefined, login: 'contributor', type: 'User' },
    labels: [],
    ...facts,
  }
}

/** Reads an event, where GitHub relates these commits to these pull requests; of the first answers, it knows none. */
async function read(
  relations: Record<string, AssociatedPullRequest[]>,
  {
    name = 'push',
    payload = push as object,
    issueNumber = undefined as number | undefined,
    jobId = '',
    late = 0,
    failure = undefined as Error | undefined,
    count = 0,
  } = {},
) {
  const asked: string[] = []
  const clock = createClock()
  const told: string[] = []
  const commits = Object.keys(relations).map(commit)
  const github = {
    async fetchComparison(base: string, head: string) {
      asked.push(`${base[0]}...${head[0]}`)
      return {
        commits,
        commitCount: count || commits.length,
        changed: undefined,
        status: 'ahead' as const,
        mergeBase: base,
      }
    },
    async fetchAssociatedPullRequests(ids: readonly string[]) {
      asked.push(ids.join(' '))
      if (failure !== undefined) throw failure
      const isLate = asked.length - 2 < late
      return new Map(ids.map((id) => [id, isLate ? [] : (relations[id] ?? [])]))
    },
    fetchReleases: async () => [],
  }
  const tell = (title: string | undefined, text: string) => void told.push(`${title}: ${text}`)
  const trigger = await readTrigger(
    { ...parseTrigger({ name, payload }), reportThread: undefined },
    { issueNumber, ignoreAuthors: ['bot[bot]'], jobId },
    {
      github,
      repository: 'acme/app',
      clock,
      signal: new AbortController().signal,
      log: { notice: tell, warning: tell },
    },
  )
  return { ...trigger, asked, told, pauses: clock.pauses }
}

test('a push that brought exactly one pull request is that pull request', async () => {
  const { thread, reportThread, read: source, asked } = await read({ c1: [pull(4)], c2: [pull(4)] })
  expect(thread).toEqual({
    kind: 'pull request',
    number: 4,
    title: 'Retries',
    url: 'https://github.com/acme/app/pull/4',
    author: 'contributor',
  })
  expect([reportThread, source]).toEqual([thread, undefined])
  expect(asked).toEqual(['b...a', 'c1 c2'])
})

test.each<[string, Record<string, AssociatedPullRequest[]>, Parameters<typeof read>[1]]>([
  ['two pull requests', { c1: [pull(4)], c2: [pull(5)] }, {}],
  ['a commit without', { c1: [pull(4)], c2: [] }, {}],
  ['more commits than GitHub lists', { c1: [pull(4)] }, { count: 2_000 }],
  [
    'a pull request by an ignored account',
    { c1: [pull(4, { author: { id: 1, login: 'bot[bot]', type: 'Bot' } })] },
    {},
  ],
  ['a pull request with the label', { c1: [pull(4, { labels: [untrustedText('no-docs')] })] }, {}],
  ['a pull request, where `issue-number` names another thread', { c1: [pull(4)] }, { issueNumber: 9 }],
])('a push of %s is a range', async (_name, relations, options) => {
  const { thread, reportThread, read: source } = await read(relations, options)
  expect([thread, reportThread]).toEqual([undefined, undefined])
  expect(source?.brought?.pullRequests.map(({ number }) => number)).toContain(4)
})

test('GitHub may need a moment to relate the commits of a push to the default branch', async () => {
  expect(await read({ c1: [pull(4)] }, { late: 1 })).toMatchObject({ thread: { number: 4 }, pauses: [3_000] })
  const elsewhere = { ...push, ref: 'refs/heads/next' }
  expect(await read({ c1: [pull(4)] }, { late: 1, payload: elsewhere })).toMatchObject({
    read: { gaps: [] },
    pauses: [],
  })
})

test('without the relation, nothing is known of what may be told', async () => {
  const failure = new GitHubError('read', { status: 403, answer: 'GitHub returned FORBIDDEN', hint: 'Hint.' })
  await expect(read({ c1: [pull(4)] }, { failure })).rejects.toBe(failure)
})

test('a new tag has nothing to compare with, which is a gap, and neither has a first release, which is a notice', async () => {
  const tag = await read({}, { payload: { ...push, ref: 'refs/tags/v1', before: '0'.repeat(40) } })
  expect(tag.read?.gaps).toEqual(["Couldn't determine what changed: a new tag has no previous commit."])
  const release = { id: 5, tag_name: 'v1', published_at: '2026-01-02T03:04:05Z' }
  const first = await read({}, { name: 'release', payload: { action: 'published', release } })
  expect([first.read, first.told]).toEqual([{ gaps: [] }, ['No changes to show: This is the first published release.']])
})

test.each([
  ['another event', { name: 'issues', payload: { issue: { number: 3 } } }],
  ['a run that only waits for a job', { jobId: 'job-1' }],
])('nothing is read for %s', async (_name, options) => {
  const { asked, read: source } = await read({ c1: [pull(4)] }, options)
  expect([asked, source]).toEqual([[], undefined])
})
