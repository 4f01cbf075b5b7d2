import { describe, expect, test } from 'vitest'
import type { Claim, ClaimComment } from '../../../../src/agent-job/claim/claim.ts'
import { type CommandComment, isOfEarlierAttempt, readThread } from '../../../../src/agent-job/claim/claim-thread.ts'
import { timeOf } from '../../our-comments/fake-thread.ts'
import { CLAIMANT, claimOf, commentOf, OTHER_RUN, RE_RUN, TOUCHED, UNNAMED } from './claims-for-tests.ts'

const OTHER_PROJECT = { project: 'f'.repeat(16) }
const OTHER_COMMENT = { trigger: 'issue comment 2' }

describe('the claim that decides', () => {
  const own = (id: number, change?: Partial<ClaimComment>) => commentOf(id, claimOf(), change)
  const others = (id: number, change?: Partial<ClaimComment>) => commentOf(id, claimOf({}, OTHER_RUN), change)
  const decide = (found: ClaimComment[], command?: CommandComment) =>
    readThread(found, claimOf({}, RE_RUN), { command }).decisive?.id

  test.each<[string, ClaimComment[], number | undefined]>([
    ['none', [], undefined],
    ['the oldest', [others(3), own(4)], 3],
    ['not one for another comment', [commentOf(3, claimOf(OTHER_COMMENT)), own(4)], 4],
    ['not one for another project', [commentOf(3, claimOf(OTHER_PROJECT)), own(4)], 4],
    ['not an answer', [commentOf(3, claimOf({ isReply: true })), own(4)], 4],
    ['one of another run that names no comment yet', [others(3, UNNAMED), own(4)], 3],
    ['one of another run with text around it', [others(3, TOUCHED), own(4)], 3],
    ['one of another run with both', [others(3, { ...UNNAMED, ...TOUCHED }), own(4)], 3],
    ['one of this run that names no comment yet', [own(3, UNNAMED), others(4)], 3],
    ['one of this run with text around it', [own(3, TOUCHED), others(4)], 3],
    // It has sent nothing, and people have written into it, so it's theirs.
    ['not one of this run with both', [own(3, { ...UNNAMED, ...TOUCHED }), others(4)], 4],
  ])('%s', (_name, found, expected) => {
    expect(decide(found)).toBe(expected)
  })

  const command = (kind: CommandComment['kind'], createdAt?: string): CommandComment => ({ kind, id: 9, createdAt })
  const [COMMENT, REVIEW] = [command('issue comment', timeOf(5)), command('review comment', timeOf(5))]

  test.each<[string, CommandComment, id: number, createdAt: string | undefined, boolean]>([
    ['younger', COMMENT, 2, timeOf(6), true],
    ['older', COMMENT, 20, timeOf(4), false],
    ['of the same second, by ID', COMMENT, 10, timeOf(5), true],
    ['of the same second, and older by ID', COMMENT, 8, timeOf(5), false],
    ['of the second of a review comment', REVIEW, 8, timeOf(5), true],
    ['older than a review comment', REVIEW, 8, timeOf(4), false],
    ['of another form of time', COMMENT, 8, '2026-11-24T12:00:04.9Z', false],
    ['of no known time', COMMENT, 8, undefined, true],
    ['where the time of the command is not known', command('issue comment'), 8, timeOf(4), true],
  ])('has a say if it is %s', (_name, about, id, createdAt, isHeard) => {
    for (const found of [own(id, { createdAt }), others(id, { createdAt })])
      expect(decide([found], about)).toBe(isHeard ? id : undefined)
  })
})

describe('a run that no comment asked for', () => {
  const RUN = { trigger: `run 5 ${'c'.repeat(16)}` }
  const OTHER_PROMPT = { trigger: `run 5 ${'d'.repeat(16)}` }
  const OF_STEP = { isOfStep: true } as const
  const again = claimOf({ ...RUN, ...OF_STEP }, RE_RUN)
  const decide = (found: ClaimComment[], claim = again) => readThread(found, claim).decisive?.id

  test.each<[string, Claim[], number | undefined]>([
    ['its own', [claimOf(OTHER_PROMPT), claimOf(RUN)], 2],
    ['the only one of its step, with another prompt', [claimOf(OTHER_PROMPT)], 1],
    ['none of two with other prompts', [claimOf(OTHER_PROMPT), claimOf(OTHER_PROMPT)], undefined],
    ['not that of another project or `paths`', [claimOf({ ...OTHER_PROMPT, step: 'f'.repeat(16) })], undefined],
    ['not that of another run', [claimOf(OTHER_PROMPT, OTHER_RUN)], undefined],
    ['not that of a comment', [claimOf()], undefined],
  ])('goes by %s', (_name, claims, expected) => {
    expect(decide(claims.map((claim, index) => commentOf(index + 1, claim)))).toBe(expected)
  })

  test('a run of a comment never goes by it', () => {
    expect(decide([commentOf(3, claimOf(OTHER_PROMPT))], claimOf({}, RE_RUN))).toBeUndefined()
  })

  const later = (change: Partial<Claim> = {}, runId = '6') =>
    claimOf({ trigger: `run ${runId} ${'c'.repeat(16)}`, ...OF_STEP, ...change }, { runId })

  test.each<[string, Claim, Partial<ClaimComment>, Claim, number | undefined]>([
    ['decides', later(), {}, again, 3],
    ['by number', later({}, '10'), {}, again, 3],
    ['is not an earlier one', later({}, '4'), {}, again, undefined],
    ['of another step does not', later({ step: 'f'.repeat(16) }), {}, again, undefined],
    ['with a comment of its own does not', later({ isOfStep: undefined }), {}, again, undefined],
    ['does not before its comment is named', later(), UNNAMED, again, undefined],
    ['does not with text around it', later(), TOUCHED, again, undefined],
    ['does not for a first attempt', later(), {}, claimOf({ ...RUN, ...OF_STEP }), undefined],
    ['does not for a run with a comment of its own', later(), {}, claimOf(RUN, RE_RUN), undefined],
  ])('a later run that has taken its comment over %s', (_name, payload, change, claim, expected) => {
    expect(decide([commentOf(3, payload, change)], claim)).toBe(expected)
  })

  const ended = (change: Partial<Claim> = {}, claimant = {}) =>
    claimOf({ ...RUN, ...OF_STEP, outcome: 'failed', ...change }, claimant)
  const first = claimOf({ trigger: `run 9 ${'c'.repeat(16)}`, ...OF_STEP }, { runId: '9' })

  test.each<[string, Claim, Partial<ClaimComment>, Claim, number | undefined]>([
    ['that has ended', ended(), {}, first, 3],
    ['but not while that works', ended({ outcome: undefined }), {}, first, undefined],
    ['but not of another step', ended({ step: 'f'.repeat(16) }), {}, first, undefined],
    ['but not one of its own', ended({ isOfStep: undefined }), {}, first, undefined],
    ['but not of a later run', ended({}, { runId: '10' }), {}, first, undefined],
    ['but not of this run', ended({}, { runId: '9' }), {}, first, undefined],
    ['but not with text around it', ended(), TOUCHED, first, undefined],
    ['unless it has its own', ended(), {}, { ...first, isOfStep: undefined }, undefined],
  ])('continues in the comment of an earlier run %s', (_name, payload, change, claim, expected) => {
    expect(readThread([commentOf(3, payload, change)], claim).earlier?.id).toBe(expected)
  })

  test('of several, the newest is continued', () => {
    expect(readThread([commentOf(3, ended()), commentOf(4, ended())], first).earlier?.id).toBe(4)
  })
})

describe('a later attempt', () => {
  const REPLY = { isReply: true } as const
  const again = claimOf({}, RE_RUN)

  test.each<[string, Claim, Partial<ClaimComment>, Claim, number | undefined]>([
    ['continues in its answer', claimOf(REPLY), {}, again, 3],
    ['answers in its answer', claimOf(REPLY), {}, { ...again, ...REPLY }, 3],
    ['answers in the comment of its job', claimOf(), {}, { ...again, ...REPLY }, 3],
    ['does not continue in its claim, which decides', claimOf(), {}, again, undefined],
    ['does not answer in the comment of another job', claimOf(OTHER_COMMENT), {}, { ...again, ...REPLY }, undefined],
    ['does not continue in the answer of another run', claimOf(REPLY, OTHER_RUN), {}, again, undefined],
    ['does not continue where people have written', claimOf(REPLY), TOUCHED, again, undefined],
  ])('%s', (_name, payload, change, claim, expected) => {
    expect(readThread([commentOf(3, payload, change)], claim).earlier?.id).toBe(expected)
  })

  test.each<[string, Claim, Partial<ClaimComment>, boolean]>([
    ['', claimOf(), {}, true],
    ['that was never edited', claimOf(), UNNAMED, true],
    ['with text around it', claimOf(), TOUCHED, false],
    ['that may have sent', claimOf({ state: 'sending' }), {}, false],
    ['with a job', claimOf({ state: 'job', jobId: 'j' }), {}, false],
    ['with an earlier job', claimOf({ earlierJobs: ['j'] }), {}, false],
    ['of another run', claimOf({}, OTHER_RUN), {}, false],
    ['for another comment', claimOf(OTHER_COMMENT), {}, false],
    ['that is an answer', claimOf(REPLY), {}, false],
  ])('does without a claim %s that gave way', (_name, payload, change, isNeedless) => {
    const decisive = commentOf(3, claimOf({}, OTHER_RUN))
    const { needless } = readThread([decisive, commentOf(4, payload, change)], again)
    expect(needless.map(({ id }) => id)).toEqual(isNeedless ? [4] : [])
  })

  test('the claim that decides is never needless', () => {
    expect(readThread([commentOf(3, claimOf())], again).needless).toEqual([])
  })

  test.each<[Partial<typeof CLAIMANT>, boolean]>([
    [{}, true],
    [{ attempt: 2 }, false],
    [{ runId: '6' }, false],
    [{ job: 'other' }, false],
    [{ step: 'other' }, false],
    [{ leg: '1' }, false],
  ])('%j is an earlier one: %s', (change, expected) => {
    expect(isOfEarlierAttempt(claimOf({}, change), { ...CLAIMANT, attempt: 2 })).toBe(expected)
  })
})

describe('the jobs of a conversation', () => {
  const list = (...found: ClaimComment[]) => readThread(found, claimOf({}, { runId: '9' })).jobs
  const withJob = (jobId: string | undefined, earlierJobs: string[], runId: string): Claim =>
    claimOf({ trigger: `issue comment ${runId}`, jobId, earlierJobs }, { runId })

  test('those of the newest runs come first, and then earlier ones, each once', () => {
    expect(
      list(
        // A later run has taken over the oldest comment.
        commentOf(1, withJob('job-8', ['job-1'], '8')),
        commentOf(2, withJob('job-2', ['job-0', 'job-8'], '2')),
        commentOf(3, withJob(undefined, [], '7')),
        commentOf(4, withJob('job-4', [], '4')),
        commentOf(5, withJob('job-5', [], '4')),
      ),
    ).toEqual(['job-8', 'job-5', 'job-4', 'job-2', 'job-1', 'job-0'])
  })

  test.each<[string, Partial<Claim>, Partial<ClaimComment>]>([
    ['for another project', OTHER_PROJECT, {}],
    ['with text around it', {}, TOUCHED],
    ['that names no comment', {}, UNNAMED],
    ['without the mark at its start', {}, { around: undefined }],
  ])('a marker %s knows none', (_name, claim, change) => {
    expect(list(commentOf(1, { ...withJob('job-1', ['job-0'], '4'), ...claim }, change))).toEqual([])
  })
})

describe('the claims of the last run with `since: last-run`', () => {
  const BRANCH = 'd'.repeat(16)
  const range = { base: 'e'.repeat(40), head: 'f'.repeat(40), branch: BRANCH, isLastRun: true } as const
  const of = (runId: string, change: Partial<Claim> = {}) => claimOf({ range, ...change }, { runId })
  const list = (...found: ClaimComment[]) =>
    readThread(found, claimOf({}, { runId: '9' }), { branch: BRANCH }).last.map(({ id }) => id)

  test('are those of the newest run, whatever the age of their comments is', () => {
    expect(list(commentOf(1, of('7')), commentOf(2, of('8')), commentOf(3, of('7')), commentOf(4, of('8')))).toEqual([
      2, 4,
    ])
    expect(list()).toEqual([])
  })

  test.each<[string, Claim, Partial<ClaimComment>]>([
    ['of this run', of('9'), {}],
    ['of another step', of('8', { step: 'f'.repeat(16) }), {}],
    ['of another branch', of('8', { range: { ...range, branch: 'e'.repeat(16) } }), {}],
    ['with `since: 7d`', of('8', { range: { ...range, isLastRun: undefined } }), {}],
    ['without a range', of('8', { range: undefined }), {}],
    ['with text around it', of('8'), TOUCHED],
  ])('are not one %s', (_name, payload, change) => {
    expect(list(commentOf(1, of('7')), commentOf(2, payload, change))).toEqual([1])
  })
})
