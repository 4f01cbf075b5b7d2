import { describe, expect, test } from 'vitest'
import {
  chooseDestination,
  type DestinationDependencies,
  findCandidate,
} from '../../../../src/agent-job/job/destination.ts'
import type { AgentJob } from '../../../../src/docs-service/schema.ts'
import type { PullRequestPlace, RepositoryPlace } from '../../../../src/github/pull-request-url.ts'
import type { PullRequestFacts } from '../../../../src/github/pull-requests.ts'
import { digest } from '../../../../src/github/signed-marker.ts'
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

test.each([
  ['that is newer', createOurComment(3), 'job-3'],
  ['that was taken over', createOurComment(3, { job: undefined, earlierJob: { jobId: 'job-0' } }), 'job-0'],
  ['without a job', createOurComment(3, { job: undefined }), 'job-1'],
  ['whose job has ended without a pull request', createOurComment(3, { outcome: 'failed' }), 'job-1'],
  ['of another project', createOurComment(3, { project: 'two' }), 'job-1'],
  ['with another key', { ...createOurComment(3), isVerified: false }, 'job-1'],
])('beside a comment %s, the candidate is the newest job of the thread: %#', (_name, other, jobId) => {
  expect(findCandidate([createOurComment(1), other], digest('project-1'))?.jobId).toBe(jobId)
})

interface Circumstances {
  mode?: 'auto' | 'always'
  /** What the comment knows of the job. */
  known?: Partial<JobRecord>
  isRepositoryVisible?: boolean
}

/** Decides about job-1, which gives `reads` in turn. `asked`: what was read, in order. */
async function choose(
  reads: (AgentJob | Error)[],
  pull: PullRequestFacts | Error = OPEN,
  { known, mode = 'auto', isRepositoryVisible = false }: Circumstances = {},
) {
  const asked: string[] = []
  const [fetchJob, readPull] = [giveInTurn(reads), giveInTurn([pull])]
  const { dependencies, warnings } = createDependencies({
    service: { getAgentJob: fetchJob },
    github: {
      fetchPullRequest({ owner, repo, number }: PullRequestPlace) {
        asked.push(`${owner}/${repo}#${number}`)
        return readPull()
      },
      async fetchRepository(place: RepositoryPlace = { owner: '', repo: '' }) {
        if (!isRepositoryVisible) throw refusal(404)
        asked.push(`${place.owner}/${place.repo}`)
      },
    },
  })
  const job = { ...known, jobId: 'job-1' }
  const outside = dependencies as DestinationDependencies
  const destination = await chooseDestination(job, mode, 60_000, outside).catch((error: unknown) => ({ error }))
  return { destination, asked, warnings }
}

const create = (state: string, url?: URL) => ({ kind: 'create', previous: { url, state } })
const CONTINUE = { kind: 'continue', jobId: 'job-1', previous: CONTINUED }
const UNREAD = expect.stringContaining("The job of a previous run can't be read: ")

test.each([
  ['open', OPEN, CONTINUE],
  ['closed', CLOSED, create('closed', LINK)],
  ['merged', { ...CLOSED, isMerged: true }, create('merged', LINK)],
] as const)('with a pull request that is %s, whatever the mode', async (_state, pull, expected) => {
  for (const mode of ['auto', 'always'] as const) {
    const { destination, asked } = await choose([DONE], pull, { mode })
    expect([destination, asked]).toEqual([expected, ['acme/docs#7']])
  }
})

test.each(['archived', 'failed'] as const)("as %s isn't continued", async (status) => {
  const { destination } = await choose([{ ...DONE, status }])
  expect(destination).toEqual(create(`job-${status}`, LINK))
})

const gone = failure(404)
const refused: AgentJob = { status: 'completed', isPrLinkRefused: true }

test.each<[string, AgentJob | Error, Partial<JobRecord>, object]>([
  ['is active', ACTIVE, {}, create('job-active')],
  ['is active, with a pull request', { ...ACTIVE, pullRequest: LINK }, {}, create('job-active', LINK)],
  ['has an unknown status', { unknownStatus: untrustedText('paused') }, {}, create('job-active')],
  ['is active, and was to continue one', ACTIVE, { previous: CONTINUED }, create('job-active', LINK)],
  ['is gone', gone, {}, create('job-gone')],
  ['is gone, and only our comment knows its link', gone, { prLink: LINK }, create('job-gone', LINK)],
  ['has an unsafe link', refused, {}, create('job-unreadable')],
  ['opened no pull request', { status: 'completed' }, {}, { kind: 'create' }],
])('a job that %s is replaced by a new one, without a warning', async (_name, job, known, expected) => {
  const { destination, asked, warnings } = await choose([job], OPEN, { known })
  expect([destination, asked, warnings]).toEqual([expected, [], []])
})

describe("a pull request whose state can't be read", () => {
  test('is continued only with follow-up: always', async () => {
    const auto = await choose([DONE], refusal(404))
    expect(auto.destination).toEqual(create('unreadable', LINK))
    expect(auto.warnings).toEqual([expect.stringMatching(/Couldn.t read.* is treated as closed\.$/)])
    const always = await choose([DONE], refusal(404), { mode: 'always' })
    expect(always.destination).toEqual({ ...CONTINUE, previous: { url: LINK, state: 'unreadable' } })
    expect(always.warnings).toEqual([expect.stringMatching(/ is treated as open \(`follow-up: always`\)\.$/)])
  })

  test("was deleted if the token can see its repository, and then isn't continued", async () => {
    for (const mode of ['auto', 'always'] as const) {
      const { destination, asked, warnings } = await choose([DONE], refusal(404), { mode, isRepositoryVisible: true })
      expect([destination, asked, warnings]).toEqual([create('deleted', LINK), ['acme/docs#7', 'acme/docs'], []])
    }
    const failed = await choose([DONE], refusal(500), { isRepositoryVisible: true })
    expect(failed.destination).toEqual(create('unreadable', LINK))
  })

  test('is not asked for on another server', async () => {
    const pullRequest = new URL('https://gitlab.test/acme/docs/-/merge_requests/7')
    const { destination, asked } = await choose([{ ...DONE, pullRequest }])
    expect([destination, asked]).toEqual([create('unreadable', pullRequest), []])
  })
})

test.each([failure(401), failure(403), new TypeError('x')])('what ends the run, and a bug: %o', async (error) => {
  expect(await choose([error])).toMatchObject({ destination: { error }, asked: [] })
})

test("a job that can't be read is one that isn't continued", async () => {
  const { destination, warnings } = await choose([failure(500)])
  expect([destination, warnings]).toEqual([create('job-unreadable'), [UNREAD]])
})
