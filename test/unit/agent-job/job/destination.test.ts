import { expect, test } from 'vitest'
import type { Inputs } from '../../../../src/agent-job/inputs.ts'
import { findDestination } from '../../../../src/agent-job/job/destination.ts'
import type { AgentJob } from '../../../../src/docs-service/schema.ts'
import type { PullRequestFacts } from '../../../../src/github/pull-requests.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { ACTIVE, createDependencies, DONE, failure, LINK, OPEN, refusal } from './job-for-tests.ts'

const CLOSED: PullRequestFacts = { ...OPEN, state: 'closed' }
const MODES = ['auto', 'always'] as const

interface Circumstances {
  /** What the thread knows, the newest first. */
  jobs?: string[]
  mode?: Inputs['followUp']
  repository?: object
}

/**
 * Decides about the previous jobs, as the service and GitHub have them.
 * @param job the newest one, or all of them in turn
 */
async function choose(
  job: AgentJob | Error | (AgentJob | Error)[],
  pull: PullRequestFacts | Error = OPEN,
  { jobs = ['job-1'], mode = 'auto', repository = refusal(404) }: Circumstances = {},
) {
  const { dependencies, asked, warnings } = createDependencies({
    service: { getAgentJob: job },
    github: { fetchPullRequest: pull, fetchRepository: repository },
  })
  const destination = await findDestination(jobs, { followUp: mode }, 60_000, dependencies).catch((error: unknown) => ({
    error,
  }))
  return { destination, asked, warnings }
}

const create = (state: string, url?: URL) => ({ previous: { url, state } })
const CONTINUE = { jobId: 'job-1', previous: { url: LINK, state: 'open' } }
const JOB = 'getAgentJob job-1'
const BOTH = [JOB, 'fetchPullRequest acme/docs/7']

test.each([
  ['open', OPEN, CONTINUE],
  ['closed', CLOSED, create('closed', LINK)],
  ['merged', { ...CLOSED, isMerged: true }, create('merged', LINK)],
] as const)('with a pull request that is %s, whatever the mode', async (_state, pull, expected) => {
  for (const mode of MODES) {
    const { destination, asked } = await choose(DONE, pull, { mode })
    expect([destination, asked]).toEqual([expected, BOTH])
  }
})

const gone = failure(404)
const WITHOUT_LINK: AgentJob = { status: 'completed' }
const refused: AgentJob = { status: 'completed', isPrLinkRefused: true }

test.each<[string, AgentJob | Error, object, said?: RegExp]>([
  ['is archived', { ...DONE, status: 'archived' }, create('job-archived', LINK)],
  ['failed', { ...DONE, status: 'failed' }, create('job-failed', LINK)],
  ['is active', ACTIVE, create('job-active')],
  ['is active, with a pull request', { ...ACTIVE, pullRequest: LINK }, create('job-active', LINK)],
  ['has an unknown status', { unknownStatus: untrustedText('paused') }, create('job-active')],
  ['is gone', gone, create('job-gone')],
  ['has an unsafe link', refused, create('job-unreadable')],
  ['opened no pull request', WITHOUT_LINK, {}],
  ["can't be read", failure(500), create('job-unreadable'), /^The job of a previous run can't be read: /],
])('a job that %s is replaced by a new one', async (_name, job, expected, said) => {
  const { destination, asked, warnings } = await choose(job)
  expect([destination, asked, warnings]).toEqual([expected, [JOB], said ? [expect.stringMatching(said)] : []])
})

test('jobs without a pull request, or gone, are passed over; of all of them, five are looked at', async () => {
  const jobs = ['job-9', 'job-8', 'job-1', 'job-0', 'job-7', 'job-6']
  const read = jobs.map((id) => `getAgentJob ${id}`)
  const { destination, asked } = await choose([WITHOUT_LINK, gone, DONE], OPEN, { jobs })
  expect([destination, asked]).toEqual([CONTINUE, [...read.slice(0, 2), ...BOTH]])
  const none = await choose(WITHOUT_LINK, OPEN, { jobs })
  expect([none.destination, none.asked]).toEqual([{}, read.slice(0, 5)])
})

const elsewhere = new URL('https://gitlab.test/acme/docs/-/merge_requests/7')
const unreadable = { url: LINK, state: 'unreadable' }
const asClosed = /^Couldn't determine.* is treated as closed\.$/
const asOpen = / is treated as open \(`follow-up: always`\)\.$/
const [hidden, failed] = [refusal(404), refusal(500)]
const repository = {}
const ALL = [...BOTH, 'fetchRepository acme/docs/7']

test.each<[string, Parameters<typeof choose>, object, asked: string[], said?: RegExp]>([
  ['is treated as closed', [DONE, hidden], { previous: unreadable }, ALL, asClosed],
  ['is continued by `always`', [DONE, hidden, { mode: 'always' }], { ...CONTINUE, previous: unreadable }, ALL, asOpen],
  ['is the same where GitHub fails', [DONE, failed, { repository }], { previous: unreadable }, BOTH, asClosed],
  ['may be elsewhere', [{ ...DONE, pullRequest: elsewhere }], create('unreadable', elsewhere), [JOB], asClosed],
  ['was deleted, if its repository is shown', [DONE, hidden, { repository }], create('deleted', LINK), ALL],
  ['was, also for `always`', [DONE, hidden, { repository, mode: 'always' }], create('deleted', LINK), ALL],
])("a pull request whose state can't be read %s", async (_name, given, expected, requests, said) => {
  const { destination, asked, warnings } = await choose(...given)
  expect([destination, asked, warnings]).toEqual([expected, requests, said ? [expect.stringMatching(said)] : []])
})

test.each([failure(401), failure(403), new TypeError('x')])('what ends the run, and a bug: %o', async (error) => {
  expect(await choose(error)).toMatchObject({ destination: { error }, asked: [JOB] })
})
