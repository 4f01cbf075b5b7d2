import { getOctokit } from '@actions/github'
import { abortLater } from '../runner/cancellation.ts'
import type { Clock } from '../runner/clock.ts'
import { createFetch, USER_AGENT } from '../runner/fetch.ts'
import { type Lifetime, Patience } from '../runner/patience.ts'
import { SECOND_MS } from '../text/dates.ts'
import { explainGitHubFailure, type GitHubFailure } from './errors.ts'

export type Octokit = ReturnType<typeof getOctokit>

export interface OctokitOptions {
  token: string
  clock: Clock
  lifetime: Lifetime
  /** Aborts when the run is canceled; what reports that has more time, which is its lifetime. */
  signal: AbortSignal
}

/**
 * The newest version that every supported GitHub Enterprise Server has.
 * https://docs.github.com/rest/about-the-rest-api/breaking-changes
 */
const API_VERSION = '2022-11-28'
const TIME_LIMIT_MS = 30 * SECOND_MS
/**
 * A canceled run waits this long for the response to a change, which tells whether it was made, and while it reports.
 */
const GRACE_MS = 1.5 * SECOND_MS
const PAUSES_MS = [SECOND_MS, 3 * SECOND_MS, 9 * SECOND_MS]
const NO_JSON = Object.assign(new Error("GitHub's address returned something other than JSON."), { code: 'not JSON' })
const IGNORE = () => {}

/**
 * Connects to GitHub, or to the GitHub Enterprise Server that GITHUB_API_URL names. Every request throws an
 * ActionError, or the signal's reason.
 *
 * Why not Octokit's plugins: `retry` repeats a POST that may have been carried out, and doesn't end its pauses when a
 * run is canceled; `throttling` waits three seconds between comments, and misses GraphQL's limit.
 */
export function connectGitHub({ token, clock, lifetime, signal: canceled }: OctokitOptions): Octokit {
  const baseUrl = process.env['GITHUB_API_URL'] || 'https://api.github.com'
  const octokit = getOctokit(token, {
    baseUrl,
    userAgent: USER_AGENT,
    // Our `fetch` sends all that Octokit hands over, but isn't the global one.
    request: { fetch: createFetch(baseUrl) },
    log: { debug: IGNORE, info: IGNORE, warn: IGNORE, error: IGNORE },
  })
  const patience = new Patience({ server: 'GitHub', clock, lifetime, pausesMs: PAUSES_MS })

  octokit.hook.wrap('request', async (request, options) => {
    const isQuery = options.url.endsWith('/graphql')
    // GitHub Enterprise Server has GraphQL elsewhere.
    if (isQuery && process.env['GITHUB_GRAPHQL_URL']) options.url = process.env['GITHUB_GRAPHQL_URL']
    const { method, url } = octokit.request.endpoint(options)
    const path = new URL(url).pathname
    const isReaction = /\/comments\/\d+\/reactions(?:\/\d+)?$/u.test(path)
    const isRead = isQuery || method === 'GET'
    // A comment that was created twice would stay. Everything else may be done twice.
    const isSafe = isRead || isReaction || method !== 'POST'
    return await patience.send(
      async () => {
        const { signal } = lifetime
        signal.throwIfAborted()
        // While a canceled run reports, no request may take the time of those behind it.
        const end = isRead && signal === canceled ? signal : abortLater(canceled, GRACE_MS)
        const limited = AbortSignal.any([end, AbortSignal.timeout(TIME_LIMIT_MS)])
        // In place: Octokit's own hook, which is called next, takes the same options, and ignores others.
        options.headers['x-github-api-version'] = API_VERSION
        options.request = { ...options.request, signal: limited }
        const explain = (failure: Failure) =>
          explainGitHubFailure({ request: `${method} ${path}`, ...failure }, clock.now())
        let response: Awaited<ReturnType<typeof request>>
        try {
          response = await request(options)
        } catch (cause) {
          if (isRead) signal.throwIfAborted()
          throw explain(readFailure(cause))
        }
        const failure = findFailure(response, isQuery)
        if (failure !== undefined) throw explain(failure)
        return response
      },
      { isSafe, isHasty: isReaction, isDivisible: options.request?.['isDivisible'] === true },
    )
  })
  return octokit
}

type Failure = Omit<GitHubFailure, 'request'>

/** What a success says that is none: the page of a proxy, nothing at all, or the errors of a query. */
function findFailure(response: SuccessfulResponse, isQuery: boolean): Failure | undefined {
  const { status, data } = response
  const isEmpty = status === 204 || status === 205
  if (!isEmpty && (typeof data !== 'object' || data === null))
    return { status: undefined, headers: {}, message: '', cause: NO_JSON }
  return isQuery ? findErrors(response) : undefined
}

/**
 * GraphQL tells failures in `errors`, beside `data` and with status 200. A node that it doesn't find is `null` in
 * `data`, and no failure; Octokit would throw for it.
 */
function findErrors({ status, headers, data }: SuccessfulResponse): Failure | undefined {
  const errors = data.errors?.filter(({ type }) => type !== 'NOT_FOUND') ?? []
  delete data.errors
  if (errors.length === 0) return undefined
  const message = errors.map((each) => each.message ?? '').join('; ')
  return { status, headers: { ...headers }, message, type: errors[0]?.type ?? 'errors' }
}

interface SuccessfulResponse {
  status: number
  headers: object
  data: { errors?: { type?: string; message?: string }[] }
}

/** What Octokit throws. Without a response, it reports the status 500. */
function readFailure(cause: unknown): Failure {
  const { status, response } = cause as {
    status?: number
    response?: { headers?: object; data?: { message?: unknown } }
  }
  const message = response?.data?.message
  return {
    status: response === undefined ? undefined : status,
    headers: { ...response?.headers },
    message: typeof message === 'string' ? message : '',
    cause,
  }
}
