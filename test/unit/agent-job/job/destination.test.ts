import { describe, expect, test } from 'vitest'
import {
  chooseDestination,
  type DestinationDependencies,
  type FollowUpRules,
} from '../../../../src/agent-job/job/destination.ts'
import type { AgentJob, EndStatus } from '../../../../src/docs-service/schema.ts'
import type { PullRequestPlace } from '../../../../src/github/pull-request-url.ts'
import type { PullRequestFacts } from '../../../../src/github/pull-requests.ts'
import type { JobRecord } from '../../../../src/job-marker/job-record.ts'
import { OUTCOME_RECORDS, STATUS_OUTCOMES } from '../../../../src/job-marker/outcome.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import {
  ACTIVE,
  CONTINUED,
  createDependencies,
  createOurComment,
  DONE,
  failure,
  giveInTurn,
  LINK,
  NOON,
  OPEN,
  refusal,
} from './job-for-tests.ts'

const CLOSED: PullRequestFacts = { ...OPEN, state: 'closed' }
const HOUR_MS = 60 * 60_000

interface Circumstances extends Partial<FollowUpRules> {
  /** What the comment knows of the job. */
  known?: Partial<JobRecord>
  /** How long ago the comment was edited. */
  editedMsAgo?: number
}

/** Decides about job-1, which gives `reads` in turn. `asked`: what was done, in order. */
async function choose(
  reads: (AgentJob | Error)[],
  pull: PullRequestFacts | Error = OPEN,
  { known, editedMsAgo, timeoutMs = 60_000, ...others }: Circumstances = {},
) {
  const asked: string[] = []
  const [fetchJob, readPull] = [giveInTurn(reads), giveInTurn([pull])]
  const read = <Answer>(what: string, give: () => Promise<Answer>) => {
    asked.push(`read ${what}`)
    return give()
  }
  const { dependencies, pauses, warnings } = createDependencies({
    // By the clock of GitHub, which is hours behind that of the runner.
    githubNow: () => NOON - 3 * HOUR_MS,
    service: { getAgentJob: (id: string) => read(id, fetchJob) },
    github: {
      fetchPullRequest: ({ owner, repo, number }: PullRequestPlace) => read(`${owner}/${repo}#${number}`, readPull),
    },
  })
  const onWait = async () => void asked.push('wait')
  const updatedAt = editedMsAgo === undefined ? undefined : new Date(NOON - 3 * HOUR_MS - editedMsAgo).toISOString()
  const destination = await chooseDestination(
    { job: { ...known, jobId: 'job-1' }, comment: { ...createOurComment(1), updatedAt } },
    { mode: 'auto', whenActive: 'wait', pollIntervalMs: 3_000, timeoutMs, deadline: timeoutMs, ...others },
    { ...dependencies, onWait } as DestinationDependencies,
  ).catch((error: unknown) => ({ error }))
  return { destination, asked, pauses, warnings }
}

const create = (state: string, url?: URL) => ({ kind: 'create', previous: { url, state } })
const CONTINUE = { kind: 'continue', jobId: 'job-1', previous: CONTINUED }
const STILL_ACTIVE = { kind: 'still-active', jobId: 'job-1' }
const UNREAD = expect.stringContaining("The job of a previous run can't be read: ")

describe('a job that has ended', () => {
  test('with an open pull request is continued', async () => {
    const { destination, asked } = await choose([DONE])
    expect([destination, asked]).toEqual([CONTINUE, ['read job-1', 'read acme/docs#7']])
  })

  test.each([
    ['closed', CLOSED],
    ['merged', { ...CLOSED, isMerged: true }],
  ] as const)('with a %s pull request is not continued, whatever the mode', async (state, pull) => {
    for (const mode of ['auto', 'always'] as const)
      expect((await choose([DONE], pull, { mode })).destination).toEqual(create(state, LINK))
  })

  const over = Object.entries(STATUS_OUTCOMES).flatMap(([status, outcome]) =>
    outcome === undefined ? [] : [[status as EndStatus, OUTCOME_RECORDS[outcome].isContinuable] as const],
  )

  test.each(over)('as %s may be continued by the row of its outcome: %s', async (status, isContinuable) => {
    const { destination } = await choose([{ ...DONE, status }])
    expect(destination).toEqual(isContinuable ? CONTINUE : create('job-failed', LINK))
  })

  const gone = failure(404)
  const refused: AgentJob = { status: 'completed', isPrLinkRefused: true }

  test.each<[string, AgentJob | Error, Circumstances, object]>([
    ['it is gone', gone, {}, create('job-failed')],
    ['its link is not safe', refused, {}, create('job-unreadable')],
    ['it opened no pull request', { status: 'completed' }, {}, { kind: 'create' }],
    ['nobody knows its state', { unknownStatus: untrustedText('paused') }, {}, { kind: 'create' }],
    ['only our comment knows its link', gone, { known: { prLink: LINK } }, create('job-failed', LINK)],
    ['it was to continue one', gone, { known: { previous: CONTINUED } }, create('job-failed', LINK)],
  ])('is not continued where %s, without a warning', async (_name, job, circumstances, expected) => {
    const { destination, asked, warnings } = await choose([job], OPEN, circumstances)
    expect([destination, asked, warnings]).toEqual([expected, ['read job-1'], []])
  })
})

describe("a pull request whose state can't be read", () => {
  test('is continued only with follow-up: always', async () => {
    const auto = await choose([DONE], refusal(404))
    expect(auto.destination).toEqual(create('unreadable', LINK))
    expect(auto.warnings).toEqual([expect.stringMatching(/Couldn.t read.* counts as closed\.$/)])
    const always = await choose([DONE], refusal(404), { mode: 'always' })
    expect(always.destination).toEqual({ ...CONTINUE, previous: { url: LINK, state: 'unreadable' } })
    expect(always.warnings).toEqual([expect.stringMatching(/ counts as open \(`follow-up: always`\)\.$/)])
  })

  test('is not asked for on another server', async () => {
    const pullRequest = new URL('https://gitlab.test/acme/docs/-/merge_requests/7')
    const { destination, asked } = await choose([{ ...DONE, pullRequest }])
    expect([destination, asked]).toEqual([create('unreadable', pullRequest), ['read job-1']])
  })

  test("isn't a bug", async () => {
    const bug = new TypeError('x is not a function')
    expect((await choose([DONE], bug)).destination).toEqual({ error: bug })
  })
})

describe('a job that is active', () => {
  test.each<[string, (AgentJob | Error)[], Circumstances, object, string[]]>([
    ['is waited for, then continued', [ACTIVE, ACTIVE, DONE], {}, CONTINUE, []],
    ['gets no message at the deadline', [ACTIVE], { timeoutMs: 10_000 }, STILL_ACTIVE, []],
    ['is not continued where it is gone then', [ACTIVE, failure(404)], {}, create('job-failed'), []],
    ['nor where it can not be read', [ACTIVE, failure(410)], {}, create('job-unreadable'), [UNREAD]],
  ])('%s', async (_name, reads, circumstances, expected, told) => {
    const { destination, asked, warnings } = await choose(reads, OPEN, circumstances)
    expect([destination, asked[1], warnings]).toEqual([expected, 'wait', told])
  })

  test.each([
    ['create', { kind: 'create' }],
    ['report', STILL_ACTIVE],
  ] as const)('is not waited for where nobody wants that: %s', async (whenActive, expected) => {
    const { destination, asked } = await choose([ACTIVE], OPEN, { whenActive })
    expect([destination, asked]).toEqual([expected, ['read job-1']])
  })

  test.each([
    ['two hours', 60_000, 2 * HOUR_MS],
    ['the timeout, where that is longer', 3 * HOUR_MS, 3 * HOUR_MS],
  ])('hangs where its comment was not edited for more than %s', async (_name, timeoutMs, editedMsAgo) => {
    const known = { prLink: LINK }
    const hanging = await choose([ACTIVE], OPEN, { timeoutMs, known, editedMsAgo: editedMsAgo + 1 })
    expect([hanging.destination, hanging.asked]).toEqual([create('job-hangs', LINK), ['read job-1']])
    const busy = await choose([ACTIVE, DONE], OPEN, { timeoutMs, known, editedMsAgo })
    expect(busy.destination).toEqual(CONTINUE)
  })
})

describe("a job that can't be read", () => {
  test.each([401, 403])('ends the run where the key is refused: %d', async (status) => {
    const refused = failure(status)
    expect(await choose([refused])).toMatchObject({ destination: { error: refused }, asked: ['read job-1'] })
    expect(await choose([ACTIVE, refused])).toMatchObject({ destination: { error: refused } })
  })

  test.each<[string, Error[], number[]]>([
    ['at all, four seconds', [failure(500)], [500, 1_000, 2_000]],
    ['as long as the service asks for', [failure(429, { retryAfterMs: 20_000 }), failure(400)], [20_000]],
    ['unless it asks for longer than there is', [failure(429, { retryAfterMs: 60_000 })], []],
    ['unless another try is of no use', [failure(400)], []],
  ])('is replaced by a new one, and holds up the prompt: %s', async (_name, reads, expected) => {
    const { destination, pauses, warnings } = await choose(reads)
    expect([destination, warnings, pauses]).toEqual([create('job-unreadable'), [UNREAD], expected])
  })

  test('for a moment is read again', async () => {
    const { destination, warnings } = await choose([failure(503), DONE])
    expect([destination, warnings]).toEqual([CONTINUE, []])
  })
})
