import { describe, expect, test } from 'vitest'
import type { Claim, Claimant } from '../../../../src/agent-job/claim/claim.ts'
import type { ClaimResult } from '../../../../src/agent-job/claim/make-claim.ts'
import { claimOf, readClaims } from './claims-for-tests.ts'
import {
  type Circumstances,
  claimIn,
  createClaimedThread,
  FAILED,
  FINISHED,
  JOB,
  OTHER_RUN,
  RE_RUN,
} from './thread-for-tests.ts'

/** Only who wins edits the comment, and looks for the edit. */
async function expectEnd(
  thread: ReturnType<typeof createClaimedThread>,
  claimant: Partial<Claimant>,
  expected: string,
  circumstances?: Circumstances,
) {
  const before = thread.comments.map(({ body }) => body)
  const { course } = await claimIn(thread, claimant, circumstances)
  expect(course).toBe(expected === 'won' ? 'react list edit 1500ms list → won' : `react list → ${expected}`)
  if (expected !== 'won') expect(thread.comments.map(({ body }) => body)).toEqual(before)
}

describe('what the claim that decides says to a re-run, and to another run', () => {
  test.each<[string, Partial<Claim>, reRun: string, otherRun: string]>([
    ['nothing was sent', {}, 'won', 'duplicate'],
    ['it may have been sent', { state: 'sending' }, 'unknown', 'duplicate'],
    ['its job', JOB, 'resumed', 'duplicate'],
    ['how its job ended', FINISHED, 'resumed', 'reported'],
    ['that its job failed', FAILED, 'won', 'reported'],
    ['that its job failed, in words only', { ...FAILED, state: 'job' }, 'resumed', 'duplicate'],
    ['the end of no job', { state: 'finished', outcome: 'failed' }, 'unknown', 'duplicate'],
    ['a job without an ID', { state: 'job' }, 'unknown', 'duplicate'],
  ])('%s', async (_name, payload, reRun, otherRun) => {
    await expectEnd(createClaimedThread([claimOf(payload)]), RE_RUN, reRun)
    await expectEnd(createClaimedThread([claimOf(payload)]), OTHER_RUN, otherRun)
  })

  test.each<[string, form: object, reRun: string]>([
    ['one that was never edited has sent nothing', { isNamed: false }, 'won'],
    ["one with text around it is nobody's", { below: '\n\nA note.' }, 'unknown'],
  ])('%s', async (_name, form, reRun) => {
    for (const payload of [{}, { state: 'sending' } as const, JOB, FINISHED, FAILED]) {
      await expectEnd(createClaimedThread([claimOf(payload)], form), RE_RUN, reRun)
      await expectEnd(createClaimedThread([claimOf(payload)], form), OTHER_RUN, 'duplicate')
    }
  })

  test('a job that failed is resumed where the service says that it has not', async () => {
    await expectEnd(createClaimedThread([claimOf(FAILED)]), RE_RUN, 'resumed', { hasFailed: false })
  })
})

const url = 'https://github.test/2'
const resumed = { kind: 'resumed', jobId: 'j', isFollowUp: false } as const
const duplicate = (more = ''): ClaimResult => ({
  kind: 'ended',
  ending: { outcome: 'duplicate', cause: 'claimed-by-other-run', problem: `It is the workflow run 5.${more}` },
  reportedIn: url,
})
const unknown = (problem: string): ClaimResult => ({
  kind: 'ended',
  ending: { outcome: 'unknown', cause: 'prompt-unconfirmed', problem },
  reportedIn: url,
})

test.each<[string, Partial<Claim>, Partial<Claimant>, ClaimResult]>([
  ['its job', JOB, RE_RUN, resumed],
  ['its job, which got a message', { ...JOB, earlierJobs: ['j'] }, RE_RUN, { ...resumed, isFollowUp: true }],
  ["another run's job", FINISHED, OTHER_RUN, { ...resumed, kind: 'reported', url }],
  ['another run works', {}, OTHER_RUN, duplicate()],
  ['another run has ended', { outcome: 'error' }, OTHER_RUN, duplicate(' That run ended without sending the prompt.')],
  ['another run may have sent', { state: 'sending', outcome: 'unknown' }, OTHER_RUN, duplicate()],
  [
    'this run may have sent',
    { state: 'sending' },
    RE_RUN,
    unknown("An earlier attempt of this run couldn't confirm that the prompt was received."),
  ],
])('a run that sends nothing tells: %s', async (_name, payload, who, expected) => {
  const { result, comment } = await claimIn(createClaimedThread([claimOf(payload)]), who)
  expect(result).toEqual(expected)
  // Its own comment is edited in the end, that of another run isn't.
  expect(comment.current?.id).toBe(who === RE_RUN ? 2 : undefined)
})

test('a claim that is taken over keeps its jobs and its 😕, and nothing else', async () => {
  const thread = createClaimedThread([claimOf({ ...FAILED, earlierJobs: ['i'], confused: 7, isOfStep: true })])
  const { comment } = await claimIn(thread, RE_RUN)
  const kept = { earlierJobs: ['j', 'i'], confused: 7, commentId: 2 }
  expect([comment.current?.id, readClaims(thread)]).toEqual([2, [claimOf({ nonce: 'own', ...kept }, RE_RUN)]])
})
