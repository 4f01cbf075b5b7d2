import { getOctokit } from '@actions/github'
import { type Fetch, USER_AGENT } from '../network/fetch.ts'
import type { Clock } from '../runner/clock.ts'
import { GitHubError } from './errors.ts'
import { toGitHubError } from './failed-request.ts'
import { createFailureBudget, type FailureBudget } from './failure-budget.ts'
import type { Permissions } from './permissions.ts'
import { followOwnRedirects } from './redirects.ts'

/** What a request needs to know besides its route. */
export interface RequestFacts {
  /** What is tried, on what: the start of every error message. */
  operation: string
  /** What the token needs for it. */
  permissions: Permissions
  /** Whether carrying it out twice does no harm. A comment that is posted twice does. */
  isRepeatable: boolean
  /** Its failures are counted apart: what depends on a reaction can wait less than the claim of a run. */
  isReaction?: boolean
}

/** An answer of GitHub's with a status below 300. */
export interface Answer {
  status: number
  data: unknown
  /** The `Link` header, for pages. */
  link: string
}

/** Sends one request, and repeats it where that is safe and may help. */
export type GitHubRequest = (
  facts: RequestFacts,
  route: string,
  parameters: Record<string, unknown>,
) => Promise<Answer>

export interface GitHubOptions {
  token: string
  apiUrl: string
  fetch: Fetch
  clock: Clock
  random: () => number
  signal: AbortSignal
  /** Shared with who repeats requests as well, such as the post of a comment. One of 30 s if it is left out. */
  budget?: FailureBudget
}

/** Failures of reactions, in milliseconds. */
const REACTIONS_MS = 10_000

/**
 * The newest version that every supported GitHub Enterprise Server knows as well; a server refuses a version that it
 * does not know. https://docs.github.com/rest/about-the-rest-api/api-versions
 */
const API_VERSION = '2022-11-28'
/** One request may take this long, the body and redirects included. */
const TIME_LIMIT_MS = 10_000
/** Once the budget is used up, each request gets one short try. */
const SHORT_TIME_LIMIT_MS = 3_000

/**
 * A request function on Octokit. It uses no retry plugin, which would repeat a POST that may have been carried out,
 * and no throttling plugin, which spaces writes seconds apart.
 * @throws (from the function) GitHubError; the signal's reason when the run is cancelled.
 */
export function createGitHubRequest(options: GitHubOptions): GitHubRequest {
  const { clock, random, signal } = options
  const budgets = {
    reactions: createFailureBudget({ clock, random, failuresMs: REACTIONS_MS }),
    others: options.budget ?? createFailureBudget({ clock, random }),
  }
  const octokit = getOctokit(options.token, {
    baseUrl: options.apiUrl,
    userAgent: USER_AGENT,
    request: { fetch: followOwnRedirects(options.fetch) },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  })

  return async (facts, route, parameters) => {
    const budget = facts.isReaction ? budgets.reactions : budgets.others
    for (let attempt = 1; ; attempt += 1) {
      const sentAt = clock.now()
      try {
        return await sendOnce(facts, route, parameters, budget)
      } catch (error) {
        if (!(error instanceof GitHubError)) throw error
        budget.spend(sentAt)
        if (!(await pauseAfter(error, facts, attempt, budget, signal))) throw error
      }
    }
  }

  async function sendOnce(
    { operation, permissions }: RequestFacts,
    route: string,
    parameters: Record<string, unknown>,
    budget: FailureBudget,
  ): Promise<Answer> {
    signal.throwIfAborted()
    const limitMs = Math.min(TIME_LIMIT_MS, Math.max(SHORT_TIME_LIMIT_MS, budget.leftMs()))
    try {
      const response = await octokit.request(route, {
        ...parameters,
        headers: { 'x-github-api-version': API_VERSION, ...headersIn(parameters) },
        request: { signal: AbortSignal.any([signal, AbortSignal.timeout(Math.round(limitMs))]) },
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
  { isRepeatable }: RequestFacts,
  attempt: number,
  budget: FailureBudget,
  signal: AbortSignal,
): Promise<boolean> {
  // Refused for now, so certainly not carried out: wait as long as GitHub asks, within reason.
  if (error.isRateLimited) return await budget.pause(attempt, signal, error.retryAfterMs)
  // Refused for good; or it may have been carried out, and a second time would do harm.
  if (!error.isTransient || !isRepeatable) return false
  return await budget.pause(attempt, signal)
}

function headersIn({ headers }: Record<string, unknown>): Record<string, string> {
  return typeof headers === 'object' && headers !== null ? (headers as Record<string, string>) : {}
}

function ignore(): void {}
