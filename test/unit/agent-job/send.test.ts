import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Destination } from '../../../src/agent-job/destination.ts'
import { RunResult } from '../../../src/agent-job/run-result.ts'
import { send, UnknownError } from '../../../src/agent-job/send.ts'
import { ActionError, type ActionErrorOptions } from '../../../src/runner/action-error.ts'
import { type AgentJob, parseJob } from '../../../src/service/job.ts'
import { createContext } from './context-for-tests.ts'

const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)

beforeEach(() => {
  write.mockClear()
})

const job = (value: object) => parseJob({ id: 'job-9', ...value }) as AgentJob
const error = (status: number | undefined, options: ActionErrorOptions = {}) =>
  new ActionError(`Failed ${status}.`, { status, isRefused: (status ?? 500) < 500, ...options })

const NEW: Destination = { jobId: undefined, pullRequest: undefined, reason: '' }
const CONTINUED: Destination = { ...NEW, jobId: 'job-1' }

/** Sends a prompt to a service that gives `answers` in turn. `sent`: its requests; `failure`: what ended the run. */
async function play(answers: (AgentJob | Error)[], destination: Destination, withoutPatches = '') {
  const sent: string[] = []
  const states: string[] = []
  const result = Object.assign(new RunResult(0), { destination })
  const answer = async (request: string) => {
    sent.push(request)
    states.push(result.state)
    const next = answers.shift()
    if (next === undefined || next instanceof Error) throw next ?? new TypeError('One request too many.')
    return next
  }
  const service = {
    createJob: (prompt: string) => answer(`create ${prompt}`),
    sendMessage: (id: string, prompt: string) => answer(`message ${id} ${prompt}`),
  }
  const prompt = { text: 'long', withoutPatches }
  const failure = await send(createContext({ service }), result, prompt).catch((caught: unknown) => caught)
  expect(new Set(states)).toEqual(new Set(['sending']))
  return { failure, sent, state: result.state, jobId: result.jobId, destination: result.destination, result }
}

/** The file of the step's outputs. */
function createOutputs() {
  const folder = mkdtempSync(join(tmpdir(), 'send-'))
  const path = join(folder, 'outputs')
  writeFileSync(path, '')
  vi.stubEnv('GITHUB_OUTPUT', path)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  return () => readFileSync(path, 'utf8')
}

test('the job is an output, and in the log, with its status', async () => {
  const readOutputs = createOutputs()
  await play([job({ status: 'active' })], NEW)
  await play([job({ id: 'job-8' })], NEW)
  expect(readOutputs().match(/(?<=\n)(job-\d|active)?(?=\nghadelimiter)/gu)).toEqual(['job-9', 'active', 'job-8', ''])
  expect(write.mock.calls.join('')).toMatch(/Job: job-9\n.*Job: job-8\n/su)
})

test('a prompt is one request: a new job, or a message whose job keeps its ID', async () => {
  expect(await play([job({ status: 'active' })], NEW)).toMatchObject({
    ...{ failure: undefined, sent: ['create long'], state: 'job', jobId: 'job-9', destination: NEW },
    result: { job: { id: 'job-9', status: 'active' }, prompt: { text: 'long' } },
  })
  expect(await play([job({ id: 'other' })], CONTINUED)).toMatchObject({
    ...{ failure: undefined, sent: ['message job-1 long'], state: 'job', jobId: 'job-1', destination: CONTINUED },
  })
})

test.each([400, 404, 405, 409, 410, 422])('a message that is refused with %i becomes a new job', async (status) => {
  const played = await play([error(status, { said: 'The service says: "No".' }), job({})], CONTINUED)
  const reason = 'The service refused to continue the previous job. The service says: "No".'
  const sent = ['message job-1 long', 'create long']
  expect(played).toMatchObject({ sent, jobId: 'job-9', destination: { jobId: undefined, reason } })
  const { destination } = await play([error(status), job({})], CONTINUED)
  expect(destination.reason).toBe('The service refused to continue the previous job.')
})

test.each([401, 402, 403, 413, 429])('a message that ends with %i sends nothing more', async (status) => {
  const failure = error(status)
  const sent = ['message job-1 long']
  expect(await play([failure, job({})], CONTINUED)).toMatchObject({ failure, sent, state: 'not-sent', jobId: '' })
})

test('what is too large is sent once more without patches', async () => {
  const created = await play([error(413), job({})], NEW, 'short')
  expect(created).toMatchObject({ sent: ['create long', 'create short'], result: { prompt: { text: 'short' } } })
  const sent = ['message job-1 long', 'message job-1 short']
  expect(await play([error(413), job({})], CONTINUED, 'short')).toMatchObject({ sent })
  const failure = error(413)
  expect(await play([error(413), failure], NEW, 'short')).toMatchObject({ failure, state: 'not-sent' })
  const refused = await play([error(413), error(404), job({})], CONTINUED, 'short')
  expect(refused).toMatchObject({ sent: [...sent, 'create long'], result: { prompt: { text: 'long' } } })
})

test.each([500, 503, 200, undefined])(
  'what may have been received is unknown, and not sent again: %s',
  async (status) => {
    const lost = error(status, { isRefused: false, isTrouble: true })
    for (const destination of [NEW, CONTINUED]) {
      const { failure, sent, state } = await play([lost, job({})], destination, 'short')
      expect(failure).toBeInstanceOf(UnknownError)
      expect(failure).toMatchObject({ message: lost.message, cause: lost.cause })
      expect([sent.length, state]).toEqual([1, 'sending'])
    }
    const { failure, destination } = await play([error(404), lost], CONTINUED)
    expect([failure instanceof UnknownError, destination.jobId]).toEqual([true, undefined])
  },
)

test('a canceled run sends nothing', async () => {
  const result = new RunResult(0)
  const context = { ...createContext(), signal: AbortSignal.abort(new Error('canceled')) }
  const prompt = { text: 'long', withoutPatches: '' }
  await expect(send(context, result, prompt)).rejects.toThrow('canceled')
  expect(result.state).toBe('not-sent')
})
