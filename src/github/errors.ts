import { shorten, toOneLine } from '../untrusted/escape.ts'
import { readUntrustedText, type UntrustedText } from '../untrusted/text.ts'
import { describePermissions, type Permissions } from './permissions.ts'

const MAXIMUM_DETAIL = 200

/** A request to GitHub failed. */
export class GitHubError extends Error {
  override readonly name = 'GitHubError'
  /** Undefined when no answer came. */
  readonly status: number | undefined
  /** Refused for now because of a rate limit: certainly not carried out. */
  readonly isRateLimited: boolean
  /** How long GitHub asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** The same as a moment, in milliseconds since 1970. */
  readonly retryAt: number | undefined
  /** Refused because the conversation is locked. */
  readonly isLocked: boolean
  /** What was tried, on what, and what came back. */
  readonly what: string
  /** What to do about it. */
  readonly hint: string

  /** @param operation what was tried, on what: `react to comment 12 of acme/app` */
  constructor(
    operation: string,
    facts: {
      status?: number | undefined
      isRateLimited?: boolean
      retryAfterMs?: number | undefined
      retryAt?: number | undefined
      isLocked?: boolean
      answer: string
      /** GitHub's own message, which is quoted in one line, shortened. */
      detail?: UntrustedText | undefined
      /** What to do about it. */
      hint: string
      cause?: unknown
    },
  ) {
    const what = `GitHub: ${operation}: ${facts.answer}${quote(facts.detail)}.`
    super(`${what} ${facts.hint}`, { cause: facts.cause })
    this.what = what
    this.hint = facts.hint
    this.status = facts.status
    this.isRateLimited = facts.isRateLimited ?? false
    this.retryAfterMs = facts.retryAfterMs
    this.retryAt = facts.retryAt
    this.isLocked = facts.isLocked ?? false
  }

  /** GitHub is out of reach, fails, limits requests, or answers a success that can't be read: it may answer later. */
  get isTransient(): boolean {
    const { status } = this
    return this.isRateLimited || status === undefined || status < 300 || status >= 500 || status === 408
  }

  /** GitHub has no such thing. */
  get isGone(): boolean {
    return this.status === 404 || this.status === 410
  }
}

function quote(detail: UntrustedText | undefined): string {
  if (detail === undefined) return ''
  const line = toOneLine(readUntrustedText(detail)).replaceAll('"', "'")
  return ` and said "${shorten(line, MAXIMUM_DETAIL)}"`
}

/** What is known of an answer that helps to say what to do about it. */
export interface Refusal {
  /** Undefined when no answer came. */
  status: number | undefined
  /** The header `x-accepted-github-permissions`; empty when it was not sent. */
  acceptedPermissions: string
  /** Whether GitHub says that the token may not do this, and not that something can't be used. */
  isPermissionMissing: boolean
}

/**
 * What to do about a refusal, where `permissions` are what the operation needs. GitHub answers 403 to a token that
 * lacks a permission, and 404 where it hides that there is anything.
 */
export function hintFor(refusal: Refusal, permissions: Permissions): string {
  const { status } = refusal
  if (status === undefined)
    return 'Check https://www.githubstatus.com, and the proxy and network of the runner.'
  if (status === 401)
    return (
      'The token in `github-token` is wrong or has expired. The token of a GitHub App expires after an hour: ' +
      'for a longer run use `github.token`, which is valid until the job ends.'
    )
  if (status === 403 || status === 404) return hintForPermission(refusal, permissions)
  if (status === 410) return 'It was deleted, or issues are turned off in this repository.'
  if (status === 422) return 'GitHub considers the request invalid or spam; try again later.'
  if (status === 429) return 'This token has sent too many requests; try again later.'
  if (status >= 500) return 'GitHub has a problem: check https://www.githubstatus.com and try again later.'
  return "GitHub doesn't document this status for this request. Check GITHUB_API_URL."
}

function hintForPermission(
  { status, acceptedPermissions, isPermissionMissing }: Refusal,
  permissions: Permissions,
): string {
  // The `permissions:` of a workflow know no such line: its own token may always read that.
  if (permissions[0] === 'metadata: read')
    return (
      'The token in `github-token` must be able to read this repository. ' +
      'The token of a workflow reads no private repository but its own.'
    )
  const grant = describePermissions(permissions, acceptedPermissions)
  if (status === 404) return `It is gone, or the token can't see it: ${grant}.`
  if (isPermissionMissing) return `The token lacks a permission: ${grant}.`
  const others =
    'A locked conversation, an archived repository and a list of allowed IP addresses get the same status.'
  return `If the token lacks a permission, ${grant}. ${others}`
}
