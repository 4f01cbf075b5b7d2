import type { Markdown } from '../untrusted/markdown.ts'
import { truncateMarkdown } from '../untrusted/truncate-markdown.ts'
import { GitHubError } from './errors.ts'
import { type FoundComment, locate, type MarkerPayload, selectMarked } from './found-comment.ts'
import type { GitHub } from './github.ts'
import type { CommentPlace } from './reactions.ts'
import type { SignedMarker } from './signed-marker.ts'
import type { Surroundings } from './surroundings.ts'

type Operations = 'createComment' | 'updateComment' | 'deleteComment' | 'fetchComments' | 'hasComment' | 'react'

export interface MarkedCommentOptions<Payload extends MarkerPayload> {
  github: Pick<GitHub, Operations>
  /** Number of the issue or pull request. */
  thread: number
  /** ISO 8601. Older comments aren't read, unless they were edited since. */
  since?: string | undefined
  /** The comment with the command. Its 👀 tell our account; without it, a comment of ours gets them. */
  command?: CommentPlace | undefined
  marker: SignedMarker
  parse: (value: unknown) => Payload | undefined
  redact: (text: string) => string
  /** Waits before another attempt (from 1). @returns false, without waiting, if no time is left for it */
  pause: (attempt: number) => Promise<boolean>
}

/** In bytes. GitHub rejects comments of more characters. */
const MAXIMUM_LENGTH = 65_535

/**
 * A comment that is posted once and edited in place, with a signed marker at its end. Operations run one after the
 * other, in the order of the calls. Each throws `GitHubError`.
 */
export class MarkedComment<Payload extends MarkerPayload> {
  readonly #options: MarkedCommentOptions<Payload>
  #current: FoundComment<Payload> | undefined
  /** The payload of a comment that may or may not have been created. */
  #unconfirmed: Payload | undefined
  /** ID of the account that this run writes with; null if GitHub doesn't tell. */
  #account: number | null | undefined
  /** How many creations lost their answers: such a comment may appear later, beside another one. */
  #lost = 0
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
    const place = command ?? { kind: 'issue comment', id: unsure.id }
    const account = await github.react(place, 'eyes').then(
      (answer) => answer.account,
      (error: unknown) => {
        if (!(error instanceof GitHubError)) throw error
      },
    )
    // Where GitHub refuses, it is the account that wrote a comment with our key.
    this.#account = account ?? found.find(({ isVerified }) => isVerified)?.author ?? null
    return select()
  }

  /**
   * Creates the comment. If the answer is lost, it looks for the comment before it tries again.
   * @returns `isRepeated`: a list that lags behind may show another one later
   */
  post(content: Markdown, payload: Payload): Promise<FoundComment<Payload> & { isRepeated?: boolean }> {
    const { pause } = this.#options
    return this.#inOrder(async () => {
      for (let attempt = 1; ; attempt += 1) {
        const posted = await this.#tryToPost(content, payload)
        const isError = posted instanceof GitHubError
        const own = isError ? await this.#findLost(payload) : posted
        if (own !== undefined) {
          this.adopt(own)
          return { ...own, isRepeated: attempt > 1 }
        }
        // After a success that can't be parsed, a second comment would get the same answer.
        if ((isError && (posted.status ?? 300) < 300) || !(await pause(attempt))) throw posted
      }
    })
  }

  /**
   * Edits the comment. Does nothing without one.
   * @param change of the payload; other fields stay unchanged
   * @param around what people wrote above and below
   */
  edit(content: Markdown, change: Partial<Payload>, around?: Surroundings): Promise<void> {
    return this.#inOrder(async () => {
      if (this.#current === undefined) return
      const { id, payload, isVerified, source } = this.#current
      // Kept even if this edit fails: the next one writes it too.
      this.#current = { ...this.#current, payload: { ...payload, ...change } }
      const signed = { ...this.#current.payload, commentId: id }
      const body = this.#render(content, isVerified || source === undefined ? signed : source, around)
      const gone = await this.#unlessGone(id, () => this.#options.github.updateComment(id, body))
      if (gone === undefined) return
      // Somebody deleted it, so it isn't created again.
      this.adopt(undefined)
      throw gone
    })
  }

  /**
   * Looks once more for comments whose answers were lost, and deletes all but the one that is edited.
   * @returns false where GitHub may show one later
   */
  settle(): Promise<boolean> {
    return this.#inOrder(async () => {
      if (this.#lost === 0) return true
      const payload = this.#current?.payload ?? this.#unconfirmed
      const own = (await this.find()).filter((each) => each.payload.nonce === payload?.nonce)
      if (this.#current === undefined && own[0] !== undefined && payload !== undefined) {
        this.adopt({ ...own[0], payload })
        this.#lost -= 1
      }
      const spare = own.filter(({ id }) => id !== this.#current?.id)
      for (const { id } of spare) await this.#unlessGone(id, () => this.#options.github.deleteComment(id))
      this.#lost -= spare.length
      return this.#lost <= 0
    })
  }

  /** Deletes a comment of ours, unless it is already deleted. */
  remove({ id, payload }: FoundComment<Payload>): Promise<void> {
    return this.#inOrder(async () => {
      await this.#unlessGone(id, () => this.#options.github.deleteComment(id))
      if (this.#current?.id === id) this.adopt(undefined)
      else if (this.#current?.payload.nonce === payload.nonce) this.#lost -= 1
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
      // After a lost answer, a server error or an answer that can't be parsed, the comment may exist.
      if (!(error instanceof GitHubError && error.isTransient) || error.isRateLimited) throw error
      this.#lost += 1
      return error
    }
  }

  /** Changes a comment. @returns the error if it is gone: a 404 counts only if it can't be read either */
  async #unlessGone(id: number, change: () => Promise<unknown>): Promise<GitHubError | undefined> {
    const { github, pause } = this.#options
    for (let attempt = 1; ; attempt += 1) {
      try {
        await change()
        return undefined
      } catch (error) {
        if (!(error instanceof GitHubError && error.isGone)) throw error
        if (!(await github.hasComment({ kind: 'issue comment', id }))) return error
        if (!(await pause(attempt))) throw error
      }
    }
  }

  async #findLost({ nonce }: Payload): Promise<FoundComment<Payload> | undefined> {
    const own = (await this.find()).find(({ payload, isOurs }) => payload.nonce === nonce && isOurs)
    if (own !== undefined) this.#lost -= 1
    return own
  }

  /** The marker comes last and is never cut. One that no key verifies stays as it is, for the key that does. */
  #render(content: Markdown, payload: Payload | string, around?: Surroundings): string {
    const { above, below } = around ?? { above: '', below: '' }
    const { marker, redact } = this.#options
    const end = `\n\n${typeof payload === 'string' ? payload : marker.write(payload)}${redact(below)}`
    const start = redact(above)
    const room = MAXIMUM_LENGTH - Buffer.byteLength(start + end)
    return start + truncateMarkdown(redact(content.toString()), room) + end
  }
}
