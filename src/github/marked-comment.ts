import { raceAbort } from '../network/fetch.ts'
import type { Markdown } from '../untrusted/markdown.ts'
import { truncateMarkdown } from '../untrusted/truncate-markdown.ts'
import { GitHubError } from './errors.ts'
import type { FailureBudget } from './failure-budget.ts'
import { type FoundComment, locate, type MarkerPayload, selectMarked } from './found-comment.ts'
import type { GitHub } from './github.ts'
import type { SignedMarker } from './signed-marker.ts'

type Operations = 'createComment' | 'updateComment' | 'deleteComment' | 'fetchComments' | 'hasComment'

export interface MarkedCommentOptions<Payload extends MarkerPayload> {
  github: Pick<GitHub, Operations>
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

/** What the rest of the action sees of a comment of ours. */
export type MarkedComment<Payload extends MarkerPayload> = Pick<Comment<Payload>, keyof Comment<Payload>>

/** The comment with a marker in one thread. */
export function createMarkedComment<Payload extends MarkerPayload>(
  options: MarkedCommentOptions<Payload>,
): MarkedComment<Payload> {
  return new Comment(options)
}

/**
 * A comment that is posted once and edited in place, with a signed marker at its end. Operations run one after the
 * other, in the order of the calls. Each throws `GitHubError`.
 */
class Comment<Payload extends MarkerPayload> {
  readonly #options: MarkedCommentOptions<Payload>
  #current: FoundComment<Payload> | undefined
  /** The payload of a post that may or may not have arrived. */
  #unconfirmed: Payload | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: MarkedCommentOptions<Payload>) {
    this.#options = options
  }

  /** The comment as it stands; undefined while there is none that we know of. */
  get current(): FoundComment<Payload> | undefined {
    return this.#current
  }

  /** Makes `comment` the one that is edited from now on. */
  adopt(comment: FoundComment<Payload> | undefined): void {
    this.#current = comment
    this.#unconfirmed = undefined
  }

  /** All comments in the thread with a marker of this kind, oldest first, those of other keys included. */
  async find(): Promise<FoundComment<Payload>[]> {
    const { github, thread, since, marker, parse } = this.#options
    return selectMarked(await github.fetchComments(thread, since), marker, parse)
  }

  /** Posts it. When an answer is lost, it looks for the comment before it posts again. */
  post(content: Markdown, payload: Payload): Promise<FoundComment<Payload>> {
    const { budget, signal } = this.#options
    return this.#inOrder(async () => {
      for (let attempt = 1; ; attempt += 1) {
        const posted = await this.#tryToPost(content, payload)
        const own = posted instanceof GitHubError ? await this.#findOwn(payload) : posted
        if (own !== undefined) this.adopt(own)
        if (own !== undefined) return own
        if (wasAccepted(posted) || !(await budget.pause(attempt, signal))) throw posted
      }
    })
  }

  /**
   * Edits it; what is left out of `change` stays as it was. A comment whose posting got no answer is looked for
   * first. Where there is no comment, nothing happens.
   */
  edit(content: Markdown, change: Partial<Payload>): Promise<void> {
    return this.#inOrder(async () => {
      const lost = this.#current === undefined ? this.#unconfirmed : undefined
      const own = lost && (await this.#findOwn(lost))
      if (lost !== undefined && own !== undefined) this.adopt({ ...own, payload: lost })
      if (this.#current === undefined) return
      const { id, payload } = this.#current
      // Known from here on, also if GitHub doesn't take it now: the next edit carries it.
      this.#current = { ...this.#current, payload: { ...payload, ...change } }
      const body = this.#render(content, { ...this.#current.payload, commentId: id })
      const gone = await this.#unlessGone(id, () => this.#options.github.updateComment(id, body))
      if (gone === undefined) return
      // Somebody deleted it, so it is not posted again.
      this.adopt(undefined)
      throw gone
    })
  }

  /** Deletes a comment of ours. It is no error when it is gone already. */
  remove({ id }: FoundComment<Payload>): Promise<void> {
    return this.#inOrder(async () => {
      await this.#unlessGone(id, () => this.#options.github.deleteComment(id))
      if (this.#current?.id === id) this.adopt(undefined)
    })
  }

  /** An edit must not overtake the one before it, nor the post. */
  #inOrder<Result>(operation: () => Promise<Result>): Promise<Result> {
    const result = this.#last.catch(() => {}).then(operation)
    this.#last = result
    return result
  }

  /** @returns the error when the comment may have been posted all the same */
  async #tryToPost(content: Markdown, payload: Payload): Promise<FoundComment<Payload> | GitHubError> {
    const { github, thread } = this.#options
    this.#unconfirmed = payload
    try {
      const comment = await github.createComment(thread, this.#render(content, payload))
      return { ...locate(comment), payload, isVerified: true }
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error
      if (mayHaveBeenPosted(error)) return error
      this.#unconfirmed = undefined
      throw error
    }
  }

  /**
   * Changes a comment. A 404 is believed only when the comment can't be read either.
   * @returns the error where it is gone
   */
  async #unlessGone(id: number, change: () => Promise<unknown>): Promise<GitHubError | undefined> {
    const { github, budget, signal } = this.#options
    for (let attempt = 1; ; attempt += 1) {
      const error = await change().then(() => undefined, toGone)
      if (error === undefined) return undefined
      if (!(await github.hasComment({ kind: 'issue comment', id }))) return error
      if (!(await budget.pause(attempt, signal))) throw error
    }
  }

  async #findOwn({ nonce }: Payload): Promise<FoundComment<Payload> | undefined> {
    return (await this.find()).find(({ payload, isVerified }) => isVerified && payload.nonce === nonce)
  }

  /** The marker comes last and is never cut. */
  #render(content: Markdown, payload: Payload): string {
    const { marker, redact } = this.#options
    const end = `\n\n${marker.write(payload)}`
    return `${truncateMarkdown(redact(content.toString()), MAXIMUM_LENGTH - end.length)}${end}`
  }
}

/** @throws what says something else than that the comment is gone */
function toGone(error: unknown): GitHubError {
  if (error instanceof GitHubError && error.isGone) return error
  throw error
}

/** No answer, a server error, or one that can't be read: the comment may be there all the same. */
function mayHaveBeenPosted(error: GitHubError): boolean {
  return error.isTransient && !error.isRateLimited
}

/** GitHub answered with a success that can't be read. A second comment would not be read either. */
function wasAccepted(posted: unknown): boolean {
  return posted instanceof GitHubError && (posted.status ?? 300) < 300
}

/** The same comment, but each operation rejects as soon as `until` aborts. What was begun goes on meanwhile. */
export function untilAborted<Payload extends MarkerPayload>(
  comment: MarkedComment<Payload>,
  until: AbortSignal,
): MarkedComment<Payload> {
  return {
    get current() {
      return comment.current
    },
    adopt: (found) => comment.adopt(found),
    find: () => raceAbort(comment.find(), until),
    post: (content, payload) => raceAbort(comment.post(content, payload), until),
    edit: (content, change) => raceAbort(comment.edit(content, change), until),
    remove: (found) => raceAbort(comment.remove(found), until),
  }
}
