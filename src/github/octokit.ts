import { Octokit } from '@octokit/core'
import type { Fetch } from '../network/fetch.ts'
import type { Clock } from '../runner/clock.ts'
import { GitHubError, hintFor, type WorkflowPermission } from './errors.ts'

/** What a request needs to know besides its route. */
export interface RequestFacts {
  /** What is tried, on what: the start of every error message. */
  operation: string
  /** What the token needs for it. */
  permission: WorkflowPermission
  /** Whether carrying it out twice does no harm. A comment that is posted twice does. */
  isRepeatable: boolean
}

/** An answer of GitHub's with a status below 300. */
export interface Answer {
  status: number
  data: unknown
  /** The `Link` header, for pages. */
  link: string
}

/** Sends one request, repeating it where that is safe and of use. */
export type GitHubRequest = (
  facts: RequestFacts,
  route: string,
  parameters: Record<string, unknown>,
) => Promise<Answer>

export interface GitHubOptions {
  token: string
  apiUrl: string
  userAgent: string
  fetch: Fetch
  clock: Clock
  random: () => number
  signal: AbortSignal
}

/** One request may take this long, the body included. */
const TIME_LIMIT_MS = 10_000
const MAXIMUM_TRIES = 3
/**
 * What all requests of a run together may lose, in milliseconds, to failures and to waits for a rate limit. More is
 * not worth a runner's time, since a run can do its work without most of them. After that each gets one short try.
 */
const FAILURE_BUDGET_MS = 30_000
const RATE_LIMIT_BUDGET_MS = 90_000
const SHORT_TIME_LIMIT_MS = 3_000
/** https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#handle-rate-limit-errors-appropriately */
const DEFAULT_RATE_LIMIT_WAIT_MS = 60_000

/**
 * A request function on Octokit. No retry plugin: it would repeat a POST that may have been carried out. No
 * throttling plugin: it spaces writes seconds apart, which a run with half a dozen of them need not wait for.
 * @throws (from the function) GitHubError; the signal's reason when the run is cancelled.
 */
export function createGitHubRequest(options: GitHubOptions): GitHubRequest {
  const octokit = new Octokit({
    auth: options.token,
    baseUrl: options.apiUrl,
    userAgent: options.userAgent,
    request: { fetch: options.fetch },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  })

  const { clock } = options
  const budget: Budget = { failuresMs: FAILURE_BUDGET_MS, rateLimitsMs: RATE_LIMIT_BUDGET_MS }

  return async (facts, route, parameters) => {
    for (let attempt = 1; ; attempt += 1) {
      const sentAt = clock.now()
      try {
        return await sendOnce(facts, route, parameters)
      } catch (error) {
        await pause(error, facts, attempt, clock.now() - sentAt)
      }
    }
  }

  /** @throws the error, when that was the last try */
  async function pause(error: unknown, facts: RequestFacts, attempt: number, lostMs: number): Promise<void> {
    if (!(error instanceof GitHubError)) throw error
    budget.failuresMs -= lostMs
    const delayMs = decideDelayMs(error, facts, attempt, budget, options.random)
    if (delayMs === undefined) throw error
    budget[error.isRateLimited ? 'rateLimitsMs' : 'failuresMs'] -= delayMs
    await clock.sleep(delayMs, options.signal)
  }

  async function sendOnce(
    facts: RequestFacts,
    route: string,
    parameters: Record<string, unknown>,
  ): Promise<Answer> {
    options.signal.throwIfAborted()
    const limitMs = Math.min(TIME_LIMIT_MS, Math.max(SHORT_TIME_LIMIT_MS, budget.failuresMs))
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(Math.round(limitMs))])
    try {
      const response = await octokit.request(route, {
        ...parameters,
        request: { signal, redirect: 'manual' },
      })
      // A followed redirect would turn a POST into a GET; Octokit takes an unfollowed one for a success.
      if (response.status >= 300) throw Object.assign(new Error('a redirect'), { status: response.status })
      return { status: response.status, data: response.data, link: response.headers.link ?? '' }
    } catch (cause) {
      options.signal.throwIfAborted()
      throw toGitHubError(facts, cause, options.clock.wallClock())
    }
  }
}

/** What is left of the time that may be lost, in milliseconds. */
interface Budget {
  failuresMs: number
  rateLimitsMs: number
}

/** How long to wait before the request is sent again; undefined when it is not. First rule that fits decides. */
function decideDelayMs(
  error: GitHubError,
  facts: RequestFacts,
  attempt: number,
  budget: Budget,
  random: () => number,
): number | undefined {
  // Enough is enough.
  if (attempt >= MAXIMUM_TRIES) return undefined
  // Refused for now, so certainly not carried out: wait as long as GitHub asks, within reason.
  if (error.isRateLimited) {
    const waitMs = error.retryAfterMs ?? backOffMs(attempt, random)
    return waitMs <= budget.rateLimitsMs ? waitMs : undefined
  }
  // Refused for good.
  if (error.status !== undefined && error.status < 500 && error.status !== 408) return undefined
  // GitHub has had its share of this run.
  if (budget.failuresMs <= 0) return undefined
  // It may have been carried out, and a second time would do harm.
  if (!facts.isRepeatable) return undefined
  return backOffMs(attempt, random)
}

function backOffMs(attempt: number, random: () => number): number {
  return 500 * 2 ** (attempt - 1) * (0.75 + random() / 2)
}

function toGitHubError(facts: RequestFacts, cause: unknown, wallClockMs: number): GitHubError {
  const status = readStatus(cause)
  const headers = readHeaders(cause)
  const isRateLimited = isRateLimit(status, headers, cause)
  return new GitHubError(facts.operation, {
    status,
    isRateLimited,
    retryAfterMs: isRateLimited ? readRetryAfterMs(headers, cause, wallClockMs) : undefined,
    answer: status === undefined ? `no answer (${nameOf(cause)})` : `it answered ${status}`,
    hint: isRateLimited ? 'It was a rate limit; try again later.' : hintFor(status, facts.permission),
    cause,
  })
}

/** Octokit reports a request that got no answer as status 500 too; only one with a response has a status. */
function readStatus(cause: unknown): number | undefined {
  if (typeof cause !== 'object' || cause === null || !('status' in cause) || typeof cause.status !== 'number')
    return undefined
  const hasAnswer =
    ('response' in cause && cause.response !== undefined) || (cause.status >= 300 && cause.status < 400)
  return hasAnswer ? cause.status : undefined
}

type Headers = Readonly<Record<string, string | number | undefined>>

function readHeaders(cause: unknown): Headers {
  const response =
    typeof cause === 'object' && cause !== null && 'response' in cause ? cause.response : undefined
  return typeof response === 'object' && response !== null && 'headers' in response
    ? (response.headers as Headers)
    : {}
}

/** https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit */
function isRateLimit(status: number | undefined, headers: Headers, cause: unknown): boolean {
  if (status === 429) return true
  if (status !== 403) return false
  if (headers['retry-after'] !== undefined || String(headers['x-ratelimit-remaining']) === '0') return true
  return saysRateLimit(cause)
}

function saysRateLimit(cause: unknown): boolean {
  return cause instanceof Error && /rate limit/iu.test(cause.message)
}

/** A minute where GitHub names no time; a bare 429 is most likely something else in between, and not waited for so long. */
function readRetryAfterMs(headers: Headers, cause: unknown, wallClockMs: number): number | undefined {
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000
  const resetSeconds = Number(headers['x-ratelimit-reset'] ?? Number.NaN)
  if (String(headers['x-ratelimit-remaining']) !== '0' || !Number.isFinite(resetSeconds))
    return saysRateLimit(cause) ? DEFAULT_RATE_LIMIT_WAIT_MS : undefined
  return Math.max(0, resetSeconds * 1000 - wallClockMs) + 1000
}

function nameOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown reason'
  const inner = cause.cause instanceof Error ? cause.cause : cause
  const root = inner.cause instanceof Error ? inner.cause : inner
  return 'code' in root && typeof root.code === 'string' ? root.code : root.name
}

function ignore(): void {}
