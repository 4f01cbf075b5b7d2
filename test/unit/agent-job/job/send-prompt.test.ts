import { describe, expect, test } from 'vitest'
import type { Destination } from '../../../../src/agent-job/job/destination.ts'
import { sendPrompt } from '../../../../src/agent-job/job/send-prompt.ts'
import type { Prompt } from '../../../../src/agent-job/request/prompt.ts'
import { endByError } from '../../../../src/agent-job/result/run-result.ts'
import type { Log } from '../../../../src/runner/log.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import {
  connectError,
  createServiceForTests,
  fakeFetch,
  json,
  networkError,
  noLimits,
} from '../../docs-service/service-for-tests.ts'

type Answer = Parameters<typeof fakeFetch>[number]

const CONTINUE: Destination = {
  kind: 'continue',
  jobId: 'job-1',
  previous: { url: new URL('https://github.test/acme/docs/pull/1'), state: 'open' },
}
const PLAIN: Prompt = { text: untrustedText('Do it.'), removals: 0 }
const WITH_PATCHES: Prompt = {
  ...PLAIN,
  changes: '1 patch, 9 characters',
  withoutPatches: {
    text: untrustedText('Do it, in short.'),
    changes: '0 patches, 0 characters; 1 file by name only',
  },
}
const MESSAGE = '/v2/agent/project-1/job/job-1/message'
const CREATE = '/v2/agent/project-1/job'
const accepted = json({ id: 'job-1', status: 'active' })
const created = json({ id: 'job-2', status: 'active' }, 201)

/** Sends a prompt to a service that gives these answers. `sent`: path and prompt of each request. */
async function send(answers: Answer[], prompt = PLAIN, destination: Destination = CONTINUE) {
  const { fetch, calls } = fakeFetch(...answers)
  const { service } = createServiceForTests({ fetch })
  const warnings: string[] = []
  const texts: string[] = []
  const log = {
    warning: (title: string, text: string) => [warnings.push(title), texts.push(text)],
  } as unknown as Log
  if (destination.kind === 'still-active') throw new Error('Nothing is sent there.')
  const result = await sendPrompt(prompt, destination, service, noLimits(), log).then(
    ({ job, isFollowUp }) => ({ jobId: job.id, isFollowUp }),
    (error: unknown) => ({ outcome: endByError(error).outcome }),
  )
  const sent = calls.map(({ url, init }) => [new URL(url).pathname, JSON.parse(String(init.body)).prompt])
  return { result, sent, paths: sent.map(([path]) => path), warnings, texts }
}

describe('a message', () => {
  test('a message goes to the job that is continued, with the prompt', async () => {
    const { result, sent, warnings } = await send([accepted])
    expect(result).toEqual({ jobId: 'job-1', isFollowUp: true })
    expect(sent).toEqual([[MESSAGE, 'Do it.']])
    expect(warnings).toEqual([])
  })

  test.each([400, 404, 405, 409, 410, 413, 421, 422])(
    'a message refused with %d is followed by a new job, once',
    async (status) => {
      const { result, paths, warnings } = await send([json({ error: 'no' }, status), created])
      expect(result).toEqual({ jobId: 'job-2', isFollowUp: false })
      expect(paths).toEqual([MESSAGE, CREATE])
      expect(warnings).toEqual(['A new job is created'])
    },
  )

  test.each<[string, Answer]>([
    ...[500, 502, 503, 301, 302, 307, 308, 408, 425].map((status): [string, Answer] => [
      String(status),
      json({}, status, { location: 'https://elsewhere.example' }),
    ]),
    ['a reset', networkError('ECONNRESET')],
    ['no JSON', () => new Response('<html>')],
    ['no object', json([])],
    ['another job', json({ id: 'job-9', status: 'active' })],
  ])('a message answered with %s may have been received: nothing more is sent', async (_name, answer) => {
    const { result, paths } = await send([answer, created])
    expect(result).toEqual({ outcome: 'unknown' })
    expect(paths).toEqual([MESSAGE])
  })

  test.each([401, 402, 403, 415, 451])('a message refused with %d ends as an error', async (status) => {
    const { result, paths } = await send([json({}, status), created])
    expect(result).toEqual({ outcome: 'error' })
    expect(paths).toEqual([MESSAGE])
  })

  test.each<[string, Answer]>([
    ['429', json({}, 429)],
    ['a connection that was never made', connectError('ECONNREFUSED')],
  ])('a message is sent again after %s, and after a while ends as unavailable', async (_name, answer) => {
    const once = await send([answer, accepted])
    expect(once).toMatchObject({
      result: { jobId: 'job-1', isFollowUp: true },
      paths: [MESSAGE, MESSAGE],
    })
    const always = await send([answer])
    expect(always.result).toEqual({ outcome: 'unavailable' })
    expect(new Set(always.paths)).toEqual(new Set([MESSAGE]))
  })

  test.each([400, 413])(
    'a message refused with %d while it holds patches is sent once more without them',
    async (status) => {
      const { result, sent, warnings, texts } = await send([json({}, status), accepted], WITH_PATCHES)
      expect(result).toEqual({ jobId: 'job-1', isFollowUp: true })
      expect(sent).toEqual([
        [MESSAGE, 'Do it.'],
        [MESSAGE, 'Do it, in short.'],
      ])
      expect(warnings).toEqual(['The prompt is sent without the patches'])
      // The summary shows the text alone, beside a result.
      expect(texts).toEqual([
        expect.stringMatching(/^The service refused the prompt with its patches, so it was sent once more/),
      ])
    },
  )

  test('a message refused without its patches, too, becomes a new job, by the rules of create', async () => {
    const tooLarge = json({}, 413)
    const { result, sent } = await send([tooLarge, tooLarge, tooLarge, created], WITH_PATCHES)
    expect(result).toEqual({ jobId: 'job-2', isFollowUp: false })
    expect(sent).toEqual([
      [MESSAGE, 'Do it.'],
      [MESSAGE, 'Do it, in short.'],
      [CREATE, 'Do it.'],
      [CREATE, 'Do it, in short.'],
    ])
  })

  test('a message that is refused for another reason is not sent without its patches', async () => {
    const { paths } = await send([json({}, 404), created], WITH_PATCHES)
    expect(paths).toEqual([MESSAGE, CREATE])
  })

  test('a refused message and a create request without an answer end as unknown', async () => {
    const { result, paths } = await send([json({}, 404), networkError('ECONNRESET'), created])
    expect(result).toEqual({ outcome: 'unknown' })
    expect(paths).toEqual([MESSAGE, CREATE])
  })
})

test('without a job to continue, there is no message', async () => {
  const { result, paths } = await send([created], PLAIN, { kind: 'create' })
  expect(result).toEqual({ jobId: 'job-2', isFollowUp: false })
  expect(paths).toEqual([CREATE])
})

test('the changes that are reported are those that were sent', async () => {
  const describeSent = async (...answers: Answer[]) => {
    const { service } = createServiceForTests(fakeFetch(...answers))
    const log = { warning: () => {} } as unknown as Log
    const { prompt } = await sendPrompt(WITH_PATCHES, { kind: 'create' }, service, noLimits(), log)
    return prompt.changes
  }
  expect(await describeSent(created)).toBe('1 patch, 9 characters')
  expect(await describeSent(json({}, 413), created)).toBe('0 patches, 0 characters; 1 file by name only')
})
