import { describe, expect, test } from 'vitest'
import { closeDocumentation } from '../../../../../src/agent-job/job/closing/close-documentation.ts'
import type { JobDependencies } from '../../../../../src/agent-job/job/create-or-continue.ts'
import type { AgentJob } from '../../../../../src/docs-service/schema.ts'
import type { PullRequestPlace } from '../../../../../src/github/pull-request-url.ts'
import type { PullRequestFacts } from '../../../../../src/github/pull-requests.ts'
import type { ClaimComment } from '../../../../../src/job-marker/claim.ts'
import { CancelledError } from '../../../../../src/runner/cancellation.ts'
import type { Markdown } from '../../../../../src/untrusted/markdown.ts'
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

const OPEN: PullRequestFacts = { ...ANY_OPEN, headSha: 'abc1234' }
const TOUCHED: PullRequestFacts = { ...OPEN, headSha: 'def5678' }
const ENDED: OurClaim = { outcome: 'pull-request', job: { prLink: LINK } }
const WITHOUT_LINK: AgentJob = { status: 'completed' }
const SECOND = new URL('https://github.test/acme/docs/pull/8')
const COMMENT_URL = createOurComment(1).url

interface Circumstances extends Partial<JobDependencies> {
  /** What our comments say of their runs, oldest first. */
  claims?: OurClaim[] | Error
  pull?: PullRequestFacts | Error
  job?: AgentJob | Error
  /** What GitHub does not do, and why. */
  failing?: { close?: Error; comment?: Error; edit?: Error }
  dryRun?: boolean
}

/** Closes what belongs to the pull request #3 of acme/app. `done`: what was changed; `bodies`: what was to be said. */
async function close({ claims = [ENDED], pull = OPEN, job = failure(500), ...others }: Circumstances = {}) {
  const { failing = {}, dryRun = false, ...parts } = others
  const done: string[] = []
  const bodies: string[] = []
  const change = async (kind: keyof typeof failing, what: string, body?: Markdown | string) => {
    if (body !== undefined) bodies.push(body.toString())
    if (failing[kind]) throw failing[kind]
    done.push(`${kind} ${what}`)
  }
  let adopted: ClaimComment | undefined
  const { dependencies, warnings } = createDependencies({
    service: { getAgentJob: giveInTurn([job]) },
    github: {
      fetchPullRequest: giveInTurn([pull]),
      closePullRequest: ({ owner, repo, number }: PullRequestPlace) =>
        change('close', `${owner}/${repo}#${number}`),
      createComment: (number: number, body: string, { owner, repo }: PullRequestPlace) =>
        change('comment', `on ${owner}/${repo}#${number}`, body),
    },
    comment: {
      async find() {
        if (claims instanceof Error) throw claims
        return claims.map((claim, index) => createOurComment(index + 1, claim))
      },
      adopt(comment: ClaimComment) {
        adopted = comment
      },
      edit: (content: Markdown, changed: object) =>
        change('edit', `comment ${adopted?.id} ${JSON.stringify(changed)}`, content),
    },
    ...parts,
  })
  const result = await closeDocumentation(
    3,
    { apiKey: 'mint_1', projectId: 'project-1', dryRun, ignoreAuthors: [] },
    60_000,
    dependencies,
  )
  return { result, done, bodies, warnings }
}

test('an open documentation pull request that nobody has touched is closed, and says why', async () => {
  const { result, done, bodies, warnings } = await close()
  expect(result).toEqual({
    outcome: 'skipped',
    cause: 'documentation-closed',
    problem: 'The pull request was closed without a merge.',
    closing: LINK,
    reportedIn: COMMENT_URL,
  })
  // The marker keeps what it knows.
  expect(done).toEqual(['close acme/docs#7', 'comment on acme/docs#7', 'edit comment 1 {}'])
  expect(bodies).toEqual([
    expect.stringMatching(/\]\(https:\/\/github\.test\/acme\/app\/pull\/3\).* closed without a merge/),
    expect.stringContaining(`](${LINK.href}) was closed with it`),
  ])
  expect(warnings).toEqual([])
})

test("a comment that can't be written is a warning", async () => {
  const { result, warnings } = await close({ failing: { comment: refusal(403), edit: refusal(403) } })
  expect([result.reportedIn, warnings.length]).toEqual([COMMENT_URL, 2])
})

const inOwnRepository = { ...ENDED, job: { prLink: new URL('https://github.test/Acme/App/pull/9') } }
const toOtherToken = /`github-token` to one that has `pull-requests: write` on `acme\/docs`/
const toClose = (status: number): Circumstances => ({ failing: { close: refusal(status) } })

test.each<[string, Circumstances, RegExp]>([
  ['somebody has added commits', { pull: TOUCHED }, /commits that came after/],
  ['our comment recorded no commit', { claims: [{ job: { prLink: LINK } }] }, /No run has recorded/],
  ['only the job knows it', { claims: [{}], job: DONE }, /No run has/],
  ['GitHub names no commit', { pull: ANY_OPEN }, /doesn't say which commit/],
  ['the token may not', toClose(403), toOtherToken],
  ['the token may not see it', toClose(404), toOtherToken],
  ["the workflow's may not", { ...toClose(403), claims: [inOwnRepository] }, /line `pull-requests: write`/],
  ['GitHub is broken', toClose(500), /GitHub did not close it.*500/],
])('one stays open, and our comment says so, where %s', async (_name, circumstances, reason) => {
  const { result, done, bodies } = await close(circumstances)
  expect(result).toMatchObject({
    outcome: 'skipped',
    cause: 'documentation-left-open',
    problem: expect.stringMatching(reason),
    reportedIn: COMMENT_URL,
    closing: expect.any(URL),
  })
  expect(done).toEqual(['edit comment 1 {}'])
  expect(bodies.at(-1)).toMatch(/^### 📌 The documentation pull request is still open/)
  expect(bodies.at(-1)).toMatch(reason)
})

test.each<[string, Circumstances]>([
  ['there is no comment of ours', { claims: [] }],
  ['it is closed', { pull: { ...OPEN, state: 'closed' } }],
  ['the job opened none', { claims: [{}], job: WITHOUT_LINK }],
  ['the job is gone', { claims: [{}], job: failure(404) }],
])('nothing is closed, without a warning, where %s', async (_name, circumstances) => {
  const result = { outcome: 'skipped', cause: 'documentation-none' }
  expect(await close(circumstances)).toMatchObject({ result, done: [], warnings: [] })
})

const elsewhere = { job: { prLink: new URL('https://a.example/acme/docs/pull/7') } }

test.each<[string, Circumstances, RegExp]>([
  ['the thread', { claims: refusal(500) }, /500/],
  ['the pull request', { pull: refusal(404) }, /404/],
  ['one on another server', { claims: [elsewhere] }, /\/pull\/7 is not a pull request on/],
  ['the job', { claims: [{}] }, /500/],
])("what can't be looked at stays as it is, with a warning: %s", async (_name, circumstances, reason) => {
  const { result, done, warnings } = await close(circumstances)
  expect(result).toMatchObject({ outcome: 'skipped', cause: 'documentation-unreadable' })
  expect(result.problem).toMatch(/^Whether .* can't be read\.$/)
  expect(result.problem).toContain(result.closing?.href ?? 'there is one')
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
    [
      'the newest comment that knows it',
      [ENDED, { outcome: 'submitted', job: { jobId: 'job-1' } }],
      undefined,
    ],
  ])('is said in %s', async (_name, claims, pullRequest) => {
    const { result, done, bodies } = await close({ claims, job: ACTIVE })
    expect(result).toEqual({
      outcome: 'skipped',
      cause: 'documentation-unfinished',
      problem: expect.stringMatching(/^Job job-1 is still active.*`concurrency`/),
      reportedIn: createOurComment(claims.length).url,
      ...(pullRequest && { closing: pullRequest }),
    })
    expect(done).toEqual([`edit comment ${claims.length} {}`])
    expect(bodies[0]).toMatch(/^### 📌 The agent is still at work.*Job job-1 is still active/s)
  })

  test('is not said in the comment of a run that is in progress', async () => {
    const { result, done } = await close({ claims: [{}], job: ACTIVE })
    expect([result.cause, result.reportedIn, done]).toEqual(['documentation-unfinished', undefined, []])
  })
})

describe('of several comments of ours', () => {
  const second = { ...ENDED, job: { prLink: SECOND } }

  test('every open pull request is closed with its thread, the newest first', async () => {
    const { result, done } = await close({ claims: [ENDED, second] })
    expect(done).toEqual([
      ...['close acme/docs#8', 'comment on acme/docs#8', 'edit comment 2 {}'],
      ...['close acme/docs#7', 'comment on acme/docs#7', 'edit comment 1 {}'],
    ])
    expect(result.closing).toEqual(SECOND)
  })

  test.each<[string, object]>([
    ['whose commit is another one', { headSha: 'def5678' }],
    ['of which no commit was recorded, but of another', { headSha: undefined }],
  ])('one %s is left open, and told first', async (_name, change) => {
    const { result, done } = await close({ claims: [{ ...ENDED, ...change }, second] })
    expect([result.cause, result.closing]).toEqual(['documentation-left-open', LINK])
    expect(done).not.toContain('close acme/docs#7')
  })

  const continued = { outcome: 'cancelled', job: { previous: CONTINUED } } as const
  const takenOver = { outcome: 'cancelled', earlierJob: { jobId: 'job-1', prLink: LINK } } as const

  test.each<[string, OurClaim[], AgentJob]>([
    ['an earlier one has recorded the commit', [ENDED, { job: { prLink: LINK, jobId: 'job-1' } }], ACTIVE],
    ['its job has the link', [ENDED, { outcome: 'timed-out' }], DONE],
    ['it continued the pull request', [ENDED, continued], WITHOUT_LINK],
    ['it has taken over an earlier one', [takenOver], DONE],
  ])('one pull request is closed once, where %s', async (_name, claims, job) => {
    const { done } = await close({ claims, job })
    const edited = `edit comment ${claims.length} {}`
    expect(done).toEqual(['close acme/docs#7', 'comment on acme/docs#7', edited])
  })
})

test.each<[string, Circumstances, RegExp]>([
  ['would close', {}, /pull\/7 would be closed as well\. This is a dry run/],
  ['would leave open', { pull: TOUCHED }, /commits that came after/],
  ['would wait for', { claims: [{ outcome: 'timed-out' }], job: ACTIVE }, /still active/],
])('a dry run says what it %s, and changes nothing', async (_name, circumstances, problem) => {
  const { result, done } = await close({ ...circumstances, dryRun: true })
  expect(result).toMatchObject({ outcome: 'skipped', problem: expect.stringMatching(problem) })
  expect([done, result.reportedIn]).toEqual([[], undefined])
})

test('a job that has opened another pull request than the one it was to continue has that one', async () => {
  const previous = { url: SECOND, state: 'open' } as const
  const { result } = await close({ claims: [{ outcome: 'timed-out', job: { previous } }], job: DONE })
  expect(result.closing).toEqual(LINK)
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
