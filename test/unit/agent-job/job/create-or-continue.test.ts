import { expect, test } from 'vitest'
import type { ClaimResult } from '../../../../src/agent-job/claim/make-claim.ts'
import { endByError } from '../../../../src/agent-job/ending.ts'
import type { Inputs } from '../../../../src/agent-job/inputs/inputs.ts'
import { createOrContinueJob, sendPrompt } from '../../../../src/agent-job/job/create-or-continue.ts'
import type { Destination } from '../../../../src/agent-job/job/destination.ts'
import type { Prompt } from '../../../../src/agent-job/request/prompt.ts'
import type { Request } from '../../../../src/agent-job/request/request.ts'
import type { Limits } from '../../../../src/docs-service/request.ts'
import type { AgentJob } from '../../../../src/docs-service/schema.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import {
  connectError,
  createAnsweredService,
  type fakeFetch,
  json,
  networkError,
} from '../../docs-service/service-for-tests.ts'
import { ACTIVE, CONTINUED, createDependencies, DONE, failure, giveInTurn, NOON, OPEN } from './job-for-tests.ts'

const SENDING = '{"state":"sending","earlierJobs":["job-0"]}'
const FOREVER = { deadline: Number.POSITIVE_INFINITY, waitUntil: Number.POSITIVE_INFINITY }

const PROMPT = { text: untrustedText('Do it.'), removals: 0, gaps: [] }

interface Circumstances {
  inputs?: Partial<Inputs>
  request?: Request
  claim?: Extract<ClaimResult, { kind: 'won' | 'resumed' }>
  /** What the service says of the previous job. */
  previous?: AgentJob | Error
  /** How long it takes to read a pull request, in milliseconds. */
  pullMs?: number
  github?: undefined
}

/** Obtains a job in a thread whose newest comment knows job-1. `done`: what was changed and sent, in order. */
async function obtain({
  inputs,
  request = { kind: 'prompt', prompt: PROMPT, isNew: false },
  claim = { kind: 'won', thread: { needless: [], jobs: ['job-1'], last: [] } },
  previous = DONE,
  pullMs = 0,
  ...others
}: Circumstances = {}) {
  const done: string[] = []
  const send = async (what: string, id: string, { beforeSend }: Limits) => {
    await beforeSend?.()
    done.push(what)
    return { id, status: 'active' }
  }
  const { dependencies, clock, infos } = createDependencies({
    service: {
      getAgentJob: giveInTurn([previous]),
      sendMessage: (id: string, _: string, limits: Limits) => send(`message ${id}`, id, limits),
      createAgentJob: (_: string, limits: Limits) => send('create', 'job-2', limits),
    },
    github: { fetchPullRequest: () => clock.sleep(pullMs).then(() => OPEN) },
    comment: {
      current: { payload: { state: 'claimed', earlierJobs: ['job-0'] } },
      edit: async (_text: unknown, change: object) => void done.push(JSON.stringify(change)),
    },
    ...others,
  })
  const usual = { followUp: 'auto', wait: true, pollIntervalMs: 1_000, projectId: 'project-1' }
  const all = { ...usual, timeoutMs: 600_000, ...inputs } as Inputs
  const result = await createOrContinueJob(request, claim, PROMPT, all, dependencies)
  return { result, done, infos }
}

test('the prompt goes to the job of the newest comment, whose pull request is open', async () => {
  const { result, done, infos } = await obtain()
  expect(result).toEqual({
    job: { jobId: 'job-1', isFollowUp: true, previous: CONTINUED, messageAt: NOON },
    answer: ACTIVE,
    prompt: PROMPT,
    end: 'submitted',
  })
  // The comment says so before it happens.
  expect(done).toEqual(['{"state":"sending","earlierJobs":["job-1","job-0"]}', 'message job-1'])
  expect(infos).toEqual(['Job job-1 continues acme/docs#7.'])
})

test.each<[string, Circumstances]>([
  ['the command asks for it', { request: { kind: 'prompt', prompt: PROMPT, isNew: true } }],
  ['follow-up is never', { inputs: { followUp: 'never' } }],
  ['the thread knows no job', { claim: { kind: 'won', thread: { needless: [], jobs: [], last: [] } } }],
  ['there is no token', { github: undefined }],
  ['the previous job could be read too late', { previous: failure(429, { retryAfterMs: 575_000 }) }],
])('a new job is created where %s', async (_name, circumstances) => {
  const { result, done, infos } = await obtain(circumstances)
  expect(result).toMatchObject({ job: { jobId: 'job-2', isFollowUp: false } })
  expect(result).not.toHaveProperty('job.messageAt')
  expect([done, infos]).toEqual([[SENDING, 'create'], ['Created job job-2.']])
})

test.each([
  [600_000, 570_000, true],
  [600_000, 570_001, false],
  [100_000, 90_000, true],
  [100_000, 90_001, false],
])('of a timeout of %d ms, %d ms are gone: the prompt is sent: %s', async (timeoutMs, pullMs, isSent) => {
  const { result, done } = await obtain({ inputs: { timeoutMs }, pullMs })
  expect(done.slice(1)).toEqual(isSent ? ['message job-1'] : [])
  if (!isSent) expect(result).toEqual({ outcome: 'unavailable', problem: expect.stringContaining('were left to send') })
})

const earlier = { jobId: 'job-3', isFollowUp: true }

test.each<[string, Circumstances, object]>([
  ['is named', { request: { kind: 'attach', jobId: 'job-9' } }, { jobId: 'job-9' }],
  ['an earlier attempt has sent the prompt to', { claim: { kind: 'resumed', ...earlier } }, earlier],
])('a job that %s is gone on with, and nothing is sent', async (_name, circumstances, job) => {
  const { result, done } = await obtain(circumstances)
  expect([result, done]).toEqual([{ job, end: 'submitted' }, []])
})

type Answer = Parameters<typeof fakeFetch>[number]

const CONTINUE = { jobId: 'job-1', previous: CONTINUED } as const
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
  const { service, calls } = createAnsweredService(...answers)
  const { dependencies, warnings } = createDependencies({ service })
  const result = await sendPrompt(prompt, destination, FOREVER, dependencies).then(
    ({ job: { jobId, isFollowUp }, prompt: sent }) => ({ jobId, isFollowUp, changes: sent?.changes }),
    (error: unknown) => ({ outcome: endByError(error).outcome }),
  )
  const sent = calls.map(({ url, init }) => [new URL(url).pathname, JSON.parse(String(init.body)).prompt])
  return { result, sent, paths: sent.map(([path]) => path), warnings }
}

const FOLLOW_UP = { jobId: 'job-1', isFollowUp: true }
const NEW_JOB = { jobId: 'job-2', isFollowUp: false }

test.each([400, 404, 405, 409, 410, 413, 421, 422])(
  'a message that is refused with %d is followed by a new job, once',
  async (status) => {
    const { result, paths, warnings } = await send([json({ error: 'no' }, status), created])
    expect([result, paths]).toEqual([NEW_JOB, [MESSAGE, CREATE]])
    expect(warnings).toEqual([expect.stringMatching(/^A new job is created: .* rejected the prompt/)])
  },
)

test.each<[string, Answer[], string, paths?: string[]]>([
  ['500', [json({}, 500), created], 'unknown'],
  ['a reset', [networkError('ECONNRESET'), created], 'unknown'],
  ['another job', [json({ id: 'job-9', status: 'active' }), created], 'unknown'],
  ['401', [json({}, 401), created], 'error'],
  ['415', [json({}, 415), created], 'error'],
  ['no connection', [connectError('ECONNREFUSED')], 'unavailable'],
  ['404, and its new job with a reset', [json({}, 404), networkError('ECONNRESET')], 'unknown', [MESSAGE, CREATE]],
])('a message that is answered with %s ends the run', async (_name, answers, outcome, expected = [MESSAGE]) => {
  const { result, paths } = await send(answers)
  expect([result, [...new Set(paths)]]).toEqual([{ outcome }, expected])
})

const whole = 'Do it.'
const short = 'Do it, in short.'
const tooLargeTwice = [tooLarge, tooLarge, tooLarge, created]

test.each<[string, Answer[], object, messages: string[], creates: string[]]>([
  ['is sent once more without them', [json({}, 400), accepted], FOLLOW_UP, [whole, short], []],
  ['becomes a new job by the same rules then', tooLargeTwice, NEW_JOB, [whole, short], [whole, short]],
  ['becomes one at once for another reason', [json({}, 404), created], NEW_JOB, [whole], [whole]],
])('a message that is refused with its patches %s', async (_name, answers, expected, messages, creates) => {
  const { result, sent } = await send(answers, WITH_PATCHES)
  expect(result).toMatchObject(expected)
  const requests = [messages.map((text) => [MESSAGE, text]), creates.map((text) => [CREATE, text])]
  expect(sent).toEqual(requests.flat())
})

test('the changes that are reported are those that were sent, and a warning says so', async () => {
  const whole = await send([created], WITH_PATCHES, {})
  expect([whole.result, whole.paths, whole.warnings]).toEqual([{ ...NEW_JOB, changes: '1 patch' }, [CREATE], []])
  const short = await send([tooLarge, created], WITH_PATCHES, {})
  expect(short.result).toMatchObject({ changes: '1 file by name only' })
  // The summary shows the text alone, beside a result.
  expect(short.warnings).toEqual([expect.stringMatching(/: The service refused the prompt .*prompt once more/)])
})
