import { GitHubError } from '../github/errors.ts'
import type { GitHub, ThreadComment } from '../github/thread.ts'
import { outsideText } from '../outside-text.ts'
import type { Clock } from '../runner/clock.ts'
import type { Markdown } from '../runner/markdown.ts'
import { toPlainUrl } from '../runner/plain-url.ts'
import { fitMarkdown } from '../runner/publishable.ts'
import { type Claim, MARKER_ROOM, type Marker } from './marker.ts'

/** A comment of ours whose marker verified. */
export interface ClaimedComment {
  id: number
  url: string
  claim: Claim
}

/** Our one comment in a thread: posted once, then edited in place. Every function throws `GitHubError`. */
export interface StatusComment {
  /** The comment as it stands; undefined while there is none. */
  readonly current: ClaimedComment | undefined
  /** Posts it. Safe against a lost answer: before posting again it looks for what may be there. */
  post(content: Markdown, claim: Claim): Promise<ClaimedComment>
  /** Edits it: what is left out of `change` stays as it was in the claim. */
  edit(content: Markdown, change: Partial<Claim>): Promise<void>
  /** Makes `comment` the one that is edited from now on. */
  adopt(comment: ClaimedComment | undefined): void
  /** Deletes it. */
  remove(): Promise<void>
  /** Our comments on this trigger in the thread, oldest first. */
  find(): Promise<ClaimedComment[]>
}

/** GitHub refuses a longer comment. */
const MAXIMUM_LENGTH = 65_535
const MAXIMUM_TRIES = 3

export interface StatusCommentOptions {
  github: Pick<GitHub, 'createComment' | 'updateComment' | 'deleteComment' | 'listComments'>
  thread: number
  /** ISO 8601; comments that were last changed before are not ours. */
  since: string | undefined
  marker: Marker
  redact: (text: string) => string
  clock: Clock
  signal: AbortSignal
}

/** The status comment of one trigger in one thread. */
export function createStatusComment(options: StatusCommentOptions): StatusComment {
  const { github, thread, marker, redact } = options
  let current: ClaimedComment | undefined

  return {
    get current() {
      return current
    },

    async post(content, claim) {
      for (let attempt = 1; ; attempt += 1) {
        current = await tryToPost(content, claim, attempt === MAXIMUM_TRIES)
        if (current !== undefined) return current
        await options.clock.sleep(500 * attempt, options.signal)
      }
    },

    async edit(content, change) {
      if (current === undefined) return
      const claim: Claim = { ...current.claim, ...change, commentId: current.id }
      // Known from here on, even if GitHub doesn't take it now: the next edit carries it.
      current = { ...current, claim }
      await github.updateComment(current.id, render(content, claim))
    },

    adopt(comment) {
      current = comment
    },

    async remove() {
      if (current === undefined) return
      const { id } = current
      current = undefined
      await github.deleteComment(id)
    },

    find,
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
      if (!mayHaveBeenPosted(error)) throw error
      const own = (await find()).find((comment) => comment.claim.nonce === claim.nonce)
      if (own === undefined && isLast) throw error
      return own
    }
  }

  async function find(): Promise<ClaimedComment[]> {
    const comments = await github.listComments(thread, options.since)
    return comments.flatMap((comment) => {
      const claim = marker.read(comment.body, comment.id)
      return claim === undefined ? [] : [{ ...locate(comment), claim }]
    })
  }

  /** The marker comes last and is never cut. */
  function render(content: Markdown, claim: Claim): string {
    return `${fitMarkdown(redact(content.toString()), MAXIMUM_LENGTH - MARKER_ROOM)}\n\n${marker.write(claim)}`
  }
}

function locate({ id, url }: Pick<ThreadComment, 'id' | 'url'>): { id: number; url: string } {
  return { id, url: toPlainUrl(outsideText(url))?.href ?? '' }
}

/** No answer, a server error, or one that can't be read: the comment may be there all the same. */
function mayHaveBeenPosted(error: unknown): boolean {
  if (!(error instanceof GitHubError) || error.isRateLimited) return false
  return error.status === undefined || error.status >= 500 || error.status === 408
}
