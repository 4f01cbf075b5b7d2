import { expect, test } from 'vitest'
import type { Claim, Claimant } from '../../../../src/agent-job/claim/claim.ts'
import { claimOf, OTHER_RUN, RE_RUN, readClaims } from './claims-for-tests.ts'
import { claimIn, createClaimedThread, FINISHED, JOB } from './thread-for-tests.ts'

const REPLY = { isReply: true } as const
const HELP = { ...REPLY, outcome: 'skipped' } as const

test('an answer without a prompt is posted at once in a first attempt', async () => {
  const thread = createClaimedThread()
  expect(await claimIn(thread, {}, REPLY)).toMatchObject({ course: 'react post → won' })
  expect(readClaims(thread)).toEqual([claimOf({ ...REPLY, nonce: 'own' })])
})

test.each<[string, Partial<Claimant>, Partial<Claim>, course: string]>([
  ['a later attempt', RE_RUN, {}, 'react list post → won'],
  ['a step that keeps one comment', {}, { trigger: `run 5 ${'c'.repeat(16)}`, isOfStep: true }, 'list post → won'],
])('%s looks for an earlier one first', async (_name, claimant, change, course) => {
  expect(await claimIn(createClaimedThread(), claimant, { ...REPLY, ...change })).toMatchObject({ course })
})

test('it is not posted where the command was deleted', async () => {
  const thread = createClaimedThread()
  thread.isCommandGone = true
  expect(await claimIn(thread, {}, REPLY)).toMatchObject({ course: 'react look list → skipped' })
})

test('of a later attempt, it replaces an earlier answer, but for its 😕', async () => {
  const thread = createClaimedThread([claimOf({ ...REPLY, outcome: 'error', confused: 7 })])
  expect(await claimIn(thread, RE_RUN, REPLY)).toMatchObject({ course: 'react list edit → won' })
  expect(readClaims(thread)).toEqual([claimOf({ ...REPLY, nonce: 'own', commentId: 2, confused: 7 }, RE_RUN)])
})

test.each<[string, Partial<Claim>]>([
  ['its job', { ...JOB, range: undefined, earlierJobs: ['i'] }],
  ['that nothing was sent', { outcome: 'error' }],
  ['that it may have been sent', { state: 'sending', outcome: 'unknown' }],
])('of a later attempt, it leaves what an earlier one knew: %s', async (_name, known) => {
  const thread = createClaimedThread([claimOf(known)])
  expect(await claimIn(thread, RE_RUN, REPLY)).toMatchObject({ course: 'react list edit → won' })
  expect(readClaims(thread)).toEqual([claimOf({ ...known, nonce: 'own', commentId: 2 }, RE_RUN)])
})

test.each<[string, Partial<Claim>, isPosted: boolean]>([
  ['not posted where it is there', HELP, false],
  ['posted beside another answer', { ...REPLY, outcome: 'error' }, true],
  ['posted beside the help for another comment', { ...HELP, trigger: 'issue comment 9' }, true],
  ['posted beside the help for another project', { ...HELP, project: 'f'.repeat(16) }, true],
  ['posted beside a job', FINISHED, true],
])('help is %s', async (_name, there, isPosted) => {
  const { course } = await claimIn(createClaimedThread([claimOf(there, OTHER_RUN)]), {}, HELP)
  expect(course).toBe(isPosted ? 'react list post → won' : 'react list → won')
})
