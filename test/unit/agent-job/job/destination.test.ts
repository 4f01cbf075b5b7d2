import { expect, test } from 'vitest'
import type { Inputs } from '../../../../src/agent-job/inputs/inputs.ts'
import { findDestination } from '../../../../src/agent-job/job/destination.ts'
import type { AgentJob } from '../../../../src/docs-service/schema.ts'
import type { PullRequestFacts } from '../../../../src/github/pull-requests.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { ACTIVE, createDependencies, DONE, failure, LINK, OPEN, refusal } from './job-for-tests.ts'

const CLOSED: PullRequestFacts = { ...OPEN, state: 'closed' }

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

const always = { mode: 'always' } as const
const MERGED: PullRequestFacts = { ...CLOSED, isMerged: true }
const gone = failure(404, { isJson: true })
const WITHOUT_LINK: AgentJob = { status: 'completed' }
const REFUSED: AgentJob = { status: 'completed', isPrLinkRefused: true }
const elsewhere = new URL('https://gitlab.test/acme/docs/-/merge_requests/7')
const unreadable = { url: LINK, state: 'unreadable' }
const [hidden, failed] = [refusal(404), refusal(500)]
const repository = {}
const ALL = [...BOTH, 'fetchRepository acme/docs/7']
const ofJob = /^The job of a previous run can't be read: /
const asClosed = /^Couldn't determine.* is treated as closed\.$/
const asOpen = / is treated as open \(`follow-up: always`\)\.$/

test.each<[string, Parameters<typeof choose>, object, asked: string[], said?: RegExp]>([
  ['is open', [DONE], CONTINUE, BOTH],
  ['is closed', [DONE, CLOSED], create('closed', LINK), BOTH],
  ['is closed, also for `always`', [DONE, CLOSED, always], create('closed', LINK), BOTH],
  ['is merged', [DONE, MERGED, always], create('merged', LINK), BOTH],
  ["can't be read", [DONE, hidden], { previous: unreadable }, ALL, asClosed],
  ["can't be read, for `always`", [DONE, hidden, always], { ...CONTINUE, previous: unreadable }, ALL, asOpen],
  ["can't be read, since GitHub fails", [DONE, failed, { repository }], { previous: unreadable }, BOTH, asClosed],
  ['is elsewhere', [{ ...DONE, pullRequest: elsewhere }], create('unreadable', elsewhere), [JOB], asClosed],
  ['was deleted: its repository is shown', [DONE, hidden, { repository }], create('deleted', LINK), ALL],
  ['was deleted, also for `always`', [DONE, hidden, { repository, ...always }], create('deleted', LINK), ALL],
  ['is of an archived job', [{ ...DONE, status: 'archived' }], create('job-archived', LINK), [JOB]],
  ['is of a failed job', [{ ...DONE, status: 'failed' }], create('job-failed', LINK), [JOB]],
  ['is of an active job', [{ ...ACTIVE, pullRequest: LINK }], create('job-active', LINK), [JOB]],
  ["isn't there yet", [ACTIVE], create('job-active'), [JOB]],
  ['is of a job with an unknown status', [{ unknownStatus: untrustedText('humming') }], create('job-active'), [JOB]],
  ['is of a job that is gone', [gone], create('job-gone'), [JOB]],
  ['has an unsafe link', [REFUSED], create('job-unreadable'), [JOB]],
  ["isn't there", [WITHOUT_LINK], {}, [JOB]],
  ["is of a job that can't be read", [failure(500)], create('job-unreadable'), [JOB], ofJob],
  ['is of a job behind a web page', [failure(404, { isJson: false })], create('job-unreadable'), [JOB], ofJob],
])('where the previous pull request %s', async (_name, given, expected, requests, said) => {
  const { destination, asked, warnings } = await choose(...given)
  expect([destination, asked, warnings]).toEqual([expected, requests, said ? [expect.stringMatching(said)] : []])
})

test('jobs without a pull request, or gone, are passed over; of all of them, five are looked at', async () => {
  const jobs = ['job-9', 'job-8', 'job-1', 'job-0', 'job-7', 'job-6']
  const read = jobs.map((id) => `getAgentJob ${id}`)
  const { destination, asked } = await choose([WITHOUT_LINK, gone, DONE], OPEN, { jobs })
  expect([destination, asked]).toEqual([CONTINUE, [...read.slice(0, 2), ...BOTH]])
  const none = await choose(WITHOUT_LINK, OPEN, { jobs })
  expect([none.destination, none.asked]).toEqual([{}, read.slice(0, 5)])
})

test.each([failure(401), failure(403), new TypeError('x')])('what ends the run, and a bug: %o', async (error) => {
  expect(await choose(error)).toMatchObject({ destination: { error }, asked: [JOB] })
})
