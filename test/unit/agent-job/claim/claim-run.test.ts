import { describe, expect, test } from 'vitest'
import type { Claim, ClaimComment, ClaimedComment } from '../../../../src/agent-job/claim/claim-marker.ts'
import {
  type ClaimDependencies,
  ClaimError,
  type ClaimPurpose,
  claimRun,
} from '../../../../src/agent-job/claim/claim-run.ts'
import type { Inputs } from '../../../../src/agent-job/inputs.ts'
import type { Trigger } from '../../../../src/agent-job/request/trigger.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { digest } from '../../../../src/github/signed-marker.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import { markdown } from '../../../../src/untrusted/markdown.ts'

const COMMENT = {
  eventName: 'issue_comment',
  comment: { kind: 'issue comment', id: 3 },
  thread: { number: 7 },
}
const PULL_REQUEST = { eventName: 'pull_request', thread: { number: 7 } }
const RUN = {
  id: '5',
  workflow: 'acme/app/.github/workflows/docs.yml',
  job: 'docs',
  step: '__self',
  attempt: 1,
}

interface Circumstances {
  purpose?: ClaimPurpose
  trigger?: object
  inputs?: object
  run?: object
  dependencies?: object
  found?: Partial<Claim>[]
  /** What posting throws. */
  error?: Error
}

/** Claims. Gives the result, the claim that was posted, and the warnings. */
async function claim(circumstances: Circumstances = {}) {
  const {
    purpose = { kind: 'prompt' },
    trigger = COMMENT,
    inputs,
    run,
    dependencies,
    found = [],
    error,
  } = circumstances
  const listed = found.map((payload, id) => ({
    id,
    author: 1,
    isVerified: true,
    url: '',
    payload,
  })) as ClaimedComment[]
  let posted: Claim | undefined
  const warnings: string[] = []
  const comment: Partial<ClaimComment> = {
    async post(_content, payload) {
      if (error) throw error
      posted = payload
      const own = { id: 100, url: '', author: 1, payload, isVerified: true }
      listed.push(own)
      return own
    },
    find: async () => listed,
    adopt: () => undefined,
  }
  const all = { projectId: 'p', prompt: 'Do it.', command: '/docs', issueNumber: undefined, ...inputs }
  const result = await claimRun(purpose, trigger as Trigger, all as Inputs, markdown`on it`, {
    run: { ...RUN, ...run },
    github: { react: async () => ({ result: 'first', account: 1 }) },
    comment,
    clock: { now: () => 0, sleep: async () => undefined },
    signal: new AbortController().signal,
    log: { warning: (_title: string, text: string) => warnings.push(text) },
    nonce: 'n-1',
    ...dependencies,
  } as unknown as ClaimDependencies)
  return { result, posted, warnings }
}

test.each([{ comment: undefined }, { github: undefined }])(
  'with %j nothing is remembered',
  async (dependencies) => {
    expect(await claim({ dependencies })).toEqual({
      result: { kind: 'won', found: [] },
      posted: undefined,
      warnings: [],
    })
  },
)

describe('what is claimed', () => {
  test('a comment, for a project, by a step of a run', async () => {
    const { posted } = await claim()
    expect(posted).toEqual({
      state: 'claimed',
      trigger: 'issue comment 3',
      project: digest('p'),
      claimant: { runId: '5', job: 'docs', step: '__self', attempt: 1 },
      nonce: 'n-1',
    })
  })

  test.each<[ClaimPurpose, Partial<Claim>]>([
    [{ kind: 'help' }, { state: 'answered', trigger: 'issue comment 3' }],
    [
      { kind: 'attach', jobId: 'j' },
      { state: 'job', jobId: 'j', trigger: 'issue comment 3' },
    ],
    [{ kind: 'check' }, { state: 'refused', trigger: expect.stringMatching(/^run 5 /) as unknown as string }],
  ])('for %j', async (purpose, expected) => {
    expect((await claim({ purpose })).posted).toMatchObject(expected)
    expect((await claim({ purpose })).posted?.series).toBeUndefined()
  })

  test('runs of one workflow, job, step and prompt are a series; a check is one of its own', async () => {
    const series = async (change: Circumstances = {}) =>
      (await claim({ trigger: PULL_REQUEST, ...change })).posted?.series
    const usual = await series()
    expect(usual).toMatch(/^[0-9a-f]{16}$/)
    expect(await series({ run: { id: '6', attempt: 2 } })).toBe(usual)
    const others = [
      { run: { workflow: 'acme/app/.github/workflows/other.yml' } },
      { run: { job: 'other' } },
      { run: { step: 'other' } },
      { inputs: { prompt: 'Do more.' } },
      { purpose: { kind: 'check' } as const },
    ]
    for (const each of others) expect([undefined, usual]).not.toContain(await series(each))
    expect(await series({ inputs: { issueNumber: 8 } })).toBeUndefined()
    expect(await series({ trigger: { eventName: 'schedule' }, inputs: { issueNumber: 8 } })).toBeUndefined()
    expect((await claim({ trigger: PULL_REQUEST })).posted?.trigger).toBe(`run 5 ${usual}`)
  })
})

describe('what GitHub does not take', () => {
  const refused = new GitHubError('comment', { status: 403, answer: 'it answered 403', hint: 'Add a line.' })

  test('ends a run that would send a prompt', async () => {
    await expect(claim({ error: refused })).rejects.toEqual(new ClaimError(refused))
  })

  test.each<ClaimPurpose>([{ kind: 'help' }, { kind: 'check' }, { kind: 'attach', jobId: 'j' }])(
    'is a warning for %j',
    async (purpose) => {
      const { result, warnings } = await claim({ purpose, error: refused })
      expect([result, warnings]).toEqual([{ kind: 'won', found: [], failure: refused }, [refused.message]])
    },
  )

  test('a bug, and a cancelled run, are no answer of GitHub', async () => {
    const bug = new TypeError('x is not a function')
    await expect(claim({ error: bug })).rejects.toBe(bug)
    const signal = AbortSignal.abort(new CancelledError('The run was cancelled.'))
    await expect(claim({ error: refused, dependencies: { signal } })).rejects.toThrow(
      'The run was cancelled.',
    )
  })
})

describe('a job that is named', () => {
  const run = { attempt: 2 }
  const left = {
    trigger: 'issue comment 3',
    project: digest('p'),
    claimant: { runId: '5', job: 'docs', step: '__self', attempt: 1 },
  }
  const purpose = { kind: 'attach', jobId: 'j' } as const

  test.each<[Partial<Claim>, string]>([
    [{ state: 'unknown' }, 'won'],
    [{ state: 'finished', jobId: 'other' }, 'won'],
    [{ state: 'finished', jobId: 'j' }, 'told-again'],
    [{ state: 'answered' }, 'ended'],
  ])('is followed, whatever became of another: %j', async (change, expected) => {
    expect((await claim({ purpose, run, found: [{ ...left, ...change }] })).result.kind).toBe(expected)
  })

  test('a prompt is not sent where another job is told of', async () => {
    const found = [{ ...left, state: 'finished' as const, jobId: 'other' }]
    expect((await claim({ run, found })).result.kind).toBe('told-again')
    expect((await claim({ run, found: [{ ...left, state: 'unknown' as const }] })).result.kind).toBe(
      'uncertain',
    )
  })
})
