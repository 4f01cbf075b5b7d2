import { GitHubError } from '../github/errors.ts'
import type { GitHub } from '../github/github.ts'
import type { Markdown } from '../untrusted/markdown.ts'
import { truncateMarkdown } from '../untrusted/truncate-markdown.ts'
import { type FoundComment, isWhole, locate } from './found-comment.ts'
import { type CommentPayload, measureFrame, type Surroundings, writeBody } from './marker.ts'
import { OurThread, type OurThreadOptions } from './our-thread.ts'

type Writes = Pick<GitHub, 'createComment' | 'updateComment' | 'deleteComment' | 'hasComment'>

export interface OurCommentOptions<Payload extends CommentPayload> extends OurThreadOptions<Payload> {
  github: OurThreadOptions<Payload>['github'] & Writes
  redact: (text: string) => string
  /** Waits before another attempt (from 1). @returns false, without waiting, if no time is left for it */
  pause: (attempt: number) => Promise<boolean>
  /** Gets the failure of an edit that nobody waits for. */
  onLostEdit: (error: unknown) => void
}

/** GitHub rejects comments of more than 65,536 characters. In bytes, which are at least as many. */
const MAXIMUM_BYTES = 65_535

/**
 * A comment that remembers: posted once and edited in place, with a marker as its last line. Operations run one after
 * the other, in the order of the calls. Each throws `GitHubError`, unless it says otherwise.
 */
export class OurComment<Payload extends CommentPayload> extends OurThread<Payload> {
  readonly #options: OurCommentOptions<Payload>
  #current: FoundComment<Payload> | undefined
  /** What GitHub has for certain; undefined after a request that may or may not have been carried out. */
  #written: Payload | undefined
  /** The payload of a comment that may or may not have been created. */
  #unconfirmed: Payload | undefined
  /** How many creations lost their answers: such a comment may appear later, beside another one. */
  #lost = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: OurCommentOptions<Payload>) {
    super(options)
    this.#options = options
  }

  /** The comment as this run wants it to be; undefined before it exists. */
  get current(): FoundComment<Payload> | undefined {
    return this.#current
  }

  /** What the marker on GitHub says for certain; undefined if that isn't known. */
  get written(): Payload | undefined {
    return this.#written
  }

  /**
   * Sets the comment that is edited from now on.
   * @param change of its payload, which the next edit writes
   */
  adopt(comment: FoundComment<Payload> | undefined, change: Partial<Payload> = {}): void {
    this.#current = comment && { ...comment, payload: { ...comment.payload, ...change } }
    this.#written = comment?.payload
    this.#unconfirmed = undefined
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
   * Edits the comment, which names it. Does nothing without one.
   * @param change of the payload; other fields stay unchanged
   * @param around what people wrote above and below our part
   */
  edit(content: Markdown, change: Partial<Payload>, around?: Surroundings): Promise<void> {
    return this.#inOrder(async () => {
      if (this.#current === undefined) return
      const { id } = this.#current
      // Kept even if this edit fails: the next one writes it too.
      const payload = { ...this.#current.payload, ...change, commentId: id }
      this.#current = { ...this.#current, payload, isNamed: true }
      const before = this.#written
      this.#written = undefined
      try {
        const gone = await this.#unlessGone(id, () =>
          this.#options.github.updateComment(id, this.#render(content, payload, around)),
        )
        if (gone !== undefined) {
          // Somebody deleted it, so it isn't created again.
          this.adopt(undefined)
          throw new GitHubError(`edit comment ${id}`, {
            status: gone.status,
            answer: 'it was deleted',
            hint: 'This run posts no other comment.',
            cause: gone,
          })
        }
        this.#written = payload
      } catch (error) {
        if (this.#current !== undefined && isRefused(error)) this.#written = before
        throw error
      }
    })
  }

  /** As `edit`, for an edit that nobody waits for. Never rejects. */
  tell(content: Markdown, change: Partial<Payload> = {}): Promise<void> {
    return this.edit(content, change).catch(this.#options.onLostEdit)
  }

  /**
   * Changes only the marker of a comment that another run has written, if it is still as that run left it.
   * @param nonce of the comment when it was found
   */
  async amend(id: number, nonce: string, change: Partial<Payload>): Promise<void> {
    const { kind, github } = this.#options
    const found = (await this.find()).find((each) => each.id === id && each.payload.nonce === nonce && isWhole(each))
    if (found === undefined) return
    await github.updateComment(id, writeBody(kind, found.content, { ...found.payload, ...change }))
  }

  /**
   * Looks once more for comments whose answers were lost, and deletes all but the one that is edited.
   * @returns false where GitHub may show one later
   */
  deleteSpare(): Promise<boolean> {
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
      return { ...locate(comment), payload, content: '', isNamed: false, around: { above: '', below: '' } }
    } catch (error) {
      if (isRefused(error)) throw error
      // After a lost answer, a server error, a cancellation or an answer that can't be parsed, the comment may exist.
      this.#lost += 1
      if (!(error instanceof GitHubError)) throw error
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
    const own = (await this.find()).find(({ payload }) => payload.nonce === nonce)
    if (own !== undefined) this.#lost -= 1
    return own
  }

  /** The marker is never cut. Texts are redacted before they are cut, since a part of a key isn't recognized. */
  #render(content: Markdown, payload: Payload, around: Surroundings = { above: '', below: '' }): string {
    const { kind, redact } = this.#options
    const safe = JSON.parse(JSON.stringify(payload), (_, value) => (typeof value === 'string' ? redact(value) : value))
    const room = MAXIMUM_BYTES - measureFrame(kind, safe, around)
    return writeBody(kind, truncateMarkdown(redact(content.toString()), room), safe, around)
  }
}

/** Whether a change was certainly not made. Any other error, such as a lost answer, leaves that open. */
function isRefused(error: unknown): boolean {
  return error instanceof GitHubError && (error.isRateLimited || !error.isTransient)
}
