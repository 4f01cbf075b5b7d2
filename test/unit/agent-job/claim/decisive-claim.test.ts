import { describe, expect, test } from 'vitest'
import type { Claim, Claimant } from '../../../../src/agent-job/claim/claim.ts'
import type { ClaimEnding, ClaimResult } from '../../../../src/agent-job/claim/make-claim.ts'
import { claimOf, OTHER_RUN, RE_RUN, readClaims } from './claims-for-tests.ts'
import { claimIn, createClaimedThread, FAILED, FINISHED, JOB } from './thread-for-tests.ts'

/** How a re-run and another run end. Only who wins edits the comment, and looks for the edit. */
async function expectEnds(
  payload: Partial<Claim>,
  ends: [reRun: string, otherRun: string],
  form = {},
  hasFailed = true,
) {
  for (const [index, claimant] of [RE_RUN, OTHER_RUN].entries()) {
    const thread = createClaimedThread([claimOf(payload)], form)
    const [before] = thread.comments.map(({ body }) => body)
    const { course } = await claimIn(thread, claimant, { hasFailed })
    const isWon = ends[index] === 'won'
    expect(course).toBe(isWon ? 'react list edit 1500ms list → won' : `react list → ${ends[index]}`)
    expect(thread.comments[0]?.body === before).toBe(!isWon)
  }
}

describe('what the claim that decides says to a re-run, and to another run', () => {
  test.each<[string, Partial<Claim>, reRun: string, otherRun: string]>([
    ['nothing was sent', {}, 'won', 'duplicate'],
    ['it may have been sent', { state: 'sending' }, 'unknown', 'duplicate'],
    ['its job', JOB, 'resumed', 'duplicate'],
    ['how its job ended', FINISHED, 'resumed', 'reported'],
    ['that its job failed', FAILED, 'won', 'reported'],
    ['that its job failed, though it is not finished', { ...FAILED, state: 'job' }, 'resumed', 'duplicate'],
    ['the end of no job', { state: 'finished', outcome: 'failed' }, 'unknown', 'duplicate'],
    ['a job without an ID', { state: 'job' }, 'unknown', 'duplicate'],
  ])('%s', async (_name, payload, ...ends) => {
    await expectEnds(payload, ends)
  })

  test('that its job failed, which the service denies', async () => {
    await expectEnds(FAILED, ['resumed', 'reported'], {}, false)
  })

  test.each<[string, form: object, reRun: string]>([
    ['one that was never edited has sent nothing', { isNamed: false }, 'won'],
    ["one with text around it is nobody's", { below: '\n\nA note.' }, 'unknown'],
  ])('whatever it says, %s', async (_name, form, reRun) => {
    for (const payload of [{}, { state: 'sending' } as const, JOB, FINISHED, FAILED])
      await expectEnds(payload, [reRun, 'duplicate'], form)
  })
})

const url = 'https://github.test/2'
const RESUMED = { kind: 'resumed', jobId: 'j', isFollowUp: false } as const
const RUN_5 = 'It is the workflow run 5.'
const UNCONFIRMED = "An earlier attempt of this run couldn't confirm that the prompt was received."
const ended = (ending: ClaimEnding): ClaimResult => ({ kind: 'ended', ending, reportedIn: url })
const duplicate = (problem: string) => ended({ outcome: 'duplicate', cause: 'claimed-by-other-run', problem })
const unknown = (problem: string) => ended({ outcome: 'unknown', cause: 'prompt-unconfirmed', problem })

test.each<[string, Partial<Claim>, Partial<Claimant>, ClaimResult, form?: object]>([
  ['its job', { ...JOB, outcome: 'timed-out' }, RE_RUN, RESUMED],
  ['its job, which got a message', { ...JOB, earlierJobs: ['j'] }, RE_RUN, { ...RESUMED, isFollowUp: true }],
  ["another run's job", FINISHED, OTHER_RUN, { ...RESUMED, kind: 'reported', url }],
  ['another run works', {}, OTHER_RUN, duplicate(RUN_5)],
  [
    'another run has ended',
    { outcome: 'error' },
    OTHER_RUN,
    duplicate(`${RUN_5} That run ended without sending the prompt.`),
  ],
  ['somebody wrote into its comment', { outcome: 'error' }, OTHER_RUN, duplicate(RUN_5), { below: '\n\nA note.' }],
  ['another run may have sent', { state: 'sending', outcome: 'unknown' }, OTHER_RUN, duplicate(RUN_5)],
  ['this run may have sent', { state: 'sending' }, RE_RUN, unknown(UNCONFIRMED)],
])('a run that sends nothing tells: %s', async (_name, payload, who, expected, form = {}) => {
  const { result, comment } = await claimIn(createClaimedThread([claimOf(payload)], form), who)
  expect(result).toEqual(expected)
  // Its own comment is edited in the end, that of another run isn't.
  const claim = { ...payload, nonce: 'own', claimant: who, outcome: undefined }
  expect([comment.current]).toMatchObject([who === RE_RUN ? { id: 2, payload: claim } : undefined])
})

test('a claim that is taken over keeps its jobs and its 😕, and nothing else', async () => {
  const thread = createClaimedThread([claimOf({ ...FAILED, earlierJobs: ['i'], confused: 7, isOfStep: true })])
  const { comment } = await claimIn(thread, RE_RUN)
  const kept = { earlierJobs: ['j', 'i'], confused: 7, commentId: 2 }
  expect([comment.current?.id, readClaims(thread)]).toEqual([2, [claimOf({ nonce: 'own', ...kept }, RE_RUN)]])
})
