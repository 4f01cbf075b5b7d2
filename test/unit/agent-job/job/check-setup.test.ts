import { expect, test } from 'vitest'
import type { Inputs } from '../../../../src/agent-job/inputs/inputs.ts'
import { checkSetup } from '../../../../src/agent-job/job/check-setup.ts'
import type { GitHubError } from '../../../../src/github/errors.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import {
  connectError,
  createServiceForTests,
  fakeFetch,
  json,
  networkError,
  PAGE,
} from '../../docs-service/service-for-tests.ts'
import { createDependencies, LINK, OPEN, refusal } from './job-for-tests.ts'

type Answer = Parameters<typeof fakeFetch>[number]

interface Circumstances {
  /** What the thread knows. */
  jobs?: string[]
  /** Why our comment can't be written. */
  failure?: GitHubError
  hasThread?: boolean
  inputs?: Partial<Inputs>
  /** What the service says of the previous job. */
  job?: Answer
  /** What it says to everything, or to one request. */
  answer?: Answer
  read?: Answer
  write?: Answer
  views?: Answer
  /** The prompt; null for none. */
  text?: string | null
  /** What couldn't be read for the prompt. */
  gaps?: string[]
}

const NO_JOB = '/v2/agent/project-1/job/00000000-0000-0000-0000-000000000000'
const REQUESTS = [`GET ${NO_JOB}`, `POST ${NO_JOB}/message`, 'GET /v1/analytics/project-1/views?limit=1&offset=0']

async function check({ jobs = [], failure, hasThread = true, inputs, job = by(404), ...facts }: Circumstances = {}) {
  const { text = 'Do it 👍', gaps = [], answer: all, read = by(404), write = by(404), views = json(PAGE) } = facts
  const asked: string[] = []
  const { service } = createServiceForTests({
    async fetch(url, init) {
      const { pathname, search } = new URL(url)
      asked.push(`${init.method} ${pathname}${search}`)
      const answer = all ?? [read, write, views][REQUESTS.indexOf(asked.at(-1) ?? '')] ?? job
      return await fakeFetch(answer).fetch(url, init)
    },
  })
  const { dependencies } = createDependencies({
    github: { fetchPullRequest: OPEN },
    comment: hasThread ? {} : undefined,
  })
  const usual = {
    apiKey: 'mint_1',
    projectId: 'project-1',
    baseUrl: new URL('https://docs.example/prefix'),
    jobId: '',
    context: 'none',
    followUp: 'auto',
    timeoutMs: 600_000,
  }
  const { checks, ...ending } = await checkSetup(
    {
      allowedBecause: 'Anybody may.',
      prompt: text === null ? undefined : { text: untrustedText(text), removals: 0, gaps },
    },
    { kind: 'won', thread: { needless: [], jobs, last: [] }, ...(failure && { failure }) },
    { ...usual, ...inputs } as unknown as Inputs,
    { ...dependencies, service },
  )
  return { ending, checks, lines: checks.map(({ state, text }) => `${state}: ${text}`), asked }
}

function by(status: number, error = 'No') {
  return json({ error }, status)
}

const PLACE = '`https://docs.example`, project `project-1`'
const TO_NEW_JOB = `passed: The prompt would go to a new job at ${PLACE}.`

test('a check looks at all that a job needs, in order, and says what it cannot look at, by three requests', async () => {
  const { ending, lines, asked } = await check()
  expect(ending).toEqual({ outcome: 'dry-run' })
  expect(lines).toEqual([
    'passed: Anybody may.',
    'passed: The comment in the conversation was written and read back.',
    'passed: The key has the `read` scope.',
    'passed: The key has the `write` scope.',
    'passed: The service has the project `project-1`.',
    'passed: The prompt has 7 characters (`context: none`).',
    TO_NEW_JOB,
    expect.stringMatching(/^unknown: the plan and its credits/),
    'unknown: whether {app} is installed on the documentation repository.',
  ])
  expect(asked).toEqual(REQUESTS)
})

const inputs = { baseUrl: new URL('https://docs.example') }
const page = (status: number) => () => new Response('<html></html>', { status })
const empty = () => new Response(null, { status: 404 })

test.each<[string, Circumstances, RegExp]>([
  ['a 404 by something else', { read: page(404) }, /`base-url`/],
  ['an empty 404', { read: empty }, /response isn't from the service/],
  ['a page instead of a scope', { write: page(405) }, /response isn't from the service/],
  ['a page instead of the project', { inputs, views: page(404) }, /response isn't from the service/],
  ['a path that leads nowhere', { views: by(404) }, /`base-url` contains the path `\/prefix`/],
  ['an unknown project', { inputs, views: by(404, 'No "project"') }, /says "No 'project'".*`project-id`/],
  ['an ID that is refused', { inputs, views: by(400, 'Bad id') }, /says "Bad id".*`project-id`/],
  ['a wrong key', { answer: by(401) }, /wrong, or has expired/],
  ['a key that may not read', { read: by(403) }, /lacks the `read` scope/],
  ['a key that may not write', { write: by(403) }, /lacks the `write` scope/],
  ['no connection', { answer: connectError('ECONNREFUSED') }, /Couldn't reach the service.*`base-url`/],
  ['a comment that is refused', { failure: refusal(403) }, / no job would be created\. Add a line\.$/],
])('%s fails the check, which says once what to do, and checks the rest', async (_name, circumstances, expected) => {
  const { ending, checks } = await check(circumstances)
  expect(ending).toEqual({ outcome: 'error', cause: 'check-failed' })
  const failed = { state: 'failed', text: expect.stringMatching(expected), technical: expect.stringMatching(/^Could/) }
  expect(checks.filter(({ state }) => state === 'failed')).toEqual([failed])
  expect(checks.length).toBeGreaterThan(circumstances.answer ? 6 : 8)
})

test('what was asked and answered is told, with the words of the service, if there are any', async () => {
  const { checks } = await check({ read: empty, write: by(403, 'Nope') })
  const technical = checks.flatMap((each) => each.technical ?? [])
  expect(technical).toEqual([
    expect.stringMatching(/^Couldn't get agent job: GET .* returned 404\.$/),
    expect.stringMatching(/^Couldn't send follow-up message: .* returned 403\. The response says: "Nope"$/),
  ])
})

test('a check waits for no limit of more than 20 s, whatever the timeout', async () => {
  expect((await check({ answer: json({}, 429, { 'retry-after': '21' }) })).asked).toEqual(REQUESTS)
})

const retryAt = expect.any(Number)
const limit = json({ error: 'No.' }, 429, { 'retry-after': '3600' })
const AFTER = /^(?!.*later)(?!.*Fix)(?:.*Try again after .*UTC){3}/u

test.each<[string, Circumstances, unknown: number, RegExp, object?]>([
  ['everything fails', { answer: by(503) }, 6, /Try again later/],
  ['the service asks to wait', { answer: limit }, 6, AFTER, { retryAt }],
  ['GitHub fails', { failure: refusal(502) }, 3, /comment in the conversation can be written .* Try again later/],
  ['a page says that the service fails', { views: page(503) }, 4, /returned 503\. Try again later/],
  ['the key may not read views', { views: by(402) }, 4, /returned 402\.(?! Try)/],
  ['an answer is lost', { views: networkError('ECONNRESET') }, 4, /didn't respond/],
  ['the service finds what is not there', { read: json({}) }, 3, /accepted a job that can't exist/],
])('where %s, the check is incomplete, and nothing failed', async (_name, circumstances, count, said, more = {}) => {
  const { ending, checks, lines } = await check(circumstances)
  expect(ending).toEqual({ outcome: 'unavailable', cause: 'check-incomplete', ...more })
  expect(lines.join(' ')).toMatch(said)
  const counts = ['unknown', 'failed'].map((each) => checks.filter(({ state }) => state === each).length)
  expect(counts).toEqual([count, 0])
})

const DONE = json({ id: 'job-1', status: 'completed', prLink: LINK.href })
const ACTIVE = json({ id: 'job-1', status: 'active', prLink: LINK.href })
const UNDECIDED = `unknown: whether the prompt would go to a new job or a previous one at ${PLACE}.`
const CONTEXT = 'passed: The context has 4 characters (`context: none`).'
const CONTINUED = `passed: The prompt would go to job \`job-1\` at ${PLACE}, and continue the pull request \`acme/docs#7\`.`
const UNREAD = "Couldn't read what changed. Add a line."
const NO_MESSAGES = 'unknown: whether the key has the `write` scope. The service has no follow-up messages.'

test.each<[Circumstances, said: string, unsaid: RegExp, outcome?: string]>([
  [{ job: DONE }, CONTINUED, /new job/],
  [{ job: ACTIVE }, TO_NEW_JOB, /job-1/],
  [{ job: by(403) }, UNDECIDED, /would go to job/],
  [{ inputs: { jobId: 'job-9' } }, `passed: The run would wait for job \`job-9\` at ${PLACE}.`, /would go/],
  [{ answer: by(404) }, 'unknown: where the prompt would go. Fix what failed above first.', /would go to/, 'error'],
  [{ job: DONE, hasThread: false }, CONTINUED, /The comment|undefined/],
  [{ text: '\n---' }, CONTEXT, /The prompt has/],
  [{ text: '' }, TO_NEW_JOB, /The prompt has|undefined/],
  [{ text: null }, TO_NEW_JOB, /The prompt has|undefined/],
  [{ job: DONE, gaps: [UNREAD] }, `unknown: ${UNREAD}`, /failed/],
  [{ job: DONE, write: by(405) }, NO_MESSAGES, /failed/],
])('where %j, a check says what there is to say: %s', async (circumstances, said, unsaid, outcome = 'dry-run') => {
  const { ending, lines } = await check({ ...circumstances, jobs: ['job-1'] })
  expect(ending.outcome).toBe(outcome)
  expect(lines).toContain(said)
  expect(lines.join('\n')).not.toMatch(unsaid)
})
