import { expect, test } from 'vitest'
import { type Destination, findDestination, sendPrompt, UnknownError } from '../../../src/agent-job/job.ts'
import { ActionError, type ActionErrorOptions } from '../../../src/runner/action-error.ts'
import { type AgentJob, parseJob } from '../../../src/service/job.ts'
import { type ContextChanges, createContext } from './context-for-tests.ts'

const job = (value: object) => parseJob({ id: 'job-9', ...value }) as AgentJob
const error = (status: number | undefined, options: ActionErrorOptions = {}) =>
  new ActionError(`Failed ${status}.`, { status, isRefused: (status ?? 500) < 500, ...options })

const NEW: Destination = { jobId: undefined, pullRequest: undefined, reason: '' }
const CONTINUED: Destination = { ...NEW, jobId: 'job-1' }

/** Sends a prompt to a service that gives `answers` in turn; `sent` are its requests. */
async function send(answers: (AgentJob | Error)[], destination: Destination, withoutPatches = '') {
  const sent: string[] = []
  const answer = async (request: string) => {
    sent.push(request)
    const next = answers.shift()
    if (next === undefined || next instanceof Error) throw next ?? new TypeError('One request too many.')
    return next
  }
  const service = {
    createJob: (prompt: string) => answer(`create ${prompt}`),
    sendMessage: (id: string, prompt: string) => answer(`message ${id} ${prompt}`),
  }
  const prompt = { text: 'long', withoutPatches, unsentLines: 0 }
  const result = await sendPrompt(createContext({ service }), prompt, destination).catch((caught: unknown) => caught)
  return { result, sent }
}

test('a prompt is one request: a new job, or a message whose job keeps its ID', async () => {
  expect(await send([job({})], NEW)).toMatchObject({
    result: { job: { id: 'job-9' }, destination: NEW },
    sent: ['create long'],
  })
  const { result, sent } = await send([job({ id: 'other' })], CONTINUED)
  expect(result).toMatchObject({ job: { id: 'job-1' }, destination: CONTINUED })
  expect(sent).toEqual(['message job-1 long'])
})

test.each([400, 404, 405, 409, 410, 422])('a message that is refused with %i becomes a new job', async (status) => {
  const refusal = error(status, { said: 'The service says: "No".' })
  const { result, sent } = await send([refusal, job({})], CONTINUED)
  const reason = 'The service refused to continue the previous job. The service says: "No".'
  expect(result).toMatchObject({ job: { id: 'job-9' }, destination: { jobId: undefined, reason } })
  expect(sent).toEqual(['message job-1 long', 'create long'])
})

test.each([401, 402, 403, 413, 429])('a message that ends with %i sends nothing more', async (status) => {
  const refusal = error(status)
  expect(await send([refusal, job({})], CONTINUED)).toEqual({ result: refusal, sent: ['message job-1 long'] })
})

test('what is too large is sent once more without patches', async () => {
  expect((await send([error(413), job({})], NEW, 'short')).sent).toEqual(['create long', 'create short'])
  const message = ['message job-1 long', 'message job-1 short']
  expect((await send([error(413), job({})], CONTINUED, 'short')).sent).toEqual(message)
  const twice = error(413)
  expect(await send([error(413), twice], NEW, 'short')).toEqual({
    result: twice,
    sent: ['create long', 'create short'],
  })
  expect((await send([error(413), error(404), job({})], CONTINUED, 'short')).sent).toEqual([...message, 'create long'])
})

test.each([500, 503, 200, undefined])(
  'what may have been received is unknown, and not sent again: %s',
  async (status) => {
    const lost = error(status, { isRefused: false, isTrouble: true })
    for (const destination of [NEW, CONTINUED]) {
      const { result, sent } = await send([lost, job({})], destination, 'short')
      expect(result).toBeInstanceOf(UnknownError)
      expect(result).toMatchObject({ message: lost.message })
      expect(sent).toHaveLength(1)
    }
    const { result } = await send([error(404), lost], CONTINUED)
    expect(result).toBeInstanceOf(UnknownError)
  },
)

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
    return job(answer)
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
  ["can't be read", error(404), OPEN, "The previous job or its pull request couldn't be read. Failed 404."],
  [
    "has a pull request that can't be read",
    COMPLETED,
    error(403),
    `The previous job or its pull request couldn't be read. Couldn't read the pull request ${LINK}. Failed 403.`,
  ],
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
