import type fc from 'fast-check'
import { type ClaimResult, makeClaim } from '../../../../src/agent-job/claim/claim.ts'
import { type Claim, createClaimMarker } from '../../../../src/agent-job/claim/claim-marker.ts'
import { parseClaim } from '../../../../src/agent-job/claim/parse-claim.ts'
import type { TriggerComment } from '../../../../src/agent-job/request/trigger.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { createMarkedComment } from '../../../../src/github/marked-comment.ts'
import type { GitHub } from '../../../../src/github/thread.ts'
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

/** A request to GitHub. */
export type Operation =
  | 'react'
  | 'hasComment'
  | 'listReactions'
  | 'createComment'
  | 'updateComment'
  | 'deleteComment'
  | 'listComments'

/** A GitHub whose requests are sent and answered in whatever order `scheduler` likes, and the runs on it. */
export function createWorld(scheduler?: fc.Scheduler, { isTimed = false } = {}) {
  const comments: { id: number; body: string; author: number }[] = []
  const reactions: { account: number; content: string }[] = []
  const created: string[] = []
  const results: ClaimResult[] = []
  const requests: Operation[] = []
  const warnings: unknown[] = []
  const world = {
    ...{
      comments,
      reactions,
      created,
      results,
      requests,
      warnings,
      connect,
      takePart,
      claimFor,
      plant,
      read,
    },
    bodies: () => comments.map(({ body }) => body),
    knownJobs: () => comments.flatMap(({ body }) => read(body)?.jobId ?? []),
    kinds: (kind: ClaimResult['kind']) => results.filter((result) => result.kind === kind).length,
    ends: (outcome: string) =>
      results.filter((result) => 'ending' in result && result.ending.outcome === outcome).length,
    /** Called at each request, before it does anything. */
    interfere: (_operation: Operation, _count: number): void => {},
    /** What the list of comments leaves out. */
    isHidden: (_id: number): boolean => false,
    isTriggerGone: false,
    nowMs: 0,
  }
  /** Requests that are on their way; a pause lasts longer than any of them, where time counts. */
  let underWay = 0
  let lastId = 0
  const marker = createClaimMarker('key', '1', 1)
  return world

  function read(body: string): Claim | undefined {
    return parseClaim(marker.read(untrustedText(body))?.payload)
  }

  /** Puts a comment into the thread. */
  function plant(claim: Claim, { key = 'key', author = 1 } = {}): number {
    lastId += 1
    comments.push({ id: lastId, body: createClaimMarker(key, '1', 1).write(claim), author })
    return lastId
  }

  function claimFor(who: Participant, change: Partial<Claim> = {}): Claim {
    return {
      state: 'claimed',
      trigger: 'issue comment 1',
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
    const clock = {
      now: () => world.nowMs,
      wallClock: () => 0,
      async sleep(ms: number) {
        world.nowMs += ms
        do await scheduler?.schedule(Promise.resolve(), 'pause')
        while (isTimed && underWay > 0)
      },
    }
    const { signal } = new AbortController()
    const comment = createMarkedComment({
      github,
      signal,
      budget: { pause: async (attempt) => attempt < 3 },
      marker,
      parse: parseClaim,
      thread: 1,
      redact: (text) => text,
    })
    const content = markdown`on it`
    const isByComment = claim.trigger.startsWith('issue comment')
    const result = await makeClaim({
      ...{ github, comment, claim, content, clock, signal },
      trigger: isByComment ? ({ kind: 'issue comment', id: 1 } as TriggerComment) : undefined,
      warn: (error) => void warnings.push(error),
    })
    results.push(result)
    if (result.kind !== 'won' || end === 'nothing') return result
    if (end === 'refused') await comment.edit(content, { state: 'refused', outcome: 'error' })
    else {
      const jobId = await send(() => {
        created.push(`job-${created.length + 1}`)
        return created.at(-1) ?? ''
      }, false).catch(() => undefined)
      await comment.edit(content, jobId === undefined ? { state: 'unknown' } : { state: 'job', jobId })
    }
    return result
  }

  type Send = <Value>(act: () => Value, isRepeatable?: boolean) => Promise<Value>

  /** Two steps a request: it arrives and takes effect; its answer arrives. A run that crashes gets no further. */
  function createLine({ crashesAt, losesAnswerOf }: Participant): Send {
    let step = 0
    let request = 0
    const pass = async (): Promise<void> => {
      await scheduler?.schedule(Promise.resolve(), 'request')
      if (step === crashesAt) await new Promise(() => undefined)
      step += 1
    }
    return async (act, isRepeatable = true) => {
      const number = request
      request += 1
      underWay += 1
      try {
        await pass()
        const answer = act()
        await pass()
        if (number !== losesAnswerOf) return answer
        if (!isRepeatable) throw failure()
        return act()
      } finally {
        underWay -= 1
      }
    }
  }

  function connect({ account }: Participant, send: Send) {
    const github = {
      react: (_: unknown, content: string) =>
        send(() => {
          if (world.isTriggerGone) throw failure(404)
          const isAgain = reactions.some((each) => each.account === account && each.content === content)
          if (!isAgain) reactions.push({ account, content })
          return { result: isAgain ? ('again' as const) : ('first' as const), account }
        }),
      hasComment: () => send(() => !world.isTriggerGone),
      listReactions: () => send(() => [...reactions]),
      createComment: (_: unknown, body: string) =>
        send(() => {
          lastId += 1
          comments.push({ id: lastId, body, author: account })
          return toThreadComment({ id: lastId, body, author: account })
        }, false),
      updateComment: (id: number, body: string) =>
        send(() => {
          const comment = findComment(id)
          comment.body = body
          return toThreadComment(comment)
        }),
      deleteComment: (id: number) => send(() => void comments.splice(comments.indexOf(findComment(id)), 1)),
      listComments: () => send(() => comments.filter(({ id }) => !world.isHidden(id)).map(toThreadComment)),
    } satisfies Partial<GitHub>
    return watch(github)
  }

  /** The same, each request counted, and open to interference. */
  function watch<Operations extends object>(operations: Operations): Operations {
    return new Proxy(operations, {
      get:
        (target, name: string) =>
        async (...parameters: unknown[]) => {
          requests.push(name as Operation)
          world.interfere(name as Operation, requests.filter((each) => each === name).length)
          const operation = Reflect.get(target, name) as (...values: unknown[]) => unknown
          return await operation(...parameters)
        },
    })
  }

  function findComment(id: number) {
    const comment = comments.find((each) => each.id === id)
    if (comment === undefined) throw failure(404)
    return comment
  }
}

/** What GitHub answers; no answer at all without a status. */
export function failure(status?: number): GitHubError {
  return new GitHubError('it', { status, answer: `it answered ${status}`, hint: '' })
}

function toThreadComment({ id, body, author }: { id: number; body: string; author: number }) {
  return { id, url: `https://github.test/${id}`, body: untrustedText(body), author, updatedAt: undefined }
}
