import { describe, expect, test } from 'vitest'
import type { Claim, KnownJob } from '../../../../src/agent-job/claim/claim-marker.ts'
import { chooseDestination, type FollowUpRules } from '../../../../src/agent-job/job/destination.ts'
import { locatePullRequest } from '../../../../src/agent-job/result/documentation.ts'
import { DocsServiceError, type Failure } from '../../../../src/docs-service/errors.ts'
import type { AgentJob } from '../../../../src/docs-service/schema.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import type { PullRequestFacts } from '../../../../src/github/pull-requests.ts'
import type { Log } from '../../../../src/runner/log.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const LINK = 'https://github.test/acme/docs/pull/7'
const ACTIVE: AgentJob = { id: 'job-1', status: 'active' }
const DONE: AgentJob = { id: 'job-1', status: 'completed', pullRequest: new URL(LINK) }
const OPEN: PullRequestFacts = { state: 'open', isMerged: false }
const CLOSED: PullRequestFacts = { ...OPEN, state: 'closed' }
const MERGED: PullRequestFacts = { ...CLOSED, isMerged: true }

function failure(
  status: number | undefined,
  kind: Failure['kind'] = 'status',
  retryAfterMs?: number,
): DocsServiceError {
  const facts: Failure = { operation: 'get agent job', kind, certainty: 'unknown', status, retryAfterMs }
  return new DocsServiceError(facts, 'GET https://docs.example', 'went wrong')
}

function refusal(status: number): GitHubError {
  return new GitHubError('read pull request #7', { status, answer: `it answered ${status}`, hint: '' })
}

interface Circumstances extends Partial<FollowUpRules> {
  /** What the comment knows of the job. */
  known?: Partial<KnownJob>
  payload?: Partial<Claim>
  /** How long ago the comment was edited. */
  editedMsAgo?: number
}

const HOUR_MS = 60 * 60_000
const NOW_MS = Date.UTC(2026, 10, 22)

/** Decides about job-1, which gives `reads` in turn, on a clock that only sleeping moves. */
async function choose(
  reads: (AgentJob | Error)[],
  pull: PullRequestFacts | Error = OPEN,
  { known, payload, editedMsAgo, ...others }: Circumstances = {},
) {
  const seen = {
    reads: 0,
    pulls: [] as string[],
    warnings: [] as string[],
    waited: 0,
    pauses: [] as number[],
  }
  let nowMs = 0
  const updatedAt = editedMsAgo === undefined ? undefined : new Date(NOW_MS - editedMsAgo).toISOString()
  const candidate = {
    job: { ...known, jobId: 'job-1' },
    comment: {
      id: 1,
      url: '',
      author: 5,
      isVerified: true,
      payload: { jobId: 'job-1', ...payload } as Claim,
      updatedAt,
    },
  }
  const rules: FollowUpRules = {
    mode: 'auto',
    whenActive: 'wait',
    pollIntervalMs: 3_000,
    timeoutMs: 60_000,
    deadline: others.timeoutMs ?? 60_000,
    ...others,
  }
  const destination = await chooseDestination(candidate, rules, {
    service: {
      async getAgentJob() {
        const read = reads[Math.min(seen.reads, reads.length - 1)] ?? DONE
        seen.reads += 1
        if (read instanceof Error) throw read
        return read
      },
    },
    github: {
      async readPullRequest(owner, repo, number) {
        seen.pulls.push(`${owner}/${repo}#${number}`)
        if (pull instanceof Error) throw pull
        return pull
      },
    },
    run: { serverUrl: new URL('https://github.test') },
    clock: {
      now: () => nowMs,
      wallClock: () => NOW_MS + nowMs,
      async sleep(ms) {
        seen.pauses.push(ms)
        nowMs += ms
      },
    },
    signal: new AbortController().signal,
    log: {
      info() {},
      warning: (title: string, text: string) => seen.warnings.push(`${title}: ${text}`),
    } as unknown as Log,
    async onWait() {
      seen.waited += 1
    },
  }).catch((error: unknown) => ({ error }))
  return { destination, ...seen }
}

const previous = (state: string, url: string | undefined = LINK) => ({ url: new URL(url), state })
const UNREAD = expect.stringContaining("The job of a previous run can't be read: ")
const CONTINUE = { kind: 'continue', jobId: 'job-1', previous: previous('open') }

describe('a job that has ended', () => {
  test('a job with an open pull request is continued', async () => {
    const { destination, pulls, reads, waited } = await choose([DONE])
    expect(destination).toEqual(CONTINUE)
    expect([pulls, reads, waited]).toEqual([['acme/docs#7'], 1, 0])
  })

  test.each([
    ['closed', CLOSED],
    ['merged', MERGED],
  ] as const)('a job with a %s pull request is not continued, whatever the mode', async (state, pull) => {
    for (const mode of ['auto', 'always'] as const)
      expect((await choose([DONE], pull, { mode })).destination).toEqual({
        kind: 'create',
        previous: previous(state),
      })
  })

  test.each<[string, AgentJob | Error, string | undefined]>([
    ['failed', { ...DONE, status: 'failed' }, LINK],
    ['archived', { ...DONE, status: 'archived' }, LINK],
    ['failed without a link', { id: 'job-1', status: 'failed' }, undefined],
    ['gone', failure(404), undefined],
  ])('a job that is %s is not continued, which is said, without a warning', async (_name, job, url) => {
    const { destination, pulls, warnings } = await choose([job])
    const expected = url === undefined ? { state: 'job-failed' } : previous('job-failed', url)
    expect(destination).toEqual({ kind: 'create', previous: expected })
    expect([pulls, warnings]).toEqual([[], []])
  })

  test.each<[string, AgentJob]>([
    ['completed without a pull request', { id: 'job-1', status: 'completed' }],
    ['in a state that nobody knows', { id: 'job-1', unknownStatus: untrustedText('paused') }],
  ])('a job that is %s leaves nothing to continue', async (_name, job) => {
    const { destination, pulls, warnings } = await choose([job])
    expect([destination, pulls, warnings]).toEqual([{ kind: 'create' }, [], []])
  })

  test("a job whose link isn't safe can't be continued", async () => {
    const job: AgentJob = { id: 'job-1', status: 'completed', isPrLinkRefused: true }
    expect((await choose([job])).destination).toEqual({
      kind: 'create',
      previous: { state: 'job-unreadable' },
    })
  })

  test('where the job names no pull request, the comment does', async () => {
    const failed: AgentJob = { id: 'job-1', status: 'failed' }
    const known = { prLink: new URL(LINK) }
    const expected = { kind: 'create', previous: previous('job-failed') }
    expect((await choose([failed], OPEN, { known })).destination).toEqual(expected)
    const payload = { previous: { url: new URL(LINK), state: 'open' as const } }
    expect((await choose([failed], OPEN, { payload })).destination).toEqual(expected)
    // The comment's own job is another one than the job that it kept.
    const kept = await choose([failed], OPEN, { payload: { ...payload, jobId: 'job-2' } })
    expect(kept.destination).toEqual({ kind: 'create', previous: { state: 'job-failed' } })
  })
})

describe("a pull request whose state can't be read", () => {
  test.each([403, 404, 500])(
    'a pull request answered with %d is continued only with follow-up: always',
    async (status) => {
      const auto = await choose([DONE], refusal(status))
      expect(auto.destination).toEqual({ kind: 'create', previous: previous('unreadable') })
      expect(auto.warnings).toEqual([expect.stringMatching(/is not known.* counts as closed\.$/)])
      const always = await choose([DONE], refusal(status), { mode: 'always' })
      expect(always.destination).toEqual({ ...CONTINUE, previous: previous('unreadable') })
      expect(always.warnings).toEqual([expect.stringMatching(/ counts as open \(`follow-up: always`\)\.$/)])
    },
  )

  test.each([
    'https://gitlab.test/acme/docs/-/merge_requests/7',
    'https://github.com/acme/docs/pull/7',
    'https://github.test/acme/docs/issues/7',
  ])('GitHub is not asked for the pull request %s', async (url) => {
    const elsewhere = { ...DONE, pullRequest: new URL(url) }
    const auto = await choose([elsewhere])
    expect(auto.destination).toEqual({ kind: 'create', previous: previous('unreadable', url) })
    const always = await choose([elsewhere], OPEN, { mode: 'always' })
    expect(always.destination).toMatchObject({ kind: 'continue' })
    expect([...auto.pulls, ...always.pulls]).toEqual([])
  })
})

describe('a job that is active', () => {
  test('an active job is waited for, then continued', async () => {
    const { destination, waited } = await choose([ACTIVE, ACTIVE, DONE])
    expect([destination, waited]).toEqual([CONTINUE, 1])
  })

  test('a job active at the deadline gets no message', async () => {
    const { destination } = await choose([ACTIVE], OPEN, { timeoutMs: 10_000 })
    expect(destination).toEqual({ kind: 'still-active', jobId: 'job-1' })
  })

  test('an active job is not waited for where a new job is wanted, or only a report', async () => {
    expect(await choose([ACTIVE], OPEN, { whenActive: 'create' })).toMatchObject({
      destination: { kind: 'create' },
      reads: 1,
      waited: 0,
    })
    expect(await choose([ACTIVE], OPEN, { whenActive: 'report' })).toMatchObject({
      destination: { kind: 'still-active', jobId: 'job-1' },
      reads: 1,
      waited: 0,
    })
  })

  test.each([
    [404, 'job-failed', []],
    [410, 'job-unreadable', [UNREAD]],
    [400, 'job-unreadable', [UNREAD]],
  ])('an active job that then answers %d is not continued', async (status, state, warnings) => {
    const seen = await choose([ACTIVE, failure(status)])
    expect(seen.destination).toEqual({ kind: 'create', previous: { state } })
    expect(seen.warnings).toEqual(warnings)
  })

  test.each([
    ['two hours', 60_000, 2 * HOUR_MS],
    ['the timeout, where that is longer', 3 * HOUR_MS, 3 * HOUR_MS],
  ])(
    'an active job whose comment was not edited for more than %s hangs',
    async (_name, timeoutMs, editedMsAgo) => {
      const circumstances = { timeoutMs, known: { prLink: new URL(LINK) } }
      const hanging = await choose([ACTIVE], OPEN, { ...circumstances, editedMsAgo: editedMsAgo + 1 })
      expect(hanging.destination).toEqual({ kind: 'create', previous: previous('job-hangs') })
      expect(hanging.waited).toBe(0)
      const busy = await choose([ACTIVE, DONE], OPEN, { ...circumstances, editedMsAgo })
      expect([busy.destination, busy.waited]).toEqual([CONTINUE, 1])
    },
  )

  test.each([401, 403])('a key refused with %d during the wait ends the run', async (status) => {
    expect((await choose([ACTIVE, failure(status)])).destination).toMatchObject({ error: { status } })
  })
})

describe("a job that can't be read", () => {
  test.each([401, 403])('a key refused with %d at the first poll ends the run', async (status) => {
    const { destination, reads } = await choose([failure(status)])
    expect(destination).toMatchObject({ error: { status } })
    expect(reads).toBe(1)
  })

  test("a job that can't be read for a moment is read again", async () => {
    const { destination, warnings } = await choose([failure(503), failure(undefined, 'no-answer'), DONE])
    expect([destination, warnings]).toEqual([CONTINUE, []])
  })

  test("a job that can't be read at all is replaced by a new one, with a warning", async () => {
    const { destination, warnings, reads } = await choose([failure(500)])
    expect(destination).toEqual({ kind: 'create', previous: { state: 'job-unreadable' } })
    expect([warnings, reads]).toEqual([[UNREAD], 4])
  })

  test('a job that can not be read holds up the prompt by four seconds, or as long as the service asks for', async () => {
    expect((await choose([failure(503)])).pauses).toEqual([500, 1_000, 2_000])
    const { pauses } = await choose([failure(500), failure(429, 'status', 20_000), failure(500), DONE])
    expect(pauses).toEqual([500, 20_000, 2_000])
  })

  test("a job that can't be read is not read again past the deadline, nor where that is of no use", async () => {
    expect((await choose([failure(500)], OPEN, { deadline: 900 })).pauses).toEqual([500])
    expect((await choose([failure(429, 'status', 60_000)])).pauses).toEqual([])
    const { reads, destination } = await choose([failure(400)])
    expect([reads, destination]).toEqual([1, { kind: 'create', previous: { state: 'job-unreadable' } }])
  })
})

test.each([
  [LINK, { owner: 'acme', repo: 'docs', number: 7 }],
  [`${LINK}/`, { owner: 'acme', repo: 'docs', number: 7 }],
  [`${LINK}?a=b#c`, { owner: 'acme', repo: 'docs', number: 7 }],
  ['https://github.test:8443/acme/docs/pull/7', undefined],
  ['https://github.test.evil.example/acme/docs/pull/7', undefined],
  ['https://github.test/acme/docs/pull/7/files', undefined],
  ['https://github.test/acme/docs/pull/x', undefined],
  ['https://github.test/x/acme/docs/pull/7', undefined],
])('the URL %s is a pull request at %o', (url, place) => {
  expect(locatePullRequest(new URL(url), new URL('https://github.test'))).toEqual(place)
})
