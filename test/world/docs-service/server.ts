import type { Faults } from './faults.ts'
import type { JobScenario, WorldJob } from './jobs.ts'
import type { PageViews } from './page-views.ts'
import type { RequestMatch, RequestRecord } from './request-log.ts'

export type Scope = 'read' | 'write'

export interface DocsServiceWorldOptions {
  /** Default `mint_test_0123456789abcdef`, with both scopes. */
  apiKey?: string
  /** Further keys and what they may. */
  keys?: { key: string; scopes: Scope[] }[]
  /** Default `docs-project`. */
  projectId?: string
  /** Further projects that exist. */
  projects?: string[]
  /** Course of every job that `nextJob` says nothing about. */
  scenario?: JobScenario
  /** Where the agent opens its pull requests. Without it, links are made up. */
  github?: AgentGithub
  /** Default: 4000 pages over 90 days. */
  pageViews?: PageViews
  rateLimits?: RateLimits
  /** Milliseconds since 1970. Default `Date.now`. With another clock, jobs end when they are read. */
  now?: () => number
  /** Called when a request has arrived, before anything is done about it; the service waits for it. */
  onRequest?: (request: RequestRecord) => void | Promise<void>
  /** Called when an answer has been sent completely. */
  onAnswer?: (request: RequestRecord) => void | Promise<void>
  /** Default 0: any free one. */
  port?: number
}

/** The repository that the agent writes documentation in. */
export interface AgentGithub {
  apiUrl: string
  token: string
  owner: string
  repo: string
  /** Branch to start from and to merge into. Default `main`. */
  base?: string
}

export interface RateLimits {
  /** Create requests per project and hour. Default 100. */
  createPerHour?: number
  /** Analytics requests per hour, all projects together. Default 100. */
  analyticsPerHour?: number
  /** Says when to come back. Default: not said, as the real service. */
  retryAfter?: 'seconds' | 'date'
}

/** A running docs service. Ends at once with `await using`, whatever is still open. */
export interface DocsServiceWorld extends AsyncDisposable {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  readonly url: string
  readonly apiKey: string
  readonly projectId: string
  /** All jobs, oldest first. */
  readonly jobs: readonly WorldJob[]
  /** All requests, in order of arrival. */
  readonly requests: readonly RequestRecord[]
  /** The most requests that were in flight at one time. */
  readonly maxInFlight: number
  readonly faults: Faults
  /** Course of the next job to be created; several calls queue up. */
  nextJob(scenario: JobScenario): void
  /** Those of `requests` that match. */
  requestsTo(match: RequestMatch): RequestRecord[]
  /** Resolves when the `count`th matching request has arrived (counted from the start). */
  waitForRequests(match: RequestMatch, count?: number): Promise<RequestRecord>
  /** Both may be set later, too. */
  onRequest: DocsServiceWorldOptions['onRequest']
  onAnswer: DocsServiceWorldOptions['onAnswer']
  /** Where the agent works from now on. */
  github: AgentGithub | undefined
  close(): Promise<void>
}

/**
 * Starts the docs service of the test world on loopback: the whole of the service's interface, with an agent that
 * really opens pull requests, faults on demand, and a log of requests.
 */
export async function startDocsService(_options: DocsServiceWorldOptions = {}): Promise<DocsServiceWorld> {
  throw new Error('not there yet')
}
