import { describe, expect, test } from 'vitest'
import { type Claim, type Claimant, parseClaim } from '../../../../src/agent-job/claim/claim.ts'
import { type ClaimResult, makeClaim, postReply } from '../../../../src/agent-job/claim/make-claim.ts'
import { OUTCOME_RECORDS, OUTCOMES } from '../../../../src/agent-job/outcome.ts'
import type { TriggerComment } from '../../../../src/agent-job/trigger/trigger.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { readBody, writeBody } from '../../../../src/our-comments/marker.ts'
import { OurComment } from '../../../../src/our-comments/our-comment.ts'
import { markdown } from '../../../../src/untrusted/markdown.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { createClock } from '../../fake-clock.ts'
import { createThread as createFakeThread, failure, OWN } from '../../our-comments/fake-thread.ts'
import { claimOf } from './claims-for-tests.ts'

/** Older than every comment of the thread. */
const COMMAND = { kind: 'issue comment', id: 0, createdAt: '2026-11-24T12:00:00Z' } as TriggerComment
const RE_RUN: Partial<Claimant> = { attempt: 2 }
const OTHER_RUN: Partial<Claimant> = { runId: '6' }
const JOB = { state: 'job', jobId: 'j' } as const
const FINISHED = { ...JOB, state: 'finished', outcome: 'pull-request' } as const
const FAILED = { ...FINISHED, outcome: 'failed' } as const
const ON_IT = markdown`on it`

type Thread = ReturnType<typeof createThread>

/** A conversation with comments of ours, each with its claim, as they are after their first edit. */
function createThread(claims: readonly Claim[] = [], { isNamed = true, below = '' } = {}) {
  const thread = createFakeThread()
  const requests: string[] = []
  /** What GitHub answers instead: a status, or after a moment, a change of the thread. */
  const failing: Record<string, number | undefined> = {}
  const onList: Record<number, () => void> = {}
  const state = { eyes: 'first' as 'first' | 'again', isCommandGone: false }
  const record = <Request extends (...given: never[]) => Promise<unknown>>(name: string, request: Request) =>
    (async (...given) => {
      requests.push(name)
      if (name in failing) throw failure(failing[name])
      if (name === 'list') onList[requests.filter((each) => each === 'list').length]?.()
      return await request(...given)
    }) as Request
  const github = {
    ...thread.github,
    react: record('react', async () => {
      if (state.isCommandGone) throw failure(404)
      return { result: state.eyes, account: OWN }
    }),
    hasComment: record('look', async () => !state.isCommandGone),
    createComment: record('post', thread.github.createComment),
    updateComment: record('edit', thread.github.updateComment),
    deleteComment: record('delete', thread.github.deleteComment),
    fetchComments: record('list', thread.github.fetchComments),
  }
  for (const claim of claims) add(claim)
  return Object.assign(state, { ...thread, github, requests, failing, onList, add, read })

  function add(claim: Claim) {
    const comment = thread.add('', OWN)
    const named = isNamed ? { ...claim, commentId: comment.id } : claim
    comment.body = writeBody('job', 'text', named) + below
    return comment
  }
  function read() {
    return thread.comments.map(({ body }) => parseClaim(readBody('job', untrustedText(body))?.payload))
  }
}

/** Claims in the thread; with `isReply`, answers. */
async function claim(thread: Thread, claimant: Partial<Claimant> = {}, change: Partial<Claim> = {}, hasFailed = true) {
  const clock = createClock()
  const warnings: unknown[] = []
  const comment = new OurComment<Claim>({
    github: thread.github,
    thread: 3,
    kind: 'job',
    parse: parseClaim,
    redact: (text) => text,
    pause: async (attempt) => attempt < 3,
    onLostEdit: () => undefined,
  })
  const own = claimOf({ nonce: 'own', ...change }, claimant)
  const { signal } = new AbortController()
  const isOfComment = own.trigger.includes('comment')
  const options = {
    ...{ github: thread.github as never, comment, claim: own, content: ON_IT, clock, signal },
    command: isOfComment ? COMMAND : undefined,
    warn: (error: unknown) => warnings.push(error),
  }
  const result = own.isReply
    ? await postReply(options, false)
    : await makeClaim({ ...options, hasFailed: async () => hasFailed })
  return { result, comment, warnings, elapsedMs: clock.now(), requests: thread.requests }
}

/** In short: what it does, or the cause that ends it. */
function summarize(result: ClaimResult): string {
  return result.kind === 'ended' ? (result.ending.cause ?? 'no cause') : result.kind
}

async function claimInShort(...given: Parameters<typeof claim>): Promise<string> {
  try {
    return summarize((await claim(...given)).result)
  } catch (error) {
    if (error instanceof GitHubError) return `GitHub: ${error.status}`
    throw error
  }
}

const LOST = 'prompt-unconfirmed'
const TAKEN = 'claimed-by-other-run'

describe('what the decisive claim means', () => {
  test.each<[string, Partial<Claim>, reRun: string, otherRun: string]>([
    ['nothing was sent', {}, 'won', TAKEN],
    ['it may have been sent', { state: 'sending' }, LOST, TAKEN],
    ['its job', JOB, 'resumed', TAKEN],
    ['how its job ended', FINISHED, 'resumed', 'reported'],
    ['that its job failed', FAILED, 'won', 'reported'],
    ['the end of no job', { state: 'finished', outcome: 'failed' }, LOST, TAKEN],
    ['a job without an ID', { state: 'job' }, LOST, TAKEN],
  ])('says: %s', async (_name, payload, ...expected) => {
    const first = createThread([claimOf(payload)])
    const second = createThread([claimOf(payload)])
    expect([await claimInShort(first, RE_RUN), await claimInShort(second, OTHER_RUN)]).toEqual(expected)
    // An unnamed one has sent nothing; one with text around it is nobody's.
    const unnamed = () => createThread([claimOf(payload)], { isNamed: false })
    expect([await claimInShort(unnamed(), RE_RUN), await claimInShort(unnamed(), OTHER_RUN)]).toEqual(['won', TAKEN])
    const touched = createThread([claimOf(payload)], { below: '\n\nA note.' })
    const before = touched.comments.map(({ body }) => body)
    expect([await claimInShort(touched, RE_RUN), await claimInShort(touched, OTHER_RUN)]).toEqual([LOST, TAKEN])
    expect(touched.comments.map(({ body }) => body)).toEqual(before)
  })

  test.each(OUTCOMES)('with the outcome %s', async (outcome) => {
    const payload = { ...FINISHED, outcome }
    const sends = OUTCOME_RECORDS[outcome].onRerun === 'send'
    expect(await claimInShort(createThread([claimOf(payload)]), RE_RUN)).toBe(sends ? 'won' : 'resumed')
    // The service says that it hasn't failed.
    expect(await claimInShort(createThread([claimOf(payload)]), RE_RUN, {}, false)).toBe('resumed')
    expect(await claimInShort(createThread([claimOf({ ...payload, state: 'job' })]), RE_RUN)).toBe('resumed')
  })

  test.each<[string, Partial<Claim>, Partial<Claimant>, object]>([
    ['another run works', {}, OTHER_RUN, { problem: 'It is the workflow run 5.' }],
    [
      'another run has ended',
      { outcome: 'error' },
      OTHER_RUN,
      { problem: expect.stringContaining('ended without sending') },
    ],
    [
      'another run may have sent',
      { state: 'sending', outcome: 'unknown' },
      OTHER_RUN,
      { problem: 'It is the workflow run 5.' },
    ],
    ['this run may have sent', { state: 'sending' }, RE_RUN, { outcome: 'unknown' }],
  ])('links the comment, and leaves it as it is: %s', async (_name, payload, who, ending) => {
    const thread = createThread([claimOf(payload)])
    thread.eyes = 'again'
    const { result, requests } = await claim(thread, who)
    expect(result).toMatchObject({ kind: 'ended', ending, reportedIn: 'https://github.example/1' })
    expect(requests).toEqual(['react', 'list'])
  })

  test('a job is continued, as a message or not', async () => {
    const resumed = await claim(createThread([claimOf(JOB)]), RE_RUN)
    expect([resumed.result, resumed.comment.current?.id]).toEqual([
      { kind: 'resumed', jobId: 'j', isFollowUp: false },
      1,
    ])
    const message = { ...JOB, earlierJobs: ['j'] }
    expect((await claim(createThread([claimOf(message)]), RE_RUN)).result).toMatchObject({ isFollowUp: true })
    const url = 'https://github.example/1'
    expect((await claim(createThread([claimOf(FINISHED)]), OTHER_RUN)).result).toEqual({
      kind: 'reported',
      jobId: 'j',
      isFollowUp: false,
      url,
    })
  })

  test('a claim that is taken over keeps its jobs and its 😕, and nothing else', async () => {
    const thread = createThread([claimOf({ ...FAILED, earlierJobs: ['i'], confused: 7, range: undefined })])
    const { result, comment, elapsedMs } = await claim(thread, RE_RUN)
    expect([summarize(result), comment.current?.id, elapsedMs]).toEqual(['won', 1, 1_500])
    const kept = { earlierJobs: ['j', 'i'], confused: 7, commentId: 1 }
    expect(thread.read()).toEqual([claimOf({ nonce: 'own', ...kept }, RE_RUN)])
  })

  test('a later attempt deletes the claim of an earlier one that gave way, unless GitHub refuses', async () => {
    const claims = [claimOf({}, OTHER_RUN), claimOf()]
    const thread = createThread(claims)
    expect([await claimInShort(thread, RE_RUN), thread.comments.length]).toEqual([TAKEN, 1])
    const refusing = createThread(claims)
    refusing.failing['delete'] = 403
    const { result, warnings } = await claim(refusing, RE_RUN)
    expect([summarize(result), warnings.length]).toEqual([TAKEN, 1])
  })
})

describe('the first attempt', () => {
  test('reacts, posts its claim and reads the list, and no more', async () => {
    const { result, requests, comment } = await claim(createThread())
    expect(result).toMatchObject({ kind: 'won', thread: { jobs: [], last: [] } })
    expect([requests, comment.current?.id]).toEqual([['react', 'post', 'list'], 1])
  })

  test('knows the jobs of the conversation', async () => {
    const thread = createThread([claimOf({ ...FINISHED, trigger: 'issue comment 2' }, OTHER_RUN)])
    expect((await claim(thread)).result).toMatchObject({ kind: 'won', thread: { jobs: ['j'] } })
  })

  test('lists before it posts, and after a moment, where another run has reacted before it', async () => {
    const thread = createThread()
    thread.eyes = 'again'
    const { result, requests, elapsedMs } = await claim(thread)
    expect([summarize(result), requests, elapsedMs]).toEqual([
      'won',
      ['react', 'list', 'list', 'post', 'list', 'list'],
      3_000,
    ])
  })

  test('finds a claim that appears while it waits, and posts none', async () => {
    const thread = createThread()
    thread.eyes = 'again'
    thread.onList[2] = () => thread.add(claimOf({}, OTHER_RUN))
    expect(await claimInShort(thread)).toBe(TAKEN)
    expect(thread.requests).toEqual(['react', 'list', 'list'])
  })

  test('reads a list that lags behind until it shows the comment', async () => {
    const thread = createThread()
    let late: Thread['comments'] = []
    thread.onList[1] = () => {
      late = thread.comments.splice(0)
    }
    thread.onList[2] = () => void thread.comments.push(...late)
    expect(await claimInShort(thread)).toBe('won')
    expect(thread.requests).toEqual(['react', 'post', 'list', 'list'])
  })

  test.each(['post', 'list'])('sends nothing without %s', async (operation) => {
    const thread = createThread()
    thread.failing[operation] = 403
    expect(await claimInShort(thread)).toBe('GitHub: 403')
  })

  test('sends nothing where the command was deleted', async () => {
    const thread = createThread()
    thread.isCommandGone = true
    expect(await claim(thread)).toMatchObject({
      result: { kind: 'ended', ending: { outcome: 'skipped', cause: 'comment-gone' } },
      // A 404 of the list, too, would be a missing permission.
      requests: ['react', 'look', 'list'],
    })
    thread.failing['list'] = 404
    expect(await claimInShort(thread)).toBe('GitHub: 404')
    thread.failing['look'] = 403
    expect(await claimInShort(thread)).toBe('GitHub: 403')
  })

  test.each<[status: number, warnings: number]>([
    [403, 1],
    [502, 1],
    [410, 1],
  ])('lists twice after it posts where it gets %d for its reaction', async (status, count) => {
    const thread = createThread()
    thread.failing['react'] = status
    const { result, warnings } = await claim(thread)
    expect([summarize(result), warnings.length]).toEqual(['won', count])
    expect(thread.requests.filter((each) => each !== 'react')).toEqual(['list', 'list', 'post', 'list', 'list'])
  })

  test('a locked conversation is no warning, since posting says so', async () => {
    const thread = createThread()
    thread.github.react = () =>
      Promise.reject(new GitHubError('react', { status: 403, isLocked: true, answer: 'locked', hint: '' }))
    expect((await claim(thread)).warnings).toEqual([])
  })

  test('ends with what is not an answer of GitHub', async () => {
    const thread = createThread()
    thread.onList[1] = () => expect.fail('a bug')
    await expect(claim(thread)).rejects.toThrow('a bug')
    thread.github.react = () => Promise.reject(new TypeError('another bug'))
    await expect(claim(thread)).rejects.toThrow('another bug')
  })

  test('gives way to an older claim, and deletes its own, unless GitHub refuses', async () => {
    const [thread, refusing] = [createThread([claimOf({}, OTHER_RUN)]), createThread([claimOf({}, OTHER_RUN)])]
    expect([await claimInShort(thread), thread.comments.map(({ id }) => id)]).toEqual([TAKEN, [1]])
    refusing.failing['delete'] = 403
    const { result, warnings } = await claim(refusing)
    expect([summarize(result), refusing.comments.length, warnings.length]).toEqual([TAKEN, 2, 1])
  })

  test('is not stopped by a younger claim', async () => {
    const thread = createThread()
    thread.onList[1] = () => thread.add(claimOf({}, OTHER_RUN))
    expect(await claimInShort(thread)).toBe('won')
  })

  test('counts the first of its comments where one arrived twice, and deletes the other', async () => {
    const thread = createThread()
    const { github } = thread
    const { createComment } = github
    github.createComment = async (number, body) => {
      await createComment(number, body)
      return await createComment(number, body)
    }
    const { result, comment } = await claim(thread)
    expect([summarize(result), comment.current?.id, thread.comments.map(({ id }) => id)]).toEqual(['won', 1, [1]])
  })

  test('has nothing where somebody has edited its comment before it read it', async () => {
    const thread = createThread()
    thread.onList[1] = () => {
      const [posted] = thread.comments
      if (posted) posted.body = posted.body.replace('"nonce":"own"', '"nonce":"other"')
    }
    expect(await claimInShort(thread)).toBe('comment-gone')
  })
})

describe('a later attempt', () => {
  const gone = (thread: Thread) => Object.assign(thread, { isCommandGone: true })
  const failing = (thread: Thread, status: Thread['failing']) => Object.assign(thread.failing, status) && thread

  test.each<[string, () => Thread, string]>([
    ['needs the list', () => failing(createThread(), { list: 502 }), 'GitHub: 502'],
    ['needs no reaction', () => failing(createThread(), { react: 502 }), 'won'],
    ['needs none beside a job', () => failing(createThread([claimOf(JOB)]), { react: 502 }), 'resumed'],
    ['sends nothing for a deleted command', () => gone(createThread([claimOf()])), 'comment-gone'],
  ])('%s', async (_name, create, expected) => {
    expect(await claimInShort(create(), RE_RUN)).toBe(expected)
  })

  test('does at once what the first left undone', async () => {
    const { result, requests } = await claim(createThread(), RE_RUN)
    expect([summarize(result), requests]).toEqual(['won', ['react', 'list', 'post', 'list']])
  })

  test('loses where its edit is overwritten', async () => {
    const thread = createThread([claimOf()])
    thread.onList[2] = () => {
      const [comment] = thread.comments
      if (comment) comment.body = comment.body.replace('"nonce":"own"', '"nonce":"other"')
    }
    const { result, comment } = await claim(thread, RE_RUN)
    expect([summarize(result), comment.current]).toEqual([TAKEN, undefined])
  })

  test.each<[string, (thread: Thread) => void]>([
    [
      'still shows the previous claim',
      (thread) => void thread.comments.splice(0, 1, { ...thread.comments[0], body: '' } as never),
    ],
    ["doesn't show the comment", (thread) => void thread.comments.splice(0)],
  ])('reads a list again that %s', async (_name, hide) => {
    const thread = createThread([claimOf()])
    let edited: Thread['comments'] = []
    thread.onList[2] = () => {
      edited = thread.comments.map((comment) => ({ ...comment }))
      hide(thread)
    }
    thread.onList[3] = () => void thread.comments.splice(0, thread.comments.length, ...edited)
    const { result, elapsedMs } = await claim(thread, RE_RUN)
    expect([summarize(result), elapsedMs]).toEqual(['won', 1_750])
  })
})

describe('a run that no comment asked for', () => {
  const ofStep = (runId: string, change: Partial<Claim> = {}) =>
    claimOf({ trigger: `run ${runId} ${'c'.repeat(16)}`, isOfStep: true, ...change }, { runId })
  const claimStep = (thread: Thread, claimant: Partial<Claimant> = {}) =>
    claim(thread, { runId: '9', ...claimant }, { trigger: `run 9 ${'c'.repeat(16)}`, isOfStep: true })
  const whose = (thread: Thread) => thread.read().map((each) => each?.claimant.runId)

  test('takes over the comment of an earlier run that has ended, and keeps the job that it knew', async () => {
    const thread = createThread([ofStep('7', FINISHED)])
    const { result, comment, requests } = await claimStep(thread)
    expect([summarize(result), comment.current?.id]).toEqual(['won', 1])
    expect(thread.read()).toMatchObject([{ state: 'claimed', claimant: { runId: '9' }, earlierJobs: ['j'] }])
    expect(thread.read()[0]).not.toHaveProperty('jobId')
    expect(requests).toEqual(['list', 'edit', 'list'])
  })

  test.each<[string, Claim, Thread['failing'], string, string[]]>([
    ['where the earlier run is in progress', ofStep('7', JOB), {}, 'won', ['7', '9']],
    ["where it can't be edited", ofStep('7', FINISHED), { edit: 403 }, 'won', ['7', '9']],
    ['where it was deleted', ofStep('7', FINISHED), { edit: 410 }, 'won', ['7', '9']],
    ['unless GitHub is in trouble', ofStep('7', FINISHED), { edit: 502 }, 'GitHub: 502', ['7']],
  ])('has a comment of its own %s', async (_name, earlier, failing, expected, runs) => {
    const thread = createThread([earlier])
    Object.assign(thread.failing, failing)
    // The comment that was deleted doesn't exist.
    if (failing['edit'] === 410) thread.github.hasComment = async () => false
    const [{ status, ...ended }] = await Promise.allSettled([claimStep(thread)])
    const { value, reason } = { value: undefined, reason: undefined, ...ended }
    expect([
      status === 'fulfilled' ? value && summarize(value.result) : `GitHub: ${reason.status}`,
      whose(thread),
    ]).toEqual([expected, runs])
  })

  test('has a comment of its own where another run overwrites the earlier one', async () => {
    const thread = createThread([ofStep('7', FINISHED)])
    thread.onList[2] = () => {
      const [comment] = thread.comments
      if (comment) comment.body = writeBody('job', '', { ...ofStep('8'), nonce: 'n-8', commentId: 1 })
    }
    expect([summarize((await claimStep(thread)).result), whose(thread)]).toEqual(['won', ['8', '9']])
  })

  test('looks for no other comment where it has its own', async () => {
    const thread = createThread([ofStep('7', FINISHED)])
    await claim(thread, { runId: '9' }, { trigger: `run 9 ${'c'.repeat(16)}` })
    expect(thread.requests).toEqual(['post', 'list'])
  })

  test('ends in its later attempt where a later run has its comment', async () => {
    const thread = createThread([ofStep('10', JOB)])
    const { result } = await claimStep(thread, RE_RUN)
    expect(result).toMatchObject({
      ending: { cause: TAKEN, problem: 'It is the workflow run 10.' },
    })
    expect(whose(thread)).toEqual(['10'])
  })
})

describe('an answer without a prompt', () => {
  const REPLY = { isReply: true } as const
  const HELP = { ...REPLY, outcome: 'skipped' } as const

  test('is posted at once in a first attempt', async () => {
    const thread = createThread()
    const { result, requests } = await claim(thread, {}, REPLY)
    expect([summarize(result), requests]).toEqual(['won', ['react', 'post']])
    expect(thread.read()).toMatchObject([REPLY])
  })

  test('is edited by a later attempt', async () => {
    const thread = createThread([claimOf({ ...REPLY, outcome: 'error', confused: 7 })])
    const { comment, requests } = await claim(thread, RE_RUN, REPLY)
    expect([comment.current?.id, requests]).toEqual([1, ['react', 'list', 'edit']])
    expect(thread.read()).toEqual([claimOf({ ...REPLY, nonce: 'own', commentId: 1, confused: 7 }, RE_RUN)])
  })

  test.each<[string, Partial<Claim>]>([
    ['its job', { ...JOB, range: undefined, earlierJobs: ['i'] }],
    ['that nothing was sent', { outcome: 'error' }],
    ['that it may have been sent', { state: 'sending', outcome: 'unknown' }],
  ])('of a later attempt leaves what an earlier one knew: %s', async (_name, known) => {
    const thread = createThread([claimOf(known)])
    const { comment } = await claim(thread, RE_RUN, REPLY)
    expect(comment.current?.id).toBe(1)
    expect(thread.read()).toEqual([claimOf({ ...known, nonce: 'own', commentId: 1 }, RE_RUN)])
  })

  test.each<[string, Claim, posted: number]>([
    ['again where it is there', claimOf(HELP, OTHER_RUN), 0],
    ['beside another answer', claimOf({ ...REPLY, outcome: 'error' }, OTHER_RUN), 1],
    ['beside the help for another comment', claimOf({ ...HELP, trigger: 'issue comment 2' }, OTHER_RUN), 1],
    ['beside the help for another project', claimOf({ ...HELP, project: 'f'.repeat(16) }, OTHER_RUN), 1],
    ['beside a job', claimOf(FINISHED, OTHER_RUN), 1],
  ])('help is not posted %s', async (_name, there, posted) => {
    const thread = createThread([there])
    thread.eyes = 'again'
    await claim(thread, {}, HELP)
    expect(thread.comments.length - 1).toBe(posted)
  })

  test('sends nothing where the command was deleted', async () => {
    const thread = createThread()
    thread.isCommandGone = true
    expect(summarize((await claim(thread, {}, REPLY)).result)).toBe('comment-gone')
  })
})
