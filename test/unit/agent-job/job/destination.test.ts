import { expect, test } from 'vitest'
import type { Inputs } from '../../../../src/agent-job/inputs/inputs.ts'
import { findDestination } from '../../../../src/agent-job/job/destination.ts'
import type { AgentJob } from '../../../../src/docs-service/schema.ts'
import type { PullRequestPlace, RepositoryPlace } from '../../../../src/github/pull-request-url.ts'
import type { PullRequestFacts } from '../../../../src/github/pull-requests.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import {
  ACTIVE,
  CONTINUED,
  createDependencies,
  DONE,
  failure,
  giveInTurn,
  LINK,
  OPEN,
  refusal,
} from './job-for-tests.ts'

const CLOSED: PullRequestFacts = { ...OPEN, state: 'closed' }
const MODES = ['auto', 'always'] as const

interface Circumstances {
  /** What the thread knows, the newest first. */
  jobs?: string[]
  mode?: Inputs['followUp']
  isRepositoryVisible?: boolean
}

/**
 * Decides about the previous jobs, as the service and GitHub have them.
 * @param job the newest one, or all of them in turn
 * @returns `asked`: what was read, in order
 */
async function choose(
  job: AgentJob | Error | (AgentJob | Error)[],
  pull: PullRequestFacts | Error = OPEN,
  { jobs = ['job-1'], mode = 'auto', ...others }: Circumstances = {},
) {
  const asked: string[] = []
  const [readJob, readPull] = [giveInTurn([job].flat()), giveInTurn([pull])]
  const { dependencies, warnings } = createDependencies({
    service: {
      getAgentJob(id: string) {
        asked.push(id)
        return readJob()
      },
    },
    github: {
      fetchPullRequest({ owner, repo, number }: PullRequestPlace) {
        asked.push(`${owner}/${repo}#${number}`)
        return readPull()
      },
      async fetchRepository(place: RepositoryPlace = { owner: '', repo: '' }) {
        if (!others.isRepositoryVisible) throw refusal(404)
        asked.push(`${place.owner}/${place.repo}`)
      },
    },
  })
  const destination = await findDestination(jobs, { followUp: mode }, 60_000, dependencies).catch((error: unknown) => ({
    error,
  }))
  return { destination, asked, warnings }
}

const create = (state: string, url?: URL) => ({ previous: { url, state } })
const CONTINUE = { jobId: 'job-1', previous: CONTINUED }

test.each([
  ['open', OPEN, CONTINUE],
  ['closed', CLOSED, create('closed', LINK)],
  ['merged', { ...CLOSED, isMerged: true }, create('merged', LINK)],
] as const)('with a pull request that is %s, whatever the mode', async (_state, pull, expected) => {
  for (const mode of MODES) {
    const { destination, asked } = await choose(DONE, pull, { mode })
    expect([destination, asked]).toEqual([expected, ['job-1', 'acme/docs#7']])
  }
})

const gone = failure(404)
const WITHOUT_LINK: AgentJob = { status: 'completed' }
const refused: AgentJob = { status: 'completed', isPrLinkRefused: true }

test.each<[string, AgentJob | Error, object]>([
  ['is archived', { ...DONE, status: 'archived' }, create('job-archived', LINK)],
  ['failed', { ...DONE, status: 'failed' }, create('job-failed', LINK)],
  ['is active', ACTIVE, create('job-active')],
  ['is active, with a pull request', { ...ACTIVE, pullRequest: LINK }, create('job-active', LINK)],
  ['has an unknown status', { unknownStatus: untrustedText('paused') }, create('job-active')],
  ['is gone', gone, create('job-gone')],
  ['has an unsafe link', refused, create('job-unreadable')],
  ['opened no pull request', WITHOUT_LINK, {}],
])('a job that %s is replaced by a new one, without a warning', async (_name, job, expected) => {
  const { destination, asked, warnings } = await choose(job)
  expect([destination, asked, warnings]).toEqual([expected, ['job-1'], []])
})

test('jobs without a pull request, or gone, are passed over; of all of them, five are looked at', async () => {
  const jobs = ['job-9', 'job-8', 'job-1', 'job-0']
  const { destination, asked } = await choose([WITHOUT_LINK, gone, DONE], OPEN, { jobs })
  expect([destination, asked]).toEqual([CONTINUE, ['job-9', 'job-8', 'job-1', 'acme/docs#7']])
  const none = await choose(WITHOUT_LINK, OPEN, { jobs: [...jobs, 'job-7', 'job-6'] })
  expect([none.destination, none.asked]).toEqual([{}, [...jobs, 'job-7']])
})

const elsewhere = new URL('https://gitlab.test/acme/docs/-/merge_requests/7')

test("a pull request whose state can't be read is continued only with follow-up: always", async () => {
  const auto = await choose(DONE, refusal(404))
  expect(auto.destination).toEqual(create('unreadable', LINK))
  expect(auto.warnings).toEqual([expect.stringMatching(/Couldn.t determine.* is treated as closed\.$/)])
  const always = await choose(DONE, refusal(404), { mode: 'always' })
  expect(always.destination).toEqual({ ...CONTINUE, previous: { url: LINK, state: 'unreadable' } })
  expect(always.warnings).toEqual([expect.stringMatching(/ is treated as open \(`follow-up: always`\)\.$/)])
  const onOther = await choose({ ...DONE, pullRequest: elsewhere })
  expect([onOther.destination, onOther.asked]).toEqual([create('unreadable', elsewhere), ['job-1']])
})

test("a pull request was deleted if the token can see its repository, and then isn't continued", async () => {
  for (const mode of MODES) {
    const { destination, asked, warnings } = await choose(DONE, refusal(404), { mode, isRepositoryVisible: true })
    expect([destination, asked, warnings]).toEqual([create('deleted', LINK), ['job-1', 'acme/docs#7', 'acme/docs'], []])
  }
  const failed = await choose(DONE, refusal(500), { isRepositoryVisible: true })
  expect(failed.destination).toEqual(create('unreadable', LINK))
})

test.each([failure(401), failure(403), new TypeError('x')])('what ends the run, and a bug: %o', async (error) => {
  expect(await choose(error)).toMatchObject({ destination: { error }, asked: ['job-1'] })
})

test("a job that can't be read is one that isn't continued", async () => {
  const { destination, warnings } = await choose(failure(500))
  const unread = expect.stringContaining("The job of a previous run can't be read: ")
  expect([destination, warnings]).toEqual([create('job-unreadable'), [unread]])
})
