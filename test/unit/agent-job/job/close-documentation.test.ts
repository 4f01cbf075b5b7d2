import { describe, expect, test } from 'vitest'
import type { Claim, ClaimedComment } from '../../../../src/agent-job/claim/claim-marker.ts'
import { closeDocumentation } from '../../../../src/agent-job/job/close-documentation.ts'
import type { JobDependencies } from '../../../../src/agent-job/job/create-or-continue.ts'
import { DocsServiceError } from '../../../../src/docs-service/errors.ts'
import type { AgentJob } from '../../../../src/docs-service/schema.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import type { PullRequestFacts } from '../../../../src/github/pull-requests.ts'
import { digest } from '../../../../src/github/signed-marker.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import type { Log } from '../../../../src/runner/log.ts'
import type { Markdown } from '../../../../src/untrusted/markdown.ts'

const LINK = new URL('https://github.test/acme/docs/pull/7')
const OPEN: PullRequestFacts = { state: 'open', isMerged: false, headSha: 'abc1234' }
const COMMENT_URL = 'https://github.test/acme/app/pull/3#issuecomment-1'
const ENDED: Partial<Claim> = { outcome: 'pull-request', prLink: LINK, headSha: 'abc1234' }

function refusal(status: number | undefined): GitHubError {
  return new GitHubError('do it', { status, answer: `it answered ${status}`, hint: '' })
}

function failure(status: number): DocsServiceError {
  return new DocsServiceError(
    { operation: 'get agent job', kind: 'status', certainty: 'unknown', status },
    'GET https://docs.example',
    `was answered with status ${status}`,
  )
}

interface Circumstances extends Partial<JobDependencies> {
  /** What our comment says of its run; `[]`: there is none. */
  claims?: Partial<Claim>[] | Error
  pull?: PullRequestFacts | Error
  job?: AgentJob | Error
  /** Why GitHub refuses. */
  closing?: Error
  commenting?: Error
  editing?: Error
  dryRun?: boolean
}

/** Closes what belongs to the pull request #3 of acme/app. `done`: what was changed. */
async function close(circumstances: Circumstances = {}) {
  const {
    claims = [ENDED],
    pull = OPEN,
    job,
    closing,
    commenting,
    editing,
    dryRun,
    ...others
  } = circumstances
  const done: string[] = []
  const bodies: string[] = []
  const warnings: string[] = []
  const asked: string[] = []
  const change = async (what: string, error: Error | undefined) => {
    if (error) throw error
    done.push(what)
  }
  const found = (claims instanceof Error ? [] : claims).map(
    (claim, index): ClaimedComment => ({
      id: index + 1,
      url: `https://github.test/acme/app/pull/3#issuecomment-${index + 1}`,
      author: 5,
      updatedAt: undefined,
      isVerified: true,
      payload: {
        state: 'finished',
        project: digest('project-1'),
        jobId: `job-${index + 1}`,
        ...claim,
      } as Claim,
    }),
  )
  let adopted: ClaimedComment | undefined
  const settings = { projectId: 'project-1', dryRun: dryRun === true }
  const result = await closeDocumentation(3, settings, 60_000, {
    run: { serverUrl: new URL('https://github.test'), repository: 'acme/app' },
    service: {
      async getAgentJob(id: string) {
        asked.push(id)
        if (job instanceof Error) throw job
        return job
      },
    },
    github: {
      async readPullRequest() {
        if (pull instanceof Error) throw pull
        return pull
      },
      closePullRequest: (owner: string, repo: string, number: number) =>
        change(`close ${owner}/${repo}#${number}`, closing),
      commentOnPullRequest(owner: string, repo: string, number: number, body: string) {
        bodies.push(body)
        return change(`comment on ${owner}/${repo}#${number}`, commenting)
      },
    },
    comment: {
      async find() {
        if (claims instanceof Error) throw claims
        return found
      },
      adopt(comment: ClaimedComment) {
        adopted = comment
      },
      edit(content: Markdown, changed: object) {
        bodies.push(content.toString())
        return change(`edit comment ${adopted?.id} ${JSON.stringify(changed)}`, editing)
      },
    },
    clock: { now: () => 0, sleep: async () => {} },
    signal: new AbortController().signal,
    log: {
      info() {},
      warning: (title: string, text: string) => warnings.push(`${title}: ${text}`),
    } as unknown as Log,
    ...others,
  } as unknown as JobDependencies)
  return { result, done, bodies, warnings, asked }
}

test('an open documentation pull request that nobody has touched is closed, and says why', async () => {
  const { result, done, bodies, warnings, asked } = await close()
  expect(result).toEqual({
    outcome: 'skipped',
    cause: 'documentation-closed',
    problem: 'The pull request was closed without a merge.',
    pullRequest: LINK,
    reportedIn: COMMENT_URL,
  })
  // The marker keeps what it knows.
  expect(done).toEqual(['close acme/docs#7', 'comment on acme/docs#7', 'edit comment 1 {}'])
  expect(bodies).toEqual([
    expect.stringMatching(/\]\(https:\/\/github\.test\/acme\/app\/pull\/3\).* closed without a merge/),
    expect.stringContaining(`](${LINK.href}) was closed with it`),
  ])
  expect([warnings, asked]).toEqual([[], []])
})

test("a comment that can't be left in a pull request that is closed already is a warning", async () => {
  const { result, warnings } = await close({ commenting: refusal(403) })
  expect(result.cause).toBe('documentation-closed')
  expect(warnings).toHaveLength(1)
})

describe('one that stays open', () => {
  test.each<[string, Circumstances, RegExp]>([
    ['somebody has added commits', { pull: { ...OPEN, headSha: 'def5678' } }, /commits that came after/],
    ['our comment recorded no commit', { claims: [{ prLink: LINK }] }, /No run has recorded/],
    ['GitHub names no commit', { pull: { state: 'open', isMerged: false } }, /doesn't say which commit/],
    [
      'the token may not',
      { closing: refusal(403) },
      /`github-token` to one that has `pull-requests: write` on `acme\/docs`/,
    ],
    ['the token may not see it', { closing: refusal(404) }, /`github-token`/],
    [
      'the token of the workflow may not',
      {
        closing: refusal(403),
        claims: [{ ...ENDED, prLink: new URL('https://github.test/Acme/App/pull/9') }],
      },
      /add the line `pull-requests: write`/,
    ],
    ['GitHub is broken', { closing: refusal(500) }, /GitHub did not close it.*500/],
  ])('our comment says so where %s', async (_name, circumstances, reason) => {
    const { result, done, bodies } = await close(circumstances)
    expect(result).toMatchObject({
      outcome: 'skipped',
      cause: 'documentation-left-open',
      problem: expect.stringMatching(reason),
      reportedIn: COMMENT_URL,
    })
    expect(result.pullRequest?.pathname).toMatch(/pull/)
    expect(done).toEqual(['edit comment 1 {}'])
    expect(bodies.at(-1)).toContain('### 📌 The documentation pull request is still open')
    expect(bodies.at(-1)).toMatch(reason)
  })

  test("a comment that can't be edited is a warning", async () => {
    const { result, warnings } = await close({ pull: { ...OPEN, headSha: 'def' }, editing: refusal(403) })
    expect([result.cause, warnings.length]).toEqual(['documentation-left-open', 1])
  })
})

test.each<[string, Circumstances]>([
  ['there is no comment of ours', { claims: [] }],
  ['it is closed', { pull: { state: 'closed', isMerged: false, headSha: 'abc1234' } }],
  ['it is merged', { pull: { state: 'closed', isMerged: true, headSha: 'abc1234' } }],
  ['the job opened none', { claims: [{}], job: { id: 'job-1', status: 'completed' } }],
  ['the job is gone', { claims: [{}], job: failure(404) }],
])('nothing is closed, without a warning, where %s', async (_name, circumstances) => {
  const { result, done, warnings } = await close(circumstances)
  expect(result).toMatchObject({ outcome: 'skipped', cause: 'documentation-none' })
  expect([done, warnings]).toEqual([[], []])
})

test.each<[string, Circumstances, RegExp]>([
  ['the thread', { claims: refusal(500) }, /500/],
  ['the pull request', { pull: refusal(404) }, /404/],
  [
    'a pull request on another server',
    { claims: [{ prLink: new URL('https://a.example/acme/docs/pull/7') }] },
    /\/pull\/7 is not a pull request on/,
  ],
  ['the job', { claims: [{}], job: failure(401) }, /401/],
])("what can't be looked at stays as it is, with a warning: %s", async (_name, circumstances, reason) => {
  const { result, done, warnings } = await close(circumstances)
  expect(result).toMatchObject({ outcome: 'skipped', cause: 'documentation-unreadable' })
  expect(result.problem).toMatch(/^Whether .* can't be read\.$/)
  expect([done, warnings]).toEqual([[], [expect.stringMatching(reason)]])
})

test.each<Circumstances>([{ comment: undefined }, { github: undefined }])(
  'without comments of ours, nothing is known',
  async (circumstances) => {
    const { result } = await close(circumstances)
    expect(result).toEqual({ outcome: 'skipped', problem: expect.stringContaining("isn't known") })
  },
)

describe('a job that is still active', () => {
  const job: AgentJob = { status: 'active' }
  const previous = { url: LINK, state: 'open' } as const

  test.each<[string, Partial<Claim>, URL | undefined]>([
    ['of a run that stopped waiting', { outcome: 'timed-out' }, undefined],
    ['that continues a pull request', { outcome: 'submitted', previous }, LINK],
  ])('is said in our comment, %s', async (_name, claim, pullRequest) => {
    const { result, done, bodies } = await close({ claims: [claim], job })
    const problem = expect.stringMatching(/^Job job-1 is still active.*`concurrency`/)
    expect(result).toMatchObject({ cause: 'documentation-unfinished', problem, reportedIn: COMMENT_URL })
    expect([result.pullRequest, done]).toEqual([pullRequest, ['edit comment 1 {}']])
    expect(bodies[0]).toContain('### 📌 The agent is still at work')
    expect(bodies[0]).toContain('Job job-1 is still active')
  })

  test('keeps open what it had written before its last message', async () => {
    const { done } = await close({ claims: [ENDED, { outcome: 'submitted', jobId: 'job-1' }], job })
    expect(done).toEqual(['edit comment 2 {}'])
  })

  test('is not said in the comment of a run that is in progress', async () => {
    const { result, done } = await close({ claims: [{}], job })
    expect([result.cause, done]).toEqual(['documentation-unfinished', []])
  })
})

describe('of several comments of ours', () => {
  const second = new URL('https://github.test/acme/docs/pull/8')

  test('every open pull request is closed with its thread, and the one that is left open is told first', async () => {
    const claims = [ENDED, { ...ENDED, prLink: second }]
    const both = await close({ claims })
    expect(both.done).toEqual([
      ...['close acme/docs#8', 'comment on acme/docs#8', 'edit comment 2 {}'],
      ...['close acme/docs#7', 'comment on acme/docs#7', 'edit comment 1 {}'],
    ])
    expect(both.result.pullRequest).toEqual(second)
    const one = await close({
      claims: [
        { ...ENDED, headSha: 'def5678' },
        { ...ENDED, prLink: second },
      ],
    })
    expect(one.result).toMatchObject({ cause: 'documentation-left-open', pullRequest: LINK })
  })

  test.each<[string, Partial<Claim>[]]>([
    ['an earlier one has recorded the commit', [ENDED, { prLink: LINK, jobId: 'job-1' }]],
    ['its job has the link', [ENDED, { outcome: 'timed-out' }]],
    [
      'it continued the pull request',
      [ENDED, { outcome: 'cancelled', previous: { url: LINK, state: 'open' } }],
    ],
    ['it has taken over an earlier one', [{ outcome: 'cancelled', kept: { ...ENDED, jobId: 'job-1' } }]],
  ])('one pull request is closed once, where %s', async (_name, claims) => {
    const job: AgentJob = { status: 'completed', ...(claims[1]?.previous ? {} : { pullRequest: LINK }) }
    const { done } = await close({ claims, job })
    expect(done).toEqual([
      ...['close acme/docs#7', 'comment on acme/docs#7'],
      `edit comment ${claims.length} {}`,
    ])
  })

  test('a commit that was recorded of another pull request is none of it', async () => {
    const { done } = await close({ claims: [{ prLink: LINK }, { ...ENDED, prLink: second }] })
    expect(done).not.toContain('close acme/docs#7')
  })
})

test.each<[string, Circumstances, RegExp]>([
  ['would close', {}, /pull\/7 would be closed as well\. This is a dry run/],
  ['would leave open', { pull: { ...OPEN, headSha: 'def5678' } }, /commits that came after/],
  ['would wait for', { claims: [{ outcome: 'timed-out' }], job: { status: 'active' } }, /still active/],
])('a dry run says what it %s, and changes nothing', async (_name, circumstances, problem) => {
  const { result, done } = await close({ ...circumstances, dryRun: true })
  expect(result).toMatchObject({ outcome: 'skipped', problem: expect.stringMatching(problem) })
  expect([done, result.reportedIn]).toEqual([[], undefined])
})

test('a job that has opened another pull request than the one it was to continue has that one', async () => {
  const previous = { url: new URL('https://github.test/acme/docs/pull/8'), state: 'open' } as const
  const job: AgentJob = { status: 'completed', pullRequest: LINK }
  const { result } = await close({ claims: [{ outcome: 'timed-out', previous }], job })
  expect(result.pullRequest).toEqual(LINK)
})

test('where our comment knows no link, the job does, and its pull request is left open', async () => {
  const { result, asked } = await close({ claims: [{}], job: { status: 'completed', pullRequest: LINK } })
  expect(result).toMatchObject({ cause: 'documentation-left-open', pullRequest: LINK })
  expect(asked).toEqual(['job-1'])
})

test('a run that is cancelled changes nothing', async () => {
  const reason = new CancelledError('The run was cancelled.')
  const signal = AbortSignal.abort(reason)
  await expect(close({ signal, pull: refusal(500) })).rejects.toBe(reason)
  await expect(close({ signal, closing: refusal(500) })).rejects.toBe(reason)
})

test.each<Circumstances>([{ pull: new TypeError('x is not a function') }, { closing: new TypeError('x') }])(
  'a bug is not taken for a refusal',
  async (circumstances) => {
    await expect(close(circumstances)).rejects.toBeInstanceOf(TypeError)
  },
)
