import { describe, expect, test } from 'vitest'
import type { Claim } from '../../../../src/agent-job/claim/claim.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { writeBody } from '../../../../src/our-comments/marker.ts'
import { fail, type Thread } from '../../our-comments/fake-thread.ts'
import { claimOf, OTHER_RUN, RE_RUN } from './claims-for-tests.ts'
import { addClaim, claimIn, createClaimedThread, FINISHED, JOB } from './thread-for-tests.ts'

/** What else happens in a thread. */
type Happening = (thread: Thread) => unknown

const at =
  (request: string, happens: Happening): Happening =>
  (thread) => {
    thread.before[request] = () => happens(thread)
  }
const failing = (request: string, status: number) => at(request, fail(status))
const reacted: Happening = ({ reactions }) => reactions.push('eyes')
const commandGone: Happening = (thread) => Object.assign(thread, { isCommandGone: true })
const lag: Happening = (thread) => Object.assign(thread, { lag: 1 })
/** Writes another claim into the first comment. */
const overwrite =
  (claim: Claim): Happening =>
  ({ comments: [comment] }) =>
    comment && Object.assign(comment, { body: writeBody('job', '', { ...claim, commentId: comment.id }) })

const OTHERS = claimOf({ nonce: 'n-6' }, OTHER_RUN)
const others: Happening = (thread) => addClaim(thread, OTHERS)

function prepare(claims: Claim[], happenings: Happening[]): Thread {
  const thread = createClaimedThread(claims)
  for (const happens of happenings) happens(thread)
  return thread
}

type Expected = [course: string, left: string, warnings?: number]

function expected([course, left, warnings = 0]: Expected) {
  return expect.objectContaining({ course, left, warnings })
}

describe('a first attempt', () => {
  const SLOW = 'react list 1500ms list post list 1500ms list → won'

  test.each<[string, Happening[], ...Expected]>([
    ['reacts, posts its claim and reads the list, and no more', [], 'react post list → won', '5'],
    ['lists before, and after a moment, where another run has reacted', [reacted], SLOW, '5'],
    ['lists before where its reaction is refused', [failing('react', 403)], SLOW, '5', 1],
    ['lists before where GitHub fails', [failing('react', 502)], SLOW, '5', 1],
    ['looks for the command after a 404', [failing('react', 404)], SLOW.replace(' ', ' look '), '5', 1],
    ['posts no claim beside a new one', [reacted, at('list 2', others)], 'react list 1500ms list → duplicate', '6'],
    ['reads a list that lags behind', [lag], 'react post list 250ms list → won', '5'],
    [
      'lists once more where it posts again',
      [failing('post 1', 502)],
      'react post list post list 1500ms list → won',
      '5',
    ],
    ['sends nothing without its comment', [failing('post', 403)], 'react post → GitHub 403', ''],
    ['sends nothing without the list', [failing('list', 403)], 'react post list → GitHub 403', '5'],
    ['sends nothing where the command was deleted', [commandGone], 'react look list → skipped', '', 1],
    // The 404 of a list, too, is a missing permission.
    [
      'knows a missing permission by its 404',
      [commandGone, failing('list', 404)],
      'react look list → GitHub 404',
      '',
      1,
    ],
    ["sends nothing where it can't look", [commandGone, failing('look', 403)], 'react look → GitHub 403', '', 1],
    ['deletes its claim beside an older one', [at('post', others)], 'react post list delete → duplicate', '6'],
    [
      'leaves its claim after a 403',
      [at('post', others), failing('delete', 403)],
      'react post list delete → duplicate',
      '6 5',
      1,
    ],
    ['is not stopped by a younger claim', [at('list', others)], 'react post list → won', '5 6'],
    ['has nothing if its comment is edited', [at('list', overwrite(claimOf()))], 'react post list → skipped', '5'],
  ])('%s', async (_name, happenings, ...end) => {
    expect(await claimIn(prepare([], happenings))).toEqual(expected(end))
  })

  test('counts the first of its comments where one arrived twice, and deletes the other', async () => {
    const arrive = at('post', (thread) => addClaim(thread, claimOf({ nonce: 'own' }), { isNamed: false }))
    const thread = prepare([], [arrive])
    const { course, comment } = await claimIn(thread)
    expect([course, comment.current?.id]).toEqual(['react post list delete → won', 2])
    expect(thread.comments.map(({ id }) => id)).toEqual([2])
  })

  test('knows the jobs of the conversation', async () => {
    const thread = prepare([claimOf({ ...FINISHED, trigger: 'issue comment 9' }, OTHER_RUN)], [])
    expect((await claimIn(thread)).result).toMatchObject({ kind: 'won', thread: { jobs: ['j'] } })
  })

  test('in a locked conversation has no warning, since posting says so', async () => {
    const locked = at('react', () => {
      throw new GitHubError('react', { status: 403, isLocked: true, answer: 'locked', hint: '' })
    })
    expect((await claimIn(prepare([], [locked]))).warnings).toBe(0)
  })

  test.each(['react', 'list'])('ends with what is not an answer of GitHub: %s', async (request) => {
    const bug = at(request, () => expect.fail('a bug'))
    await expect(claimIn(prepare([], [bug]))).rejects.toThrow('a bug')
  })
})

describe('a later attempt', () => {
  const OWN = claimOf()
  /** The next list shows the comment as it was before the edit. */
  const showOld: Happening = (thread) => {
    const [now] = thread.comments.map(({ body }) => body)
    overwrite(OWN)(thread)
    thread.before['list 3'] = () => Object.assign(thread.comments[0] ?? {}, { body: now })
  }
  const EDIT = 'react list edit 1500ms list'

  test.each<[string, Claim[], Happening[], ...Expected]>([
    ['does at once what the first left undone', [], [], 'react list post list → won', '5'],
    ['needs the list', [], [failing('list', 502)], 'react list → GitHub 502', ''],
    ['needs no reaction', [claimOf(JOB)], [failing('react', 502)], 'react list viewer → resumed', '5', 1],
    ['sends nothing for a deleted command', [], [commandGone], 'react look list → skipped', '', 1],
    ['loses if its edit is overwritten', [OWN], [at('list 2', overwrite(OTHERS))], `${EDIT} → duplicate`, '6'],
    ['waits for a list that shows its edit', [OWN], [at('list 2', showOld)], `${EDIT} 250ms list → won`, '5'],
    ['waits for a list that shows it at all', [OWN], [at('list 2', lag)], `${EDIT} 250ms list → won`, '5'],
    ['deletes a claim that gave way', [OTHERS, OWN], [], 'react list delete → duplicate', '6'],
    ['leaves a claim after a 403', [OTHERS, OWN], [failing('delete', 403)], 'react list delete → duplicate', '6 5', 1],
  ])('%s', async (_name, claims, happenings, ...end) => {
    expect(await claimIn(prepare(claims, happenings), RE_RUN)).toEqual(expected(end))
  })
})

describe('a run that no comment asked for', () => {
  const ofStep = (runId: string, change: Partial<Claim> = {}) =>
    claimOf({ nonce: `n-${runId}`, trigger: `run ${runId} ${'c'.repeat(16)}`, isOfStep: true, ...change }, { runId })
  const { trigger, isOfStep } = ofStep('9')
  const ENDED = ofStep('7', FINISHED)
  const WORKING = ofStep('7', JOB)
  const deleted = at('edit', ({ comments }) => comments.splice(0))
  const overwritten = at('list 2', overwrite(ofStep('8')))
  const EDIT = 'list viewer edit 1500ms list'

  test.each<[string, Claim, Happening[], ...Expected]>([
    ['takes over the comment of an earlier run that has ended', ENDED, [], `${EDIT} → won`, '9'],
    ['has its own where the earlier run is in progress', WORKING, [], 'list viewer post list → won', '7 9'],
    ["has its own if that can't be edited", ENDED, [failing('edit', 403)], 'list viewer edit post list → won', '7 9'],
    ['has its own if that was deleted', ENDED, [deleted], 'list viewer edit look post list → won', '9'],
    ['has its own if another run overwrites that', ENDED, [overwritten], `${EDIT} post list → won`, '8 9'],
    ['ends where GitHub is in trouble', ENDED, [failing('edit', 502)], 'list viewer edit → GitHub 502', '7'],
  ])('%s', async (_name, earlier, happenings, ...end) => {
    const ended = await claimIn(prepare([earlier], happenings), { runId: '9' }, { trigger, isOfStep })
    expect(ended).toEqual(expected(end))
  })

  test.each<[string, Happening[]]>([
    ['where another run overwrites that', [overwritten, failing('post', 403)]],
    ["where that can't be edited", [failing('edit', 403), failing('post', 403)]],
  ])('has none without its own, %s', async (_name, happenings) => {
    const { comment } = await claimIn(prepare([ENDED], happenings), { runId: '9' }, { trigger, isOfStep })
    expect(comment.current).toBeUndefined()
  })

  test('looks for no other comment where its step keeps none', async () => {
    expect(await claimIn(prepare([ENDED], []), { runId: '9' }, { trigger })).toEqual(
      expected(['post list → won', '7 9']),
    )
  })

  test('ends in its later attempt where a later run has its comment', async () => {
    const ended = await claimIn(prepare([ofStep('10', FINISHED)], []), { runId: '9', ...RE_RUN }, { trigger, isOfStep })
    expect(ended).toEqual(expected(['list viewer → duplicate', '10']))
  })
})
