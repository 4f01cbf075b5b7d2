import { describe, expect, test } from 'vitest'
import type { Claim, Claimant } from '../../../../src/agent-job/claim/claim.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { writeBody } from '../../../../src/our-comments/marker.ts'
import { fail, type Thread } from '../../our-comments/fake-thread.ts'
import { claimOf, readClaims } from './claims-for-tests.ts'
import { addClaim, claimIn, createClaimedThread, FINISHED, JOB, OTHER_RUN, RE_RUN, TAKEN } from './thread-for-tests.ts'

/** What else happens in a thread. */
type Prepare = (thread: Thread) => unknown

const quietly: Prepare = () => undefined
const OTHERS = claimOf({}, OTHER_RUN)

/** At a request, what happens before it is carried out. */
const at =
  (request: string, happens: Prepare): Prepare =>
  (thread) => {
    thread.before[request] = () => happens(thread)
  }
const failing = (request: string, status: number) => at(request, fail(status))
const both =
  (...all: Prepare[]): Prepare =>
  (thread) =>
    all.map((each) => each(thread))
const reactedBefore: Prepare = ({ reactions }) => reactions.push('eyes')
const commandGone: Prepare = (thread) => Object.assign(thread, { isCommandGone: true })
const listLags: Prepare = (thread) => Object.assign(thread, { lag: 1 })
const edited: Prepare = ({ comments: [comment] }) =>
  Object.assign(comment ?? {}, { body: comment?.body.replace('"nonce":"own"', '"nonce":"other"') })

interface Run extends Omit<Partial<Claim>, 'claimant'> {
  claimant?: Partial<Claimant>
}

/** `left`: the runs whose comments stay, the oldest first. */
async function expectRow(
  claims: Claim[],
  prepare: Prepare,
  { claimant, ...claim }: Run,
  ends: string,
  requests: string,
  left: string,
  warnings = 0,
) {
  const thread = createClaimedThread(claims)
  prepare(thread)
  expect(await claimIn(thread, claimant, claim)).toMatchObject({ ends, requests, warnings })
  expect(readClaims(thread).map((each) => each?.claimant.runId)).toEqual(left.split(' ').filter(Boolean))
}

const othersClaim: Prepare = (thread) => addClaim(thread, OTHERS)
const SLOW = 'react list 1500ms list post list 1500ms list'

describe('a first attempt', () => {
  test.each<[string, Prepare, ends: string, requests: string, left: string, warnings?: number]>([
    ['reacts, posts its claim and reads the list, and no more', quietly, 'won', 'react post list', '5'],
    ['lists before, and after a moment, where another run has reacted', reactedBefore, 'won', SLOW, '5'],
    ['does so where its reaction is refused', failing('react', 403), 'won', SLOW, '5', 1],
    ['does so where GitHub fails', failing('react', 502), 'won', SLOW, '5', 1],
    ['looks for the command after a 404', failing('react', 404), 'won', SLOW.replace(' ', ' look '), '5', 1],
    [
      'finds a claim that appears while it waits, and posts none',
      both(reactedBefore, at('list 2', othersClaim)),
      TAKEN,
      'react list 1500ms list',
      '6',
    ],
    ['reads a list that lags behind', listLags, 'won', 'react post list 250ms list', '5'],
    ['sends nothing without its comment', failing('post', 403), 'GitHub: 403', 'react post', ''],
    ['sends nothing without the list', failing('list', 403), 'GitHub: 403', 'react post list', '5'],
    ['sends nothing where the command was deleted', commandGone, 'comment-gone', 'react look list', '', 1],
    // The 404 of a list is a missing permission.
    [
      'tells that from a missing permission',
      both(commandGone, failing('list', 404)),
      'GitHub: 404',
      'react look list',
      '',
      1,
    ],
    ["sends nothing where it can't look", both(commandGone, failing('look', 403)), 'GitHub: 403', 'react look', '', 1],
    ['deletes its claim where there is an older one', at('post', othersClaim), TAKEN, 'react post list delete', '6'],
    [
      'leaves it where GitHub refuses that',
      both(at('post', othersClaim), failing('delete', 403)),
      TAKEN,
      'react post list delete',
      '6 5',
      1,
    ],
    ['is not stopped by a younger claim', at('list', othersClaim), 'won', 'react post list', '5 6'],
    [
      'has nothing where somebody edits its comment at once',
      at('list', edited),
      'comment-gone',
      'react post list',
      '5',
    ],
  ])('%s', async (_name, prepare, ...expected) => {
    await expectRow([], prepare, {}, ...expected)
  })

  test('counts the first of its comments where one arrived twice, and deletes the other', async () => {
    const thread = createClaimedThread()
    thread.before['post'] = () => addClaim(thread, claimOf({ nonce: 'own' }), { isNamed: false })
    const { ends, requests, comment } = await claimIn(thread)
    expect([ends, requests, comment.current?.id]).toEqual(['won', 'react post list delete', 2])
    expect(thread.comments.map(({ id }) => id)).toEqual([2])
  })

  test('knows the jobs of the conversation', async () => {
    const thread = createClaimedThread([claimOf({ ...FINISHED, trigger: 'issue comment 9' }, OTHER_RUN)])
    expect((await claimIn(thread)).result).toMatchObject({ kind: 'won', thread: { jobs: ['j'] } })
  })

  test('a locked conversation is no warning, since posting says so', async () => {
    const thread = createClaimedThread()
    thread.before['react'] = () => {
      throw new GitHubError('react', { status: 403, isLocked: true, answer: 'locked', hint: '' })
    }
    expect((await claimIn(thread)).warnings).toBe(0)
  })

  test.each(['react', 'list'])('ends with what is not an answer of GitHub: %s', async (request) => {
    const thread = createClaimedThread()
    thread.before[request] = () => expect.fail('a bug')
    await expect(claimIn(thread)).rejects.toThrow('a bug')
  })
})

/** Until the next list, the comments are as they were before. */
const listIsOld: Prepare = (thread) => {
  const now = thread.comments.splice(0)
  addClaim(thread, claimOf())
  Object.assign(thread.comments[0] ?? {}, { id: now[0]?.id })
  thread.before['list 3'] = () => thread.comments.splice(0, 1, ...now)
}
const TAKE_OVER = 'react list edit 1500ms list'

test.each<[string, Claim[], Prepare, ends: string, requests: string, left: string, warnings?: number]>([
  ['does at once what the first left undone', [], quietly, 'won', 'react list post list', '5'],
  ['needs the list', [], failing('list', 502), 'GitHub: 502', 'react list', ''],
  ['needs no reaction', [claimOf(JOB)], failing('react', 502), 'resumed', 'react list viewer', '5', 1],
  ['sends nothing for a deleted command', [claimOf()], commandGone, 'comment-gone', 'react look list viewer', '5', 1],
  ['loses where its edit is overwritten', [claimOf()], at('list 2', edited), TAKEN, TAKE_OVER, '5'],
  ['waits for a list that shows its edit', [claimOf()], at('list 2', listIsOld), 'won', `${TAKE_OVER} 250ms list`, '5'],
  ['waits for a list that shows it at all', [claimOf()], at('list 2', listLags), 'won', `${TAKE_OVER} 250ms list`, '5'],
  ['deletes a claim that gave way', [OTHERS, claimOf()], quietly, TAKEN, 'react list delete', '6'],
  ['leaves it where GitHub refuses', [OTHERS, claimOf()], failing('delete', 403), TAKEN, 'react list delete', '6 5', 1],
])('a later attempt %s', async (_name, claims, prepare, ...expected) => {
  await expectRow(claims, prepare, { claimant: RE_RUN }, ...expected)
})

describe('a run that no comment asked for', () => {
  const ofStep = (runId: string, change: Partial<Claim> = {}) =>
    claimOf({ trigger: `run ${runId} ${'c'.repeat(16)}`, isOfStep: true, ...change }, { runId })
  const { nonce: _, claimant: __, ...OWN_CLAIM } = ofStep('9')
  const ENDED = ofStep('7', FINISHED)
  const overwritten = at('list 2', ({ comments: [comment] }) =>
    Object.assign(comment ?? {}, { body: writeBody('job', '', { ...ofStep('8'), nonce: 'n-8', commentId: 2 }) }),
  )
  const deleted = at('edit', ({ comments }) => comments.splice(0))
  const POSTED = 'list viewer edit post list'

  test.each<[string, Claim, Prepare, Run, ends: string, requests: string, left: string]>([
    [
      'takes over the comment of an earlier run that has ended',
      ENDED,
      quietly,
      {},
      'won',
      'list viewer edit 1500ms list',
      '9',
    ],
    [
      'has its own where the earlier run is in progress',
      ofStep('7', JOB),
      quietly,
      {},
      'won',
      'list viewer post list',
      '7 9',
    ],
    ["has its own where the earlier one can't be edited", ENDED, failing('edit', 403), {}, 'won', POSTED, '7 9'],
    [
      'has its own where the earlier one was deleted',
      ENDED,
      deleted,
      {},
      'won',
      'list viewer edit look post list',
      '9',
    ],
    ['ends where GitHub is in trouble', ENDED, failing('edit', 502), {}, 'GitHub: 502', 'list viewer edit', '7'],
    [
      'has its own where another run overwrites',
      ENDED,
      overwritten,
      {},
      'won',
      'list viewer edit 1500ms list post list',
      '8 9',
    ],
    [
      'looks for no other where its step keeps none',
      ENDED,
      quietly,
      { isOfStep: undefined },
      'won',
      'post list',
      '7 9',
    ],
    [
      'ends where a later run has its comment',
      ofStep('10', JOB),
      quietly,
      { claimant: RE_RUN },
      TAKEN,
      'list viewer',
      '10',
    ],
  ])('%s', async (_name, earlier, prepare, { claimant, ...change }, ...expected) => {
    await expectRow([earlier], prepare, { ...OWN_CLAIM, ...change, claimant: { runId: '9', ...claimant } }, ...expected)
  })
})
