import type fc from 'fast-check'
import {
  type Claim,
  type ClaimResult,
  createClaimMarker,
  makeClaim,
  parseClaim,
} from '../../../../src/agent-job/claim/claim.ts'
import type { TriggerComment } from '../../../../src/agent-job/request/trigger.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import type { GitHub } from '../../../../src/github/github.ts'
import { OurComment } from '../../../../src/our-comments/our-comment.ts'
import { markdown } from '../../../../src/untrusted/markdown.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

/** A run that answers the command in the thread, and what goes wrong for it. */
export interface Run {
  runId: string
  attempt: number
  /** Whose token it has. GitHub tells apart who reacted by it. */
  account: number
  /** It stops for good at this step of its requests, of which each has two: sent, and answered. */
  crashesAt?: number | undefined
  /** Which project it asks; by default the same one. */
  project?: string
  /** The answer to this request (from 0) is lost, though it was carried out. It is repeated where that is safe. */
  losesAnswerOf?: number | undefined
}

/** What a run that can continue does next: it creates a job, the service certainly refuses it, or nothing yet. */
export type Next = 'create a job' | 'be refused' | 'nothing'

/** A request to GitHub, or, in the end, to the service. */
export type Operation = keyof GitHub | 'createJob'

interface Comment {
  id: number
  body: string
  author: number
}

let nonces = 0

/** The claim that `run` makes for the command, with `change`. */
export function claimOf({ runId, attempt, project = 'one' }: Run, change: Partial<Claim> = {}): Claim {
  nonces += 1
  return {
    state: 'claimed',
    trigger: 'issue comment 1',
    event: 'issue_comment',
    project,
    claimant: { runId, job: 'docs', step: '__self', attempt },
    nonce: `nonce ${nonces}`,
    ...change,
  }
}

/** The comment in which `run` says so. By default, it has our key and our account, and names itself. */
export function commentOf(run: Run, change: Partial<Claim> = {}, { key = 'key', author = 1, isNamed = true } = {}) {
  const claim = claimOf(run, change)
  const render = (commentId: number) =>
    createClaimMarker(key, '1', 1).write({ ...(isNamed && { commentId }), ...claim })
  return { body: render(0), author, render }
}

/** A thread with a command, on a GitHub that takes and answers requests in the order that `scheduler` likes. */
export function createThread(scheduler?: fc.Scheduler, { isTimed = false } = {}) {
  const comments: Comment[] = []
  const requests: Operation[] = []
  const marker = createClaimMarker('key', '1', 1)
  let lastId = 0
  /** Requests that are on their way; a pause lasts longer than any of them, where time counts. */
  let underWay = 0
  const thread = {
    comments,
    requests,
    reactions: [] as { account: number; content: string }[],
    /** The IDs of the jobs that were created. */
    jobs: [] as string[],
    warnings: [] as unknown[],
    results: [] as ClaimResult[],
    /** With which status GitHub refuses requests. */
    failing: {} as Partial<Record<Operation, number>>,
    /** What happens when the thread is listed for the first time, the second, and so on. */
    onList: {} as Record<number, () => void>,
    isCommandDeleted: false,
    nowMs: 0,
    /** The comment of the run that answered last. */
    current: undefined as OurComment<Claim>['current'],
    add,
    answer,
    claims,
  }
  const clock = {
    now: () => thread.nowMs,
    async sleep(ms: number) {
      thread.nowMs += ms
      do await scheduler?.schedule(Promise.resolve(), 'pause')
      while (isTimed && underWay > 0)
    },
  }
  return thread

  function add({ body, author, render }: Omit<Comment, 'id'> & Partial<ReturnType<typeof commentOf>>): Comment {
    lastId += 1
    const comment = { id: lastId, body: render?.(lastId) ?? body, author }
    comments.push(comment)
    return comment
  }

  /** What the comments of the thread say, oldest first; undefined where our key did not sign. */
  function claims() {
    return comments.map(({ body }) => parseClaim(marker.read(untrustedText(body))?.payload))
  }

  /** `run` claims the command, and does `next` if it may, writing down at once what came of it. */
  async function answer(run: Run, next: Next = 'nothing', change: Partial<Claim> = {}): Promise<ClaimResult> {
    const send = createLine(run)
    const github = connect(run, send)
    const claim = claimOf(run, change)
    const { signal } = new AbortController()
    const comment = new OurComment({
      github,
      marker,
      parse: parseClaim,
      thread: 1,
      redact: (text: string) => text,
      pause: async (attempt) => attempt < 3,
    })
    const content = markdown`on it`
    const isByComment = claim.trigger.startsWith('issue comment')
    try {
      const result = await makeClaim({
        github,
        comment,
        claim,
        content,
        clock,
        signal,
        trigger: isByComment ? ({ kind: 'issue comment', id: 1 } as TriggerComment) : undefined,
        warn: (error) => void thread.warnings.push(error),
      })
      thread.results.push(result)
      if (result.kind !== 'won' || next === 'nothing') return result
      const refused: Partial<Claim> = { state: 'refused', outcome: 'error' }
      await comment.edit(content, next === 'be refused' ? refused : await createJob(send))
      return result
    } finally {
      thread.current = comment.current
    }
  }

  /** What is written down of it. */
  async function createJob(send: Send): Promise<Partial<Claim>> {
    try {
      const count = await send('createJob', () => thread.jobs.push(`job-${thread.jobs.length + 1}`))
      return { state: 'job', job: { jobId: `job-${count}` } }
    } catch {
      return { state: 'unknown' }
    }
  }

  type Send = <Value>(operation: Operation, act: () => Value) => Promise<Value>

  /** Two steps a request: it arrives and takes effect; its answer arrives. A run that crashes gets no further. */
  function createLine({ crashesAt, losesAnswerOf }: Run): Send {
    let step = 0
    let count = 0
    const pass = async (): Promise<void> => {
      await scheduler?.schedule(Promise.resolve(), 'request')
      if (step === crashesAt) await new Promise(() => undefined)
      step += 1
    }
    return async (operation, act) => {
      requests.push(operation)
      if (thread.failing[operation] !== undefined) throw failure(thread.failing[operation])
      if (operation === 'fetchComments') thread.onList[requests.filter((each) => each === operation).length]?.()
      const isLost = count === losesAnswerOf
      count += 1
      underWay += 1
      try {
        await pass()
        const answered = act()
        await pass()
        if (!isLost) return answered
        if (operation === 'createComment' || operation === 'createJob') throw failure()
        return act()
      } finally {
        underWay -= 1
      }
    }
  }

  function connect({ account }: Run, send: Send) {
    const { reactions } = thread
    return {
      react: (_: unknown, content: string) =>
        send('react', () => {
          if (thread.isCommandDeleted) throw failure(404)
          const isAgain = reactions.some((each) => each.account === account && each.content === content)
          if (!isAgain) reactions.push({ account, content })
          return { result: isAgain ? ('again' as const) : ('first' as const), account }
        }),
      hasComment: () => send('hasComment', () => !thread.isCommandDeleted),
      createComment: (_: unknown, body: string) =>
        send('createComment', () => toThreadComment(add({ body, author: account }))),
      updateComment: (id: number, body: string) =>
        send('updateComment', () => toThreadComment(Object.assign(findComment(id), { body }))),
      deleteComment: (id: number) =>
        send('deleteComment', () => void comments.splice(comments.indexOf(findComment(id)), 1)),
      fetchComments: () => send('fetchComments', () => comments.map(toThreadComment)),
    } satisfies Partial<GitHub>
  }

  function findComment(id: number): Comment {
    const comment = comments.find((each) => each.id === id)
    if (comment === undefined) throw failure(404)
    return comment
  }
}

/** What came of a claim, in short: its kind, or the cause that ended the run. */
export function summarize(result: ClaimResult): string {
  return result.kind === 'ended' ? (result.ending.cause ?? 'no cause') : result.kind
}

/** What GitHub answers; no answer at all without a status. */
export function failure(status?: number): GitHubError {
  return new GitHubError('it', { status, answer: `GitHub returned ${status}`, hint: '' })
}

function toThreadComment({ id, body, author }: Comment) {
  return { id, url: `https://github.test/${id}`, body: untrustedText(body), author, updatedAt: undefined }
}
