import { describe, expect, test } from 'vitest'
import { closeDocumentation } from '../../../../../src/agent-job/job/closing/close-documentation.ts'
import type { JobDependencies } from '../../../../../src/agent-job/job/create-or-continue.ts'
import type { AgentJob } from '../../../../../src/docs-service/schema.ts'
import type { PullRequestPlace } from '../../../../../src/github/pull-request-url.ts'
import type { PullRequestFacts } from '../../../../../src/github/pull-requests.ts'
import type { ClaimComment } from '../../../../../src/job-marker/claim.ts'
import { CancelledError } from '../../../../../src/runner/cancellation.ts'
import type { Markdown } from '../../../../../src/untrusted/markdown.ts'
import { type UntrustedText, untrustedText } from '../../../../../src/untrusted/text.ts'
import {
  ACTIVE,
  OPEN as ANY_OPEN,
  CONTINUED,
  createDependencies,
  createOurComment,
  DONE,
  failure,
  giveInTurn,
  LINK,
  type OurClaim,
  refusal,
} from '../job-for-tests.ts'

const BOT = { id: 9, login: 'docs-agent[bot]', type: 'Bot' }
const PERSON = { id: 3, login: 'writer', type: 'User' }
const OPEN: PullRequestFacts = { ...ANY_OPEN, author: BOT, commitCount: 1 }
const CLOSED: PullRequestFacts = { ...OPEN, state: 'closed' }
const ENDED: OurClaim = { outcome: 'pull-request', job: { prLink: LINK } }
const WITHOUT_LINK: AgentJob = { status: 'completed' }
const SECOND = new URL('https://github.test/acme/docs/pull/8')
const COMMENT_URL = createOurComment(1).url

interface Circumstances extends Partial<JobDependencies> {
  /** What our comments say of their runs, oldest first. */
  claims?: OurClaim[] | Error
  pull?: PullRequestFacts | Error
  /** The same after the request to close it. */
  afterwards?: PullRequestFacts
  /** The pull request of the thread. */
  code?: PullRequestFacts | Error
  /** The accounts that wrote its commits, oldest first. */
  authors?: (typeof BOT)[] | Error
  /** What the lists of the thread show later. */
  later?: OurClaim[]
  job?: AgentJob | Error
  /** What GitHub does not do, and why. */
  failing?: { close?: Error; comment?: Error; edit?: Error }
  dryRun?: boolean
}

/** Closes what belongs to the pull request #3 of acme/app. `done`: what was changed; `bodies`: what was to be said. */
async function close({ claims = [ENDED], pull = OPEN, job = failure(500), ...others }: Circumstances = {}) {
  const { failing = {}, dryRun = false, code = CLOSED, authors = [BOT], afterwards, later, ...parts } = others
  const done: string[] = []
  const bodies: string[] = []
  const change = async (kind: keyof typeof failing, what: string, body?: Markdown | string) => {
    if (body !== undefined) bodies.push(body.toString())
    if (failing[kind]) throw failing[kind]
    done.push(`${kind} ${what}`)
  }
  const give = <Value>(value: Value | Error): Value => {
    if (value instanceof Error) throw value
    return value
  }
  let adopted: ClaimComment | undefined
  let isAsked = false
  let lists = 0
  const posted: { id: number; thread: number; body: UntrustedText }[] = []
  const { dependencies, warnings } = createDependencies({
    service: { getAgentJob: giveInTurn([job]) },
    github: {
      async fetchPullRequest({ repo, number }: PullRequestPlace) {
        if (repo === 'app' && number === 3) return give(code)
        return isAsked && afterwards ? afterwards : give(pull)
      },
      fetchPullRequestCommits: async () =>
        give(authors).map((author, index) => ({ sha: String(index), author, parents: ['0'] })),
      async closePullRequest({ owner, repo, number }: PullRequestPlace) {
        isAsked = true
        await change('close', `${owner}/${repo}#${number}`)
      },
      fetchComments: async (number: number) => posted.filter(({ thread }) => thread === number),
      async createComment(number: number, body: string, { owner, repo }: PullRequestPlace) {
        await change('comment', `on ${owner}/${repo}#${number}`, body)
        posted.push({ id: 70, thread: number, body: untrustedText(body) })
        return posted.at(-1)
      },
      deleteComment: async (id: number) => void done.push(`delete comment ${id}`),
    },
    comment: {
      async find() {
        lists += 1
        return give(lists > 1 && later ? later : claims).map((claim, index) => createOurComment(index + 1, claim))
      },
      adopt(comment: ClaimComment | undefined) {
        adopted = comment
      },
      edit: (content: Markdown, changed: object) =>
        change('edit', `comment ${adopted?.id} ${JSON.stringify(changed)}`, content),
    },
    ...parts,
  })
  const inputs = { apiKey: 'key', projectId: 'project-1', dryRun, ignoreAuthors: ['renovate'] }
  const result = await closeDocumentation(3, inputs, 60_000, dependencies)
  return { result, done, bodies, warnings, adopted }
}

const EXPLAINED = ['comment on acme/docs#7', 'close acme/docs#7']

test('an open documentation pull request of the agent is closed, and says why first', async () => {
  const { result, done, bodies, warnings, adopted } = await close()
  expect(result).toEqual({
    outcome: 'skipped',
    cause: 'documentation-closed',
    problem: 'The pull request was closed without a merge.',
    closing: LINK,
    reportedIn: COMMENT_URL,
  })
  // The marker keeps what it knows.
  expect(done).toEqual([...EXPLAINED, 'edit comment 1 {}'])
  expect(bodies).toEqual([
    expect.stringMatching(/\]\(https:\/\/github\.test\/acme\/app\/pull\/3\).* closed without a merge/),
    expect.stringContaining(`](${LINK.href}) is closed too`),
  ])
  // A comment with a marker of ours starts no run, also where every comment is a prompt.
  expect(bodies[0]).toMatch(/\n<!-- docs-agent-/)
  // How this run ends later is not written into the comment of another run.
  expect([warnings, adopted]).toEqual([[], undefined])
})

test.each<[string, PullRequestFacts | Error, RegExp]>([
  ['is open again', { ...CLOSED, state: 'open' }, /#3 is open again/],
  ['was merged since', { ...CLOSED, isMerged: true }, /#3 was merged/],
  ["can't be read", refusal(500), /Couldn't find out/],
])('nothing is done where the pull request of the thread %s', async (_name, code, problem) => {
  const { result, done, warnings } = await close({ code })
  expect(result).toMatchObject({ outcome: 'skipped', problem: expect.stringMatching(problem) })
  expect([done, warnings.length]).toEqual([[], code instanceof Error ? 1 : 0])
})

test("a comment that can't be edited is a warning", async () => {
  const { result, warnings } = await close({ failing: { edit: refusal(403) } })
  expect([result.reportedIn, warnings.length]).toEqual([COMMENT_URL, 1])
})

const inOwnRepository = { ...ENDED, job: { prLink: new URL('https://github.test/Acme/App/pull/9') } }
const toOtherToken = /`github-token` to one with `pull-requests: write` on `acme\/docs`/
const toClose = (status: number): Circumstances => ({ failing: { close: refusal(status) } })

test.each<[string, Circumstances, RegExp]>([
  ['a person has added commits', { authors: [BOT, PERSON], pull: { ...OPEN, commitCount: 2 } }, /commits by "writer"/],
  ['a person opened it', { pull: { ...OPEN, author: PERSON } }, /An app didn't open it/],
  ['its commits are too many', { pull: { ...OPEN, commitCount: 251 } }, /too many commits/],
  ["its commits can't be read", { authors: refusal(404) }, /commits can't be read/],
  ["the token can't close it", toClose(403), toOtherToken],
  ["the token can't see it", toClose(404), toOtherToken],
  ["the workflow's can't", { ...toClose(403), claims: [inOwnRepository] }, /add `pull-requests: write`/],
  ["the token can't comment on it", { failing: { comment: refusal(403) } }, toOtherToken],
  ['GitHub is broken', toClose(500), /GitHub didn't close it.*500/],
])('one stays open, and our comment says so, where %s', async (_name, circumstances, reason) => {
  const { result, done, bodies } = await close(circumstances)
  expect(result).toMatchObject({
    outcome: 'skipped',
    cause: 'documentation-left-open',
    problem: expect.stringMatching(reason),
    reportedIn: COMMENT_URL,
    closing: expect.any(URL),
  })
  // What was said before is deleted.
  const number = result.closing?.pathname.endsWith('/9') ? 'Acme/App#9' : 'acme/docs#7'
  const tried = circumstances.failing?.close ? [`comment on ${number}`, 'delete comment 70'] : []
  expect(done).toEqual([...tried, 'edit comment 1 {}'])
  expect(bodies.at(-1)).toMatch(/^### 📌 The documentation pull request is still open/)
  expect(bodies.at(-1)).toMatch(reason)
})

test.each<[string, Circumstances]>([
  ['by one of `ignore-authors`', { pull: { ...OPEN, author: { ...PERSON, login: 'Renovate' } }, authors: [PERSON] }],
  ['that the answer to its closing was lost', { ...toClose(500), afterwards: CLOSED }],
])('one is closed %s', async (_name, circumstances) => {
  const { result, done } = await close(circumstances)
  expect([result.cause, done.at(-1)]).toEqual(['documentation-closed', 'edit comment 1 {}'])
  expect(done).not.toContain('delete comment 70')
})

test('one that is found closed is told in our comment, as after a crash', async () => {
  const { result, done, bodies } = await close({ pull: CLOSED })
  expect([result.cause, done]).toEqual(['documentation-closed', ['edit comment 1 {}']])
  expect(bodies).toEqual([expect.stringMatching(/^### 📌 The documentation pull request is closed/)])
})

test.each<[string, Circumstances]>([
  ['there is no comment of ours', { claims: [] }],
  ['it was merged', { pull: { ...CLOSED, isMerged: true } }],
  ['the job opened none', { claims: [{}], job: WITHOUT_LINK }],
  ['the job is gone', { claims: [{}], job: failure(404) }],
])('nothing is closed, without a warning, where %s', async (_name, circumstances) => {
  const result = { outcome: 'skipped', cause: 'documentation-none' }
  expect(await close(circumstances)).toMatchObject({ result, done: [], warnings: [] })
})

test.each<[string, OurClaim[]]>([
  ['has been taken over by a run', [{ ...ENDED, nonce: 'other' }]],
  ['is gone', []],
])('a comment that %s since it was listed is left to that', async (_name, later) => {
  expect((await close({ later })).done).toEqual(EXPLAINED)
})

test('a comment whose run is still to write it is left to that run', async () => {
  const { result, done } = await close({ claims: [{ job: { prLink: LINK } }] })
  expect([done, result.reportedIn]).toEqual([EXPLAINED, undefined])
})

const elsewhere = { job: { prLink: new URL('https://a.example/acme/docs/pull/7') } }

test.each<[string, Circumstances, RegExp]>([
  ['the thread', { claims: refusal(500) }, /500/],
  ['the pull request', { pull: refusal(404) }, /404/],
  ['one on another server', { claims: [elsewhere] }, /\/pull\/7 isn't a pull request on/],
  ['the job', { claims: [{}] }, /500/],
])("what can't be read stays as it is, with a warning: %s", async (_name, circumstances, reason) => {
  const { result, done, warnings } = await close(circumstances)
  expect(result).toMatchObject({ outcome: 'skipped', cause: 'documentation-unreadable' })
  expect(result.problem).toContain(result.closing?.href ?? "Couldn't find out")
  expect([done, warnings]).toEqual([[], [expect.stringMatching(reason)]])
})

test.each(['comment', 'github'])('without %s, nothing is known', async (missing) => {
  const { result } = await close({ [missing]: undefined })
  expect(result).toEqual({ outcome: 'skipped', problem: expect.stringContaining("isn't known") })
})

describe('a job that is still active', () => {
  test.each<[string, OurClaim[], URL | undefined]>([
    ['our comment', [{ outcome: 'timed-out' }], undefined],
    ['our comment, with what it continues', [{ outcome: 'submitted', job: { previous: CONTINUED } }], LINK],
  ])('is said in %s', async (_name, claims, closing) => {
    const { result, done, bodies } = await close({ claims, job: ACTIVE })
    expect(result).toEqual({
      outcome: 'skipped',
      cause: 'documentation-unfinished',
      problem: expect.stringMatching(/^Job job-1 was still active.*`concurrency`/),
      reportedIn: createOurComment(claims.length).url,
      ...(closing && { closing }),
    })
    expect(done).toEqual([`edit comment ${claims.length} {}`])
    expect(bodies[0]).toMatch(/^### 📌 The agent is still working.*Job job-1 was still active/s)
  })

  test('is not said in the comment of a run that is in progress', async () => {
    const { result, done } = await close({ claims: [{}], job: ACTIVE })
    expect([result.cause, result.reportedIn, done]).toEqual(['documentation-unfinished', undefined, []])
  })
})

describe('of several comments of ours', () => {
  const second = { ...ENDED, job: { prLink: SECOND } }

  test('every open pull request is closed, the newest first, and every comment says so', async () => {
    const { result, done } = await close({ claims: [ENDED, second] })
    expect(done).toEqual([
      ...['comment on acme/docs#8', 'close acme/docs#8', ...EXPLAINED],
      ...['edit comment 2 {}', 'edit comment 1 {}'],
    ])
    expect(result.closing).toEqual(SECOND)
  })

  test('those that a series of runs had before are looked after, too', async () => {
    const { done, bodies } = await close({ claims: [{ ...second, pullRequests: [LINK] }] })
    expect(done).toEqual(['comment on acme/docs#8', 'close acme/docs#8', ...EXPLAINED, 'edit comment 1 {}'])
    expect(bodies.at(-1)).toMatch(/pull\/8\).*pull\/7\)/s)
  })

  const takenOver = { outcome: 'cancelled', earlierJob: { jobId: 'job-1', prLink: LINK } } as const
  const continued = { outcome: 'cancelled', job: { previous: CONTINUED, isFollowUp: true } } as const

  test.each<[string, OurClaim[], AgentJob]>([
    ['its job has the link', [ENDED, { outcome: 'timed-out' }], DONE],
    ['it continued the pull request', [ENDED, continued], WITHOUT_LINK],
    ['it has taken over an earlier one', [takenOver], DONE],
  ])('one pull request is closed once, where %s', async (_name, claims, job) => {
    const { done } = await close({ claims, job })
    expect(done.filter((each) => !each.startsWith('edit'))).toEqual(EXPLAINED)
  })
})

test.each<[string, Circumstances, RegExp]>([
  ['would close', {}, /pull\/7 would be closed as well\. A dry run/],
  ['would leave open', { authors: [PERSON, BOT, BOT], pull: { ...OPEN, author: PERSON } }, /An app didn't/],
  ['would wait for', { claims: [{ outcome: 'timed-out' }], job: ACTIVE }, /still active/],
])('a dry run says what it %s, and changes nothing', async (_name, circumstances, problem) => {
  const { result, done } = await close({ ...circumstances, dryRun: true })
  expect(result).toMatchObject({ outcome: 'skipped', problem: expect.stringMatching(problem) })
  expect([done, result.reportedIn]).toEqual([[], undefined])
})

test.each<[string, (error: Error) => Circumstances]>([
  ['reads', (pull) => ({ pull })],
  ['closes', (error) => ({ failing: { close: error } })],
])('a run that is cancelled while it %s, and a bug, are not taken for a refusal', async (_name, fail) => {
  const reason = new CancelledError('The run was cancelled.')
  const cancelled = close({ signal: AbortSignal.abort(reason), ...fail(refusal(500)) })
  await expect(cancelled).rejects.toBe(reason)
  await expect(close(fail(new TypeError('x')))).rejects.toBeInstanceOf(TypeError)
})
