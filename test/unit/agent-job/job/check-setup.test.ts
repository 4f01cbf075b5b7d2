import { expect, test } from 'vitest'
import type { ClaimedComment } from '../../../../src/agent-job/claim/claim-marker.ts'
import type { Inputs } from '../../../../src/agent-job/inputs.ts'
import { checkSetup } from '../../../../src/agent-job/job/check-setup.ts'
import type { JobDependencies } from '../../../../src/agent-job/job/create-or-continue.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { digest } from '../../../../src/github/signed-marker.ts'
import type { Log } from '../../../../src/runner/log.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { createServiceForTests, json } from '../../docs-service/service-for-tests.ts'

const LINK = 'https://github.test/acme/docs/pull/7'
const NIL = '00000000-0000-0000-0000-000000000000'

const PREVIOUS: ClaimedComment = {
  id: 1,
  url: '',
  author: 5,
  updatedAt: undefined,
  isVerified: true,
  payload: {
    state: 'finished',
    trigger: 'issue comment 1',
    project: digest('project-1'),
    claimant: { runId: '1', job: 'docs', step: '__self', attempt: 1 },
    nonce: 'n',
    jobId: 'job-1',
  },
}

interface Circumstances {
  found?: ClaimedComment[]
  /** Why our comment can't be written. */
  failure?: GitHubError
  hasThread?: boolean
  inputs?: Partial<Inputs>
  /** What the service says of the previous job. */
  job?: { id: string; status: string; prLink?: string } | { error: string }
  /** The status of every answer of the service. */
  status?: number
}

async function check({
  found = [],
  failure,
  hasThread = true,
  inputs,
  job = { error: 'gone' },
  status,
}: Circumstances = {}) {
  const answer = (path: string) => {
    if (status !== undefined) return json({ error: 'No.' }, status)
    if (path.includes('/views'))
      return json({ totals: { human: 0, ai: 0, total: 0 }, views: [], hasMore: false })
    return 'error' in job || path.includes(NIL) ? json({ error: 'Not found' }, 404) : json(job)
  }
  const { service } = createServiceForTests({ fetch: async (url) => answer(String(url))() })
  const { checks, ...ending } = await checkSetup(
    { allowedBecause: 'Anybody may.', prompt: { text: untrustedText('Do it 👍'), removals: 0, gaps: [] } },
    { kind: 'won', found, ...(failure && { failure }) },
    {
      apiKey: 'mint_1',
      projectId: 'project-1',
      baseUrl: new URL('https://docs.example/prefix'),
      context: 'none',
      followUp: 'auto',
      jobId: '',
      wait: true,
      timeoutMs: 600_000,
      pollIntervalMs: 1_000,
      ...inputs,
    } as Inputs,
    600_000,
    {
      service,
      run: { serverUrl: new URL('https://github.test') },
      github: { readPullRequest: async () => ({ state: 'open', isMerged: false }) },
      comment: hasThread ? {} : undefined,
      clock: { now: () => 0, wallClock: () => 0, sleep: async () => {} },
      signal: new AbortController().signal,
      log: { info() {}, warning() {} } as unknown as Log,
    } as unknown as JobDependencies,
  )
  const lines = checks.map(({ state, text }) => `${state}: ${text}`)
  return { ending, lines }
}

const PLACE = '`https://docs.example`, project `project-1`'

test('a check looks at all that a job needs, in order, and says what it cannot look at', async () => {
  const { ending, lines } = await check()
  expect(ending).toEqual({ outcome: 'dry-run' })
  expect(lines).toEqual([
    'passed: Anybody may.',
    'passed: The comment in the thread was written and read back.',
    'passed: The key has the scope `read`.',
    'passed: The key has the scope `write`.',
    'passed: The service has the project `project-1`.',
    'passed: The prompt has 7 characters (`context: none`).',
    `passed: The prompt would go to a new job at ${PLACE}.`,
    expect.stringMatching(/^unknown: plan and credits/),
    expect.stringMatching(/^unknown: whether the service's GitHub app/),
  ])
})

test('without a thread, nothing is said of a comment', async () => {
  expect((await check({ hasThread: false })).lines.join()).not.toContain('comment')
})

const refusal = new GitHubError('comment', {
  status: 403,
  answer: 'no',
  hint: 'The token lacks a permission.',
})

test('anything that fails ends the check as an error, and the rest is looked at all the same', async () => {
  const { ending, lines } = await check({ failure: refusal })
  expect(ending).toEqual({ outcome: 'error', cause: 'check-failed' })
  expect(lines[1]).toMatch(/^failed: .* no job would be created\. The token lacks a permission\.$/)
  expect(lines).toHaveLength(9)
})

test('a service that says nothing fails no check', async () => {
  const { ending, lines } = await check({ status: 503 })
  expect(ending).toEqual({ outcome: 'dry-run' })
  expect(lines.filter((line) => line.startsWith('unknown'))).toHaveLength(5)
})

test.each<[string, Circumstances, string]>([
  [
    'a pull request to continue',
    { job: { id: 'job-1', status: 'completed', prLink: LINK } },
    `The prompt would go to job \`job-1\` at ${PLACE}, and continue the pull request \`acme/docs#7\`.`,
  ],
  [
    'an active job',
    { job: { id: 'job-1', status: 'active' } },
    `The prompt would wait for the active job \`job-1\` at ${PLACE}.`,
  ],
  [
    'an active job that is not waited for',
    { job: { id: 'job-1', status: 'active' }, inputs: { wait: false } },
    `The prompt would go to a new job at ${PLACE}.`,
  ],
  ['job-id', { inputs: { jobId: 'job-9' } }, `Job \`job-9\` would be waited for at ${PLACE}.`],
])('a check says where the prompt would go: %s', async (_name, circumstances, expected) => {
  const { lines } = await check({ ...circumstances, found: [PREVIOUS] })
  expect(lines).toContain(`passed: ${expected}`)
})

test('where the key is refused, it is not known where the prompt would go', async () => {
  const { ending, lines } = await check({ found: [PREVIOUS], status: 401 })
  expect(ending.outcome).toBe('error')
  // What ends every request in the same way is said once.
  expect(lines.filter((line) => line.startsWith('failed'))).toHaveLength(1)
  expect(lines).toContain(`unknown: whether the prompt would go to a new job or a previous one at ${PLACE}.`)
})
