import { expect, test } from 'vitest'
import type { ClaimResult } from '../../../../src/agent-job/claim/make-claim.ts'
import { endByError } from '../../../../src/agent-job/ending.ts'
import type { Inputs } from '../../../../src/agent-job/inputs.ts'
import { createOrContinueJob } from '../../../../src/agent-job/job/create-or-continue.ts'
import type { Prompt } from '../../../../src/agent-job/request/prompt.ts'
import type { Request } from '../../../../src/agent-job/request/request.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { createServiceForTests, fakeFetch, json, networkError } from '../../docs-service/service-for-tests.ts'
import { createDependencies, LINK, NOON, OPEN } from './job-for-tests.ts'

const PROMPT: Prompt = { text: untrustedText('Do it.'), removals: 0, changes: '1 file' }
const WITH_PATCHES: Prompt = {
  ...PROMPT,
  changes: '1 patch',
  withoutPatches: { text: untrustedText('Do it, in short.'), changes: '1 file by name only' },
}

type Answer = Parameters<typeof fakeFetch>[number]

const previousJob = json({ id: 'job-1', status: 'completed', prLink: LINK.href })
const accepted = json({ id: 'job-1', status: 'active' })
const created = json({ id: 'job-2', status: 'active' }, 201)

interface Circumstances {
  inputs?: Partial<Inputs>
  request?: Request
  claim?: Extract<ClaimResult, { kind: 'won' | 'resumed' }>
  prompt?: Prompt
  /** How long it takes to read a pull request, in milliseconds. */
  pullMs?: number
  github?: undefined
}

/**
 * Obtains a job from a service that gives these answers, in a thread whose newest comment knows job-1.
 * @returns `done`: every request with its prompt, and every edit of our comment, in order
 */
async function obtain(
  answers: Answer[],
  { inputs, prompt = PROMPT, pullMs = 0, request, claim, ...parts }: Circumstances = {},
) {
  const done: string[] = []
  const payload = { state: 'claimed', earlierJobs: ['job-0'] }
  const comment = {
    current: { payload },
    written: {},
    async edit(_text: unknown, change: object) {
      done.push(Object.values(change).flat().join(' '))
      comment.written = Object.assign(payload, change)
    },
    tell: (text: unknown, change: object) => comment.edit(text, change),
  }
  const { dependencies, clock, infos, warnings } = createDependencies({
    github: { fetchPullRequest: () => clock.sleep(pullMs).then(() => OPEN) },
    comment,
    ...parts,
  })
  const network = fakeFetch(...answers)
  const { service } = createServiceForTests({
    ...clock,
    async fetch(url, init) {
      const { prompt: text = '' } = JSON.parse(String(init.body ?? '{}'))
      done.push(`${init.method} ${new URL(url).pathname.replace('/v2/agent/project-1/', '')} ${text}`.trim())
      return await network.fetch(url, init)
    },
  })
  const result = await createOrContinueJob(
    request ?? { kind: 'prompt', prompt, isNew: false },
    claim ?? { kind: 'won', thread: { needless: [], jobs: ['job-1'], last: [] } },
    prompt,
    { followUp: 'auto', wait: true, pollIntervalMs: 1_000, timeoutMs: 600_000, ...inputs } as Inputs,
    { ...dependencies, service },
  ).catch((error: unknown) => ({ outcome: endByError(error).outcome }))
  const { job: { jobId = '', isFollowUp = false } = {}, prompt: sent } = 'job' in result ? result : {}
  return { result, job: { jobId, isFollowUp }, sent: sent?.changes, done, infos, warnings }
}

const READ = 'GET job/job-1'
const [NOTE, NOTE_OF_MESSAGE] = ['sending job-0', 'sending job-1 job-0']
const [CREATE, MESSAGE] = ['POST job Do it.', 'POST job/job-1/message Do it.']
const CONTINUE = [READ, NOTE_OF_MESSAGE, MESSAGE]
const FOLLOW_UP = { jobId: 'job-1', isFollowUp: true }
const NEW_JOB = { jobId: 'job-2', isFollowUp: false }

test('the prompt goes to the job of the newest comment, whose pull request is open', async () => {
  const { result, done, infos } = await obtain([previousJob, accepted])
  expect(result).toEqual({
    job: { ...FOLLOW_UP, previous: { url: LINK, state: 'open' }, messageAt: NOON },
    answer: { id: 'job-1', status: 'active' },
    prompt: PROMPT,
    end: 'submitted',
  })
  // The comment says so before it happens.
  expect(done).toEqual(CONTINUE)
  expect(infos).toEqual(['Job job-1 continues acme/docs#7.'])
})

test.each<[string, Circumstances]>([
  ['the command asks for it', { request: { kind: 'prompt', prompt: PROMPT, isNew: true } }],
  ['follow-up is never', { inputs: { followUp: 'never' } }],
  ['the thread knows no job', { claim: { kind: 'won', thread: { needless: [], jobs: [], last: [] } } }],
  ['there is no token', { github: undefined }],
])('a new job is created, with one request, where %s', async (_name, circumstances) => {
  const { result, job, done, infos } = await obtain([created], circumstances)
  expect([job, done, infos]).toEqual([NEW_JOB, [NOTE, CREATE], ['Created job job-2.']])
  expect(result).not.toHaveProperty('job.messageAt')
})

test('before a wait for a limit, the comment says that nothing was sent, and after it, that it may be', async () => {
  const { done } = await obtain([json({}, 429, { 'retry-after': '60' }), created], { github: undefined })
  expect(done).toEqual([NOTE, CREATE, 'claimed', NOTE, CREATE])
})

test.each([
  [600_000, 570_000, true],
  [600_000, 570_001, false],
  [100_000, 90_000, true],
  [100_000, 90_001, false],
])('of a timeout of %d ms, %d ms are gone: the prompt is sent: %s', async (timeoutMs, pullMs, isSent) => {
  const { result, done } = await obtain([previousJob, accepted], { inputs: { timeoutMs }, pullMs })
  expect(done).toEqual(isSent ? CONTINUE : CONTINUE.slice(0, 2))
  if (!isSent) expect(result).toEqual({ outcome: 'unavailable', problem: expect.stringContaining('were left to send') })
})

const earlier = { jobId: 'job-3', isFollowUp: true }

test.each<[string, Circumstances, object]>([
  ['is named', { request: { kind: 'attach', jobId: 'job-9' } }, { jobId: 'job-9' }],
  ['an earlier attempt has sent the prompt to', { claim: { kind: 'resumed', ...earlier } }, earlier],
])('a job that %s is gone on with, and nothing is sent', async (_name, circumstances, job) => {
  const { result, done } = await obtain([], circumstances)
  expect([result, done]).toEqual([{ job, end: 'submitted' }, []])
})

test.each([400, 404, 405, 409, 410, 413, 421, 422])(
  'a message that is refused with %d is followed by a new job, once',
  async (status) => {
    const { job, done, warnings } = await obtain([previousJob, json({ error: 'no' }, status), created])
    expect([job, done]).toEqual([NEW_JOB, [...CONTINUE, CREATE]])
    expect(warnings).toEqual([expect.stringMatching(/^A new job is created: .* rejected the prompt/)])
  },
)

const reset = networkError('ECONNRESET')

test.each<[string, Answer[], string, done?: string[]]>([
  ['500', [json({}, 500)], 'unknown'],
  ['a reset', [reset], 'unknown'],
  ['another job', [json({ id: 'job-9', status: 'active' })], 'unknown'],
  ['401', [json({}, 401)], 'error'],
  ['415', [json({}, 415)], 'error'],
  ['404, and its new job with a reset', [json({}, 404), reset], 'unknown', [...CONTINUE, CREATE]],
])('a message that is answered with %s ends the run', async (_name, answers, outcome, expected = CONTINUE) => {
  const { result, done } = await obtain([previousJob, ...answers, created])
  expect([result, done]).toEqual([{ outcome }, expected])
})

const tooLarge = json({}, 413)
const short = '1 file by name only'
const [SHORT_MESSAGE, SHORT_CREATE] = ['POST job/job-1/message Do it, in short.', 'POST job Do it, in short.']

test.each<[string, Answer[], object, changes: string, requests: string[]]>([
  ['is sent once more without them', [json({}, 400), accepted], FOLLOW_UP, short, [SHORT_MESSAGE]],
  [
    'becomes a new job by the same rules then',
    [tooLarge, tooLarge, tooLarge, created],
    NEW_JOB,
    short,
    [SHORT_MESSAGE, CREATE, SHORT_CREATE],
  ],
  ['becomes one at once for another reason', [json({}, 404), created], NEW_JOB, '1 patch', [CREATE]],
])('a message that is refused with its patches %s', async (_name, answers, expected, changes, requests) => {
  const { job, sent, done } = await obtain([previousJob, ...answers], { prompt: WITH_PATCHES })
  expect([job, sent, done]).toEqual([expected, changes, [...CONTINUE, ...requests]])
})

test('a warning says that the patches were not sent', async () => {
  const { warnings } = await obtain([tooLarge, created], { prompt: WITH_PATCHES, github: undefined })
  // The summary shows the text alone, beside a result.
  expect(warnings).toEqual([expect.stringMatching(/: The service refused the prompt .*prompt once more/)])
})
