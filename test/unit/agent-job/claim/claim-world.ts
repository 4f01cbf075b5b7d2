import type fc from 'fast-check'
import { claimComment } from '../../../../src/agent-job/claim/claim.ts'
import { type Claim, createClaimMarker, parseClaim } from '../../../../src/agent-job/claim/claim-marker.ts'
import type { ClaimResult } from '../../../../src/agent-job/claim/settle.ts'
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
  /** GitHub takes no comment of it. */
  isMute?: boolean
  /** The answer to this request (from 0) is lost, though it was carried out. It is repeated where that is safe. */
  losesAnswerOf?: number | undefined
}

/** What becomes of a run that wins: it gets a job, or the service certainly refuses. */
export type End = 'job' | 'refused'

/** A GitHub whose requests are sent and answered in whatever order `scheduler` likes, and the runs on it. */
export function createWorld(scheduler: fc.Scheduler, { isTimed = false } = {}) {
  const comments: { id: number; body: string; author: number }[] = []
  const reactions: { account: number; content: string }[] = []
  const created: string[] = []
  const results: ClaimResult[] = []
  /** Requests that are on their way; a pause lasts longer than any of them, where time counts. */
  let underWay = 0
  let lastId = 0
  const marker = createClaimMarker('key', '1', 1)

  return { created, takePart, bodies: () => comments.map(({ body }) => body), knownJobs, kinds }

  function knownJobs(): string[] {
    return comments.flatMap(({ body }) => parseClaim(marker.read(untrustedText(body))?.payload)?.jobId ?? [])
  }

  function kinds(kind: ClaimResult['kind']): number {
    return results.filter((result) => result.kind === kind).length
  }

  /** Claims, and creates a job if it may, writing its id down at once. */
  async function takePart(who: Participant, end: End = 'job'): Promise<void> {
    const send = createLine(who)
    const github = connect(who, send)
    const claimant = { runId: who.runId, job: 'docs', step: '__self', attempt: who.attempt }
    const claim: Claim = {
      state: 'claimed',
      trigger: 'issue comment 1',
      project: who.project ?? 'one',
      claimant,
      nonce: `${results.length}-${Math.random()}`,
    }
    const clock = {
      now: () => 0,
      wallClock: () => 0,
      async sleep() {
        do await scheduler.schedule(Promise.resolve(), 'pause')
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
    const result = await claimComment({
      github,
      comment,
      claim,
      content,
      clock,
      signal,
      trigger: { kind: 'issue comment', id: 1 } as TriggerComment,
      warn: () => undefined,
    })
    results.push(result)
    if (result.kind !== 'won') return
    if (end === 'refused') return await comment.edit(content, { state: 'refused' })
    const jobId = await send(() => {
      created.push(`job-${created.length + 1}`)
      return created.at(-1) ?? ''
    }, false).catch(() => undefined)
    const change = jobId === undefined ? { state: 'unknown' as const } : { state: 'job' as const, jobId }
    await comment.edit(content, change)
  }

  type Send = <Value>(act: () => Value, isRepeatable?: boolean) => Promise<Value>

  /** Two steps a request: it arrives and takes effect; its answer arrives. A run that crashes gets no further. */
  function createLine({ crashesAt, losesAnswerOf }: Participant): Send {
    let step = 0
    let request = 0
    const pass = async (): Promise<void> => {
      await scheduler.schedule(Promise.resolve(), 'request')
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
        if (!isRepeatable) throw new GitHubError('it', { answer: 'no answer', hint: '' })
        return act()
      } finally {
        underWay -= 1
      }
    }
  }

  function connect({ account, isMute = false }: Participant, send: Send) {
    const github: Pick<
      GitHub,
      'react' | 'listReactions' | 'createComment' | 'updateComment' | 'deleteComment' | 'listComments'
    > = {
      react: (_, content) =>
        send(() => {
          const isAgain = reactions.some((each) => each.account === account && each.content === content)
          if (!isAgain) reactions.push({ account, content })
          return { result: isAgain ? 'again' : 'first', account }
        }),
      listReactions: () => send(() => [...reactions]),
      createComment: (_, body) =>
        send(() => {
          if (isMute) throw new GitHubError('comment', { status: 403, answer: 'it answered 403', hint: '' })
          lastId += 1
          comments.push({ id: lastId, body, author: account })
          return toThreadComment({ id: lastId, body, author: account })
        }, false),
      updateComment: (id, body) =>
        send(() => {
          const comment = findComment(id)
          comment.body = body
          return toThreadComment(comment)
        }),
      deleteComment: (id) => send(() => void comments.splice(comments.indexOf(findComment(id)), 1)),
      listComments: () => send(() => comments.map(toThreadComment)),
    }
    return github
  }

  function findComment(id: number) {
    const comment = comments.find((each) => each.id === id)
    if (comment === undefined) throw new GitHubError('it', { status: 404, answer: 'gone', hint: '' })
    return comment
  }
}

function toThreadComment({ id, body, author }: { id: number; body: string; author: number }) {
  return { id, url: `https://github.test/${id}`, body: untrustedText(body), author }
}
