import { describe, expect, test } from 'vitest'
import type { ClaimResult } from '../../../../src/agent-job/claim/claim.ts'
import type { Claim } from '../../../../src/agent-job/claim/claim-marker.ts'
import { createWorld, failure, type Operation } from './claim-world.ts'

const first = { runId: '5', attempt: 1, account: 1 }
const rerun = { ...first, attempt: 2 }
const other = { runId: '6', attempt: 1, account: 1 }

/** What a result says, in short. */
function tell(result: ClaimResult): string {
  return 'ending' in result ? `${result.kind}: ${result.ending.cause}` : result.kind
}

type World = ReturnType<typeof createWorld>

/** What a run that claims with this change meets, where an earlier one has left a comment. */
async function meet(
  left: Partial<Claim>,
  who: typeof first,
  { key = 'key', author = 1, claim = {} as Partial<Claim> } = {},
): Promise<World & { result: ClaimResult }> {
  const world = createWorld()
  world.reactions.push({ account: 1, content: 'eyes' })
  world.plant(world.claimFor(first, { nonce: 'left', ...left }), { key, author })
  return Object.assign(world, { result: await world.takePart(who, 'nothing', claim) })
}

describe('what an earlier claim means', () => {
  test.each<[string, Partial<Claim>, again: string, later: string]>([
    ['claimed', { state: 'claimed' }, 'ended: lost-while-sending', 'ended: claimed-by-other-run'],
    ['unknown', { state: 'unknown' }, 'ended: lost-while-sending', 'ended: claimed-by-other-run'],
    ['waiting', { state: 'waiting' }, 'won', 'ended: claimed-by-other-run'],
    ['refused', { state: 'refused' }, 'won', 'ended: claimed-by-other-run'],
    ['answered', { state: 'answered' }, 'ended: claimed-by-other-run', 'ended: claimed-by-other-run'],
    ['a job', { state: 'job', jobId: 'j' }, 'resumed', 'ended: claimed-by-other-run'],
    ['finished', { state: 'finished', jobId: 'j', outcome: 'pull-request' }, 'told-again', 'told-again'],
    ['failed', { state: 'finished', jobId: 'j', outcome: 'failed' }, 'won', 'told-again'],
    ['archived', { state: 'finished', jobId: 'j', outcome: 'archived' }, 'won', 'told-again'],
    ['finished, no job', { state: 'finished' }, 'ended: lost-while-sending', 'ended: claimed-by-other-run'],
  ])('%s', async (_name, left, again, later) => {
    expect(tell((await meet(left, rerun)).result)).toBe(again)
    expect(tell((await meet(left, other)).result)).toBe(later)
  })

  test.each<[string, Partial<Claim>, again: string, later: string]>([
    ['claimed', { state: 'claimed' }, 'ended: other-key', 'ended: other-key'],
    ['waiting', { state: 'waiting' }, 'ended: other-key', 'ended: other-key'],
    ['failed', { state: 'finished', jobId: 'j', outcome: 'failed' }, 'ended: other-key', 'ended: other-key'],
    ['refused', { state: 'refused' }, 'won', 'ended: claimed-by-other-run'],
    ['answered', { state: 'answered' }, 'ended: claimed-by-other-run', 'ended: claimed-by-other-run'],
  ])('with another key: %s', async (_name, left, again, later) => {
    const key = 'before'
    expect(tell((await meet(left, rerun, { key })).result)).toBe(again)
    expect(tell((await meet(left, other, { key })).result)).toBe(later)
    // Another account can have written what it liked.
    const { result, bodies } = await meet(left, rerun, { key, author: 2 })
    expect([result.kind, bodies()]).toMatchObject(['won', { length: 2 }])
  })

  test.each<Partial<Claim>>([
    { trigger: 'issue comment 2' },
    { project: 'two' },
    { claimant: { runId: '5', job: 'docs', step: 'other', attempt: 1 } },
    { claimant: { runId: '5', job: 'other', step: '__self', attempt: 1 } },
    { claimant: { runId: '5', job: 'docs', step: '__self', attempt: 2 } },
  ])('a claim with %j is none of an earlier attempt', async (change) => {
    const { result } = await meet({ state: 'job', jobId: 'j', ...change }, rerun)
    expect(tell(result)).toBe('claimant' in change ? 'ended: claimed-by-other-run' : 'won')
  })

  test('the page of the comment that decides is told, and what it says', async () => {
    const left = { state: 'finished', jobId: 'j', outcome: 'pull-request', status: 'completed' } as const
    const { result, bodies, comments } = await meet(left, other)
    expect(result).toMatchObject({ url: 'https://github.test/1', jobId: 'j', claim: left })
    expect([bodies().length, comments[0]?.body]).toEqual([1, bodies()[0]])
    for (const [state, text] of [
      ['refused', 'It is the workflow run 5. It ended without a job: re-run that one, or comment again.'],
      ['claimed', 'It is the workflow run 5.'],
    ] as const) {
      const refused = (await meet({ state }, other)).result
      expect(refused).toMatchObject({
        reportedIn: 'https://github.test/1',
        ending: { outcome: 'duplicate', problem: text },
      })
    }
    const unknown = (await meet({ state: 'unknown' }, rerun)).result
    expect(unknown).toMatchObject({ reportedIn: 'https://github.test/1', ending: { outcome: 'unknown' } })
  })

  test('a re-run that goes on writes itself into the marker, and not that the run has ended', async () => {
    const world = createWorld()
    world.plant(world.claimFor(first, { state: 'job', jobId: 'j', outcome: 'submitted', isFollowUp: true }))
    const result = await world.takePart(rerun, 'nothing')
    expect(result).toMatchObject({ kind: 'resumed', jobId: 'j', claim: { isFollowUp: true } })
    expect(world.requests).not.toContain('updateComment')
  })

  test('a re-run that claims again keeps its comment, and the job that it knew of before', async () => {
    const kept = { jobId: 'j0', outcome: 'pull-request' as const }
    const left = { state: 'finished', jobId: 'j', outcome: 'failed', status: 'failed', kept } as const
    const { result, bodies, read } = await meet(left, rerun)
    const now = read(bodies()[0] ?? '')
    expect(now).toMatchObject({ state: 'claimed', kept, claimant: { attempt: 2 } })
    expect([now?.jobId, now?.outcome, now?.status]).toEqual([undefined, undefined, undefined])
    expect(result).toMatchObject({ kind: 'won', found: [{ id: 1, payload: { jobId: 'j' } }] })
    const unverified = await meet({ state: 'refused', kept }, rerun, { key: 'before' })
    expect(unverified.read(unverified.bodies()[0] ?? '')?.kept).toBeUndefined()
  })
})

describe('a claim that is new', () => {
  test('the first run reacts, posts its claim and reads the list, and no more', async () => {
    const world = createWorld()
    expect(await world.takePart(first, 'nothing')).toEqual({ kind: 'won', found: [] })
    expect(world.requests).toEqual(['react', 'createComment', 'listComments'])
  })

  test('who is not the first to react looks twice before it posts', async () => {
    const world = createWorld()
    world.reactions.push({ account: 1, content: 'eyes' })
    world.plant(world.claimFor(first, { trigger: 'issue comment 2' }))
    expect(await world.takePart(other, 'nothing')).toMatchObject({ kind: 'won', found: [{ id: 1 }] })
    expect(world.requests).toEqual([
      'react',
      'listComments',
      'listComments',
      'listReactions',
      'createComment',
      'listComments',
    ])
    expect(world.nowMs).toBe(1_500)
  })

  test('a claim that appears while it waits is found, and nobody is notified twice', async () => {
    const world = createWorld()
    world.reactions.push({ account: 1, content: 'eyes' })
    world.interfere = (operation, count) => {
      if (operation === 'listComments' && count === 2) world.plant(world.claimFor(first))
    }
    expect(tell(await world.takePart(other))).toBe('ended: claimed-by-other-run')
    expect(world.requests).not.toContain('createComment')
  })

  test('a list that lags behind is read until it shows our comment, for 30 s', async () => {
    const world = createWorld()
    let reads = 0
    world.isHidden = () => reads < 3
    world.interfere = (operation) => {
      if (operation === 'listComments') reads += 1
    }
    expect((await world.takePart(first, 'nothing')).kind).toBe('won')
    expect([reads, world.nowMs]).toEqual([3, 750])
    world.isHidden = () => true
    await expect(world.takePart({ ...first, account: 2 })).rejects.toThrow('did not show it within 30 s')
    expect(world.nowMs - 750).toBe(31_750)
  })

  test.each<[Operation, number | undefined]>([
    ['createComment', 403],
    ['createComment', undefined],
    ['listComments', 403],
    ['listComments', 502],
  ])('without an answer to %s (%s), nothing may be sent', async (failing, status) => {
    const world = createWorld()
    world.interfere = (operation) => {
      if (operation === failing) throw failure(status)
    }
    await expect(world.takePart(first)).rejects.toThrow(`it answered ${status}`)
    expect(world.created).toEqual([])
  })

  test('a failed reaction is a warning at the first attempt', async () => {
    const world = createWorld()
    world.interfere = (operation) => {
      if (operation === 'react') throw failure(403)
    }
    expect((await world.takePart(first)).kind).toBe('won')
    expect(world.warnings).toHaveLength(1)
  })

  test.each([
    ['rocket', 1, 'ended: answered-and-deleted'],
    ['confused', 2, 'won'],
    ['heart', 1, 'won'],
  ])('after a failed reaction, a %s of account %s is looked for: %s', async (content, account, expected) => {
    for (const canList of [true, false]) {
      const world = createWorld()
      world.reactions.push({ account, content })
      world.interfere = (operation) => {
        if (operation === 'react' || (operation === 'listReactions' && !canList)) throw failure(502)
      }
      expect(tell(await world.takePart(first, 'nothing'))).toBe(canList ? expected : 'won')
      expect([world.comments.length, world.warnings.length]).toEqual([1, canList ? 1 : 2])
    }
  })

  test('anything but an answer of GitHub ends the claim', async () => {
    const world = createWorld()
    world.interfere = () => {
      throw new TypeError('x is not a function')
    }
    await expect(world.takePart(first)).rejects.toThrow('x is not a function')
  })

  test('a comment that arrives twice counts once', async () => {
    const world = createWorld()
    world.interfere = (operation, count) => {
      if (operation === 'listComments' && count === 1)
        world.comments.push({ ...world.comments[0], id: 9 } as never)
    }
    expect((await world.takePart(first, 'nothing')).kind).toBe('won')
    expect(world.comments.map(({ id }) => id)).toEqual([1])
  })

  test('an older claim wins, also one that was not there before; a comment that can not be deleted is a warning', async () => {
    for (const canDelete of [true, false]) {
      const world = createWorld()
      world.plant(world.claimFor(first))
      world.interfere = (operation) => {
        if (operation === 'deleteComment' && !canDelete) throw failure(403)
      }
      expect(tell(await world.takePart({ ...other, account: 2 }))).toBe('ended: claimed-by-other-run')
      expect([world.bodies().length, world.warnings.length]).toEqual(canDelete ? [1, 0] : [2, 1])
    }
  })
})

describe('a later attempt', () => {
  test.each<[string, Partial<Claim>, { key?: string }, boolean]>([
    ['by an earlier attempt of this run', {}, {}, true],
    ['by another run', { claimant: { runId: '6', job: 'docs', step: '__self', attempt: 1 } }, {}, false],
    ['for another comment', { trigger: 'issue comment 2' }, {}, false],
    ['for another project', { project: 'two' }, {}, false],
    ['that knows a job', { jobId: 'j' }, {}, false],
    ['with another key', {}, { key: 'before' }, false],
  ])('a younger claim %s (%j, %j) is taken back: %s', async (_name, change, from, expected) => {
    const world = createWorld()
    world.plant(world.claimFor(first, { state: 'job', jobId: 'j' }))
    world.plant(world.claimFor(first, change), from)
    expect((await world.takePart(rerun)).kind).toBe('resumed')
    expect(world.comments.map(({ id }) => id)).toEqual(expected ? [1] : [1, 2])
  })

  test('it goes on only where GitHub answers the list, and the reaction if there is no comment of ours', async () => {
    for (const failing of ['listComments', 'react', 'listReactions'] as const) {
      const world = createWorld()
      world.reactions.push({ account: 1, content: 'eyes' })
      world.interfere = (operation) => {
        if (operation === failing) throw failure(502)
      }
      await expect(world.takePart(rerun)).rejects.toThrow('it answered 502')
      expect(world.created).toEqual([])
    }
    const world = createWorld()
    world.plant(world.claimFor(first, { state: 'job', jobId: 'j' }))
    world.interfere = (operation) => {
      if (operation === 'react') throw failure(502)
    }
    expect((await world.takePart(rerun)).kind).toBe('resumed')
  })

  test('a first attempt that left nothing is done again', async () => {
    const world = createWorld()
    expect((await world.takePart(rerun)).kind).toBe('won')
    expect(world.requests).toEqual([
      'react',
      'listComments',
      'createComment',
      'listComments',
      'updateComment',
    ])
  })

  test.each([
    ['rocket', 1, 'ended: answered-and-deleted'],
    ['confused', 1, 'ended: answered-and-deleted'],
    ['heart', 1, 'won'],
    ['rocket', 2, 'won'],
  ])('a %s of account %s, without a comment of ours: %s', async (content, account, expected) => {
    const world = createWorld()
    world.reactions.push({ account: 1, content: 'eyes' }, { account, content })
    expect(tell(await world.takePart(rerun))).toBe(expected)
  })

  test('a closing reaction without eyes stops nothing', async () => {
    const world = createWorld()
    world.reactions.push({ account: 1, content: 'confused' })
    expect((await world.takePart(rerun)).kind).toBe('won')
  })

  test.each([
    [{ project: 'two' }, {}, 'won'],
    [{ project: 'two' }, { author: 2, key: 'before' }, 'ended: answered-and-deleted'],
    [{ trigger: 'issue comment 2' }, {}, 'ended: answered-and-deleted'],
  ])('a closing reaction beside a comment with %j', async (left, from, expected) => {
    const world = createWorld()
    world.reactions.push({ account: 1, content: 'eyes' }, { account: 1, content: 'rocket' })
    world.plant(world.claimFor(first, { state: 'finished', jobId: 'j', ...left }), from)
    expect(tell(await world.takePart(rerun))).toBe(expected)
  })

  test('who claims nothing asks for no closing reaction', async () => {
    const world = createWorld()
    world.reactions.push({ account: 1, content: 'eyes' }, { account: 1, content: 'rocket' })
    expect((await world.takePart(rerun, 'nothing', { state: 'refused' })).kind).toBe('won')
  })

  test('a claim that was refused with another key stands back behind one that another account has made since', async () => {
    const world = createWorld()
    world.plant(world.claimFor(first, { state: 'refused' }), { key: 'before' })
    world.plant(world.claimFor(other, { state: 'job', jobId: 'j' }), { author: 2 })
    expect(tell(await world.takePart(rerun))).toBe('ended: claimed-by-other-run')
    expect(world.created).toEqual([])
  })

  test('where the comment that asked is gone, nothing is sent, but a job that is known is gone on with', async () => {
    for (const [left, expected] of [
      [undefined, 'ended: comment-gone'],
      ['refused', 'ended: comment-gone'],
      ['job', 'resumed'],
    ] as const) {
      const world = createWorld()
      if (left !== undefined)
        world.plant(world.claimFor(first, { state: left, ...(left === 'job' && { jobId: 'j' }) }))
      world.isTriggerGone = true
      expect(tell(await world.takePart(rerun))).toBe(expected)
      expect(world.created).toEqual([])
    }
    const world = createWorld()
    world.isTriggerGone = true
    expect(await world.takePart(first)).toMatchObject({ ending: { outcome: 'skipped' } })
    expect(world.requests).toEqual(['react', 'hasComment'])
  })

  test('only a comment that answers 404 itself is gone', async () => {
    for (const [status, hasComment, expected] of [
      [404, 403, 'it answered 403'],
      [410, undefined, 'it answered 410'],
    ] as const) {
      const world = createWorld()
      world.interfere = (operation) => {
        if (operation === 'react') throw failure(status)
        if (operation === 'hasComment' && hasComment !== undefined) throw failure(hasComment)
      }
      await expect(world.takePart(rerun)).rejects.toThrow(expected)
    }
  })

  test('an edit that another attempt has overwritten loses; one that is gone as well', async () => {
    for (const overwrite of [true, false]) {
      const world = createWorld()
      world.plant(world.claimFor(first, { state: 'refused' }))
      world.interfere = (operation, count) => {
        if (operation !== 'listComments' || count !== 2) return
        world.comments.pop()
        if (overwrite) world.plant(world.claimFor(rerun, { nonce: 'another', commentId: 1 }))
        for (const each of world.comments) each.id = 1
      }
      expect(tell(await world.takePart(rerun))).toBe('ended: claimed-by-other-run')
    }
  })

  test('a list that still shows the claim from before is read again', async () => {
    const world = createWorld()
    world.plant(world.claimFor(first, { state: 'refused', nonce: 'left' }))
    const before = { ...world.comments[0] } as (typeof world.comments)[number]
    let after: typeof before | undefined
    world.interfere = (operation, count) => {
      if (operation === 'listComments' && count === 2) after = world.comments.splice(0, 1, before)[0]
      if (operation === 'listComments' && count === 3 && after) world.comments.splice(0, 1, after)
    }
    expect((await world.takePart(rerun, 'nothing')).kind).toBe('won')
    expect(world.nowMs).toBe(1_750)
  })
})

describe('runs that no comment asked for', () => {
  const run = (id: string, attempt = 1) => ({ runId: id, attempt, account: 1 })
  const claimOf = (id: string, change: Partial<Claim> = {}) => ({
    trigger: `run ${id} abc`,
    series: 'abc',
    ...change,
  })
  const ended = { state: 'finished', jobId: 'j', outcome: 'pull-request' } as const

  test.each<[string, Partial<Claim>, boolean]>([
    ['of an earlier run that has ended', {}, true],
    ['of a run that goes on', { outcome: undefined }, false],
    ['of a later run', { claimant: { runId: '10', job: 'docs', step: '__self', attempt: 1 } }, false],
    ['of another series', { series: 'def' }, false],
    ['without a series', { series: undefined }, false],
    ['of another project', { project: 'two' }, false],
  ])('a comment %s is taken over: %s', async (_name, change, expected) => {
    const world = createWorld()
    world.plant(world.claimFor(run('7'), claimOf('7', { ...ended, ...change })))
    const result = await world.takePart(run('9'), 'nothing', claimOf('9'))
    expect(result).toMatchObject({ kind: 'won', found: [{ id: 1, payload: { jobId: 'j' } }] })
    expect(world.comments).toHaveLength(expected ? 1 : 2)
    const now = world.read(world.bodies().at(-1) ?? '')
    expect(now).toMatchObject({ claimant: { runId: '9' }, state: 'claimed' })
    expect(now?.kept).toEqual(expected ? { jobId: 'j', outcome: 'pull-request' } : undefined)
  })

  test('a comment of another key is not taken over; the newest of several is', async () => {
    const world = createWorld()
    world.plant(world.claimFor(run('5'), claimOf('5', ended)))
    world.plant(world.claimFor(run('6'), claimOf('6', ended)))
    world.plant(world.claimFor(run('7'), claimOf('7', ended)), { key: 'before' })
    await world.takePart(run('9'), 'nothing', claimOf('9'))
    expect(world.comments.map(({ body }) => world.read(body)?.claimant.runId)).toEqual(['5', '9', '7'])
  })

  test('without a series, each run has a comment of its own', async () => {
    const world = createWorld()
    world.plant(world.claimFor(run('7'), claimOf('7', { ...ended, series: undefined })))
    await world.takePart(run('9'), 'nothing', claimOf('9', { series: undefined }))
    expect([world.comments.length, world.requests]).toEqual([2, ['createComment', 'listComments']])
  })

  test.each<[number | undefined, string]>([
    [403, 'won'],
    [404, 'won'],
    [502, 'it answered 502'],
    [undefined, 'it answered undefined'],
  ])('a comment that can not be edited (%s) is left', async (status, expected) => {
    const world = createWorld()
    world.plant(world.claimFor(run('7'), claimOf('7', ended)))
    world.interfere = (operation) => {
      if (operation === 'updateComment') throw failure(status)
    }
    const told = await world
      .takePart(run('9'), 'nothing', claimOf('9'))
      .then(tell, ({ message }: Error) => message)
    expect(told).toContain(expected)
    expect(world.comments).toHaveLength(expected === 'won' ? 2 : 1)
  })

  test('who is overwritten while it takes a comment over has one of its own', async () => {
    const world = createWorld()
    world.plant(world.claimFor(run('7'), claimOf('7', ended)))
    world.interfere = (operation, count) => {
      if (operation !== 'listComments' || count !== 2) return
      world.comments.pop()
      world.plant(world.claimFor(run('8'), claimOf('8', { nonce: 'another' })))
    }
    expect((await world.takePart(run('9'), 'nothing', claimOf('9'))).kind).toBe('won')
    expect(world.comments.map(({ body }) => world.read(body)?.claimant.runId)).toEqual(['8', '9'])
  })

  test.each<[string, Partial<Claim>, { key?: string; author?: number }, string]>([
    ['a later run', {}, {}, 'ended: taken-over-by-later-run'],
    ['a later run with another key', {}, { key: 'before' }, 'ended: taken-over-by-later-run'],
    ['a stranger', {}, { key: 'before', author: 2 }, 'won'],
    ['another project', { project: 'two' }, {}, 'won'],
    ['another series', { series: 'def' }, {}, 'won'],
    ['an earlier run', { claimant: { runId: '3', job: 'docs', step: '__self', attempt: 1 } }, {}, 'won'],
  ])('a later attempt whose comment is gone, where %s has one', async (_name, change, from, expected) => {
    const world = createWorld()
    world.plant(world.claimFor(run('9'), claimOf('9', { state: 'job', jobId: 'j', ...change })), from)
    const result = await world.takePart(run('7', 2), 'nothing', claimOf('7'))
    expect(tell(result)).toBe(expected)
    if (expected === 'won') return
    expect(result).toMatchObject({
      ending: { problem: 'It is the workflow run 9.' },
    })
    expect(world.comments).toHaveLength(1)
  })

  test('a first attempt is not stopped by a later run', async () => {
    const world = createWorld()
    world.plant(world.claimFor(run('9'), claimOf('9', { state: 'job', jobId: 'j' })))
    expect((await world.takePart(run('7'), 'nothing', claimOf('7'))).kind).toBe('won')
  })
})
