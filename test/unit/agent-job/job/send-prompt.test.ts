import { describe, expect, test } from 'vitest'
import { endByError } from '../../../../src/agent-job/ending.ts'
import { sendPrompt } from '../../../../src/agent-job/job/create-or-continue.ts'
import type { Destination } from '../../../../src/agent-job/job/destination.ts'
import type { Prompt } from '../../../../src/agent-job/request/prompt.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import {
  connectError,
  createServiceForTests,
  fakeFetch,
  json,
  networkError,
  noLimits,
} from '../../docs-service/service-for-tests.ts'
import { CONTINUED, createDependencies } from './job-for-tests.ts'

type Answer = Parameters<typeof fakeFetch>[number]

const CONTINUE = { kind: 'continue', jobId: 'job-1', previous: CONTINUED } as const
const PLAIN: Prompt = { text: untrustedText('Do it.'), removals: 0 }
const WITH_PATCHES: Prompt = {
  ...PLAIN,
  changes: '1 patch',
  withoutPatches: { text: untrustedText('Do it, in short.'), changes: '1 file by name only' },
}
const MESSAGE = '/v2/agent/project-1/job/job-1/message'
const CREATE = '/v2/agent/project-1/job'
const accepted = json({ id: 'job-1', status: 'active' })
const created = json({ id: 'job-2', status: 'active' }, 201)
const tooLarge = json({}, 413)

/** Sends a prompt to a service that gives these answers. `sent`: path and prompt of each request. */
async function send(answers: Answer[], prompt = PLAIN, destination: Destination = CONTINUE) {
  const { fetch, calls } = fakeFetch(...answers)
  const { service } = createServiceForTests({ fetch })
  const { dependencies, warnings } = createDependencies({ service })
  const result = await sendPrompt(prompt, destination, noLimits(), dependencies).then(
    ({ job: { jobId, isFollowUp }, prompt: sent }) => ({ jobId, isFollowUp, changes: sent?.changes }),
    (error: unknown) => ({ outcome: endByError(error).outcome }),
  )
  const sent = calls.map(({ url, init }) => [new URL(url).pathname, JSON.parse(String(init.body)).prompt])
  return { result, sent, paths: sent.map(([path]) => path), warnings }
}

const FOLLOW_UP = { jobId: 'job-1', isFollowUp: true }
const NEW_JOB = { jobId: 'job-2', isFollowUp: false }

describe('a message', () => {
  test('goes to the job that is continued, with the prompt', async () => {
    const { result, sent, warnings } = await send([accepted])
    expect([result, sent, warnings]).toEqual([FOLLOW_UP, [[MESSAGE, 'Do it.']], []])
  })

  const REFUSALS = [400, 404, 405, 409, 410, 413, 421, 422]

  test.each(REFUSALS)('that is refused with %d is followed by a new job, once', async (status) => {
    const { result, paths, warnings } = await send([json({ error: 'no' }, status), created])
    expect([result, paths]).toEqual([NEW_JOB, [MESSAGE, CREATE]])
    expect(warnings).toEqual([expect.stringMatching(/^A new job is created: .* rejected the prompt/)])
  })

  test.each<[string, Answer, string]>([
    ['500', json({}, 500), 'unknown'],
    ['a reset', networkError('ECONNRESET'), 'unknown'],
    ['another job', json({ id: 'job-9', status: 'active' }), 'unknown'],
    ['401', json({}, 401), 'error'],
    ['415', json({}, 415), 'error'],
  ])('that is answered with %s ends the run: nothing more is sent', async (_name, answer, outcome) => {
    const { result, paths } = await send([answer, created])
    expect([result, paths]).toEqual([{ outcome }, [MESSAGE]])
  })

  test("without a connection isn't a new job", async () => {
    const { result, paths } = await send([connectError('ECONNREFUSED')])
    expect([result, new Set(paths)]).toEqual([{ outcome: 'unavailable' }, new Set([MESSAGE])])
  })

  const whole = 'Do it.'
  const short = 'Do it, in short.'
  const tooLargeTwice = [tooLarge, tooLarge, tooLarge, created]

  test.each<[string, Answer[], object, messages: string[], creates: string[]]>([
    ['is sent once more without them', [json({}, 400), accepted], FOLLOW_UP, [whole, short], []],
    ['becomes a new job by the same rules then', tooLargeTwice, NEW_JOB, [whole, short], [whole, short]],
    ['becomes one at once for another reason', [json({}, 404), created], NEW_JOB, [whole], [whole]],
  ])('that is refused with its patches %s', async (_name, answers, expected, messages, creates) => {
    const { result, sent } = await send(answers, WITH_PATCHES)
    expect(result).toMatchObject(expected)
    const requests = [messages.map((text) => [MESSAGE, text]), creates.map((text) => [CREATE, text])]
    expect(sent).toEqual(requests.flat())
  })

  test('that is refused, and a create request without an answer, end as unknown', async () => {
    const { result, paths } = await send([json({}, 404), networkError('ECONNRESET'), created])
    expect([result, paths]).toEqual([{ outcome: 'unknown' }, [MESSAGE, CREATE]])
  })
})

test('the changes that are reported are those that were sent, and a warning says so', async () => {
  const whole = await send([created], WITH_PATCHES, { kind: 'create' })
  expect([whole.result, whole.paths, whole.warnings]).toEqual([{ ...NEW_JOB, changes: '1 patch' }, [CREATE], []])
  const short = await send([tooLarge, created], WITH_PATCHES, { kind: 'create' })
  expect(short.result).toMatchObject({ changes: '1 file by name only' })
  // The summary shows the text alone, beside a result.
  expect(short.warnings).toEqual([expect.stringMatching(/: The service refused the prompt .*prompt once more/)])
})
