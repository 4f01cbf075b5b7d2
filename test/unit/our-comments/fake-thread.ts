import { GitHubError } from '../../../src/github/errors.ts'
import type { GitHub } from '../../../src/github/github.ts'
import type { CommentPayload } from '../../../src/our-comments/marker.ts'
import { OurComment, type OurCommentOptions } from '../../../src/our-comments/our-comment.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

interface Comment {
  id: number
  body: string
  author: number
  createdAt: string
}

/** A request to GitHub, by what it does. */
type Request = 'react' | 'unreact' | 'look' | 'post' | 'edit' | 'delete' | 'list' | 'viewer'

/** Carries out a request, unless something happens to it. */
type Send = <Answer>(name: Request, carryOut: () => Answer) => Promise<Answer>

export type Thread = ReturnType<typeof createThread>

/** The account that the action posts with. */
export const OWN = 5

/** When comment `id` was written, unless a thread has a clock. */
export function timeOf(id: number): string {
  return `2026-11-24T12:00:${String(id).padStart(2, '0')}Z`
}

/**
 * An issue with its comments in memory, and every request to it.
 * @param command ID of a comment that isn't ours; those of the thread are numbered from the next one
 */
export function createThread({ command = 0, now = timeOf }: { command?: number; now?: (id: number) => string } = {}) {
  let lastId = command
  const thread = {
    comments: [] as Comment[],
    reactions: [] as string[],
    requests: [] as string[],
    /** What happens before each request of a name, or the nth, as in `list 2`. What it throws is the answer. */
    before: {} as Record<string, () => void>,
    /** As `before`, when the request was carried out. */
    after: {} as Record<string, () => void>,
    isCommandGone: false,
    /** How many of the next lists show no comment. */
    lag: 0,
    add(body: string, author = OWN): Comment {
      lastId += 1
      const comment = { id: lastId, body, author, createdAt: now(lastId) }
      thread.comments.push(comment)
      return comment
    },
  }
  return Object.assign(thread, { connect, github: connect(record) })

  async function record<Answer>(name: Request, carryOut: () => Answer): Promise<Answer> {
    thread.requests.push(name)
    const nth = `${name} ${thread.requests.filter((each) => each === name).length}`
    thread.before[name]?.()
    thread.before[nth]?.()
    const answer = carryOut()
    thread.after[nth]?.()
    return answer
  }

  function connect(send: Send) {
    return {
      react: (_comment, content) =>
        send('react', () => {
          if (thread.isCommandGone) throw failure(404)
          const result = thread.reactions.includes(content) ? 'again' : 'first'
          thread.reactions.push(content)
          return { result, account: OWN, id: 1 }
        }),
      removeReaction: () => send('unreact', () => undefined),
      hasComment: ({ id }) =>
        send('look', () => (id === command ? !thread.isCommandGone : thread.comments.some((each) => each.id === id))),
      createComment: (_thread, body) => send('post', () => show(thread.add(body))),
      updateComment: (id, body) => send('edit', () => show(Object.assign(find(id), { body }))),
      deleteComment: (id) => send('delete', () => void thread.comments.splice(thread.comments.indexOf(find(id)), 1)),
      fetchComments: () => send('list', () => (thread.lag-- > 0 ? [] : thread.comments.map(show))),
      fetchViewer: () => send('viewer', () => ({ id: OWN, login: 'docs[bot]' })),
    } satisfies Partial<GitHub>
  }

  function find(id: number): Comment {
    const comment = thread.comments.find((each) => each.id === id)
    if (comment === undefined) throw failure(404)
    return comment
  }
}

function show({ id, body, author, createdAt }: Comment) {
  return { id, url: `https://github.test/${id}`, body: untrustedText(body), author, createdAt, updatedAt: createdAt }
}

/** Our comment in a thread, as a run has it that tries each request three times. */
export function createOurComment<Payload extends CommentPayload>(
  options: Pick<OurCommentOptions<Payload>, 'github' | 'parse'> & Partial<OurCommentOptions<Payload>>,
): OurComment<Payload> {
  return new OurComment({
    thread: 3,
    kind: 'job',
    redact: (text) => text,
    pause: async (attempt) => attempt < 3,
    onLostEdit: () => undefined,
    ...options,
  })
}

/** An answer of GitHub; no answer without a status. */
export function failure(status?: number): GitHubError {
  return new GitHubError('comment', { status, answer: 'failed', hint: '' })
}

/** Answers with a failure. */
export function fail(status?: number): () => never {
  return () => {
    throw failure(status)
  }
}
