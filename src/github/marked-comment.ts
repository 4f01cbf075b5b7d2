import { raceAbort } from '../network/fetch.ts'
import type { Markdown } from '../untrusted/markdown.ts'
import { truncateMarkdown } from '../untrusted/truncate-markdown.ts'
import { GitHubError } from './errors.ts'
import type { FailureBudget } from './failure-budget.ts'
import { type FoundComment, locate, type MarkerPayload, selectMarked } from './found-comment.ts'
import type { GitHub } from './github.ts'
import type { CommentPlace } from './reactions.ts'
import type { SignedMarker } from './signed-marker.ts'

type Operations = 'createComment' | 'updateComment' | 'deleteComment' | 'fetchComments' | 'hasComment' | 'react'

export interface MarkedCommentOptions<Payload extends MarkerPayload> {
  github: Pick<GitHub, Operations>
  /** Number of the issue or pull request. */
  thread: number
  /** ISO 8601. Older comments aren't read, unless they were edited since. */
  since?: string | undefined
  /** The comment with the command. It has our 👀, which tells our account; without it, a comment of ours gets them. */
  command?: CommentPlace | undefined
  marker: SignedMarker
  parse: (value: unknown) => Payload | undefined
  redact: (text: string) => string
  /** Shared with `github`. Creating the comment is retried until the budget is spent. */
  budget: Pick<FailureBudget, 'pause'>
  signal: AbortSignal
}

/** GitHub rejects longer comments. */
const MAXIMUM_LENGTH = 65_535

export type MarkedComment<Payload extends MarkerPayload> = Pick<Comment<Payload>, keyof Comment<Payload>>

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
  /** The payload of a comment that may or may not have been created. */
  #unconfirmed: Payload | undefined
  /** ID of the account that this run writes with; null if GitHub doesn't tell. */
  #account: number | null | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: MarkedCommentOptions<Payload>) {
    this.#options = options
  }

  /** The known state of the comment; undefined before it exists. */
  get current(): FoundComment<Payload> | undefined {
    return this.#current
  }

  /** Sets the comment that is edited from now on. */
  adopt(comment: FoundComment<Payload> | undefined): void {
    this.#current = comment
    this.#unconfirmed = undefined
  }

  /** @param account ID of the account that this run writes with, if GitHub has named it */
  identify(account: number | undefined): void {
    this.#account = account ?? this.#account
  }

  /**
   * All comments in the thread with a marker of this kind, oldest first, including markers of other keys. If one of
   * them may be by our own account, a reaction tells which account that is.
   */
  async find(): Promise<FoundComment<Payload>[]> {
    const { github, thread, since, marker, parse, command } = this.#options
    const comments = await github.fetchComments(thread, since)
    const select = () => selectMarked(comments, marker, parse, this.#account ?? undefined)
    const found = select()
    const unsure = found.find(({ isVerified }) => !isVerified)
    if (unsure === undefined || this.#account !== undefined) return found
    const answer = await github
      .react(command ?? { kind: 'issue comment', id: unsure.id }, 'eyes')
      .catch(passOverRefused)
    // Where GitHub refuses, it is the account that wrote a comment with our key.
    this.#account = answer?.account ?? found.find(({ isVerified }) => isVerified)?.author ?? null
    return select()
  }

  /**
   * Creates the comment. If the answer is lost, it looks for the comment before it tries again.
   * @returns `isRepeated`: a list that lags behind may show another one later
   */
  post(content: Markdown, payload: Payload): Promise<FoundComment<Payload> & { isRepeated?: boolean }> {
    const { budget, signal } = this.#options
    return this.#inOrder(async () => {
      for (let attempt = 1; ; attempt += 1) {
        const posted = await this.#tryToPost(content, payload)
        const own = posted instanceof GitHubError ? await this.#findOwn(payload) : posted
        if (own !== undefined) this.adopt(own)
        if (own !== undefined) return { ...own, isRepeated: attempt > 1 }
        if (wasAccepted(posted) || !(await budget.pause(attempt, signal))) throw posted
      }
    })
  }

  /**
   * Edits the comment, and looks for it first if the answer to its creation was lost. Does nothing without a comment.
   * @param change of the payload; other fields stay unchanged
   */
  edit(content: Markdown, change: Partial<Payload>): Promise<void> {
    return this.#inOrder(async () => {
      const lost = this.#current === undefined ? this.#unconfirmed : undefined
      const own = lost && (await this.#findOwn(lost))
      if (lost !== undefined && own !== undefined) this.adopt({ ...own, payload: lost })
      if (this.#current === undefined) return
      const { id, payload, isVerified, source } = this.#current
      // Kept even if this edit fails: the next one writes it too.
      this.#current = { ...this.#current, payload: { ...payload, ...change } }
      const signed = { ...this.#current.payload, commentId: id }
      const body = this.#render(content, isVerified || source === undefined ? signed : source)
      const gone = await this.#unlessGone(id, () => this.#options.github.updateComment(id, body))
      if (gone === undefined) return
      // Somebody deleted it, so it isn't created again.
      this.adopt(undefined)
      throw gone
    })
  }

  /** Deletes a comment of ours, unless it is already deleted. */
  remove({ id }: FoundComment<Payload>): Promise<void> {
    return this.#inOrder(async () => {
      await this.#unlessGone(id, () => this.#options.github.deleteComment(id))
      if (this.#current?.id === id) this.adopt(undefined)
    })
  }

  /** An edit must not overtake the previous edit or the creation. */
  #inOrder<Result>(operation: () => Promise<Result>): Promise<Result> {
    const result = this.#last.catch(() => {}).then(operation)
    this.#last = result
    return result
  }

  /** @returns an error if the comment may have been created nevertheless */
  async #tryToPost(content: Markdown, payload: Payload): Promise<FoundComment<Payload> | GitHubError> {
    const { github, thread } = this.#options
    this.#unconfirmed = payload
    try {
      const comment = await github.createComment(thread, this.#render(content, payload))
      this.identify(comment.author)
      return { ...locate(comment), payload, isVerified: true, isOurs: true, isSigned: true }
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error
      if (mayHaveBeenPosted(error)) return error
      this.#unconfirmed = undefined
      throw error
    }
  }

  /**
   * Changes a comment. A 404 counts only if the comment can't be read either.
   * @returns the error if the comment is gone
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
    return (await this.find()).find(({ payload, isOurs }) => payload.nonce === nonce && isOurs)
  }

  /** The marker comes last and is never cut. One that no key verifies stays as it is, for the key that does. */
  #render(content: Markdown, payload: Payload | string): string {
    const { marker, redact } = this.#options
    const end = `\n\n${typeof payload === 'string' ? payload : marker.write(payload)}`
    return `${truncateMarkdown(redact(content.toString()), MAXIMUM_LENGTH - end.length)}${end}`
  }
}

function passOverRefused(error: unknown): undefined {
  if (!(error instanceof GitHubError)) throw error
}

/** @throws every other error */
function toGone(error: unknown): GitHubError {
  if (error instanceof GitHubError && error.isGone) return error
  throw error
}

/** After a lost answer, a server error or an answer that can't be parsed, the comment may exist. */
function mayHaveBeenPosted(error: GitHubError): boolean {
  return error.isTransient && !error.isRateLimited
}

/** GitHub answered with a success that can't be parsed. A second comment would get the same answer. */
function wasAccepted(posted: unknown): boolean {
  return posted instanceof GitHubError && (posted.status ?? 300) < 300
}

/** The same comment, but each operation rejects as soon as `until` aborts. Requests in flight continue. */
export function untilAborted<Payload extends MarkerPayload>(
  comment: MarkedComment<Payload>,
  until: AbortSignal,
): MarkedComment<Payload> {
  return {
    get current() {
      return comment.current
    },
    adopt: (found) => comment.adopt(found),
    identify: (account) => comment.identify(account),
    find: () => raceAbort(comment.find(), until),
    post: (content, payload) => raceAbort(comment.post(content, payload), until),
    edit: (content, change) => raceAbort(comment.edit(content, change), until),
    remove: (found) => raceAbort(comment.remove(found), until),
  }
}
