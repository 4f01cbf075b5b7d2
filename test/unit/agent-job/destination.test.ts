import { expect, test } from 'vitest'
import { type Destination, findDestination } from '../../../src/agent-job/destination.ts'
import { ActionError } from '../../../src/runner/action-error.ts'
import { type AgentJob, parseJob } from '../../../src/service/job.ts'
import { type ContextChanges, createContext } from './context-for-tests.ts'

const NEW: Destination = { jobId: undefined, pullRequest: undefined, reason: '' }
const error = (status: number) => new ActionError(`Failed ${status}.`, { status, isRefused: true, hint: 'Look.' })

const LINK = 'https://github.com/acme/docs/pull/3'
const OPEN = { title: 'Docs', merged: false, state: 'open', head: { sha: 'abc' }, changed_files: 2 }

/** Decides about `job-1`, with a service and a GitHub that know `answer` and `pull`. */
async function decide(
  answer: object | Error,
  pull: object | Error = OPEN,
  changes: ContextChanges = {},
  isNew = false,
) {
  const asked: unknown[] = []
  const github = {
    rest: {
      pulls: {
        get: async (place: unknown) => {
          asked.push(place)
          if (pull instanceof Error) throw pull
          return { data: pull }
        },
      },
    },
  }
  const getJob = async (id: string) => {
    asked.push(id)
    if (answer instanceof Error) throw answer
    return parseJob({ id, ...answer }) as AgentJob
  }
  const destination = await findDestination(createContext({ github, service: { getJob }, ...changes }), 'job-1', isNew)
  return { ...destination, asked }
}

const COMPLETED = { status: 'completed', prLink: LINK }

test('a completed job with an open pull request is continued', async () => {
  const { asked, ...destination } = await decide(COMPLETED)
  const pullRequest = { url: new URL(LINK), title: 'Docs', state: 'open', headSha: 'abc', fileCount: 2 }
  expect(destination).toEqual({ jobId: 'job-1', pullRequest, reason: '' })
  expect(asked).toEqual(['job-1', { owner: 'acme', repo: 'docs', pull_number: 3 }])
})

test.each<[string, object | Error, object | Error, reason: string]>([
  ['is active', { status: 'active', prLink: LINK }, OPEN, 'The previous job has the status `active`.'],
  ['has no known status', {}, OPEN, 'The previous job has the status `unknown`.'],
  ['opened nothing', { status: 'completed' }, OPEN, 'The previous job opened no pull request.'],
  [
    'is elsewhere',
    { status: 'completed', prLink: 'https://gitlab.example/a/b/pull/1' },
    OPEN,
    "The previous pull request isn't on github.com.",
  ],
  ['was merged', COMPLETED, { ...OPEN, state: 'closed', merged: true }, 'The previous pull request is merged.'],
  ['was closed', COMPLETED, { ...OPEN, state: 'closed' }, 'The previous pull request is closed.'],
  ["can't be read", error(404), OPEN, 'Failed 404.'],
  ["has a pull request that can't be read", COMPLETED, error(403), `Couldn't read the pull request ${LINK}. Look.`],
])('a job that %s is not continued, and the reason is told', async (_name, answer, pull, reason) => {
  expect(await decide(answer, pull)).toMatchObject({ ...NEW, reason })
})

test('`--new`, `follow-up: false` and a run without a token ask nothing', async () => {
  const runs = [
    decide(COMPLETED, OPEN, {}, true),
    decide(COMPLETED, OPEN, { inputs: { followUp: false } }),
    decide(COMPLETED, OPEN, { github: undefined }),
  ]
  for (const run of runs) expect(await run).toEqual({ ...NEW, asked: [] })
})
