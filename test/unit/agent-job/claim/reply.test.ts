import { expect, test } from 'vitest'
import type { Claim } from '../../../../src/agent-job/claim/claim.ts'
import { claimOf, readClaims } from './claims-for-tests.ts'
import { claimIn, createClaimedThread, FINISHED, JOB, OTHER_RUN, RE_RUN } from './thread-for-tests.ts'

const REPLY = { isReply: true } as const
const HELP = { ...REPLY, outcome: 'skipped' } as const

test('an answer without a prompt is posted at once in a first attempt', async () => {
  const thread = createClaimedThread()
  expect(await claimIn(thread, {}, REPLY)).toMatchObject({ ends: 'won', requests: 'react post' })
  expect(readClaims(thread)).toEqual([claimOf({ ...REPLY, nonce: 'own' })])
})

test('it is not posted where the command was deleted', async () => {
  const thread = createClaimedThread()
  thread.isCommandGone = true
  expect(await claimIn(thread, {}, REPLY)).toMatchObject({ ends: 'comment-gone', requests: 'react look list' })
})

const WITH_JOB = { ...JOB, range: undefined, earlierJobs: ['i'] }

test.each<[string, known: Partial<Claim>, kept: Partial<Claim>]>([
  ['replaces an answer, but for its 😕', { ...REPLY, outcome: 'error', confused: 7 }, { ...REPLY, confused: 7 }],
  ['keeps its job', WITH_JOB, WITH_JOB],
  ['keeps that nothing was sent', { outcome: 'error' }, { outcome: 'error' }],
  [
    'keeps that it may have been sent',
    { state: 'sending', outcome: 'unknown' },
    { state: 'sending', outcome: 'unknown' },
  ],
])('of a later attempt, it edits the comment of an earlier one, and %s', async (_name, known, kept) => {
  const thread = createClaimedThread([claimOf(known)])
  const { comment, requests } = await claimIn(thread, RE_RUN, REPLY)
  expect([comment.current?.id, requests]).toEqual([2, 'react list edit'])
  expect(readClaims(thread)).toEqual([claimOf({ ...kept, nonce: 'own', commentId: 2 }, RE_RUN)])
})

test.each<[string, Claim, requests: string]>([
  ['not posted where it is there', claimOf(HELP, OTHER_RUN), 'react list'],
  ['posted beside another answer', claimOf({ ...REPLY, outcome: 'error' }, OTHER_RUN), 'react list post'],
  ['posted beside the help for another comment', claimOf({ ...HELP, trigger: 'issue comment 9' }), 'react list post'],
  ['posted beside the help for another project', claimOf({ ...HELP, project: 'f'.repeat(16) }), 'react list post'],
  ['posted beside a job', claimOf(FINISHED, OTHER_RUN), 'react list post'],
])('help is %s', async (_name, there, requests) => {
  expect(await claimIn(createClaimedThread([there]), {}, HELP)).toMatchObject({ ends: 'won', requests })
})
