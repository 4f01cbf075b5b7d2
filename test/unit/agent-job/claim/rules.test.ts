import { describe, expect, test } from 'vitest'
import type { Claim } from '../../../../src/job-marker/claim.ts'
import { createWorld, type End, failure, type Operation, type Participant, tell } from './claim-world.ts'

const first = { runId: '5', attempt: 1, account: 1 }
const rerun = { ...first, attempt: 2 }
const other = { ...first, runId: '6' }

type World = ReturnType<typeof createWorld>

interface Scene {
  /** What our account has reacted with, or another one. */
  reactions?: string[]
  by?: number
  /** What the first attempt of the first run has left in the thread, with which key and account. */
  left?: Partial<Claim>[]
  from?: { key?: string; author?: number }
  /** With which status requests fail. */
  failing?: Partial<Record<Operation, number>> | undefined
  /** What happens when the thread is listed for the first time, the second and so on. */
  atList?: Record<number, (world: World) => void>
  isTriggerGone?: boolean
  claim?: Partial<Claim>
  end?: End
}

/** What a run meets in a scene. */
async function meet(who: Participant, scene: Scene = {}) {
  const { reactions = [], by = 1, left = [], from, failing = {}, isTriggerGone = false } = scene
  const world = createWorld()
  world.isTriggerGone = isTriggerGone
  for (const content of reactions) world.reactions.push({ account: content === 'eyes' ? 1 : by, content })
  for (const claim of left) world.plant(world.claimFor(first, { nonce: 'left', ...claim }), from)
  world.interfere = (operation, count) => {
    if (failing[operation] !== undefined) throw failure(failing[operation])
    if (operation === 'fetchComments') scene.atList?.[count]?.(world)
  }
  const result = await world.takePart(who, scene.end ?? 'nothing', scene.claim).catch((error: Error) => error)
  return Object.assign(world, { result, told: tell(result), ids: world.comments.map(({ id }) => id) })
}

const LOST = 'ended: lost-while-sending'
const OTHERS = 'ended: claimed-by-other-run'
const ANSWERED = 'ended: answered-and-deleted'
const OTHER_KEY = 'ended: other-key'
const GONE = 'ended: comment-gone'
const STRANGER = { key: 'before', author: 2 }
const JOB = { state: 'job', job: { jobId: 'j' } } as const
const FINISHED = {
  state: 'finished',
  job: { jobId: 'j', status: 'completed' },
  outcome: 'pull-request',
} as const

describe('what an earlier claim means', () => {
  test.each<[string, Partial<Claim>, again: string, later: string]>([
    ['claimed', { state: 'claimed' }, LOST, OTHERS],
    ['unknown', { state: 'unknown' }, LOST, OTHERS],
    ['waiting', { state: 'waiting' }, 'won', OTHERS],
    ['refused', { state: 'refused' }, 'won', OTHERS],
    ['answered', { state: 'answered' }, OTHERS, OTHERS],
    ['a job', JOB, 'resumed', OTHERS],
    ['finished', FINISHED, 'finished', 'finished'],
    ['failed', { ...FINISHED, outcome: 'failed' }, 'won', 'finished'],
    ['archived', { ...FINISHED, outcome: 'archived' }, 'won', 'finished'],
    ['finished, no job', { state: 'finished' }, LOST, OTHERS],
  ])('%s', async (_name, claim, again, later) => {
    const scene = { reactions: ['eyes'], left: [claim] }
    const tellBoth = async (from: Scene['from'] = {}) => [
      (await meet(rerun, { ...scene, from })).told,
      (await meet(other, { ...scene, from })).told,
    ]
    expect(await tellBoth()).toEqual([again, later])
    const isBelieved = claim.state === 'refused' || claim.state === 'answered'
    expect(await tellBoth({ key: 'before' })).toEqual(isBelieved ? [again, later] : [OTHER_KEY, OTHERS])
    // Another account can have written what it liked.
    expect(await tellBoth(STRANGER)).toEqual(['won', 'won'])
  })

  const reportedIn = 'https://github.test/1'
  const duplicate = (problem: string) => ({ reportedIn, ending: { outcome: 'duplicate', problem } })
  const again = 'It is the workflow run 5. It ended without a job: re-run that one, or comment again.'

  test.each<[Partial<Claim>, Participant, object]>([
    [FINISHED, other, { url: reportedIn, job: FINISHED.job, outcome: 'pull-request' }],
    [{ state: 'refused' }, other, duplicate(again)],
    [{ state: 'claimed' }, other, duplicate('It is the workflow run 5.')],
    [{ state: 'unknown' }, rerun, { reportedIn, ending: { outcome: 'unknown' } }],
  ])('the comment that decides is told, and stays as it is: %o', async (claim, who, expected) => {
    const { result, requests, comment } = await meet(who, { reactions: ['eyes'], left: [claim] })
    expect(result).toMatchObject(expected)
    expect(requests).toEqual(['react', 'fetchComments'])
    expect(comment?.current).toBeUndefined()
  })

  test('a re-run that goes on writes itself into the marker, and not that the run has ended', async () => {
    const claim = { state: 'job', outcome: 'submitted', job: { jobId: 'j', isFollowUp: true } } as const
    const { result, comment } = await meet(rerun, { left: [claim] })
    expect(result).toMatchObject({ kind: 'resumed', job: claim.job })
    const payload = { job: claim.job, claimant: { attempt: 2 } }
    expect(comment?.current).toMatchObject({ id: 1, payload })
    expect(comment?.current?.payload).not.toHaveProperty('outcome')
  })

  test('a re-run that claims again keeps its comment, and the job that it knew of before', async () => {
    const earlierJob = { jobId: 'j0' }
    const failed = { ...FINISHED, outcome: 'failed', earlierJob } as const
    const { result, claims } = await meet(rerun, { left: [{ trigger: 'issue comment 2' }, failed] })
    const now = { state: 'claimed', claimant: { attempt: 2 } }
    expect(claims()).toMatchObject([{}, { ...now, earlierJob }])
    expect(result).toMatchObject({
      kind: 'won',
      found: [{ id: 1 }, { id: 2, payload: { job: { jobId: 'j' } } }],
    })
    const unverified = await meet(rerun, {
      left: [{ state: 'refused', earlierJob }],
      from: { key: 'before' },
    })
    expect(unverified.claims()).toMatchObject([now])
    for (const name of ['job', 'outcome', 'earlierJob'])
      expect(unverified.claims()[0]).not.toHaveProperty(name)
  })

  test('a claim that an earlier attempt could not take back is taken back', async () => {
    const { told, ids } = await meet(rerun, { left: [JOB, {}] })
    expect([told, ids]).toEqual(['resumed', [1]])
  })
})

describe('a claim that is new', () => {
  test('the first run reacts, posts its claim and reads the list, and no more', async () => {
    const { result, requests } = await meet(first)
    expect(result).toEqual({ kind: 'won', found: [] })
    expect(requests).toEqual(['react', 'createComment', 'fetchComments'])
  })

  test('who is not the first to react looks twice before it posts', async () => {
    const left = [{ trigger: 'issue comment 2' }]
    const { result, requests, nowMs } = await meet(other, { reactions: ['eyes'], left })
    expect(result).toMatchObject({ kind: 'won', found: [{ id: 1 }] })
    expect(requests.slice(0, 4)).toEqual(['react', 'fetchComments', 'fetchComments', 'fetchReactions'])
    // A list may show a later comment before an earlier one.
    expect(requests.slice(4)).toEqual(['createComment', 'fetchComments', 'fetchComments'])
    expect(nowMs).toBe(3_000)
  })

  test('a claim that appears while it waits is found, and nobody is notified twice', async () => {
    const atList = { 2: (world: World) => world.plant(world.claimFor(first)) }
    const { told, requests } = await meet(other, { reactions: ['eyes'], atList })
    expect([told, requests]).toEqual([OTHERS, ['react', 'fetchComments', 'fetchComments']])
  })

  test('a list that lags behind is read until it shows our comment', async () => {
    let late: World['comments'] = []
    const hide = ({ comments }: World) => {
      late = comments.splice(1)
    }
    const show = ({ comments }: World) => void comments.push(...late)
    const { told, requests } = await meet(first, { left: [{ project: 'two' }], atList: { 1: hide, 2: show } })
    expect([told, requests]).toEqual(['won', ['react', 'createComment', 'fetchComments', 'fetchComments']])
  })

  test.each(['createComment', 'fetchComments'])('without %s, nothing may be sent', async (operation) => {
    const { told, created } = await meet(first, { failing: { [operation]: 403 }, end: 'job' })
    expect([told, created]).toEqual(['failed: 403', []])
  })

  test.each([
    ['rocket', 1, ANSWERED],
    ['confused', 2, 'won'],
    ['heart', 1, 'won'],
  ])('where it can not react, a %s of account %s is looked for: %s', async (content, by, expected) => {
    const scene: Scene = { reactions: [content], by, failing: { react: 403 } }
    const { told, ids, warnings } = await meet(first, scene)
    expect([told, ids, warnings.length]).toEqual([expected, [1], 1])
    const unlisted = await meet(first, { ...scene, failing: { react: 403, fetchReactions: 403 } })
    expect([unlisted.told, unlisted.warnings.length]).toEqual(['won', 2])
  })

  test('anything but an answer of GitHub ends the claim', async () => {
    const world = createWorld()
    world.interfere = () => expect.fail('a bug')
    await expect(world.takePart(first)).rejects.toThrow('a bug')
  })

  test('of a comment that arrives twice the first one counts, also against one in between', async () => {
    const happens = ({ comments, plant, claimFor }: World) => {
      const twice = comments.map((each) => ({ ...each, id: -1 }))
      plant(claimFor(other))
      for (const each of comments) if (each.id === 2) each.id = 0
      comments.unshift(...twice)
    }
    const { told, ids, claims } = await meet(first, { atList: { 1: happens }, end: 'job' })
    expect([told, ids.toSorted()]).toEqual(['won', [-1, 0]])
    expect(claims()[0]).toMatchObject({ job: { jobId: 'job-1' } })
  })

  test('an older claim wins, and ours is taken back, unless GitHub refuses', async () => {
    const lose = (failing: Scene['failing']) => meet({ ...other, account: 2 }, { left: [{}], failing })
    expect(await lose({})).toMatchObject({ told: OTHERS, ids: [1], warnings: [] })
    const refused = { told: OTHERS, ids: [1, 2], warnings: [expect.any(Error)] }
    expect(await lose({ deleteComment: 403 })).toMatchObject(refused)
  })
})

describe('a later attempt', () => {
  const closed = ['eyes', 'rocket']

  test.each<[string, Scene, string]>([
    ['goes on only where GitHub lists', { failing: { fetchComments: 502 } }, 'failed: 502'],
    ['goes on only where it can react', { failing: { react: 502 } }, 'failed: 502'],
    ['or where there is a comment', { left: [JOB], failing: { react: 502 } }, 'resumed'],
    ['looks for a closing reaction', { reactions: closed }, ANSWERED],
    ['or a refusing one', { reactions: ['eyes', 'confused'] }, ANSWERED],
    ['and needs to know', { reactions: closed, failing: { fetchReactions: 502 } }, 'failed: 502'],
    ['passes over one that says nothing', { reactions: ['eyes', 'heart'] }, 'won'],
    ['passes over one of another account', { reactions: closed, by: 2 }, 'won'],
    ['passes over one without eyes', { reactions: ['rocket'] }, 'won'],
    ['passes over one where it claims nothing', { reactions: closed, claim: { state: 'refused' } }, 'won'],
    ['passes over one about another project', { reactions: closed, left: [{ project: 'two' }] }, 'won'],
    ['but not for a stranger', { reactions: closed, left: [{ project: 'two' }], from: STRANGER }, ANSWERED],
    ['nor for another comment', { reactions: closed, left: [{ trigger: 'issue comment 2' }] }, ANSWERED],
    ['sends nothing where the comment that asked is gone', { isTriggerGone: true }, GONE],
    ['nor what was refused', { isTriggerGone: true, left: [{ state: 'refused' }] }, GONE],
    ['but goes on with a job that is known', { isTriggerGone: true, left: [JOB] }, 'resumed'],
    ['asks for it after 404', { isTriggerGone: true, failing: { hasComment: 403 } }, 'failed: 403'],
    ['and only then', { isTriggerGone: true, failing: { react: 410 } }, 'failed: 410'],
  ])('%s: %o', async (_name, scene, expected) => {
    const { told, created } = await meet(rerun, { ...scene, end: 'job' })
    expect([told, created.length]).toEqual([expected, expected === 'won' ? 1 : 0])
  })

  test('does at once again what the first left undone', async () => {
    const { told, requests } = await meet(rerun)
    expect([told, requests]).toEqual(['won', ['react', 'fetchComments', 'createComment', 'fetchComments']])
  })

  test('a first attempt sends nothing either where the comment that asked is gone', async () => {
    const { result, requests } = await meet(first, { isTriggerGone: true })
    expect(result).toMatchObject({ ending: { outcome: 'skipped', cause: 'comment-gone' } })
    expect(requests).toEqual(['react', 'hasComment'])
  })

  test.each([true, false])('loses where its edit is overwritten, or gone: %s', async (isOverwritten) => {
    const happens = (world: World) => {
      world.comments.pop()
      if (isOverwritten) world.plant(world.claimFor(rerun, { nonce: 'another', commentId: 1 }))
      for (const each of world.comments) each.id = 1
    }
    const { told, comment } = await meet(rerun, { left: [{ state: 'refused' }], atList: { 2: happens } })
    expect([told, comment?.current]).toEqual([OTHERS, undefined])
  })

  test('reads a list again that still shows the claim from before', async () => {
    let before = ''
    let edited = ''
    const atList = {
      1({ comments }: World) {
        before = comments[0]?.body ?? ''
      },
      2({ comments }: World) {
        edited = comments.splice(0, 1, { id: 1, body: before, author: 1 })[0]?.body ?? ''
      },
      3: ({ comments }: World) => void comments.splice(0, 1, { id: 1, body: edited, author: 1 }),
    }
    const { told, nowMs } = await meet(rerun, { left: [{ state: 'refused' }], atList })
    expect([told, nowMs]).toEqual(['won', 1_750])
  })
})

describe('runs that no comment asked for', () => {
  const claimOf = (runId: string, change: Partial<Claim> = {}): Partial<Claim> => ({
    trigger: `run ${runId} abc`,
    series: 'abc',
    claimant: { runId, job: 'docs', step: '__self', attempt: 1 },
    ...change,
  })
  const NINE = { ...first, runId: '9' }
  const ended = [claimOf('7', FINISHED)]

  /** Run 9, where run 7 has left a comment. `runs`: whose comments there are then. */
  async function follow(scene: Scene) {
    const seen = await meet(NINE, { claim: claimOf('9'), ...scene })
    return { ...seen, runs: seen.claims().map((claim) => claim?.claimant.runId) }
  }

  test('the comment of an earlier run that has ended is taken over, and the job that it knew is kept', async () => {
    const { told, claims, comment } = await follow({ left: ended })
    const earlierJob = FINISHED.job
    expect([told, comment?.current?.id]).toEqual(['won', 1])
    expect(claims()).toMatchObject([{ state: 'claimed', claimant: { runId: '9' }, earlierJob }])
  })

  const overwrite = ({ comments, plant, claimFor }: World) => {
    comments.pop()
    plant(claimFor(first, claimOf('8')))
  }
  const refusing = { updateComment: 403, createComment: 403 }

  test.each<[string, Scene, string, string[], number | undefined]>([
    ['where the earlier run goes on', { left: [claimOf('7', JOB)] }, 'won', ['7', '9'], 2],
    ['where its comment can not be edited', { failing: { updateComment: 403 } }, 'won', ['7', '9'], 2],
    ['where it is overwritten', { atList: { 2: overwrite } }, 'won', ['8', '9'], 3],
    ['unless GitHub is in trouble', { failing: { updateComment: 502 } }, 'failed: 502', ['7'], 1],
    ['unless it takes none', { failing: refusing }, 'failed: 403', ['7'], undefined],
  ])('a run has a comment of its own %s', async (_name, scene, expected, whose, current) => {
    const { told, runs, comment } = await follow({ left: ended, ...scene })
    expect([told, runs, comment?.current?.id]).toEqual([expected, whose, current])
  })

  test('a run without a series has one, and looks for no other', async () => {
    const { series: _, ...alone } = claimOf('9')
    const { requests } = await follow({ left: ended, claim: alone })
    expect(requests).toEqual(['createComment', 'fetchComments'])
  })

  test.each([1, 2])('a later attempt ends where a later run has its comment, at list %d', async (count) => {
    const happens = (world: World) => world.plant(world.claimFor(first, claimOf('9', JOB)))
    const claim = claimOf('7', { claimant: { runId: '7', job: 'docs', step: '__self', attempt: 2 } })
    const { result, runs } = await follow({ atList: { [count]: happens }, claim })
    expect(result).toMatchObject({
      ending: { cause: 'taken-over-by-later-run', problem: 'It is the workflow run 9.' },
    })
    expect(runs).toEqual(['9'])
  })
})
