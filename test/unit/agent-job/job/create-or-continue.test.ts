import { expect, test } from 'vitest'
import type { ClaimResult } from '../../../../src/agent-job/claim/claim.ts'
import type { Inputs } from '../../../../src/agent-job/inputs.ts'
import { createOrContinueJob } from '../../../../src/agent-job/job/create-or-continue.ts'
import type { Request } from '../../../../src/agent-job/request/request.ts'
import type { AgentJob } from '../../../../src/docs-service/schema.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import {
  ACTIVE,
  CONTINUED,
  createDependencies,
  createOurComment,
  DONE,
  failure,
  giveInTurn,
  NOON,
  OPEN,
} from './job-for-tests.ts'

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
  comment?: undefined
}

/** Obtains a job in a thread whose newest comment knows job-1. `done`: what was changed and sent, in order. */
async function obtain({
  inputs,
  request = { kind: 'prompt', prompt: PROMPT, isNew: false },
  claim = { kind: 'won', found: [createOurComment(1)] },
  previous = DONE,
  pullMs = 0,
  ...others
}: Circumstances = {}) {
  const done: string[] = []
  const send = async (what: string, id: string) => {
    done.push(what)
    return { id, status: 'active' }
  }
  const { dependencies, clock, infos } = createDependencies({
    service: {
      getAgentJob: giveInTurn([previous]),
      sendMessage: (id: string) => send(`message ${id}`, id),
      createAgentJob: () => send('create', 'job-2'),
    },
    github: { fetchPullRequest: () => clock.sleep(pullMs).then(() => OPEN) },
    comment: { current: createOurComment(1) },
    ...others,
  })
  const usual = { followUp: 'auto', wait: true, pollIntervalMs: 1_000, projectId: 'project-1' }
  const all = { ...usual, timeoutMs: 600_000, ...inputs } as Inputs
  const result = await createOrContinueJob(request, claim, PROMPT, all, all.timeoutMs, dependencies)
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
  expect(done).toEqual(['message job-1'])
  expect(infos).toEqual(['Job job-1 continues acme/docs#7; the message was accepted after 0 ms.'])
})

test.each<[string, Circumstances]>([
  ['the command asks for it', { request: { kind: 'prompt', prompt: PROMPT, isNew: true } }],
  ['follow-up is never', { inputs: { followUp: 'never' } }],
  ['another project asks', { inputs: { projectId: 'project-2' } }],
  ['no comment is wanted', { comment: undefined }],
  ['there is no token', { github: undefined }],
  ['the previous job is active', { previous: ACTIVE }],
  ['the previous job could be read too late', { previous: failure(429, { retryAfterMs: 575_000 }) }],
])('a new job is created where %s', async (_name, circumstances) => {
  const { result, done, infos } = await obtain(circumstances)
  expect(result).toMatchObject({ job: { jobId: 'job-2', isFollowUp: false } })
  expect(result).not.toHaveProperty('job.messageAt')
  expect([done, infos]).toEqual([['create'], ['Created job job-2 after 0 ms.']])
})

test.each([
  [600_000, 570_000, true],
  [600_000, 570_001, false],
  [100_000, 90_000, true],
  [100_000, 90_001, false],
])('of a timeout of %d ms, %d ms are gone: the prompt is sent: %s', async (timeoutMs, pullMs, isSent) => {
  const { result, done } = await obtain({ inputs: { timeoutMs }, pullMs })
  expect(done).toEqual(isSent ? ['message job-1'] : [])
  if (!isSent) expect(result).toEqual({ outcome: 'unavailable', problem: expect.stringContaining('were left to send') })
})

const earlier = { jobId: 'job-3', messageAt: 7, isFollowUp: true }

test.each<[string, Circumstances, object]>([
  ['is named', { request: { kind: 'attach', jobId: 'job-9' } }, { jobId: 'job-9' }],
  ['an earlier attempt has sent the prompt to', { claim: { kind: 'resumed', job: earlier } }, earlier],
])('a job that %s is gone on with, and nothing is sent', async (_name, circumstances, job) => {
  const { result, done } = await obtain(circumstances)
  expect([result, done]).toEqual([{ job, end: 'submitted' }, []])
})
