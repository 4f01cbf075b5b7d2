import type { ThreadComment } from '../github/comments.ts'
import type { GitHub } from '../github/github.ts'
import type { Viewer } from '../github/viewer.ts'
import { compareAge, type FoundComment, selectMarked } from './found-comment.ts'
import { type CommentKind, type CommentPayload, hasStartAlone } from './marker.ts'

export interface OurThreadOptions<Payload extends CommentPayload> {
  github: Pick<GitHub, 'fetchComments' | 'fetchViewer'>
  /** Number of the issue or pull request. */
  thread: number
  /** ISO 8601. Older comments aren't read, unless they were edited since. */
  since?: string | undefined
  kind: CommentKind
  /** Parses the payload of a marker, of which nothing is checked yet; undefined if it isn't one of ours. */
  parse: (value: unknown) => Payload | undefined
}

/** What a conversation has of ours: only comments by the account that this run writes with. */
export class OurThread<Payload extends CommentPayload> {
  readonly #options: OurThreadOptions<Payload>
  /** ID of the account that this run writes with. */
  #account: number | undefined
  #viewer: Promise<Viewer> | undefined

  constructor(options: OurThreadOptions<Payload>) {
    this.#options = options
  }

  /** ID of the account that this run writes with; undefined as long as GitHub hasn't named it. */
  get account(): number | undefined {
    return this.#account
  }

  /** @param account ID of the account that this run writes with, where an answer of GitHub names it */
  identify(account: number | undefined): void {
    this.#account ??= account
  }

  /** All comments in the thread with a marker of this kind by our own account, oldest first. @throws GitHubError */
  async find(): Promise<FoundComment<Payload>[]> {
    return await this.#selectOwn(await this.#list())
  }

  /**
   * The same, and the newest comment of ours that has the fixed mark, but no marker: somebody has removed it.
   * @throws GitHubError
   */
  async findWithUnmarked(): Promise<{ found: FoundComment<Payload>[]; unmarked: ThreadComment | undefined }> {
    const all = await this.#list()
    const found = await this.#selectOwn(all)
    const unmarked = all.filter(({ body }) => hasStartAlone(this.#options.kind, body))
    if (unmarked.length === 0) return { found, unmarked: undefined }
    const account = await this.#fetchAccount()
    return { found, unmarked: unmarked.findLast(({ author }) => author === account) }
  }

  #list(): Promise<ThreadComment[]> {
    const { github, thread, since } = this.#options
    return github.fetchComments(thread, since)
  }

  async #selectOwn(comments: readonly ThreadComment[]): Promise<FoundComment<Payload>[]> {
    const { kind, parse } = this.#options
    const marked = selectMarked(comments, kind, parse)
    if (marked.length === 0) return []
    const account = await this.#fetchAccount()
    return marked.filter(({ author }) => author === account).sort(compareAge)
  }

  /** GitHub is asked at most once. Until it answers, no marker counts, so a failure ends what depends on one. */
  async #fetchAccount(): Promise<number> {
    if (this.#account !== undefined) return this.#account
    this.#viewer ??= this.#options.github.fetchViewer()
    this.#account = (await this.#viewer).id
    return this.#account
  }
}
