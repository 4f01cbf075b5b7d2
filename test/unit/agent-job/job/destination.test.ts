import { expect, test } from 'vitest'
import type { Inputs } from '../../../../src/agent-job/inputs.ts'
import { findDestination } from '../../../../src/agent-job/job/destination.ts'
import type { AgentJob } from '../../../../src/docs-service/schema.ts'
import type { PullRequestPlace, RepositoryPlace } from '../../../../src/github/pull-request-url.ts'
import type { PullRequestFacts } from '../../../../src/github/pull-requests.ts'
import type { ClaimComment } from '../../../../src/job-marker/claim.ts'
import type { JobRecord } from '../../../../src/job-marker/job-record.ts'
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
  OPEN,
  refusal,
} from './job-for-tests.ts'

const CLOSED: PullRequestFacts = { ...OPEN, state: 'closed' }
const MODES = ['auto', 'always'] as const

interface Circumstances {
  found?: ClaimComment[]
  mode?: Inputs['followUp']
  /** What the comment knows of job-1. */
  known?: Partial<JobRecord>
  isRepositoryVisible?: boolean
}

/** Decides about the previous job, as the service and GitHub have it. `asked`: what was read, in order. */
async function choose(
  job: AgentJob | Error,
  pull: PullRequestFacts | Error = OPEN,
  { known = {}, found = [createOurComment(1, { job: known })], mode = 'auto', ...others }: Circumstances = {},
) {
  const asked: string[] = []
  const [readJob, readPull] = [giveInTurn([job]), giveInTurn([pull])]
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
    comment: {},
  })
  const inputs = { followUp: mode, projectId: 'project-1' } as Inputs
  const destination = await findDestination(found, inputs, 60_000, dependencies).catch((error: unknown) => ({ error }))
  return { destination, asked, warnings }
}

test.each([
  ['that is newer', createOurComment(3), 'job-3'],
  ['that was taken over', createOurComment(3, { job: undefined, earlierJob: { jobId: 'job-0' } }), 'job-0'],
  ['without a job', createOurComment(3, { job: undefined }), 'job-1'],
  ['whose job has ended without a pull request', createOurComment(3, { outcome: 'failed' }), 'job-1'],
  ['of another project', createOurComment(3, { project: 'two' }), 'job-1'],
  ['with another key', { ...createOurComment(3), isVerified: false }, 'job-1'],
])('beside a comment %s, the newest job of the thread is continued: %#', async (_name, other, jobId) => {
  const { destination } = await choose(DONE, OPEN, { found: [createOurComment(1), other] })
  expect(destination).toMatchObject({ jobId })
})

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
const refused: AgentJob = { status: 'completed', isPrLinkRefused: true }

test.each<[string, AgentJob | Error, Partial<JobRecord>, object]>([
  ['is archived', { ...DONE, status: 'archived' }, {}, create('job-archived', LINK)],
  ['is active', ACTIVE, {}, create('job-active')],
  ['is active, with a pull request', { ...ACTIVE, pullRequest: LINK }, {}, create('job-active', LINK)],
  ['has an unknown status', { unknownStatus: untrustedText('paused') }, {}, create('job-active')],
  ['is active, and was to continue one', ACTIVE, { previous: CONTINUED }, create('job-active', LINK)],
  ['is gone', gone, {}, create('job-gone')],
  ['is gone, and only our comment knows its link', gone, { prLink: LINK }, create('job-gone', LINK)],
  ['has an unsafe link', refused, {}, create('job-unreadable')],
  ['opened no pull request', { status: 'completed' }, {}, {}],
])('a job that %s is replaced by a new one, without a warning', async (_name, job, known, expected) => {
  const { destination, asked, warnings } = await choose(job, OPEN, { known })
  expect([destination, asked, warnings]).toEqual([expected, ['job-1'], []])
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
