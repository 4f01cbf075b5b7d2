import { expect, test } from 'vitest'
import { readTrigger } from '../../../../src/agent-job/request/read-trigger.ts'
import { parseTrigger } from '../../../../src/agent-job/trigger/parse-trigger.ts'
import type { AssociatedPullRequest } from '../../../../src/github/associated-pull-requests.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { associatedPull, commitOf } from '../changes/changes-for-tests.ts'
import { createReads, failing, type Known } from '../changes/github-for-tests.ts'

const [before, after] = ['b', 'a'].map((digit) => digit.repeat(40))
const PUSH = { ref: 'refs/heads/main', before, after, commits: [], repository: { default_branch: 'main' } }

interface Circumstances extends Known {
  name?: string
  payload?: object
  issueNumber?: number
  jobId?: string
  /** Of the push; by default those that are listed. */
  commitCount?: number
}

/** Reads an event, where GitHub relates these commits to these pull requests. */
async function read(relations: Record<string, AssociatedPullRequest[]>, circumstances: Circumstances = {}) {
  const { name = 'push', payload = PUSH, issueNumber, jobId = '', commitCount, ...known } = circumstances
  const commits = Object.keys(relations).map(commitOf)
  const comparison = { commits, commitCount: commitCount ?? commits.length }
  const { requests, ...github } = createReads({ relations, comparisons: { [String(before)]: comparison }, ...known })
  const told: string[] = []
  const tell = (title: string | undefined, text: string) => void told.push(`${title}: ${text}`)
  const trigger = await readTrigger(
    { ...parseTrigger({ name, payload }), reportThread: undefined },
    { issueNumber, ignoreAuthors: ['bot[bot]'], jobId },
    {
      github,
      repository: 'acme/app',
      clock: { sleep: async (ms) => void requests.push(`pause of ${ms}`) },
      signal: new AbortController().signal,
      log: { notice: tell, warning: tell },
    },
  )
  return { ...trigger, told, requests }
}

const compared = `compare ${before}...${after}`
const four = associatedPull(4)

test('a push that brought exactly one pull request is that pull request', async () => {
  const { thread, reportThread, read: source, requests } = await read({ c1: [four], c2: [four] })
  const { title, url } = four
  expect(thread).toEqual({ kind: 'pull request', number: 4, title, url, author: 'ada' })
  expect([reportThread, source]).toEqual([thread, undefined])
  expect(requests).toEqual([compared, 'relate c1 c2'])
})

const byBot = associatedPull(4, { author: { id: 1, login: 'bot[bot]', type: 'Bot' } })

test.each<[string, Record<string, AssociatedPullRequest[]>, Circumstances]>([
  ['two pull requests', { c1: [four], c2: [associatedPull(5)] }, {}],
  ['a commit without', { c1: [four], c2: [] }, {}],
  ['more commits than GitHub lists', { c1: [four] }, { commitCount: 2_000 }],
  ['a pull request by an ignored account', { c1: [byBot] }, {}],
  ['a pull request with the label', { c1: [associatedPull(4, { labels: [untrustedText('no-docs')] })] }, {}],
  ['a pull request, where `issue-number` names another thread', { c1: [four] }, { issueNumber: 9 }],
])('a push of %s is a range', async (_name, relations, circumstances) => {
  const { thread, reportThread, read: source } = await read(relations, circumstances)
  expect([thread, reportThread]).toEqual([undefined, undefined])
  expect(source?.brought?.pullRequests.map(({ number }) => number)).toContain(4)
})

test.each([
  ['the default branch, which is asked once more after a moment', PUSH, 4, ['pause of 3000', 'relate c1']],
  ['another branch', { ...PUSH, ref: 'refs/heads/next' }, undefined, []],
])('commits that GitHub relates late, on %s', async (_name, payload, number, more) => {
  const { thread, requests } = await read({ c1: [four] }, { late: ['c1'], payload })
  expect([thread?.number, requests]).toEqual([number, [compared, 'relate c1', ...more]])
})

test("a failure is an error, since what came isn't known", async () => {
  const failure = failing(403)
  await expect(read({ c1: [four] }, { failure })).rejects.toBe(failure)
})

const facts = { id: 5, tag_name: 'v5', published_at: '2026-01-05T00:00:00Z' }
const release = { name: 'release', payload: { action: 'published', release: facts } }
const previous = { id: 4, tag: untrustedText('v4'), isPrerelease: false, isDraft: false, publishedAt: '2026-01-04' }
const isSame = { releases: [[previous]], comparisons: { v4: { status: 'identical' as const } } }
const created = { payload: { ...PUSH, ref: 'refs/tags/v1', before: '0'.repeat(40) } }
const isNew = { gaps: ["Couldn't determine what changed: a new tag has no previous commit."] }
const isUnchanged = { gaps: [], note: 'Nothing has changed since the previous release, "v4".' }

test.each<[string, Circumstances, read: object | undefined, told: number, requests: number]>([
  ['a push that created a tag is a gap', created, isNew, 1, 0],
  ['the first release is a notice', { ...release, releases: [[]] }, { gaps: [] }, 1, 1],
  ['a release without changes says so', { ...release, ...isSame }, isUnchanged, 0, 2],
  ['another event is not read', { name: 'issues', payload: { issue: { number: 3 } } }, undefined, 0, 0],
  ['a run that only waits for a job reads nothing', { jobId: 'job-1' }, undefined, 0, 0],
])('without a range: %s', async (_name, circumstances, source, toldCount, requestCount) => {
  const { read: found, told, requests } = await read({}, circumstances)
  expect([found, told.length, requests.length]).toEqual([source, toldCount, requestCount])
})
