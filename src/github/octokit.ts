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
  /** Shared with who repeats requests as well, such as the post of a comment. One of 30 s if it is left out. */
  budget?: FailureBudget
  /** Told what GitHub's clock says with each answer, in milliseconds since 1970. */
  onTime?: ((ms: number) => void) | undefined
}

/** Failures of reactions, in milliseconds. */
const REACTIONS_MS = 10_000

/**
 * The newest version that every supported GitHub Enterprise Server knows, and the last one with `merge_commit_sha`
 * (`pull-requests.ts` says what replaces it). GitHub supports it until March 2028 at least.
 * https://docs.github.com/rest/about-the-rest-api/breaking-changes
 */
const API_VERSION = '2022-11-28'
/** One request may take this long, the body and redirects included. */
const TIME_LIMIT_MS = 10_000
/** Once the budget is used up, each request gets one short try. */
const SHORT_TIME_LIMIT_MS = 3_000

/**
 * A request function on Octokit. It uses no retry plugin, which would repeat a POST that may have been carried out,
 * and no throttling plugin, which spaces writes seconds apart.
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

/** Sends a request once, and reads the answer within the time that is left for failures. */
function createSender({ token, apiUrl, fetch, clock, signal, onTime }: GitHubOptions) {
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
      // Octokit takes a redirect that is not followed for a success.
      if (response.status >= 300) throw Object.assign(new Error('a redirect'), { status: response.status })
      return { status: response.status, data: response.data, link: response.headers.link ?? '' }
    } catch (cause) {
      signal.throwIfAborted()
      throw toGitHubError(operation, permissions, cause, clock.wallClock())
    }
  }
}

/** Waits until the request may be sent again; false when it is not sent again. The first rule that fits decides. */
async function pauseAfter(
  error: GitHubError,
  { isRepeatable }: Query<unknown>,
  attempt: number,
  budget: FailureBudget,
  signal: AbortSignal,
): Promise<boolean> {
  // Refused for now, so certainly not carried out: wait as long as GitHub asks, within reason.
  if (error.isRateLimited) return await budget.pause(attempt, signal, error.retryAfterMs)
  // Refused for good; or it may have been carried out, and a second time would do harm.
  if (!error.isTransient || isRepeatable === false) return false
  return await budget.pause(attempt, signal)
}

function ignore(): void {}
