import { expect, test } from 'vitest'
import type { ClaimResult } from '../../../../src/agent-job/claim/claim.ts'
import { ClaimError } from '../../../../src/agent-job/claim/claim-run.ts'
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
  giveInTurn,
  NOON,
  OPEN,
  refusal,
} from './job-for-tests.ts'

const PROMPT = { text: untrustedText('Do it.'), removals: 0, gaps: [] }

interface Circumstances {
  inputs?: Partial<Inputs>
  request?: Request
  claim?: Extract<ClaimResult, { kind: 'won' | 'resumed' }>
  /** What the previous job answers, in turn. */
  reads?: AgentJob[]
  /** How long it takes to read a pull request, in milliseconds. */
  pullMs?: number
  /** Which edit of our comment GitHub refuses, from 1. */
  refusedEdit?: number
  /** Whether our comment is still there. */
  isThere?: boolean
  github?: undefined
  comment?: undefined
}

/** Obtains a job in a thread whose newest comment knows job-1. `done`: what was changed and sent, in order. */
async function obtain({
  inputs,
  request = { kind: 'prompt', prompt: PROMPT, isNew: false },
  claim = { kind: 'won', found: [createOurComment(1)] },
  reads = [DONE],
  pullMs = 0,
  refusedEdit,
  isThere = true,
  ...others
}: Circumstances = {}) {
  const done: string[] = []
  let edits = 0
  const send = async (what: string, id: string) => {
    done.push(what)
    return { id, status: 'active' }
  }
  const { dependencies, clock, infos } = createDependencies({
    service: {
      getAgentJob: giveInTurn(reads),
      sendMessage: (id: string) => send(`message ${id}`, id),
      createAgentJob: () => send('create', 'job-2'),
    },
    github: { fetchPullRequest: () => clock.sleep(pullMs).then(() => OPEN) },
    comment: {
      current: isThere ? createOurComment(1) : undefined,
      async edit(_: unknown, { state }: { state: string }) {
        done.push(state)
        edits += 1
        if (edits === refusedEdit) throw refusal(403)
      },
    },
    ...others,
  })
  const usual = { followUp: 'auto', wait: true, pollIntervalMs: 1_000, projectId: 'project-1' }
  const all = { ...usual, timeoutMs: 600_000, ...inputs } as Inputs
  const result = await createOrContinueJob(request, claim, PROMPT, all, all.timeoutMs, dependencies).catch(
    (error: unknown) => ({ error }),
  )
  return { result, done, infos, nowMs: clock.now() }
}

test('the prompt goes to the job of the newest comment, whose pull request is open', async () => {
  const { result, done, infos } = await obtain()
  expect(result).toEqual({
    job: { jobId: 'job-1', isFollowUp: true, previous: CONTINUED, messageAt: NOON },
    answer: ACTIVE,
    prompt: PROMPT,
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
  ['the previous job is active, and nobody waits', { inputs: { wait: false }, reads: [ACTIVE] }],
])('a new job is created where %s', async (_name, circumstances) => {
  const { result, done, infos } = await obtain(circumstances)
  expect(result).toMatchObject({ job: { jobId: 'job-2', isFollowUp: false } })
  expect(result).not.toHaveProperty('job.messageAt')
  expect([done, infos]).toEqual([['create'], ['Created job job-2 after 0 ms.']])
})

test('the thread says that nothing was sent while a previous job is active, and then that it may be', async () => {
  const { result, done } = await obtain({ reads: [ACTIVE, ACTIVE, DONE] })
  expect(result).toMatchObject({ job: { jobId: 'job-1', isFollowUp: true } })
  expect(done).toEqual(['waiting', 'claimed', 'message job-1'])
})

const UNCLAIMED = { error: new ClaimError(refusal(403)) }

test.each<[string, Circumstances, string[], object]>([
  ['to say that it waits', { refusedEdit: 1 }, ['waiting', 'claimed', 'message job-1'], { job: { jobId: 'job-1' } }],
  ['since it is gone', { refusedEdit: 1, isThere: false }, ['waiting'], UNCLAIMED],
  ['before the prompt is sent', { refusedEdit: 2 }, ['waiting', 'claimed'], UNCLAIMED],
])('our comment can not be edited %s: %o', async (_name, circumstances, did, expected) => {
  const { result, done } = await obtain({ reads: [ACTIVE, ACTIVE, DONE], ...circumstances })
  expect(done).toEqual(did)
  expect(result).toMatchObject(expected)
})

test('a previous job that is still active when no time is left to send ends the run, and nothing is sent', async () => {
  const { result, done, nowMs } = await obtain({ reads: [ACTIVE] })
  expect(result).toEqual({
    outcome: 'timed-out',
    cause: 'previous-job-active',
    problem: expect.stringContaining('Job job-1 of a previous run was still active'),
  })
  expect(done).toEqual(['waiting'])
  // 30 s stay for the prompt, and the last look comes 5 s before that.
  expect(nowMs).toBe(600_000 - 30_000 - 5_000)
})

test.each([
  [600_000, 570_000, true],
  [600_000, 570_001, false],
  [100_000, 90_000, true],
  [100_000, 90_001, false],
])('of a timeout of %d ms, %d ms are gone: the prompt is sent: %s', async (timeoutMs, pullMs, isSent) => {
  const { result, done } = await obtain({ inputs: { timeoutMs }, pullMs })
  expect(done).toEqual(isSent ? ['message job-1'] : [])
  if (!isSent) expect(result).toMatchObject({ outcome: 'timed-out', cause: 'too-little-time' })
})

test.each<[string, Circumstances, object]>([
  ['is named', { request: { kind: 'attach', jobId: 'job-9' } }, { job: { jobId: 'job-9' } }],
  [
    'an earlier attempt has sent the prompt to',
    { claim: { kind: 'resumed', job: { jobId: 'job-3', messageAt: 7, isFollowUp: true } } },
    { job: { jobId: 'job-3', isFollowUp: true, messageAt: 7 } },
  ],
])('a job that %s is gone on with, and nothing is sent', async (_name, circumstances, expected) => {
  const { result, done } = await obtain(circumstances)
  expect([result, done]).toEqual([expected, []])
})
