import { expect, test } from 'vitest'
import type { Destination } from '../../../src/agent-job/destination.ts'
import { RunResult } from '../../../src/agent-job/run-result.ts'
import { sendPrompt, UnknownError } from '../../../src/agent-job/send.ts'
import { ActionError, type ActionErrorOptions } from '../../../src/runner/action-error.ts'
import { type AgentJob, parseJob } from '../../../src/service/job.ts'
import { createContext } from './context-for-tests.ts'

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
  const result = Object.assign(new RunResult(0), { destination })
  const answered = await sendPrompt(createContext({ service }), result, prompt).catch((caught: unknown) => caught)
  return { answered, destination: result.destination, sent }
}

test('a prompt is one request: a new job, or a message whose job keeps its ID', async () => {
  expect(await send([job({})], NEW)).toMatchObject({
    answered: { id: 'job-9' },
    destination: NEW,
    sent: ['create long'],
  })
  expect(await send([job({ id: 'other' })], CONTINUED)).toMatchObject({
    answered: { id: 'job-1' },
    destination: CONTINUED,
    sent: ['message job-1 long'],
  })
})

test.each([400, 404, 405, 409, 410, 422])('a message that is refused with %i becomes a new job', async (status) => {
  const refusal = error(status, { said: 'The service says: "No".' })
  const { answered, destination, sent } = await send([refusal, job({})], CONTINUED)
  const reason = 'The service refused to continue the previous job. The service says: "No".'
  expect([answered, destination]).toMatchObject([{ id: 'job-9' }, { jobId: undefined, reason }])
  expect(sent).toEqual(['message job-1 long', 'create long'])
})

test.each([401, 402, 403, 413, 429])('a message that ends with %i sends nothing more', async (status) => {
  const refusal = error(status)
  const { answered, sent } = await send([refusal, job({})], CONTINUED)
  expect([answered, sent]).toEqual([refusal, ['message job-1 long']])
})

test('what is too large is sent once more without patches', async () => {
  expect((await send([error(413), job({})], NEW, 'short')).sent).toEqual(['create long', 'create short'])
  const message = ['message job-1 long', 'message job-1 short']
  expect((await send([error(413), job({})], CONTINUED, 'short')).sent).toEqual(message)
  const twice = error(413)
  expect((await send([error(413), twice], NEW, 'short')).answered).toBe(twice)
  expect((await send([error(413), error(404), job({})], CONTINUED, 'short')).sent).toEqual([...message, 'create long'])
})

test.each([500, 503, 200, undefined])(
  'what may have been received is unknown, and not sent again: %s',
  async (status) => {
    const lost = error(status, { isRefused: false, isTrouble: true })
    for (const destination of [NEW, CONTINUED]) {
      const { answered, sent } = await send([lost, job({})], destination, 'short')
      expect(answered).toBeInstanceOf(UnknownError)
      expect(answered).toMatchObject({ message: lost.message })
      expect(sent).toHaveLength(1)
    }
    expect((await send([error(404), lost], CONTINUED)).answered).toBeInstanceOf(UnknownError)
  },
)
