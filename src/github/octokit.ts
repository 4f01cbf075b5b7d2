import { getOctokit } from '@actions/github'
import { formatTime } from '../formatting/times.ts'
import { type Fetch, findErrorCode, USER_AGENT } from '../network/fetch.ts'
import type { Gate } from '../network/gate.ts'
import {
  type Allowance,
  createAllowance,
  type PatientOptions,
  type RetryDecision,
  sendPatiently,
} from '../network/patience.ts'
import { isRateLimit, parseLimitWait } from '../network/retry-after.ts'
import { readFields, readText } from '../untrusted/json.ts'
import { untrustedText } from '../untrusted/text.ts'
import { GitHubError, hintFor } from './errors.ts'
import { findGraphqlFailure, findGraphqlUrl, GRAPHQL_ROUTE } from './graphql.ts'
import { type Answer, type GitHubRequest, parseAnswer, type Query } from './requests.ts'
import { followOwnRedirects, readWhole } from './transport.ts'

export interface GitHubOptions extends Omit<PatientOptions, 'allowance'> {
  token: string
  redact: Redact
  apiUrl: string
  /** Of GraphQL; `gate` is that of REST. */
  graphqlGate: Gate
  fetch: Fetch
  allowance: () => Allowance
  /** Gets the time by GitHub's clock with each answer, in milliseconds since 1970. */
  onTime?: ((ms: number) => void) | undefined
}

/** For trouble with reactions, in milliseconds. */
const REACTIONS_MS = 10_000

/**
 * The newest version that every supported GitHub Enterprise Server has. GitHub supports it until at least March 2028.
 * https://docs.github.com/rest/about-the-rest-api/breaking-changes
 */
const API_VERSION = '2022-11-28'
/** For one request, its body and redirects included. */
const TIME_LIMIT_MS = 30_000
/** Once the time for trouble is spent, each request gets one short try. */
const SHORT_TIME_LIMIT_MS = 3_000

/**
 * Sends requests with Octokit. Its retry plugin would repeat a POST that may have been carried out, and its throttling
 * plugin would wait for seconds between writes.
 */
export function createGitHubRequest(options: GitHubOptions): GitHubRequest {
  const { clock, allowance, gate, graphqlGate } = options
  const send = createSender(options)
  const reactions = createAllowance(clock, { troubleMs: REACTIONS_MS })

  return async (query) => {
    const own = query.isReaction ? reactions : allowance()
    return await sendPatiently(
      {
        send: async () => parseAnswer(query, await send(query, Math.max(SHORT_TIME_LIMIT_MS, own.trouble.leftMs()))),
        judge: (error) => judge(error, query),
        refuse: (at, error) => refuse(query, at, clock.wallClock(), error),
        // A reaction isn't worth a wait.
        isHasty: query.isReaction,
      },
      { ...options, gate: query.route === GRAPHQL_ROUTE ? graphqlGate : gate, allowance: own },
    )
  }
}

function judge(error: unknown, { isRepeatable }: Query<unknown>): RetryDecision | undefined {
  if (!(error instanceof GitHubError)) return undefined
  // The request was certainly not carried out.
  if (error.isRateLimited) return { kind: 'limit', retryAfterMs: error.retryAfterMs }
  // The answer won't change; or the request may have been carried out, and must not be repeated.
  return { kind: error.isTransient && isRepeatable !== false ? 'trouble' : 'final' }
}

/** The error of a request that would have to wait for longer than it can. */
function refuse({ operation }: Query<unknown>, retryAt: number, now: number, error: unknown): GitHubError {
  if (error instanceof GitHubError) return Object.assign(error, { retryAt })
  const answer = `not sent, because GitHub asks to wait until ${formatTime(retryAt, now)}`
  const hint = 'A rate limit was reached. Try again later.'
  return new GitHubError(operation, { isRateLimited: true, retryAt, answer, hint })
}

/** Sends a request once, and reads the answer within `leftMs`. */
function createSender({ token, apiUrl, fetch, clock, signals, onTime, redact }: GitHubOptions) {
  const [, signal] = signals
  const graphqlRoute = `POST ${findGraphqlUrl(apiUrl)}`
  const ignore = () => {}
  const octokit = getOctokit(token, {
    baseUrl: apiUrl,
    userAgent: USER_AGENT,
    request: { fetch: followOwnRedirects(readWhole(fetch, onTime)) },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  })

  return async (query: Query<unknown>, leftMs: number): Promise<Answer<unknown>> => {
    const { parameters } = query
    const isGraphql = query.route === GRAPHQL_ROUTE
    const route = isGraphql ? graphqlRoute : query.route
    signal.throwIfAborted()
    const limitMs = Math.round(Math.min(TIME_LIMIT_MS, leftMs))
    try {
      const response = await octokit.request(route, {
        ...parameters,
        headers: { 'x-github-api-version': API_VERSION, ...readFields(parameters['headers']) },
        request: { signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]) },
      })
      // For Octokit, a redirect that wasn't followed is a success.
      if (response.status >= 300) throw Object.assign(new Error('a redirect'), { status: response.status })
      const data: unknown = isGraphql ? readGraphqlData(query, response, clock.wallClock(), redact) : response.data
      return { status: response.status, data, link: response.headers.link ?? '' }
    } catch (cause) {
      signal.throwIfAborted()
      if (cause instanceof GitHubError) throw cause
      throw toGitHubError(query, cause, clock.wallClock(), redact)
    }
  }
}

type Redact = (text: string) => string

interface Response {
  headers: object
  data: unknown
}

/** The `data` of a GraphQL response. @throws GitHubError if `errors` say that it isn't whole */
function readGraphqlData(
  { operation, permissions }: Query<unknown>,
  { headers, data: body }: Response,
  wallClockMs: number,
  redact: Redact,
): unknown {
  const get = createGet(headers)
  const failure = findGraphqlFailure(body, { get })
  if (failure === undefined) return readFields(body)['data']
  const { status, isRateLimited, type, said } = failure
  const limit = isRateLimited ? readLimit(get, wallClockMs) : undefined
  const isHalf = status === 200
  throw new GitHubError(operation, {
    status,
    isRateLimited,
    retryAfterMs: limit?.retryAfterMs,
    answer: `GitHub returned ${type}`,
    // Redacted now: characters that make Markdown harmless would hide a part of a key.
    detail: untrustedText(redact(said)),
    hint: limit?.hint ?? (isHalf ? hintFor(500, false, permissions) : hintFor(status, isMissing(said), permissions)),
  })
}

const createGet = (headers: object) => (name: string) => {
  const value = readFields(headers)[name]
  return value === undefined ? undefined : String(value)
}

function isMissing(said: string): boolean {
  return /\bnot accessible by\b/iu.test(said)
}

function readLimit(get: (name: string) => string | undefined, wallClockMs: number) {
  const retryAfterMs = parseLimitWait({ get }, wallClockMs)
  const when = retryAfterMs === undefined ? 'later' : `after ${formatTime(wallClockMs + retryAfterMs, wallClockMs)}`
  return { retryAfterMs, hint: `A rate limit was reached. Try again ${when}.` }
}

/** If a conversation is locked, GitHub links to this page. */
const LOCKED = /\/locking-conversations\b/u

/** Explains an error of Octokit. */
function toGitHubError(
  { operation, permissions }: Query<unknown>,
  cause: unknown,
  wallClockMs: number,
  redact: Redact,
): GitHubError {
  const { status, headers, data } = parseFailure(cause)
  const said = parseMessage(data)
  const get = createGet(headers)
  const isRateLimited = isRateLimit(status, { get }, said)
  const limit = isRateLimited ? readLimit(get, wallClockMs) : undefined
  return new GitHubError(operation, {
    status,
    isRateLimited,
    retryAfterMs: limit?.retryAfterMs,
    answer: status === undefined ? `GitHub didn't respond (${nameError(cause)})` : `GitHub returned ${status}`,
    // Redacted now: characters that make Markdown harmless would hide a part of a key.
    detail: untrustedText(redact(said)),
    isLocked: status === 403 && LOCKED.test(readText(readFields(data)['documentation_url']) ?? ''),
    hint: limit?.hint ?? hintFor(status, isMissing(said), permissions),
    cause,
  })
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
  return findErrorCode(cause) ?? (cause.cause instanceof Error ? nameError(cause.cause) : cause.name)
}
