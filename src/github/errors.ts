import { ActionError, describeFailure } from '../runner/action-error.ts'
import { readLimitMs } from '../runner/patience.ts'
import { MINUTE_MS } from '../text/dates.ts'
import { quote } from '../text/plain-text.ts'

/** What Octokit throws, and what a response of GraphQL says. */
export interface GitHubFailure {
  /** Method and path, such as `GET /repos/acme/app/issues/12`. */
  request: string
  /** Undefined if no response came. */
  status: number | undefined
  headers: Readonly<Record<string, unknown>>
  /** GitHub's own message; empty if there is none. */
  message: string
  /** Of an error of GraphQL, such as `RATE_LIMIT`. */
  type?: string | undefined
  cause?: unknown
}

const LIMIT_TYPES = ['RATE_LIMIT', 'RATE_LIMITED']
/** How GitHub says that a token lacks a permission. */
const NOT_ACCESSIBLE = /not accessible by/iu
const REFUSAL_TYPES = ['FORBIDDEN', 'INSUFFICIENT_SCOPES']

/** The error that people read when a request to GitHub fails. */
export function explainGitHubFailure(failure: GitHubFailure, nowMs: number): ActionError {
  const { request, message, type, cause } = failure
  const status = failure.status === 200 && REFUSAL_TYPES.includes(type ?? '') ? 403 : failure.status
  const limitMs = readGitHubLimitMs(failure, nowMs)
  const came =
    status === undefined ? `didn't send a valid response (${describeFailure(cause)})` : `returned ${type ?? status}`
  const said = quote(message)
  return new ActionError(`GitHub ${came} for ${request}.`, {
    hint: explainStatus(status, failure),
    status,
    said: said && status !== undefined ? `GitHub says: ${said}` : '',
    limitMs,
    isTrouble: status === undefined || status >= 500 || (status === 200 && limitMs === undefined),
    isRefused: limitMs !== undefined || (status !== undefined && status >= 400 && status < 500),
    cause,
  })
}

/**
 * How long to wait for a limit; undefined where none was reached. Without a time, GitHub asks for at least a minute.
 * https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api
 */
function readGitHubLimitMs({ status, headers, message, type }: GitHubFailure, nowMs: number): number | undefined {
  const get = (name: string) => (headers[name] === undefined ? undefined : String(headers[name]))
  const waitMs = readLimitMs({ get }, nowMs)
  const isLimit =
    status === 429 ||
    LIMIT_TYPES.includes(type ?? '') ||
    (status === 403 && !NOT_ACCESSIBLE.test(message) && (waitMs !== undefined || /rate limit/iu.test(message)))
  return isLimit ? (waitMs ?? MINUTE_MS) : undefined
}

function explainStatus(status: number | undefined, { headers, message, type }: GitHubFailure): string {
  if (status === undefined || status >= 500) return "Check GitHub's status page and the runner's network."
  if (status === 401) return '`github-token` is wrong or has expired (the token of a GitHub App lasts an hour).'
  // Where GitHub's own message names another reason, such as an IP allow list, that message decides.
  if (status === 403 && !NOT_ACCESSIBLE.test(message)) return ''
  // GraphQL doesn't say which permission is missing. Its queries are about conversations.
  if (status === 403)
    return explainPermission(
      String(headers['x-accepted-github-permissions'] ?? (type && 'issues=read; pull_requests=read') ?? ''),
    )
  return status === 404 ? "It doesn't exist, or `github-token` can't access it." : ''
}

/**
 * The missing line of `permissions:`.
 * @param accepted such as `issues=write; pull_requests=write`: alternatives, each with permissions between commas
 */
function explainPermission(accepted: string): string {
  const alternatives = accepted
    .split(';')
    .map((each) =>
      each.replace(/(\w+)=(\w+)/gu, (_, name: string, level: string) => `\`${name.replaceAll('_', '-')}: ${level}\``),
    )
    .map((each) => each.trim().replaceAll(/,\s*/gu, ' and '))
    .filter(Boolean)
  if (alternatives.length === 0) return "The token lacks a permission. Check `permissions:` in the workflow's job."
  return `Add ${alternatives.join(' or ')} to \`permissions:\` in the workflow's job.`
}
