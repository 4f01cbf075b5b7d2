import { expect, test } from 'vitest'
import type { Inputs } from '../../../../src/agent-job/inputs.ts'
import { checkSetup } from '../../../../src/agent-job/job/check-setup.ts'
import type { GitHubError } from '../../../../src/github/errors.ts'
import type { ClaimComment } from '../../../../src/job-marker/claim.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { createServiceForTests, json, PAGE } from '../../docs-service/service-for-tests.ts'
import { createDependencies, createOurComment, giveInTurn, LINK, OPEN, refusal } from './job-for-tests.ts'

const NIL = '00000000-0000-0000-0000-000000000000'

interface Circumstances {
  found?: ClaimComment[]
  /** Why our comment can't be written. */
  failure?: GitHubError
  hasThread?: boolean
  inputs?: Partial<Inputs>
  /** What the service says of the previous job. */
  job?: { id: string; status: string; prLink?: string }
  /** The status of every answer of the service. */
  status?: number
  headers?: Record<string, string>
  /** What couldn't be read for the prompt. */
  gaps?: string[]
}

async function check(circumstances: Circumstances = {}) {
  const { found = [], failure, hasThread = true, inputs, job, status, headers, gaps = [] } = circumstances
  const answer = (path: string) => {
    if (status !== undefined) return json({ error: 'No.' }, status, headers)
    if (path.includes('/views')) return json(PAGE)
    return job === undefined || path.includes(NIL) ? json({ error: 'Not found' }, 404) : json(job)
  }
  const { dependencies } = createDependencies({
    service: createServiceForTests({ fetch: async (url) => answer(String(url))() }).service,
    github: { fetchPullRequest: giveInTurn([OPEN]) },
    comment: hasThread ? {} : undefined,
  })
  const usual = {
    apiKey: 'mint_1',
    projectId: 'project-1',
    baseUrl: new URL('https://docs.example/prefix'),
    context: 'none',
    followUp: 'auto',
    jobId: '',
    wait: true,
    timeoutMs: 600_000,
    pollIntervalMs: 1_000,
    misspelled: [],
  }
  const { checks, ...ending } = await checkSetup(
    { allowedBecause: 'Anybody may.', prompt: { text: untrustedText('Do it 👍'), removals: 0, gaps } },
    { kind: 'won', found, ...(failure && { failure }) },
    { ...usual, ...inputs } as Inputs,
    600_000,
    dependencies,
  )
  const lines = checks.map(({ state, text }) => `${state}: ${text}`)
  return { ending, lines, count: (state: string) => lines.filter((line) => line.startsWith(state)).length }
}

const PLACE = '`https://docs.example`, project `project-1`'

test('a check looks at all that a job needs, in order, and says what it cannot look at', async () => {
  const { ending, lines } = await check()
  expect(ending).toEqual({ outcome: 'dry-run' })
  expect(lines).toEqual([
    'passed: Anybody may.',
    'passed: The comment in the thread was written and read back.',
    'passed: The key has the `read` scope.',
    'passed: The key has the `write` scope.',
    'passed: The service has the project `project-1`.',
    'passed: The prompt has 7 characters (`context: none`).',
    `passed: The prompt would go to a new job at ${PLACE}.`,
    expect.stringMatching(/^unknown: the plan and its credits/),
    'unknown: whether {app} is installed on the documentation repository.',
  ])
})

test("what can't be read for the prompt is a line that changes no outcome", async () => {
  const { ending, lines } = await check({ gaps: ["Couldn't read what changed. Add a line."] })
  expect(ending).toEqual({ outcome: 'dry-run' })
  expect(lines).toContain("unknown: Couldn't read what changed. Add a line.")
})

test.each<[string, Circumstances, RegExp]>([
  ['go anywhere, where the project is unknown', { status: 404 }, /^passed.*would go/mu],
  ['be written, without a thread', { hasThread: false }, /comment/u],
])('nothing is said to %s', async (_name, circumstances, pattern) =>
  expect((await check(circumstances)).lines.join('\n')).not.toMatch(pattern),
)

test('anything that fails ends the check as an error, and the rest is still checked', async () => {
  const { ending, lines } = await check({ failure: refusal(403) })
  expect(ending).toEqual({ outcome: 'error', cause: 'check-failed' })
  expect(lines[1]).toMatch(/^failed: .* no job would be created\. Add a line\.$/)
  expect(lines).toHaveLength(9)
})

test('a misspelled input fails the check', async () => {
  const { ending, lines } = await check({ inputs: { misspelled: ['Did you mean it?'] } })
  expect([ending.cause, lines.includes('failed: Did you mean it?')]).toEqual(['check-failed', true])
})

test('a service that says nothing fails no check, and leaves it incomplete', async () => {
  const { ending, count } = await check({ status: 503 })
  const incomplete = { outcome: 'unavailable', cause: 'check-incomplete' }
  expect([ending, count('failed'), count('unknown')]).toEqual([incomplete, 0, 6])
})

test('a limit with a time is said with that time, and asks for no other fix', async () => {
  const { ending, lines } = await check({ status: 429, headers: { 'retry-after': '3600' } })
  const limited = { outcome: 'unavailable', cause: 'check-incomplete', retryAt: expect.any(Number) }
  expect(ending).toEqual(limited)
  expect(lines.filter((line) => /Try again after .*UTC/u.test(line))).toHaveLength(3)
  expect(lines.join()).not.toMatch(/later|Fix/u)
})

const DONE = { id: 'job-1', status: 'completed', prLink: LINK.href }
const ACTIVE = { id: 'job-1', status: 'active' }

const CONTINUED = `to job \`job-1\` at ${PLACE}, and continue the pull request \`acme/docs#7\``

test.each<[Circumstances, string]>([
  [{ job: DONE }, `The prompt would go ${CONTINUED}.`],
  [{ job: ACTIVE }, `The prompt would go to a new job at ${PLACE}.`],
  [{ inputs: { jobId: 'job-9' } }, `The run would wait for job \`job-9\` at ${PLACE}.`],
])('a check says where the prompt would go: %j', async (circumstances, expected) => {
  const { lines } = await check({ ...circumstances, found: [createOurComment(1)] })
  expect(lines).toContain(`passed: ${expected}`)
})

test('where the key is refused, that is said once, and it is not known where the prompt would go', async () => {
  const { ending, lines, count } = await check({ found: [createOurComment(1)], status: 401 })
  expect([ending.outcome, count('failed')]).toEqual(['error', 1])
  expect(lines).toContainEqual(expect.stringMatching(/^unknown: where the prompt would go/u))
})
