import { describe, expect, test } from 'vitest'
import { type Claim, recordEnd } from '../../../../src/agent-job/claim/claim.ts'
import { OUTCOME_RECORDS, OUTCOMES } from '../../../../src/agent-job/outcome.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { claimOf, commentOf, createThread, type Next, type Run, summarize } from './thread-for-tests.ts'

const run = { runId: '5', attempt: 1, account: 1 }
const reRun = { ...run, attempt: 2 }
const anotherRun = { ...run, runId: '6' }

type Thread = ReturnType<typeof createThread>
type Comment = ReturnType<typeof commentOf>

const JOB = { state: 'job', job: { jobId: 'j' } } as const
const FINISHED = { ...JOB, state: 'finished', outcome: 'pull-request' } as const
/** Who wrote a comment, and with which key. */
const WITH_ANOTHER_KEY = { key: 'previous' }
const BY_A_STRANGER = { key: 'previous', author: 2 }

/** A thread with these comments, in which our account has reacted with 👀. */
function threadWith(comments: Comment[]): Thread {
  const thread = createThread()
  for (const comment of comments) thread.add(comment)
  thread.reactions.push({ account: 1, content: 'eyes' })
  return thread
}

/** What comes of it where `who` answers: `won` where it may send the prompt. */
async function answer(thread: Thread, who: Run, change?: Partial<Claim>, next: Next = 'create a job'): Promise<string> {
  try {
    return summarize(await thread.answer(who, next, change))
  } catch (error) {
    if (error instanceof GitHubError) return `GitHub: ${error.status}`
    throw error
  }
}

describe('the comment of a run', () => {
  const LOST = 'prompt-unconfirmed'
  const TAKEN = 'claimed-by-other-run'

  test.each<[string, Partial<Claim>, reRun: string, anotherRun: string]>([
    ['nothing but that it claims', { state: 'claimed' }, LOST, TAKEN],
    ['that its prompt may have been received', { state: 'unknown' }, LOST, TAKEN],
    ['that nothing was sent', { state: 'refused' }, 'won', TAKEN],
    ['the help', { state: 'answered' }, TAKEN, TAKEN],
    ['its job', JOB, 'resumed', TAKEN],
    ['how its job ended', FINISHED, 'finished', 'finished'],
    ['the end of no job', { state: 'finished' }, LOST, TAKEN],
  ])('says %s', async (_name, claim, ...expected) => {
    const answerBoth = async (by = {}) => [
      await answer(threadWith([commentOf(run, claim, by)]), reRun),
      await answer(threadWith([commentOf(run, claim, by)]), anotherRun),
    ]
    expect(await answerBoth()).toEqual(expected)
    // With another key, only that it has sent nothing is believed.
    const isBelieved = claim.state === 'refused' || claim.state === 'answered'
    const next = claim.state === 'refused' ? 'won' : TAKEN
    expect(await answerBoth(WITH_ANOTHER_KEY)).toEqual([isBelieved ? expected[0] : 'other-key', next])
    // Another account can have written what it liked.
    expect(await answerBoth(BY_A_STRANGER)).toEqual(['won', 'won'])
  })

  test.each(OUTCOMES)('says that it ended as %s, with a job: the row of the outcome decides', async (outcome) => {
    const { onRerun, isFinal } = OUTCOME_RECORDS[outcome]
    const claim = recordEnd(undefined, outcome, '2026-11-22T12:00:00Z', JOB.job)
    const onSecondAttempt = { report: 'finished', send: 'won', wait: 'resumed' }[onRerun]
    const expected = outcome === 'unknown' ? LOST : onSecondAttempt
    expect(await answer(threadWith([commentOf(run, claim)]), reRun)).toBe(expected)
    expect(await answer(threadWith([commentOf(run, claim)]), anotherRun)).toBe(isFinal ? 'finished' : TAKEN)
  })

  test.each<[string, Comment, reRun: string, anotherRun: string]>([
    ['GitHub does not name', commentOf(run, {}, { isNamed: false }), LOST, TAKEN],
    ['that is not ours', commentOf(run, {}, { isNamed: false, author: 2 }), 'won', TAKEN],
  ])('that does not name itself yet, by an account %s', async (name, comment, ...expected) => {
    const answers = [reRun, anotherRun].map(async (who) => {
      const thread = threadWith([comment])
      if (name.startsWith('GitHub')) thread.failing.react = 403
      return await answer(thread, who)
    })
    expect(await Promise.all(answers)).toEqual(expected)
  })

  const reportedIn = 'https://github.test/1'
  const duplicate = (problem: string) => ({ reportedIn, ending: { outcome: 'duplicate', problem } })
  const again = 'It is the workflow run 5. That run ended without creating a job. Re-run it, or post the command again.'

  test.each<[Partial<Claim>, Run, object]>([
    [FINISHED, anotherRun, { url: reportedIn, job: JOB.job, outcome: 'pull-request' }],
    [{ state: 'refused' }, anotherRun, duplicate(again)],
    [{ state: 'claimed' }, anotherRun, duplicate('It is the workflow run 5.')],
    [{ state: 'unknown' }, reRun, { reportedIn, ending: { outcome: 'unknown' } }],
  ])('that decides is linked, and stays as it is: %o', async (claim, who, expected) => {
    const thread = threadWith([commentOf(run, claim)])
    expect(await thread.answer(who)).toMatchObject(expected)
    expect([thread.requests, thread.current]).toEqual([['react', 'fetchComments'], undefined])
  })

  test('is continued by a re-run, which replaces the end of the run in the marker', async () => {
    const job = { jobId: 'j', isFollowUp: true }
    const thread = threadWith([commentOf(run, { state: 'job', outcome: 'submitted', job })])
    expect(await thread.answer(reRun)).toEqual({ kind: 'resumed', job })
    expect(thread.current).toMatchObject({ id: 1, payload: { job, claimant: { attempt: 2 } } })
    expect(thread.current?.payload).not.toHaveProperty('outcome')
  })

  test('is kept by a re-run that claims again, with the earlier job', async () => {
    const earlierJob = { jobId: 'j0' }
    const ofAnotherCommand = commentOf(run, { trigger: 'issue comment 2' })
    const failed = { ...FINISHED, outcome: 'failed', earlierJob } as const
    const thread = threadWith([ofAnotherCommand, commentOf(run, failed)])
    const found = [{ id: 1 }, { id: 2, payload: { job: JOB.job } }]
    expect(await thread.answer(reRun)).toMatchObject({ kind: 'won', found })
    expect(thread.claims()[1]).toMatchObject({ state: 'claimed', claimant: { attempt: 2 }, earlierJob })
    for (const name of ['job', 'outcome']) expect(thread.claims()[1]).not.toHaveProperty(name)
  })

  test('hands on no job that another key has signed', async () => {
    const refused = commentOf(run, { state: 'refused', earlierJob: { jobId: 'j0' } }, WITH_ANOTHER_KEY)
    const thread = threadWith([refused])
    await thread.answer(reRun)
    expect(thread.claims()).toMatchObject([{ state: 'claimed', claimant: { attempt: 2 } }])
    expect(thread.claims()[0]).not.toHaveProperty('earlierJob')
  })

  const ofClaimant = (change: Partial<Claim['claimant']>) => ({ claimant: { ...claimOf(run).claimant, ...change } })

  test.each<[string, Comment, isDeleted: boolean]>([
    ['by an earlier attempt', commentOf(run), true],
    ['by another run', commentOf(anotherRun), false],
    ['by the same attempt', commentOf(reRun), false],
    ['by another step', commentOf(run, ofClaimant({ step: 'other' })), false],
    ['by another job', commentOf(run, ofClaimant({ job: 'other' })), false],
    ['for another comment', commentOf(run, { trigger: 'issue comment 2' }), false],
    ['for another project', commentOf(run, { project: 'two' }), false],
    ['that knows a job', commentOf(run, JOB), false],
    ['with another key', commentOf(run, {}, WITH_ANOTHER_KEY), false],
  ])('makes a later one %s needless: %o, %s', async (_name, later, isDeleted) => {
    const thread = threadWith([commentOf(run, JOB), later])
    expect(await answer(thread, reRun)).toBe('resumed')
    expect(thread.comments).toHaveLength(isDeleted ? 1 : 2)
  })

  const of = (jobId: string, change: Partial<Claim> = {}): Partial<Claim> => ({
    state: 'job',
    job: { jobId },
    ...change,
  })
  const REFUSED = { state: 'refused' } as const

  test.each<[string, Comment[], expected: string | undefined]>([
    ['the oldest', [commentOf(run, of('a')), commentOf(run, of('b'))], 'a'],
    ['not one for another comment', [commentOf(run, of('a', { trigger: 'x' })), commentOf(run, of('b'))], 'b'],
    ['not one for another project', [commentOf(run, of('a', { project: 'two' })), commentOf(run, of('b'))], 'b'],
    ['one that was refused', [commentOf(run, REFUSED), commentOf(run, of('b'))], undefined],
    ['not that one with another key', [commentOf(run, REFUSED, WITH_ANOTHER_KEY), commentOf(run, of('b'))], 'b'],
    ['not a later run without a series', [commentOf({ ...run, runId: '9' }, of('a', { trigger: 'x' }))], undefined],
  ])('decides if it is %s', async (_name, comments, jobId) => {
    const result = await threadWith(comments).answer(reRun)
    expect(result).toMatchObject(jobId === undefined ? { kind: 'won' } : { kind: 'resumed', job: { jobId } })
  })
})

describe('the first attempt', () => {
  test('reacts, posts its claim and reads the list, and no more', async () => {
    const thread = createThread()
    expect(await thread.answer(run)).toEqual({ kind: 'won', found: [] })
    expect(thread.requests).toEqual(['react', 'createComment', 'fetchComments'])
  })

  test('looks twice before and after it posts, where another run has reacted before it', async () => {
    const thread = threadWith([commentOf(run, { trigger: 'issue comment 2' })])
    expect(await thread.answer(anotherRun)).toMatchObject({ kind: 'won', found: [{ id: 1 }] })
    const before = ['react', 'fetchComments', 'fetchComments']
    expect(thread.requests).toEqual([...before, 'createComment', 'fetchComments', 'fetchComments'])
    expect(thread.nowMs).toBe(3_000)
  })

  test('finds a claim that appears while it waits, and posts none', async () => {
    const thread = threadWith([])
    thread.onList[2] = () => thread.add(commentOf(run))
    expect(await answer(thread, anotherRun)).toBe('claimed-by-other-run')
    expect(thread.requests).toEqual(['react', 'fetchComments', 'fetchComments'])
  })

  test('reads a list that lags behind until it shows the comment', async () => {
    const thread = createThread()
    let late: Thread['comments'] = []
    thread.onList[1] = () => (late = thread.comments.splice(0))
    thread.onList[2] = () => thread.comments.push(...late)
    expect(summarize(await thread.answer(run))).toBe('won')
    expect(thread.requests).toEqual(['react', 'createComment', 'fetchComments', 'fetchComments'])
  })

  test.each(['createComment', 'fetchComments'] as const)('sends nothing without %s', async (operation) => {
    const thread = createThread()
    thread.failing[operation] = 403
    expect([await answer(thread, run), thread.jobs]).toEqual(['GitHub: 403', []])
  })

  test('sends nothing where the command was deleted', async () => {
    const thread = createThread()
    thread.isCommandDeleted = true
    const ending = { outcome: 'skipped', cause: 'comment-gone' }
    expect(await thread.answer(run)).toMatchObject({ ending })
    // A 404 of the thread, too, would be a missing permission.
    expect(thread.requests).toEqual(['react', 'hasComment', 'fetchComments'])
    thread.failing.fetchComments = 404
    expect(await answer(thread, run)).toBe('GitHub: 404')
  })

  test('looks twice after it posts where it may not react', async () => {
    const thread = createThread()
    thread.failing.react = 403
    thread.onList[2] = () => thread.comments.unshift({ ...commentOf(anotherRun), id: 0 })
    expect(await answer(thread, run)).toBe('claimed-by-other-run')
    expect([thread.comments.length, thread.warnings.length]).toEqual([1, 1])
  })

  test('ends with what is not an answer of GitHub', async () => {
    const thread = createThread()
    thread.onList[1] = () => expect.fail('a bug')
    await expect(answer(thread, run)).rejects.toThrow('a bug')
    Object.defineProperty(thread, 'isCommandDeleted', { get: () => expect.fail('another bug') })
    await expect(answer(thread, run)).rejects.toThrow('another bug')
  })

  test('counts the first of its comments where one arrived twice, also against one in between', async () => {
    const thread = createThread()
    thread.onList[1] = () => {
      const [posted] = thread.comments.splice(0)
      if (posted === undefined) return
      const between = { ...commentOf(anotherRun), id: 0 }
      thread.comments.push({ ...posted, id: -1 }, { ...posted, id: 1 }, between)
      thread.comments.sort((one, other) => one.id - other.id)
    }
    expect(await answer(thread, run)).toBe('won')
    expect(thread.comments.map(({ id }) => id)).toEqual([-1, 0])
    expect(thread.claims()[0]).toMatchObject({ job: { jobId: 'job-1' } })
  })

  test('has one comment where the first of two shows only after the second', async () => {
    const thread = createThread()
    const hidden: typeof thread.comments = []
    const show = () => void thread.comments.unshift(...hidden.splice(0))
    thread.onList[1] = () => void hidden.push(...thread.comments.splice(0))
    thread.onList[3] = show
    expect(await answer(thread, { ...run, losesAnswerOf: 1 })).toBe('won')
    show()
    expect(thread.claims()).toMatchObject([{ job: { jobId: 'job-1' } }])
  })

  test('gives way to an older claim, and deletes its own, unless GitHub refuses', async () => {
    const loser = { ...anotherRun, account: 2 }
    const thread = threadWith([commentOf(run)])
    expect(await answer(thread, loser)).toBe('claimed-by-other-run')
    expect([thread.comments.length, thread.warnings.length]).toEqual([1, 0])
    const refusing = threadWith([commentOf(run)])
    refusing.failing.deleteComment = 403
    expect(await answer(refusing, loser)).toBe('claimed-by-other-run')
    expect([refusing.comments.length, refusing.warnings.length]).toEqual([2, 1])
  })
})

describe('a later attempt', () => {
  const failing = (thread: Thread, refused: Thread['failing']) => Object.assign(thread, { failing: refused })
  const deleted = (thread: Thread) => Object.assign(thread, { isCommandDeleted: true })
  const [JOB_COMMENT, REFUSED] = [[commentOf(run, JOB)], [commentOf(run, { state: 'refused' })]]

  test.each<[string, () => Thread, string]>([
    ['needs the list', () => failing(createThread(), { fetchComments: 502 }), 'GitHub: 502'],
    ['needs no reaction', () => failing(createThread(), { react: 502 }), 'won'],
    ['needs none beside a job', () => failing(threadWith(JOB_COMMENT), { react: 502 }), 'resumed'],
    ['is new where its comment was deleted', () => threadWith([]), 'won'],
    ['sends nothing for a deleted command', () => deleted(createThread()), 'comment-gone'],
    ['nor after a refusal', () => deleted(threadWith(REFUSED)), 'comment-gone'],
    ['but continues its job', () => deleted(threadWith(JOB_COMMENT)), 'resumed'],
    ['makes sure', () => failing(deleted(createThread()), { hasComment: 403 }), 'GitHub: 403'],
    ['only after 404', () => failing(deleted(createThread()), { react: 410 }), 'won'],
  ])('%s', async (_name, createScene, expected) => {
    const thread = createScene()
    expect(await answer(thread, reRun)).toBe(expected)
    expect(thread.jobs).toHaveLength(expected === 'won' ? 1 : 0)
  })

  const REPLY = { state: 'refused', trigger: 'answer of run 5' } as const
  const other = { ...FINISHED, trigger: 'issue comment 2' }

  test.each<[string, Comment, comments: number]>([
    ['its answer to invalid inputs', commentOf(run, REPLY, { key: '' }), 1],
    ['no answer by another account', commentOf(run, REPLY, BY_A_STRANGER), 2],
    ['no answer of another run', commentOf(anotherRun, REPLY), 2],
    ['no comment for another command', commentOf(run, { ...REPLY, trigger: 'issue comment 2' }), 2],
    ['no comment of an earlier run', commentOf({ ...run, runId: '4' }, other), 2],
  ])('takes over %s', async (_name, comment, count) => {
    const thread = threadWith([comment])
    expect([await answer(thread, reRun), thread.comments.length]).toEqual(['won', count])
  })

  test('does at once what the first left undone', async () => {
    const thread = createThread()
    expect(await answer(thread, reRun)).toBe('won')
    const requests = ['react', 'fetchComments', 'createComment', 'fetchComments', 'createJob', 'updateComment']
    expect(thread.requests).toEqual(requests)
  })

  test.each([true, false])('loses where its edit is overwritten, or gone: %s', async (isOverwritten) => {
    const thread = threadWith(REFUSED)
    thread.onList[2] = () => {
      thread.comments.length = 0
      if (isOverwritten) thread.comments.push({ ...commentOf(reRun, { commentId: 1 }), id: 1 })
    }
    expect([await answer(thread, reRun), thread.current]).toEqual(['claimed-by-other-run', undefined])
  })

  test('reads a list again that still shows the previous claim', async () => {
    const thread = threadWith(REFUSED)
    const before = thread.comments.map((comment) => ({ ...comment }))
    let edited: Thread['comments'] = []
    thread.onList[2] = () => (edited = thread.comments.splice(0, 1, ...before))
    thread.onList[3] = () => thread.comments.splice(0, 1, ...edited)
    expect([await answer(thread, reRun), thread.nowMs]).toEqual(['won', 1_750])
  })
})

describe('a run that no comment asked for', () => {
  /** The claim of a run in a series. */
  const inSeries = (runId: string, change: Partial<Claim> = {}): Partial<Claim> => {
    const { claimant } = claimOf({ ...run, runId })
    return { trigger: `run ${runId} abc`, series: 'abc', claimant, ...change }
  }
  const run9 = { ...run, runId: '9' }
  const ended = commentOf(run, inSeries('7', FINISHED))
  const inProgress = commentOf(run, inSeries('7', JOB))
  const whose = (thread: Thread) => thread.claims().map((claim) => claim?.claimant.runId)

  test('takes over the comment of an earlier run that has ended, and keeps the job that it knew', async () => {
    const thread = threadWith([ended])
    expect(summarize(await thread.answer(run9, 'nothing', inSeries('9')))).toBe('won')
    expect(thread.current?.id).toBe(1)
    expect(thread.claims()).toMatchObject([{ state: 'claimed', claimant: { runId: '9' }, earlierJob: JOB.job }])
  })

  test.each<[string, Comment[], Thread['failing'], string, string[], number | undefined]>([
    ['where the earlier run is in progress', [inProgress], {}, 'won', ['7', '9'], 2],
    ["where it can't be edited", [ended], { updateComment: 403 }, 'won', ['7', '9'], 2],
    ['unless GitHub is in trouble', [ended], { updateComment: 502 }, 'GitHub: 502', ['7'], 1],
    ['unless it takes none', [ended], { updateComment: 403, createComment: 403 }, 'GitHub: 403', ['7'], undefined],
  ])('has a comment of its own %s', async (_name, comments, failing, expected, runs, current) => {
    const thread = Object.assign(threadWith(comments), { failing })
    expect(await answer(thread, run9, inSeries('9'), 'nothing')).toBe(expected)
    expect([whose(thread), thread.current?.id]).toEqual([runs, current])
  })

  test.each<[string, Partial<Claim>, by?: object]>([
    ['whose run goes on', inSeries('7', JOB)],
    ['of a later run', inSeries('10', FINISHED)],
    ['of this run', inSeries('9', { ...FINISHED, trigger: 'run 9 def' })],
    ['of another series', inSeries('7', { ...FINISHED, series: 'def' })],
    ['of another project', inSeries('7', { ...FINISHED, project: 'two' })],
    ['with another key', inSeries('7', FINISHED), WITH_ANOTHER_KEY],
  ])('takes over the newest comment, but none %s', async (_name, passedOver, by = {}) => {
    const thread = threadWith([ended, ended, commentOf(run, passedOver, by)])
    expect(summarize(await thread.answer(run9, 'nothing', inSeries('9')))).toBe('won')
    expect(thread.current?.id).toBe(2)
  })

  test('takes none over where its own claim has another key', async () => {
    const thread = threadWith([ended, commentOf(run, inSeries('9', JOB), WITH_ANOTHER_KEY)])
    const { claimant } = claimOf({ ...reRun, runId: '9' })
    expect(await answer(thread, { ...reRun, runId: '9' }, inSeries('9', { claimant }))).toBe('other-key')
    expect(whose(thread)[0]).toBe('7')
  })

  test('has a comment of its own where another run overwrites the earlier one', async () => {
    const thread = threadWith([ended])
    thread.onList[2] = () => thread.comments.splice(0, 1, { ...commentOf(run, inSeries('8')), id: 1 })
    expect([await answer(thread, run9, inSeries('9')), whose(thread)]).toEqual(['won', ['8', '9']])
  })

  test('looks for no other comment without a series', async () => {
    const { series: _, ...alone } = inSeries('9')
    const thread = threadWith([ended])
    await thread.answer(run9, 'nothing', alone)
    expect(thread.requests).toEqual(['createComment', 'fetchComments'])
  })

  const again = inSeries('7', { claimant: claimOf({ ...reRun, runId: '7' }).claimant })

  test.each([1, 2])('ends in its later attempt where a later run has its comment, at list %d', async (count) => {
    const thread = createThread()
    thread.onList[count] = () => thread.add(commentOf(run, inSeries('9', JOB)))
    const ending = { cause: 'taken-over-by-later-run', problem: 'It is the workflow run 9.' }
    expect(await thread.answer(reRun, 'nothing', again)).toMatchObject({ ending })
    expect(whose(thread)).toEqual(['9'])
  })

  test.each<[string, Comment[], expected: string]>([
    ['its own first', [commentOf(run, inSeries('9', JOB)), commentOf(run, inSeries('7', JOB))], 'resumed'],
    ['not that of an earlier run', [commentOf(run, inSeries('5', JOB))], 'won'],
    ['not another one of this run', [commentOf(run, inSeries('7', { trigger: 'run 7 def' }))], 'won'],
    ['not that of another series', [commentOf(run, inSeries('9', { series: 'def' }))], 'won'],
    ['not that of another project', [commentOf(run, inSeries('9', { project: 'two' }))], 'won'],
    ['not that of a stranger', [commentOf(run, inSeries('9'), BY_A_STRANGER)], 'won'],
  ])('in a later attempt, it goes by %s', async (_name, comments, expected) => {
    expect(await answer(threadWith(comments), reRun, again)).toBe(expected)
  })
})
