import type { ThreadComment } from '../../github/comments.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/thread.ts'
import type { Clock } from '../../runner/clock.ts'
import type { Markdown } from '../../untrusted/markdown.ts'
import { toSafeUrl } from '../../untrusted/safe-url.ts'
import { untrustedText } from '../../untrusted/text.ts'
import { truncateMarkdown } from '../../untrusted/truncate-markdown.ts'
import { type Claim, MARKER_ROOM, type Marker } from './marker.ts'

/** A comment of ours whose marker verified. */
export interface ClaimedComment {
  id: number
  url: string
  /** Id of the account that wrote it; undefined when GitHub did not say. */
  author: number | undefined
  claim: Claim
}

/** Our one comment in a thread: posted once, then edited in place. Every function throws `GitHubError`. */
export interface StatusComment {
  /** The comment as it stands; undefined while there is none that we know of. */
  readonly current: ClaimedComment | undefined
  /** Posts it. Safe against a lost answer: before posting again it looks for what may be there. */
  post(content: Markdown, claim: Claim): Promise<ClaimedComment>
  /**
   * Edits it: what is left out of `change` stays as it was in the claim. Edits arrive in the order of the calls.
   * A comment that was lost sight of while it was posted is looked for first; where there is none, nothing happens.
   */
  edit(content: Markdown, change: Partial<Claim>): Promise<void>
  /** Makes `comment` the one that is edited from now on. */
  adopt(comment: ClaimedComment | undefined): void
  /** Deletes one of ours; it is no error when it is gone already. */
  remove(comment: ClaimedComment): Promise<void>
  /** Our comments on this trigger in the thread, oldest first. */
  find(): Promise<ClaimedComment[]>
  /** Goes on through another connection, as what hangs on the signal of a cancelled run is of no use any more. */
  reconnect(connection: Connection): void
}

/** How the comment is reached. */
export interface Connection {
  github: Pick<GitHub, 'createComment' | 'updateComment' | 'deleteComment' | 'listComments'>
  signal: AbortSignal
}

/** GitHub refuses a longer comment. */
const MAXIMUM_LENGTH = 65_535
const MAXIMUM_TRIES = 3

export interface StatusCommentOptions extends Connection {
  thread: number
  /** ISO 8601; comments that were last changed before are not ours. */
  since: string | undefined
  marker: Marker
  redact: (text: string) => string
  clock: Clock
}

/** The status comment of one trigger in one thread. */
export function createStatusComment(options: StatusCommentOptions): StatusComment {
  const { thread, marker, redact } = options
  let { github, signal } = options
  let current: ClaimedComment | undefined
  /** What was posted without our knowing whether it arrived. */
  let lost: Claim | undefined
  let lastEdit: Promise<void> = Promise.resolve()

  return {
    get current() {
      return current
    },

    async post(content, claim) {
      for (let attempt = 1; ; attempt += 1) {
        lost = claim
        const posted = await tryToPost(content, claim, attempt === MAXIMUM_TRIES)
        if (posted !== undefined) return adopt(posted)
        await options.clock.sleep(500 * attempt, signal)
      }
    },

    edit(content, change) {
      // Known from here on, even if GitHub doesn't take it now: the next edit carries it.
      if (current !== undefined) current = { ...current, claim: { ...current.claim, ...change } }
      if (lost !== undefined) lost = { ...lost, ...change }
      const before = lastEdit.catch(() => {})
      lastEdit = before.then(() => editNow(content))
      return lastEdit
    },

    adopt,

    async remove({ id }) {
      await github.deleteComment(id).catch((error) => {
        if (!isGone(error)) throw error
      })
      if (current?.id === id) adopt(undefined)
    },

    find,

    reconnect(connection) {
      ;({ github, signal } = connection)
    },
  }

  function adopt<Comment extends ClaimedComment | undefined>(comment: Comment): Comment {
    current = comment
    lost = undefined
    return comment
  }

  async function editNow(content: Markdown): Promise<void> {
    if (current === undefined && lost !== undefined) {
      const claim = lost
      const own = await findOwn(claim)
      if (own !== undefined) adopt({ ...own, claim })
    }
    if (current === undefined) return
    const { id, claim } = current
    try {
      await github.updateComment(id, render(content, { ...claim, commentId: id }))
    } catch (error) {
      // Deleted by somebody who did not want it: it is not posted again.
      if (isGone(error)) adopt(undefined)
      throw error
    }
  }

  /** Undefined when the comment certainly is not there and another try makes sense. */
  async function tryToPost(
    content: Markdown,
    claim: Claim,
    isLast: boolean,
  ): Promise<ClaimedComment | undefined> {
    try {
      return { ...locate(await github.createComment(thread, render(content, claim))), claim }
    } catch (error) {
      if (error instanceof GitHubError && !mayHaveBeenPosted(error)) lost = undefined
      if (lost === undefined || !(error instanceof GitHubError)) throw error
      const own = await findOwn(claim)
      if (own === undefined && isLast) throw error
      return own
    }
  }

  async function findOwn({ nonce }: Claim): Promise<ClaimedComment | undefined> {
    return (await find()).find(({ claim }) => claim.nonce === nonce)
  }

  async function find(): Promise<ClaimedComment[]> {
    const comments = await github.listComments(thread, options.since)
    const found = comments.flatMap((comment) => {
      const claim = marker.read(comment.body, comment.id)
      return claim === undefined ? [] : [{ ...locate(comment), claim }]
    })
    return found.filter((comment) => !isCopy(comment, found))
  }

  /** The marker comes last and is never cut. */
  function render(content: Markdown, claim: Claim): string {
    return `${truncateMarkdown(redact(content.toString()), MAXIMUM_LENGTH - MARKER_ROOM)}\n\n${marker.write(claim)}`
  }
}

/**
 * A marker holds the id of its comment only from the first edit on; until then somebody may copy it. The copy is
 * younger, and by another account.
 */
function isCopy({ id, author, claim }: ClaimedComment, found: readonly ClaimedComment[]): boolean {
  return found.some((other) => other.id < id && other.claim.nonce === claim.nonce && other.author !== author)
}

function locate({ id, url, author }: ThreadComment): Omit<ClaimedComment, 'claim'> {
  return { id, url: toSafeUrl(untrustedText(url))?.href ?? '', author }
}

/** No answer, a server error, or one that can't be read: the comment may be there all the same. */
function mayHaveBeenPosted(error: GitHubError): boolean {
  if (error.isRateLimited) return false
  return error.status === undefined || error.status >= 500 || error.status === 408
}

function isGone(error: unknown): boolean {
  return error instanceof GitHubError && (error.status === 404 || error.status === 410)
}
