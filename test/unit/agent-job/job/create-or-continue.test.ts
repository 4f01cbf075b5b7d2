import { expect, test } from 'vitest'
import type { ClaimResult } from '../../../../src/agent-job/claim/claim.ts'
import type { Claim, ClaimedComment } from '../../../../src/agent-job/claim/claim-marker.ts'
import { ClaimError } from '../../../../src/agent-job/claim/claim-run.ts'
import type { Inputs } from '../../../../src/agent-job/inputs.ts'
import {
  createOrContinueJob,
  type JobDependencies,
} from '../../../../src/agent-job/job/create-or-continue.ts'
import type { Request } from '../../../../src/agent-job/request/request.ts'
import type { AgentJob } from '../../../../src/docs-service/schema.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { digest } from '../../../../src/github/signed-marker.ts'
import type { Log } from '../../../../src/runner/log.ts'
import { markdown } from '../../../../src/untrusted/markdown.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const LINK = new URL('https://github.test/acme/docs/pull/7')
const ACTIVE: AgentJob = { id: 'job-1', status: 'active' }
const DONE: AgentJob = { id: 'job-1', status: 'completed', pullRequest: LINK }
const PROMPT = { text: untrustedText('Do it.'), removals: 0, gaps: [] }
const PREVIOUS = { url: LINK, state: 'open' }

interface Circumstances {
  inputs?: Partial<Inputs>
  isNew?: boolean
  request?: Request
  claim?: Extract<ClaimResult, { kind: 'won' | 'resumed' }>
  /** What the previous job answers, in turn. */
  reads?: AgentJob[]
  /** How long it takes to read a pull request, in milliseconds. */
  pullMs?: number
  edit?: () => Promise<void>
  /** Whether our comment is still there. */
  isThere?: boolean
  dependencies?: Partial<JobDependencies>
}

/** Obtains a job in a thread whose newest comment knows job-1. `done`: what was changed and sent, in order. */
async function obtain(circumstances: Circumstances = {}) {
  const {
    inputs,
    isNew = false,
    reads = [DONE],
    pullMs = 0,
    edit,
    isThere = true,
    dependencies,
  } = circumstances
  let nowMs = 0
  const done: string[] = []
  const project = digest('project-1')
  const previous: ClaimedComment = {
    id: 1,
    url: '',
    author: 5,
    updatedAt: undefined,
    isVerified: true,
    payload: { state: 'finished', project, jobId: 'job-1' } as Claim,
  }
  const all = {
    followUp: 'auto',
    wait: true,
    timeoutMs: 600_000,
    pollIntervalMs: 1_000,
    projectId: 'project-1',
  }
  const result = await createOrContinueJob(
    circumstances.request ?? { kind: 'prompt', prompt: PROMPT, isNew },
    circumstances.claim ?? { kind: 'won', found: [previous] },
    PROMPT,
    { ...all, ...inputs } as Inputs,
    inputs?.timeoutMs ?? 600_000,
    {
      run: { serverUrl: new URL('https://github.test') },
      service: {
        getAgentJob: async () => (reads.length > 1 ? reads.shift() : reads[0]),
        async sendMessage(id: string) {
          done.push(`message ${id}`)
          return { id, status: 'active' }
        },
        async createAgentJob() {
          done.push('create')
          return { id: 'job-2', status: 'active' }
        },
      },
      github: {
        async readPullRequest() {
          nowMs += pullMs
          return { state: 'open', isMerged: false }
        },
      },
      comment: {
        current: isThere ? previous : undefined,
        async edit(_: unknown, { state }: { state: string }) {
          done.push(state)
          await edit?.()
        },
      },
      clock: {
        now: () => nowMs,
        wallClock: () => 1_000 + nowMs,
        async sleep(ms: number) {
          nowMs += ms
        },
      },
      signal: new AbortController().signal,
      log: { info() {}, warning() {} } as unknown as Log,
      renderProgress: () => markdown`working`,
      ...dependencies,
    } as unknown as JobDependencies,
  ).catch((error: unknown) => ({ error }))
  return { result, done, nowMs }
}

test('the prompt goes to the job of the newest comment, whose pull request is open', async () => {
  const { result, done } = await obtain()
  expect(result).toEqual({
    jobId: 'job-1',
    job: { id: 'job-1', status: 'active' },
    prompt: PROMPT,
    isNew: false,
    isFollowUp: true,
    previous: PREVIOUS,
    messageAt: 1_000,
  })
  expect(done).toEqual(['message job-1'])
})

test.each<[string, Circumstances]>([
  ['the command asks for it', { isNew: true }],
  ['follow-up is never', { inputs: { followUp: 'never' } }],
  ['another project asks', { inputs: { projectId: 'project-2' } }],
  ['no comment is wanted', { dependencies: { comment: undefined } }],
  ['there is no token', { dependencies: { github: undefined } }],
  ['the previous job is active, and nobody waits', { inputs: { wait: false }, reads: [ACTIVE] }],
])('a new job is created where %s', async (_name, circumstances) => {
  const { result, done } = await obtain(circumstances)
  expect(result).toMatchObject({ jobId: 'job-2', isNew: true, isFollowUp: false })
  expect(result).not.toHaveProperty('messageAt')
  expect(done).toEqual(['create'])
})

test('while a previous job is active, the thread says that nothing was sent, and before it is sent, that it may be', async () => {
  const { result, done } = await obtain({ reads: [ACTIVE, ACTIVE, DONE] })
  expect(result).toMatchObject({ jobId: 'job-1', isFollowUp: true })
  expect(done).toEqual(['waiting', 'claimed', 'message job-1'])
})

test('a comment that can not be edited holds up no wait, but one that is gone does, and what is sent has to be said', async () => {
  const refused = new GitHubError('edit', { status: 403, answer: 'no', hint: '' })
  const failOn = (count: number) => {
    let edits = 0
    return async () => {
      edits += 1
      if (edits === count) throw refused
    }
  }
  const reads = () => [ACTIVE, ACTIVE, DONE]
  expect((await obtain({ reads: reads(), edit: failOn(1) })).done.at(-1)).toBe('message job-1')
  const gone = await obtain({ reads: reads(), edit: failOn(1), isThere: false })
  expect([gone.result, gone.done]).toEqual([{ error: new ClaimError(refused) }, ['waiting']])
  const unsaid = await obtain({ reads: reads(), edit: failOn(2) })
  expect([unsaid.result, unsaid.done]).toEqual([{ error: new ClaimError(refused) }, ['waiting', 'claimed']])
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

test('a job that is known is gone on with, and nothing is sent', async () => {
  const attached = await obtain({ request: { kind: 'attach', jobId: 'job-9' } })
  expect([attached.result, attached.done]).toEqual([{ jobId: 'job-9', isNew: false }, []])
  const claim = { state: 'job', messageAt: 7, isFollowUp: true } as Claim
  const resumed = await obtain({ claim: { kind: 'resumed', jobId: 'job-3', claim } })
  expect(resumed.result).toEqual({ jobId: 'job-3', isNew: false, isFollowUp: true, messageAt: 7 })
  expect(resumed.done).toEqual([])
})
