import { describe, expect, test } from 'vitest'
import type { Claim, ClaimComment } from '../../../../src/agent-job/claim/claim.ts'
import {
  type ClaimDependencies,
  ClaimError,
  type ClaimPurpose,
  claimRun,
  createClaim,
} from '../../../../src/agent-job/claim/claim-run.ts'
import type { Inputs } from '../../../../src/agent-job/inputs/inputs.ts'
import { addReportThread } from '../../../../src/agent-job/request/read-trigger.ts'
import type { Trigger } from '../../../../src/agent-job/trigger/trigger.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { digest } from '../../../../src/our-comments/marker.ts'
import type { OurComment } from '../../../../src/our-comments/our-comment.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import { markdown } from '../../../../src/untrusted/markdown.ts'
import { CLAIMANT, commentOf } from './claims-for-tests.ts'

const COMMENT = { eventName: 'issue_comment', comment: { kind: 'issue comment', id: 3 }, thread: { number: 7 } }
const REVIEW = { ...COMMENT, comment: { kind: 'review comment', id: 3 } }
const PULL_REQUEST = { eventName: 'pull_request', thread: { number: 7 } }
const PROMPT: ClaimPurpose = { kind: 'prompt', hasFailed: async () => true }
const ATTACH: ClaimPurpose = { kind: 'attach', jobId: 'j' }
const WON = { kind: 'won', thread: { needless: [], jobs: [], last: [] } }
const RANGE = { base: 'a', head: 'b' }

interface Circumstances {
  purpose?: ClaimPurpose
  trigger?: object
  inputs?: object
  run?: object
  range?: typeof RANGE
}

function prepare({ trigger = COMMENT, ...change }: Circumstances) {
  const paths = { included: [], excluded: [] }
  const inputs = {
    projectId: 'p',
    prompt: 'Do it.',
    leg: '0',
    paths,
    command: '/docs',
    ...change.inputs,
  } as unknown as Inputs
  const reported = addReportThread(trigger as Trigger, inputs)
  const run = {
    id: '5',
    workflow: 'acme/app/.github/workflows/docs.yml',
    job: 'docs',
    step: '__self',
    attempt: 1,
    ...change.run,
  }
  return { inputs, reported, run: run as ClaimDependencies['run'] }
}

/** What our comment remembers from the start. */
function create({ purpose = PROMPT, range, ...change }: Circumstances = {}): Claim {
  const { inputs, reported, run } = prepare(change)
  return createClaim(purpose, reported, inputs, { run, nonce: 'n-1', range })
}

describe('what our comment remembers from the start', () => {
  test('a comment, for a project, by a step of a run', () => {
    expect(create()).toStrictEqual({
      nonce: 'n-1',
      state: 'claimed',
      trigger: 'issue comment 3',
      project: digest('p'),
      step: expect.stringMatching(/^[0-9a-f]{16}$/),
      claimant: CLAIMANT,
      earlierJobs: [],
    })
    expect(create({ trigger: REVIEW }).trigger).toBe('review comment 3')
  })

  test.each<[ClaimPurpose, Partial<Claim>]>([
    [{ kind: 'help' }, { state: 'claimed', isReply: true, outcome: 'skipped' }],
    [{ kind: 'check' }, { state: 'claimed', isReply: true }],
    [{ kind: 'answer' }, { state: 'claimed', isReply: true }],
    [ATTACH, { state: 'job', isReply: true, jobId: 'j' }],
  ])('for %j', (purpose, expected) => {
    expect(create({ purpose, range: RANGE })).toEqual({ ...create(), step: expect.any(String), ...expected })
  })

  test('what the prompt tells, only with a prompt', () => {
    expect(create({ range: RANGE })).toMatchObject({ range: RANGE })
  })

  test('only a form that a marker may have', () => {
    const run = { id: 'run', job: 'a b/c'.repeat(60), step: '__owner_action' }
    const { claimant } = create({ run })
    expect(claimant).toMatchObject({ runId: '0', job: 'a_b_c'.repeat(40), step: '__owner_action' })
  })

  const nameStep = (change: Circumstances) => create({ trigger: PULL_REQUEST, ...change }).step

  test('a step is workflow, job, step, leg, project and `paths`, and a check is another', () => {
    const others: Circumstances[] = [
      {},
      { run: { workflow: 'acme/app/.github/workflows/other.yml' } },
      { run: { job: 'other' } },
      { run: { step: 'other' } },
      { inputs: { leg: '1' } },
      { inputs: { projectId: 'other' } },
      { inputs: { paths: { included: ['src/**'], excluded: [] } } },
      { inputs: { paths: { included: [], excluded: ['src/**'] } } },
      { purpose: { kind: 'check' } },
    ]
    expect(new Set(others.map(nameStep)).size).toBe(others.length)
  })

  test("a step's memory outlives its prompt, its run, and the key", () => {
    const same = { inputs: { prompt: 'Other.', apiKey: 'mint_other' }, run: { id: '6', attempt: 2 }, trigger: COMMENT }
    expect(nameStep(same)).toBe(nameStep({}))
  })

  test('within a run, claims that no comment asked for are told apart by step, leg and prompt', () => {
    const nameTrigger = (change: Circumstances) => create({ trigger: PULL_REQUEST, ...change }).trigger
    expect(nameTrigger({})).toMatch(/^run 5 [0-9a-f]{16}$/)
    expect(nameTrigger({ run: { attempt: 2 } })).toBe(nameTrigger({}))
    const others = [
      {},
      { inputs: { prompt: 'Other.' } },
      { inputs: { leg: '1' } },
      { run: { job: 'other' } },
      { run: { id: '6' } },
    ]
    expect(new Set(others.map(nameTrigger)).size).toBe(others.length)
  })

  test.each<[string, Circumstances, true | undefined]>([
    ['in its own conversation', { trigger: PULL_REQUEST }, true],
    ['in its own conversation, by its number', { trigger: PULL_REQUEST, inputs: { issueNumber: 7 } }, true],
    ['in another one', { trigger: PULL_REQUEST, inputs: { issueNumber: 8 } }, undefined],
    ['in one that it has none of', { trigger: { eventName: 'schedule' }, inputs: { issueNumber: 8 } }, undefined],
    ['that a comment asked for', { trigger: COMMENT }, undefined],
    ['that only answers', { trigger: PULL_REQUEST, purpose: { kind: 'answer' } }, undefined],
  ])('a run %s: its step keeps one comment: %s', (_name, change, isOfStep) => {
    expect(create(change).isOfStep).toBe(isOfStep)
  })
})

/** Claims. Gives the result, the claim that was posted, and the warnings. */
async function claim({
  purpose = PROMPT,
  error,
  dependencies,
  ...change
}: Circumstances & { dependencies?: object; error?: Error } = {}) {
  const { inputs, reported, run } = prepare(change)
  const listed: ClaimComment[] = []
  let posted: Claim | undefined
  const warnings: string[] = []
  const comment: Partial<OurComment<Claim>> = {
    async post(_content, payload) {
      if (error) throw error
      posted = payload
      listed.push(commentOf(9, payload))
      return commentOf(9, payload)
    },
    get current() {
      return listed[0]
    },
    find: async () => listed,
    adopt: () => undefined,
    identify: () => undefined,
  }
  const result = await claimRun(purpose, reported, inputs, markdown`on it`, {
    run,
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

test.each(['comment', 'github'])('without %s nothing is remembered', async (missing) => {
  const nothing = { result: WON, posted: undefined, warnings: [] }
  expect(await claim({ dependencies: { [missing]: undefined } })).toEqual(nothing)
})

test.each<[ClaimPurpose]>([[PROMPT], [{ kind: 'check' }], [{ kind: 'help' }], [ATTACH]])(
  '%j is posted',
  async (purpose) => {
    expect(await claim({ purpose })).toMatchObject({
      result: { kind: 'won' },
      posted: create({ purpose }),
      warnings: [],
    })
  },
)

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
    await expect(claim({ purpose: { kind: 'help' }, error: bug })).rejects.toBe(bug)
    const reason = new CancelledError('The run was canceled.')
    const dependencies = { signal: AbortSignal.abort(reason) }
    await expect(claim({ error: refused, dependencies })).rejects.toBe(reason)
  })
})
