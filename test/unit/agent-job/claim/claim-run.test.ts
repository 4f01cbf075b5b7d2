import { describe, expect, test } from 'vitest'
import { type Claim, parseClaim } from '../../../../src/agent-job/claim/claim.ts'
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
import type { GitHub } from '../../../../src/github/github.ts'
import { digest } from '../../../../src/our-comments/marker.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import type { WorkflowRun } from '../../../../src/runner/event.ts'
import { collectWarnings } from '../../../../src/runner/log.ts'
import { markdown } from '../../../../src/untrusted/markdown.ts'
import { createClock } from '../../fake-clock.ts'
import { createOurComment, createThread, fail, failure } from '../../our-comments/fake-thread.ts'
import { CLAIMANT, readClaims } from './claims-for-tests.ts'
import { COMMAND, INPUTS, RUN, SILENT, TRIGGER } from './run-for-tests.ts'

const { comment: _, ...WITHOUT_COMMENT } = TRIGGER
const PULL_REQUEST: Trigger = { ...WITHOUT_COMMENT, eventName: 'pull_request' }
const { thread: __, ...SCHEDULE }: Trigger = { ...WITHOUT_COMMENT, eventName: 'schedule' }
const PROMPT: ClaimPurpose = { kind: 'prompt', hasFailed: async () => true }
const HELP: ClaimPurpose = { kind: 'help' }
const ATTACH: ClaimPurpose = { kind: 'attach', jobId: 'j' }
const WON = { kind: 'won', thread: { needless: [], jobs: [], last: [] } }
const RANGE = { base: 'a', head: 'b' }

interface Circumstances {
  purpose?: ClaimPurpose
  trigger?: Trigger
  inputs?: Partial<Inputs>
  run?: Partial<WorkflowRun>
  range?: typeof RANGE
}

function create({ purpose = PROMPT, trigger = TRIGGER, range, ...change }: Circumstances = {}): Claim {
  const inputs = { ...INPUTS, ...change.inputs }
  const run = { ...RUN, ...change.run }
  return createClaim(purpose, addReportThread(trigger, inputs), inputs, { run, nonce: 'n-1', range })
}

describe('what our comment remembers from the start', () => {
  test('a comment, for a project, by a step of a run', () => {
    expect(create()).toStrictEqual({
      nonce: 'n-1',
      state: 'claimed',
      trigger: 'issue comment 1',
      project: digest('project-1'),
      step: expect.stringMatching(/^[0-9a-f]{16}$/),
      claimant: CLAIMANT,
      earlierJobs: [],
    })
    const review: Trigger = { ...TRIGGER, comment: { ...COMMAND, kind: 'review comment' } }
    expect(create({ trigger: review }).trigger).toBe('review comment 1')
  })

  test.each<[ClaimPurpose, Partial<Claim>]>([
    [PROMPT, { state: 'claimed', range: { ...RANGE, branch: expect.stringMatching(/^[0-9a-f]{16}$/) } }],
    [HELP, { state: 'claimed', isReply: true, outcome: 'skipped' }],
    [{ kind: 'check' }, { state: 'claimed', isReply: true }],
    [{ kind: 'answer' }, { state: 'claimed', isReply: true }],
    [ATTACH, { state: 'job', isReply: true, jobId: 'j' }],
  ])('for %j', (purpose, expected) => {
    expect(create({ purpose, range: RANGE })).toEqual({ ...create(), step: expect.any(String), ...expected })
  })

  test('only a form that a marker may have', () => {
    const run = { id: 'run', job: 'a b/c'.repeat(60), step: '__owner_action' }
    const { claimant } = create({ run })
    expect(claimant).toMatchObject({ runId: '0', job: 'a_b_c'.repeat(40), step: '__owner_action' })
  })

  test('a step is workflow, job, step, leg, project and `paths`, and a check is another', () => {
    const others: Circumstances[] = [
      {},
      { run: { workflow: '.github/workflows/other.yml' } },
      { run: { job: 'other' } },
      { run: { step: 'other' } },
      { inputs: { leg: '1' } },
      { inputs: { projectId: 'other' } },
      { inputs: { paths: { included: ['src/**'], excluded: [] } } },
      { inputs: { paths: { included: [], excluded: ['src/**'] } } },
      { purpose: { kind: 'check' } },
    ]
    expect(new Set(others.map((each) => create(each).step)).size).toBe(others.length)
    // It outlives its event, its prompt, its run, and the key.
    const inputs = { prompt: 'Other.', apiKey: 'mint_other' }
    expect(create({ trigger: PULL_REQUEST, inputs, run: { id: '6', attempt: 2 } }).step).toBe(create().step)
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

  test.each<[string, Trigger, issueNumber: number | undefined, true | undefined, ClaimPurpose?]>([
    ['that only checks', PULL_REQUEST, undefined, true, { kind: 'check' }],
    ['that only answers', PULL_REQUEST, undefined, undefined, { kind: 'answer' }],
    ['that only follows a job', PULL_REQUEST, undefined, undefined, ATTACH],
    ['in its own conversation', PULL_REQUEST, undefined, true],
    ['in its own conversation, by its number', PULL_REQUEST, 3, true],
    ['in another one', PULL_REQUEST, 8, undefined],
    ['in one that it has none of', SCHEDULE, 8, undefined],
    ['that a comment asked for', TRIGGER, undefined, undefined],
  ])('a run %s: its step keeps one comment: %s', (_name, trigger, issueNumber, isOfStep, purpose = PROMPT) => {
    expect(create({ trigger, inputs: { issueNumber }, purpose }).isOfStep).toBe(isOfStep)
  })
})

/** Claims in a thread, which `post` may refuse. */
async function claim(purpose: ClaimPurpose, change: Partial<ClaimDependencies> = {}, refuse?: () => never) {
  const thread = createThread({ command: COMMAND.id })
  if (refuse) thread.before['post'] = refuse
  const warnings = collectWarnings(SILENT)
  const result = await claimRun(purpose, addReportThread(TRIGGER, INPUTS), INPUTS, markdown`on it`, {
    run: RUN,
    github: thread.github as unknown as GitHub,
    comment: createOurComment({ github: thread.github, parse: parseClaim }),
    clock: createClock(),
    signal: new AbortController().signal,
    log: warnings.log,
    nonce: 'n-1',
    ...change,
  })
  return { result, claims: readClaims(thread), requests: thread.requests.join(' '), warnings: warnings.list() }
}

test.each(['comment', 'github'])('without %s nothing is remembered', async (missing) => {
  const nothing = { result: WON, claims: [], requests: '', warnings: [] }
  expect(await claim(PROMPT, { [missing]: undefined })).toEqual(nothing)
})

test.each<[ClaimPurpose, requests: string]>([
  [PROMPT, 'react post list'],
  [{ kind: 'check' }, 'react post list'],
  [HELP, 'react post'],
  [ATTACH, 'react post'],
])('%j is posted, and read back where it has to be', async (purpose, requests) => {
  const claims = [create({ purpose })]
  expect(await claim(purpose)).toMatchObject({ result: { kind: 'won' }, claims, requests, warnings: [] })
})

describe('what GitHub does not take', () => {
  const bug = new TypeError('x is not a function')
  const throwBug = () => {
    throw bug
  }

  test('ends a run that would send a prompt', async () => {
    const ended = claim(PROMPT, {}, fail(403))
    await expect(ended).rejects.toThrow(ClaimError)
    await expect(ended).rejects.toMatchObject({ cause: failure(403) })
  })

  test('is a warning for a run that sends none', async () => {
    const { result, warnings } = await claim(HELP, {}, fail(403))
    expect([result, warnings]).toEqual([{ ...WON, failure: failure(403) }, [failure(403).message]])
  })

  test('is neither a bug nor a cancelled run', async () => {
    for (const purpose of [PROMPT, HELP]) await expect(claim(purpose, {}, throwBug)).rejects.toBe(bug)
    const reason = new CancelledError('The run was canceled.')
    await expect(claim(PROMPT, { signal: AbortSignal.abort(reason) }, fail(403))).rejects.toBe(reason)
  })
})
