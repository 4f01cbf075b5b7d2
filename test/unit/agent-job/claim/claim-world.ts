import type fc from 'fast-check'
import { type ClaimResult, makeClaim } from '../../../../src/agent-job/claim/claim.ts'
import type { TriggerComment } from '../../../../src/agent-job/request/trigger.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import type { GitHub } from '../../../../src/github/github.ts'
import { createMarkedComment, type MarkedComment } from '../../../../src/github/marked-comment.ts'
import { type Claim, createClaimMarker, parseClaim } from '../../../../src/job-marker/claim.ts'
import { markdown } from '../../../../src/untrusted/markdown.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

/** A run that takes part: who it is, and what goes wrong for it. */
export interface Participant {
  runId: string
  attempt: number
  /** Whose token it has. GitHub tells apart who reacted by it. */
  account: number
  /** It stops for good at this step of its requests, of which each has two: sent, and answered. */
  crashesAt?: number | undefined
  /** Which project it asks; all the same one if it is left out. */
  project?: string
  /** The answer to this request (from 0) is lost, though it was carried out. It is repeated where that is safe. */
  losesAnswerOf?: number | undefined
}

/** What becomes of a run that wins: it gets a job, or the service certainly refuses. */
export type End = 'job' | 'refused' | 'nothing'

/** A request to GitHub, or, in the end, to the service. */
export type Operation = keyof GitHub | 'createJob'

/** A GitHub whose requests are sent and answered in whatever order `scheduler` likes, and the runs on it. */
export function createWorld(scheduler?: fc.Scheduler, { isTimed = false } = {}) {
  const comments: { id: number; body: string; author: number }[] = []
  const reactions: { account: number; content: string }[] = []
  const created: string[] = []
  const results: ClaimResult[] = []
  const requests: Operation[] = []
  const warnings: unknown[] = []
  const marker = createClaimMarker('key', '1', 1)
  const world = {
    ...{ comments, reactions, created, requests, warnings, takePart, claimFor, plant },
    /** What the comments of the thread say, oldest first; undefined where our key did not sign. */
    claims: () => comments.map(({ body }) => parseClaim(marker.read(untrustedText(body))?.payload)),
    /** What came of the runs, in short. */
    told: () => results.map(tell),
    /** The comment of the run that took part last. */
    comment: undefined as MarkedComment<Claim> | undefined,
    /** Called at each request, before it does anything. */
    interfere: (_operation: Operation, _count: number): void => {},
    isTriggerGone: false,
    nowMs: 0,
  }
  /** Requests that are on their way; a pause lasts longer than any of them, where time counts. */
  let underWay = 0
  let lastId = 0
  const clock = {
    now: () => world.nowMs,
    async sleep(ms: number) {
      world.nowMs += ms
      do await scheduler?.schedule(Promise.resolve(), 'pause')
      while (isTimed && underWay > 0)
    },
  }
  return world

  /** Puts a comment into the thread. */
  function plant(claim: Claim, { key = 'key', author = 1 } = {}): void {
    add(createClaimMarker(key, '1', 1).write(claim), author)
  }

  function add(body: string, author: number) {
    lastId += 1
    const comment = { id: lastId, body, author }
    comments.push(comment)
    return comment
  }

  function claimFor(who: Participant, change: Partial<Claim> = {}): Claim {
    return {
      state: 'claimed',
      trigger: 'issue comment 1',
      event: 'issue_comment',
      project: who.project ?? 'one',
      claimant: { runId: who.runId, job: 'docs', step: '__self', attempt: who.attempt },
      nonce: `${results.length}-${Math.random()}`,
      ...change,
    }
  }

  /** Claims, and creates a job if it may, writing its id down at once. */
  async function takePart(
    who: Participant,
    end: End = 'job',
    change: Partial<Claim> = {},
  ): Promise<ClaimResult> {
    const send = createLine(who)
    const github = connect(who, send)
    const claim = claimFor(who, change)
    const { signal } = new AbortController()
    const comment = createMarkedComment({
      ...{ github, signal, marker, parse: parseClaim, thread: 1, redact: (text: string) => text },
      budget: { pause: async (attempt) => attempt < 3 },
    })
    world.comment = comment
    const content = markdown`on it`
    const isByComment = claim.trigger.startsWith('issue comment')
    const result = await makeClaim({
      ...{ github, comment, claim, content, clock, signal },
      trigger: isByComment ? ({ kind: 'issue comment', id: 1 } as TriggerComment) : undefined,
      warn: (error) => void warnings.push(error),
    })
    results.push(result)
    if (result.kind !== 'won' || end === 'nothing') return result
    const refused: Partial<Claim> = { state: 'refused', outcome: 'error' }
    await comment.edit(content, end === 'refused' ? refused : await createJob(send))
    return result
  }

  /** What is written down of it. */
  async function createJob(send: Send): Promise<Partial<Claim>> {
    try {
      const count = await send('createJob', () => created.push(`job-${created.length + 1}`))
      return { state: 'job', job: { jobId: `job-${count}` } }
    } catch {
      return { state: 'unknown' }
    }
  }

  type Send = <Value>(operation: Operation, act: () => Value) => Promise<Value>

  /** Two steps a request: it arrives and takes effect; its answer arrives. A run that crashes gets no further. */
  function createLine({ crashesAt, losesAnswerOf }: Participant): Send {
    let step = 0
    let count = 0
    const pass = async (): Promise<void> => {
      await scheduler?.schedule(Promise.resolve(), 'request')
      if (step === crashesAt) await new Promise(() => undefined)
      step += 1
    }
    return async (operation, act) => {
      requests.push(operation)
      world.interfere(operation, requests.filter((each) => each === operation).length)
      const isLost = count === losesAnswerOf
      count += 1
      underWay += 1
      try {
        await pass()
        const answer = act()
        await pass()
        if (!isLost) return answer
        if (operation === 'createComment' || operation === 'createJob') throw failure()
        return act()
      } finally {
        underWay -= 1
      }
    }
  }

  function connect({ account }: Participant, send: Send) {
    return {
      react: (_: unknown, content: string) =>
        send('react', () => {
          if (world.isTriggerGone) throw failure(404)
          const isAgain = reactions.some((each) => each.account === account && each.content === content)
          if (!isAgain) reactions.push({ account, content })
          return { result: isAgain ? ('again' as const) : ('first' as const), account }
        }),
      hasComment: ({ id }: { id: number }) =>
        send('hasComment', () => (id === 1 ? !world.isTriggerGone : comments.some((each) => each.id === id))),
      fetchReactions: () => send('fetchReactions', () => [...reactions]),
      createComment: (_: unknown, body: string) =>
        send('createComment', () => toThreadComment(add(body, account))),
      updateComment: (id: number, body: string) =>
        send('updateComment', () => toThreadComment(Object.assign(findComment(id), { body }))),
      deleteComment: (id: number) =>
        send('deleteComment', () => void comments.splice(comments.indexOf(findComment(id)), 1)),
      fetchComments: () => send('fetchComments', () => comments.map(toThreadComment)),
    } satisfies Partial<GitHub>
  }

  function findComment(id: number) {
    const comment = comments.find((each) => each.id === id)
    if (comment === undefined) throw failure(404)
    return comment
  }
}

/** What became of a run, in short. */
export function tell(result: ClaimResult | Error): string {
  if (result instanceof GitHubError) return `failed: ${result.status}`
  if (result instanceof Error) throw result
  return 'ending' in result ? `${result.kind}: ${result.ending.cause}` : result.kind
}

/** What GitHub answers; no answer at all without a status. */
export function failure(status?: number): GitHubError {
  return new GitHubError('it', { status, answer: `it answered ${status}`, hint: '' })
}

function toThreadComment({ id, body, author }: { id: number; body: string; author: number }) {
  return { id, url: `https://github.test/${id}`, body: untrustedText(body), author, updatedAt: undefined }
}
