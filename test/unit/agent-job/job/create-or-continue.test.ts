import { expect, test } from 'vitest'
import type { ClaimResult } from '../../../../src/agent-job/claim/make-claim.ts'
import { endByError } from '../../../../src/agent-job/ending.ts'
import type { Inputs } from '../../../../src/agent-job/inputs/inputs.ts'
import { createOrContinueJob } from '../../../../src/agent-job/job/create-or-continue.ts'
import type { Prompt } from '../../../../src/agent-job/request/prompt.ts'
import type { Request } from '../../../../src/agent-job/request/request.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import {
  connectError,
  createServiceForTests,
  fakeFetch,
  json,
  networkError,
} from '../../docs-service/service-for-tests.ts'
import { createDependencies, LINK, NOON, OPEN, refusal } from './job-for-tests.ts'

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
  comment?: undefined
  signal?: AbortSignal
  /** Why the note that the prompt goes out isn't written. */
  note?: 'refused' | 'deleted'
}

/**
 * Obtains a job from a service that gives these answers, in a thread whose newest comment knows job-1.
 * @returns `done`: every request with its prompt, and every edit of our comment, in order
 */
async function obtain(
  answers: Answer[],
  { inputs, prompt = PROMPT, pullMs = 0, request, claim, note, ...parts }: Circumstances = {},
) {
  const done: string[] = []
  const payload = { state: 'claimed', earlierJobs: ['job-0'] }
  const comment = {
    current: { payload } as object | undefined,
    written: {},
    async edit(progress: object, change: object) {
      if (note === 'deleted') comment.current = undefined
      if (note !== undefined) throw refusal(403)
      done.push([progress, change].map((each) => Object.values(each).flat().join(' ')).join(': '))
      comment.written = Object.assign(payload, change)
    },
    tell: (progress: object, change: object) => comment.edit(progress, change),
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
  return { result, done, infos, warnings }
}

const READ = 'GET job/job-1'
const [NOTE, NOTE_OF_MESSAGE] = ['sending: sending job-0', 'sending: sending job-1 job-0']
const [CREATE, MESSAGE] = ['POST job Do it.', 'POST job/job-1/message Do it.']
const [CREATE_SHORT, MESSAGE_SHORT] = ['POST job Do it, in short.', 'POST job/job-1/message Do it, in short.']
const CONTINUE = [READ, NOTE_OF_MESSAGE, MESSAGE]
const FOLLOW_UP = { jobId: 'job-1', isFollowUp: true }
const NEW_JOB = { jobId: 'job-2', isFollowUp: false }

test('the prompt goes to the job of the newest comment, whose pull request is open', async () => {
  const { result, done, infos } = await obtain([previousJob, accepted])
  expect(result).toEqual({
    job: { ...FOLLOW_UP, previous: { url: LINK, state: 'open' }, messageAt: NOON },
    answer: { id: 'job-1', status: 'active' },
    prompt: PROMPT,
  })
  // The comment says so before it happens.
  expect(done).toEqual(CONTINUE)
  expect(infos).toEqual(['Job job-1 continues acme/docs#7.'])
})

test('a new job has no message, and its prompt is told as it was sent', async () => {
  const { result, done, infos, warnings } = await obtain([created], { prompt: WITH_PATCHES, github: undefined })
  const answer = { id: 'job-2', status: 'active' }
  expect(result).toEqual({ job: NEW_JOB, answer, prompt: WITH_PATCHES })
  expect([done, infos, warnings]).toEqual([[NOTE, CREATE], ['Created job job-2.'], []])
})

const asked: Circumstances = { request: { kind: 'prompt', prompt: PROMPT, isNew: true } }
const alone: Circumstances = { claim: { kind: 'won', thread: { needless: [], jobs: [], last: [] } } }
const never: Circumstances = { inputs: { followUp: 'never' } }
const resumed: Circumstances = { claim: { kind: 'resumed', jobId: 'job-3', isFollowUp: true } }
const patches: Circumstances = { prompt: WITH_PATCHES }
const spent = (pullMs: number, timeoutMs = 600_000): Circumstances => ({ pullMs, inputs: { timeoutMs } })
const open = [previousJob, accepted]
const refuse = (...statuses: number[]) => [previousJob, ...statuses.map((status) => json({ error: 'no' }, status))]
const limit = json({}, 429, { 'retry-after': '60' })
const other = json({ id: 'job-9', status: 'active' })
const [reset, offline] = [networkError('ECONNRESET'), connectError('ECONNREFUSED')]
const [UNKNOWN, ERROR, TOO_LATE] = [{ outcome: 'unknown' }, { outcome: 'error' }, { outcome: 'unavailable' }]
const AROUND_LIMIT = [NOTE, CREATE, `claimed ${NOON + 60_000}: claimed`, NOTE, CREATE]
const cancelled = AbortSignal.abort(new CancelledError('The run was canceled.'))
const ALL_SHORT = [...CONTINUE, MESSAGE_SHORT, CREATE, CREATE_SHORT]

test.each<[string, Answer[], Circumstances, end: object, done: string[]]>([
  ['a new job where the command asks for it', [created], asked, NEW_JOB, [NOTE, CREATE]],
  ['a new job where follow-up is never', [created], never, NEW_JOB, [NOTE, CREATE]],
  ['a new job where the thread knows none', [created], alone, NEW_JOB, [NOTE, CREATE]],
  ['nothing to a job that is named', [], { request: { kind: 'attach', jobId: 'job-9' } }, { jobId: 'job-9' }, []],
  ['nothing to one that has the prompt', [], resumed, { jobId: 'job-3', isFollowUp: true }, []],
  ['the prompt again after a limit, and notes both', [limit, created], never, NEW_JOB, AROUND_LIMIT],

  ['it again without a connection', [offline, created], never, NEW_JOB, [NOTE, CREATE, CREATE]],
  ['it without a comment', [limit, created], { ...never, comment: undefined }, NEW_JOB, [CREATE, CREATE]],
  ['nothing where the note is refused', [created], { ...never, note: 'refused' }, ERROR, []],
  ['nothing where our comment was deleted', [created], { ...never, note: 'deleted' }, { outcome: 'skipped' }, []],
  ['nothing in a run that was cancelled', [created], { ...never, signal: cancelled }, { outcome: 'cancelled' }, []],

  ['a message with 30 s left', open, spent(570_000), FOLLOW_UP, CONTINUE],
  ['nothing with less', open, spent(570_001), TOO_LATE, [READ, NOTE_OF_MESSAGE]],
  ['a message with a tenth of the time left', open, spent(90_000, 100_000), FOLLOW_UP, CONTINUE],
  ['nothing with less than a tenth', open, spent(90_001, 100_000), TOO_LATE, [READ, NOTE_OF_MESSAGE]],

  ['a message, and a new job after 404', [...refuse(404), created], {}, NEW_JOB, [...CONTINUE, CREATE]],
  ['a message, and a new job after 413', [...refuse(413), created], {}, NEW_JOB, [...CONTINUE, CREATE]],
  ['a message only, after 500', [...refuse(500), created], {}, UNKNOWN, CONTINUE],
  ['a message only, after a reset', [previousJob, reset, created], {}, UNKNOWN, CONTINUE],
  ['a message only, after another job', [previousJob, other, created], {}, UNKNOWN, CONTINUE],
  ['a message only, after 401', [...refuse(401), created], {}, ERROR, CONTINUE],
  ['a message only, after 415', [...refuse(415), created], {}, ERROR, CONTINUE],
  ['no second job after a reset', [...refuse(404), reset, created], {}, UNKNOWN, [...CONTINUE, CREATE]],

  ['a message once more without patches', [...refuse(400), accepted], patches, FOLLOW_UP, [...CONTINUE, MESSAGE_SHORT]],
  ['a new job by the same rules then', [...refuse(413, 413, 413), created], patches, NEW_JOB, ALL_SHORT],
  ['patches to a new job after 404', [...refuse(404), created], patches, NEW_JOB, [...CONTINUE, CREATE]],
])('a run sends %s', async (_name, answers, circumstances, end, expected) => {
  const { result, done } = await obtain(answers, circumstances)
  expect('job' in result ? result.job : result).toMatchObject(end)
  expect(done).toEqual(expected)
})

test('what was not sent, or sent otherwise, is told', async () => {
  const late = await obtain(open, spent(570_001))
  expect(late.result).toMatchObject({ problem: 'Only 30s of the timeout of 10m were left to send the prompt.' })
  const again = await obtain([...refuse(404), created])
  expect(again.warnings).toEqual([expect.stringMatching(/^A new job is created: .* rejected the prompt/)])
  const short = await obtain([...refuse(400), accepted], patches)
  expect(short.result).toMatchObject({ prompt: { changes: '1 file by name only' } })
  // The summary shows the text alone, beside a result.
  expect(short.warnings).toEqual([expect.stringMatching(/: The service refused the prompt .*prompt once more/)])
})
