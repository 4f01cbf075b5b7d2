import type { Markdown } from '../untrusted/markdown.ts'
import { truncateMarkdown } from '../untrusted/truncate-markdown.ts'
import { GitHubError } from './errors.ts'
import type { FailureBudget } from './failure-budget.ts'
import { type FoundComment, locate, type MarkerPayload, selectMarked } from './found-comment.ts'
import type { SignedMarker } from './signed-marker.ts'
import type { GitHub } from './thread.ts'

/**
 * A comment that is posted once and edited in place, with a signed marker at its end. Operations run one after the
 * other, in the order of the calls. Each throws `GitHubError`.
 */
export interface MarkedComment<Payload extends MarkerPayload> {
  /** The comment as it stands; undefined while there is none that we know of. */
  readonly current: FoundComment<Payload> | undefined
  /** Posts it. When an answer is lost, it looks for the comment before it posts again. */
  post(content: Markdown, payload: Payload): Promise<FoundComment<Payload>>
  /**
   * Edits it; what is left out of `change` stays as it was. A comment whose posting got no answer is looked for
   * first. Where there is no comment, nothing happens.
   */
  edit(content: Markdown, change: Partial<Payload>): Promise<void>
  /** Makes `comment` the one that is edited from now on. */
  adopt(comment: FoundComment<Payload> | undefined): void
  /** Deletes a comment of ours. It is no error when it is gone already. */
  remove(comment: FoundComment<Payload>): Promise<void>
  /** All comments in the thread with a marker of this kind, oldest first, those of other keys included. */
  find(): Promise<FoundComment<Payload>[]>
}

export interface MarkedCommentOptions<Payload extends MarkerPayload> {
  github: Pick<GitHub, 'createComment' | 'updateComment' | 'deleteComment' | 'listComments'>
  /** Number of the issue or pull request. */
  thread: number
  /** ISO 8601; comments that were last changed before it are not read. */
  since?: string | undefined
  marker: SignedMarker
  /** The payload, if the value in a marker has its shape. */
  parse: (value: unknown) => Payload | undefined
  redact: (text: string) => string
  /** Of the requests of `github`: posting goes on until it is used up. */
  budget: Pick<FailureBudget, 'pause'>
  signal: AbortSignal
}

/** GitHub refuses a longer comment. */
const MAXIMUM_LENGTH = 65_535

/** The comment with a marker in one thread. */
export function createMarkedComment<Payload extends MarkerPayload>(
  options: MarkedCommentOptions<Payload>,
): MarkedComment<Payload> {
  const { github, thread, marker, budget, signal } = options
  let current: FoundComment<Payload> | undefined
  /** The payload of a post that may or may not have arrived. */
  let unconfirmed: Payload | undefined
  let last: Promise<unknown> = Promise.resolve()

  return {
    get current() {
      return current
    },

    post: (content, payload) => inOrder(() => post(content, payload)),

    edit: (content, change) => inOrder(() => edit(content, change)),

    adopt,

    remove: (comment) =>
      inOrder(async () => {
        await github.deleteComment(comment.id).catch((error) => {
          if (!isGone(error)) throw error
        })
        if (current?.id === comment.id) adopt(undefined)
      }),

    find,
  }

  /** An edit must not overtake the one before it, nor the post. */
  function inOrder<Result>(operation: () => Promise<Result>): Promise<Result> {
    const result = last.catch(() => {}).then(operation)
    last = result
    return result
  }

  function adopt<Comment extends FoundComment<Payload> | undefined>(comment: Comment): Comment {
    current = comment
    unconfirmed = undefined
    return comment
  }

  async function post(content: Markdown, payload: Payload): Promise<FoundComment<Payload>> {
    for (let attempt = 1; ; attempt += 1) {
      const posted = await tryToPost(content, payload)
      if (!(posted instanceof GitHubError)) return adopt(posted)
      const own = await findOwn(payload)
      if (own !== undefined) return adopt(own)
      if (wasAccepted(posted) || !(await budget.pause(attempt, signal))) throw posted
    }
  }

  /** @returns the error when the comment may have been posted all the same */
  async function tryToPost(
    content: Markdown,
    payload: Payload,
  ): Promise<FoundComment<Payload> | GitHubError> {
    unconfirmed = payload
    try {
      const comment = await github.createComment(thread, render(content, payload))
      return { ...locate(comment), payload, isVerified: true }
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error
      if (mayHaveBeenPosted(error)) return error
      unconfirmed = undefined
      throw error
    }
  }

  async function edit(content: Markdown, change: Partial<Payload>): Promise<void> {
    if (current === undefined && unconfirmed !== undefined) {
      const payload: Payload = unconfirmed
      const own = await findOwn(payload)
      if (own !== undefined) adopt({ ...own, payload })
    }
    if (current === undefined) return
    const { id, payload } = current
    // Known from here on, also if GitHub doesn't take it now: the next edit carries it.
    current = { ...current, payload: { ...payload, ...change } }
    try {
      await github.updateComment(id, render(content, { ...current.payload, commentId: id }))
    } catch (error) {
      // Somebody deleted it, so it is not posted again.
      if (isGone(error)) adopt(undefined)
      throw error
    }
  }

  async function findOwn({ nonce }: Payload): Promise<FoundComment<Payload> | undefined> {
    return (await find()).find(({ payload, isVerified }) => isVerified && payload.nonce === nonce)
  }

  async function find(): Promise<FoundComment<Payload>[]> {
    return selectMarked(await github.listComments(thread, options.since), marker, options.parse)
  }

  /** The marker comes last and is never cut. */
  function render(content: Markdown, payload: Payload): string {
    const end = `\n\n${marker.write(payload)}`
    return `${truncateMarkdown(options.redact(content.toString()), MAXIMUM_LENGTH - end.length)}${end}`
  }
}

/** No answer, a server error, or one that can't be read: the comment may be there all the same. */
function mayHaveBeenPosted(error: GitHubError): boolean {
  if (error.isRateLimited) return false
  return wasAccepted(error) || error.isTransient
}

/** GitHub answered with a success that can't be read. A second comment would not be read either. */
function wasAccepted({ status }: GitHubError): boolean {
  return status !== undefined && status < 300
}

function isGone(error: unknown): boolean {
  return error instanceof GitHubError && (error.status === 404 || error.status === 410)
}
