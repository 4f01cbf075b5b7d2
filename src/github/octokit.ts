import { getOctokit } from '@actions/github'
import { type Fetch, USER_AGENT } from '../network/fetch.ts'
import type { Clock } from '../runner/clock.ts'
import { readFields } from '../untrusted/json.ts'
import { GitHubError } from './errors.ts'
import { toGitHubError } from './failed-request.ts'
import { createFailureBudget, type FailureBudget } from './failure-budget.ts'
import { type Answer, type GitHubRequest, parseAnswer, type Query } from './requests.ts'
import { followOwnRedirects, readWhole } from './transport.ts'

export interface GitHubOptions {
  token: string
  apiUrl: string
  fetch: Fetch
  clock: Clock
  random: () => number
  signal: AbortSignal
  /** Shared with other code that repeats requests. By default, a new one of 30 s. */
  budget?: FailureBudget
  /** Gets the time by GitHub's clock with each answer, in milliseconds since 1970. */
  onTime?: ((ms: number) => void) | undefined
}

/** The budget for failures of reactions, in milliseconds. */
const REACTIONS_MS = 10_000

/**
 * The newest version that every supported GitHub Enterprise Server has, and the last one with `merge_commit_sha`
 * (`pull-requests.ts` names the replacement). GitHub supports it until at least March 2028.
 * https://docs.github.com/rest/about-the-rest-api/breaking-changes
 */
const API_VERSION = '2022-11-28'
/** For one request, its body and redirects included. */
const TIME_LIMIT_MS = 10_000
/** Once the budget is spent, each request gets one short try. */
const SHORT_TIME_LIMIT_MS = 3_000

/**
 * Sends requests with Octokit. Its retry plugin would repeat a POST that may have been carried out, and its throttling
 * plugin would wait for seconds between writes.
 */
export function createGitHubRequest(options: GitHubOptions): GitHubRequest {
  const { clock, random, signal } = options
  const send = createSender(options)
  const reactions = createFailureBudget({ clock, random, failuresMs: REACTIONS_MS })
  const others = options.budget ?? createFailureBudget({ clock, random })

  return async (query) => {
    const budget = query.isReaction ? reactions : others
    for (let attempt = 1; ; attempt += 1) {
      const sentAt = clock.now()
      try {
        return parseAnswer(query, await send(query, Math.max(SHORT_TIME_LIMIT_MS, budget.leftMs())))
      } catch (error) {
        if (!(error instanceof GitHubError)) throw error
        budget.spend(sentAt)
        if (!(await pauseAfter(error, query, attempt, budget, signal))) throw error
      }
    }
  }
}

/** Sends a request once, and reads the answer within `leftMs`. */
function createSender({ token, apiUrl, fetch, clock, signal, onTime }: GitHubOptions) {
  const ignore = () => {}
  const octokit = getOctokit(token, {
    baseUrl: apiUrl,
    userAgent: USER_AGENT,
    request: { fetch: followOwnRedirects(readWhole(fetch, onTime)) },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  })

  return async (
    { operation, permissions, route, parameters }: Query<unknown>,
    leftMs: number,
  ): Promise<Answer<unknown>> => {
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
      return { status: response.status, data: response.data, link: response.headers.link ?? '' }
    } catch (cause) {
      signal.throwIfAborted()
      throw toGitHubError(operation, permissions, cause, clock.wallClock())
    }
  }
}

/** Waits before the request is repeated. @returns false, without waiting, if it isn't repeated */
async function pauseAfter(
  error: GitHubError,
  { isRepeatable }: Query<unknown>,
  attempt: number,
  budget: FailureBudget,
  signal: AbortSignal,
): Promise<boolean> {
  // A rate limit: the request was certainly not carried out.
  if (error.isRateLimited) return await budget.pause(attempt, signal, error.retryAfterMs)
  // The answer won't change; or the request may have been carried out, and must not be repeated.
  if (!error.isTransient || isRepeatable === false) return false
  return await budget.pause(attempt, signal)
}
