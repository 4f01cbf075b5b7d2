import { quoteInOneLine } from '../untrusted/escape.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import type { Permissions } from './permissions.ts'

export class GitHubError extends Error {
  override readonly name = 'GitHubError'
  /** Undefined if no answer came. */
  readonly status: number | undefined
  /** Rejected for now because of a rate limit, so certainly not carried out. */
  readonly isRateLimited: boolean = false
  /** How long GitHub asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** The end of the limit, in milliseconds since 1970. */
  readonly retryAt: number | undefined
  /** Rejected because the conversation is locked. */
  readonly isLocked: boolean = false
  /** The operation, its target, and the answer. */
  readonly what: string
  /** How to fix it. */
  readonly hint: string = ''

  /** @param operation the operation and its target, such as `react to comment 12 in acme/app` */
  constructor(
    operation: string,
    facts: Partial<Pick<GitHubError, 'status' | 'isRateLimited' | 'retryAfterMs' | 'retryAt' | 'isLocked'>> & {
      answer: string
      /** GitHub's own message, which is quoted on one line. */
      detail?: UntrustedText | undefined
      hint: string
      cause?: unknown
    },
  ) {
    const { answer, detail, cause, ...others } = facts
    const said = quoteInOneLine(detail)
    const what = `Couldn't ${operation}: ${answer}${said && ` (${said})`}.`
    super(`${what} ${facts.hint}`, { cause })
    this.what = what
    Object.assign(this, others)
  }

  /** GitHub may answer later: it is unreachable, fails, limits requests, or sends a success that can't be parsed. */
  get isTransient(): boolean {
    const { status } = this
    return this.isRateLimited || status === undefined || status < 300 || status >= 500 || status === 408
  }

  get isGone(): boolean {
    return this.status === 404 || this.status === 410
  }
}

/** How to fix a failed request. A token without a permission gets 403, or 404 where GitHub hides the resource. */
export function hintFor(status: number | undefined, isMissing: boolean, permissions: Permissions): string {
  if (status === undefined) return "Check GitHub's status page, and the runner's proxy and network."
  if (status === 401)
    return (
      'The token in `github-token` is wrong or has expired. The token of a GitHub App expires after an hour. ' +
      'For longer runs, use `github.token`, which is valid until the run ends.'
    )
  if (status === 403 || status === 404) return hintForPermission(status, isMissing, permissions)
  if (status === 407) return 'The proxy needs a login. Check the variable HTTPS_PROXY.'
  if (status === 410) return 'It was deleted, or issues are turned off in this repository.'
  if (status === 422) return 'GitHub considers the request invalid or spam. Try again later.'
  if (status >= 500) return 'GitHub has a problem. Check its status, and try again later.'
  return "GitHub doesn't document this status for this request. Check GITHUB_API_URL."
}

function hintForPermission(status: number, isMissing: boolean, [first, second]: Permissions): string {
  // A workflow can't set this permission: its token always has it, for its own repository.
  if (first === 'metadata: read')
    return (
      `${status === 404 ? "If it wasn't deleted, the" : 'The'} token in \`github-token\` must be able to read this ` +
      'repository. ' +
      "The token of a workflow can't read other private repositories."
    )
  const line = `add \`${first}\` to the job's \`permissions:\``
  const grant = second === undefined ? line : `${line} (on a pull request, \`${second}\`)`
  if (status === 404) return `It doesn't exist, or the token can't see it. If it exists, ${grant}.`
  if (isMissing) return `The token lacks a permission: ${grant}.`
  const isWrite = first.endsWith(': write')
  const others = isWrite ? 'Locked conversations, archived repositories and IP allow lists get' : 'IP allow lists get'
  return `If the token lacks a permission, ${grant}. ${others} the same status.`
}
