import { formatTime, isRateLimit, parseLimitWait } from '../network/retry-after.ts'
import { readFields, readText } from '../untrusted/json.ts'
import { untrustedText } from '../untrusted/text.ts'
import { GitHubError, hintFor } from './errors.ts'
import type { Permissions } from './permissions.ts'

/** If a conversation is locked, GitHub links to this page. */
const LOCKED = /\/locking-conversations\b/u

/**
 * Explains an error of Octokit.
 * @param operation the operation and its target
 * @param permissions that the operation needs
 * @param wallClockMs now, in milliseconds since 1970
 */
export function toGitHubError(
  operation: string,
  permissions: Permissions,
  cause: unknown,
  wallClockMs: number,
): GitHubError {
  const { status, headers, data } = parseFailure(cause)
  const said = parseMessage(data)
  const get = (name: string) => (headers[name] === undefined ? undefined : String(headers[name]))
  const isRateLimited = isRateLimit(status, { get }, said)
  const isMissing = /\bnot accessible by\b/iu.test(said)
  const retryAfterMs = isRateLimited ? parseLimitWait({ get }, wallClockMs) : undefined
  return new GitHubError(operation, {
    status,
    isRateLimited,
    retryAfterMs,
    answer: status === undefined ? `GitHub didn't answer (${nameError(cause)})` : `GitHub returned ${status}`,
    detail: untrustedText(said),
    isLocked: status === 403 && LOCKED.test(readText(readFields(data)['documentation_url']) ?? ''),
    hint: isRateLimited ? hintForLimit(retryAfterMs, wallClockMs) : hintFor(status, isMissing, permissions),
    cause,
  })
}

function hintForLimit(retryAfterMs: number | undefined, nowMs: number): string {
  const when = retryAfterMs === undefined ? 'later' : `after ${formatTime(nowMs + retryAfterMs, nowMs)}`
  return `A rate limit was reached. Try again ${when}.`
}

/** The status is undefined if no answer came: Octokit reports status 500 then, but no response. */
function parseFailure(cause: unknown) {
  const { status, response } = readFields(cause)
  const isRedirect = typeof status === 'number' && status >= 300 && status < 400
  const isAnswered = typeof status === 'number' && (response !== undefined || isRedirect)
  const { headers, data } = readFields(response)
  return { status: isAnswered ? status : undefined, headers: readFields(headers), data }
}

/**
 * GitHub's own message; empty if there is none.
 * https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api#validation-failed
 */
function parseMessage(data: unknown): string {
  const { message, errors } = readFields(data)
  const more = Array.isArray(errors) ? errors.slice(0, 5).map((each) => readFields(each)['message'] ?? each) : []
  return [message, ...more].filter((each) => typeof each === 'string' && each.trim() !== '').join('; ')
}

function nameError(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown reason'
  const inner = cause.cause instanceof Error ? cause.cause : cause
  const root = inner.cause instanceof Error ? inner.cause : inner
  return 'code' in root && typeof root.code === 'string' ? root.code : root.name
}
