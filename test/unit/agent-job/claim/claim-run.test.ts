import { describe, expect, test } from 'vitest'
import type { Claim, ClaimComment } from '../../../../src/agent-job/claim/claim.ts'
import {
  type ClaimDependencies,
  ClaimError,
  type ClaimPurpose,
  claimRun,
} from '../../../../src/agent-job/claim/claim-run.ts'
import type { Inputs } from '../../../../src/agent-job/inputs.ts'
import { addReportThread, type Trigger } from '../../../../src/agent-job/request/trigger.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { digest } from '../../../../src/our-comments/marker.ts'
import type { OurComment } from '../../../../src/our-comments/our-comment.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import { markdown } from '../../../../src/untrusted/markdown.ts'

const COMMENT = { eventName: 'issue_comment', comment: { kind: 'issue comment', id: 3 }, thread: { number: 7 } }
const PULL_REQUEST = { eventName: 'pull_request', thread: { number: 7 } }
const CLAIMANT = { job: 'docs', step: '__self', attempt: 1 }
const WON = { kind: 'won', found: [] }

interface Circumstances {
  purpose?: ClaimPurpose
  trigger?: object
  inputs?: object
  run?: object
  dependencies?: object
  /** What an earlier attempt has left. */
  left?: Partial<Claim>
  /** What posting throws. */
  error?: Error
}

/** Claims. Gives the result, the claim that was posted, and the warnings. */
async function claim({
  purpose = { kind: 'prompt' },
  trigger = COMMENT,
  left,
  error,
  ...circumstances
}: Circumstances = {}) {
  const usual = { trigger: 'issue comment 3', project: digest('p'), claimant: { runId: '5', ...CLAIMANT } }
  const show = (id: number, payload: object) =>
    ({ id, author: 1, isVerified: true, url: '', updatedAt: undefined, payload }) as ClaimComment
  const listed = left ? [show(1, { ...usual, ...left })] : []
  let posted: Claim | undefined
  const warnings: string[] = []
  const comment: Partial<OurComment<Claim>> = {
    async post(_content, payload) {
      if (error) throw error
      posted = payload
      listed.push(show(100, payload))
      return show(100, payload)
    },
    find: async () => listed,
    adopt: () => undefined,
    identify: () => undefined,
  }
  const prompt = { prompt: 'Do it.', promptSource: 'Do it.' }
  const paths = { included: [], excluded: [] }
  const inputs = { projectId: 'p', ...prompt, paths, command: '/docs', ...circumstances.inputs }
  const reported = addReportThread(trigger as Trigger, { issueNumber: undefined, ...inputs })
  const result = await claimRun(purpose, reported, inputs as unknown as Inputs, markdown`on it`, {
    run: { id: '5', workflow: 'acme/app/.github/workflows/docs.yml', ...CLAIMANT, ...circumstances.run },
    github: { react: async () => ({ result: 'first', account: 1 }) },
    comment,
    clock: { now: () => 0, sleep: async () => undefined },
    signal: new AbortController().signal,
    log: { warning: (_title: string, text: string) => warnings.push(text) },
    nonce: 'n-1',
    ...circumstances.dependencies,
  } as unknown as ClaimDependencies)
  return { result, posted, warnings }
}

test.each(['comment', 'github'])('without %s nothing is remembered', async (missing) => {
  const nothing = { result: WON, posted: undefined, warnings: [] }
  expect(await claim({ dependencies: { [missing]: undefined } })).toEqual(nothing)
})

describe('what is claimed', () => {
  test('a comment, for a project, by a step of a run', async () => {
    expect((await claim()).posted).toStrictEqual({
      state: 'claimed',
      trigger: 'issue comment 3',
      event: 'issue_comment',
      project: digest('p'),
      claimant: { runId: '5', ...CLAIMANT },
      nonce: 'n-1',
    })
  })

  const attach = { kind: 'attach', jobId: 'j' } as const

  test.each<[ClaimPurpose, state: string, trigger: RegExp]>([
    [{ kind: 'help' }, 'answered', /^issue comment 3$/],
    [attach, 'job', /^issue comment 3$/],
    [{ kind: 'check' }, 'refused', /^run 5 /],
  ])('for %j', async (purpose, state, trigger) => {
    const { posted } = await claim({ purpose })
    expect(posted).toMatchObject({ state, trigger: expect.stringMatching(trigger) })
    expect([posted?.series, posted?.job?.jobId]).toEqual([undefined, purpose === attach ? 'j' : undefined])
  })

  test('runs of one workflow, job, step, `paths` and prompt are a series; a check is one of its own', async () => {
    const series = async (change: Circumstances = {}) =>
      (await claim({ trigger: PULL_REQUEST, ...change })).posted?.series
    const usual = await series()
    expect(usual).toMatch(/^[0-9a-f]{16}$/)
    expect(await series({ run: { id: '6', attempt: 2 } })).toBe(usual)
    // A file may have another text in each run.
    const ofFile = await claim({ trigger: PULL_REQUEST, inputs: { prompt: 'Do more.' } })
    expect(ofFile.posted?.series).toBe(usual)
    expect(ofFile.posted?.trigger).not.toBe(`run 5 ${usual}`)
    const others = [
      { run: { workflow: 'acme/app/.github/workflows/other.yml' } },
      { run: { job: 'other' } },
      { run: { step: 'other' } },
      { inputs: { promptSource: 'other.md' } },
      { inputs: { paths: { included: ['src/**'], excluded: [] } } },
      { inputs: { paths: { included: [], excluded: ['src/**'] } } },
      { purpose: { kind: 'check' } as const },
    ]
    const all = [undefined, usual, ...(await Promise.all(others.map(series)))]
    expect(new Set(all).size).toBe(others.length + 2)
    expect(await series({ inputs: { issueNumber: 8 } })).toBeUndefined()
    expect(await series({ trigger: { eventName: 'schedule' }, inputs: { issueNumber: 8 } })).toBeUndefined()
    expect((await claim({ trigger: PULL_REQUEST })).posted?.trigger).toBe(`run 5 ${usual}`)
  })
})

describe('what GitHub does not take', () => {
  const refused = new GitHubError('comment', { status: 403, answer: 'GitHub returned 403', hint: 'Add a line.' })

  test('ends a run that would send a prompt', async () => {
    const ended = claim({ error: refused })
    await expect(ended).rejects.toThrow(ClaimError)
    await expect(ended).rejects.toMatchObject({ cause: refused })
  })

  test('is a warning for a run that sends none', async () => {
    const { result, warnings } = await claim({ purpose: { kind: 'help' }, error: refused })
    expect([result, warnings]).toEqual([{ ...WON, failure: refused }, [refused.message]])
  })

  test('is neither a bug nor a cancelled run', async () => {
    const bug = new TypeError('x is not a function')
    await expect(claim({ error: bug })).rejects.toBe(bug)
    const reason = new CancelledError('The run was canceled.')
    const dependencies = { signal: AbortSignal.abort(reason) }
    await expect(claim({ error: refused, dependencies })).rejects.toBe(reason)
  })
})

test.each<[Partial<Claim>, attached: object, prompted: object]>([
  [{ state: 'unknown' }, WON, { kind: 'ended' }],
  [{ state: 'finished', job: { jobId: 'other' } }, WON, { kind: 'finished' }],
  [{ state: 'finished', job: { jobId: 'j' } }, { kind: 'finished' }, { kind: 'finished' }],
  [{ state: 'answered' }, { kind: 'ended' }, { kind: 'ended' }],
])('a job that is named is followed, whatever became of another: %j', async (left, attached, prompted) => {
  const run = { attempt: 2 }
  const purpose = { kind: 'attach', jobId: 'j' } as const
  expect((await claim({ purpose, run, left })).result).toMatchObject(attached)
  expect((await claim({ run, left })).result).toMatchObject(prompted)
})
