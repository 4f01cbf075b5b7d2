import type { Fetch } from '../network/fetch.ts'
import type { DocsServiceError, Operation } from './errors.ts'
import type { AgentJob, ViewsPage } from './schema.ts'

/** Everything the client needs from outside. */
export interface DocsServiceOptions {
  /** Address of the service; a path in it is kept as a prefix. */
  baseUrl: URL
  apiKey: string
  projectId: string
  userAgent: string
  fetch: Fetch
  /** Waits; ends early, by throwing or not, when `signal` is aborted. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Milliseconds on a monotonic clock. */
  now: () => number
  /** At least 0, less than 1. */
  random: () => number
  /** Milliseconds since 1970, for `Retry-After` dates. */
  wallClock?: () => number
  /** Longest time for one request in milliseconds, body included. */
  requestTimeLimitMs?: number
  /** Told before each pause that precedes a repeat. */
  onRetry?: (event: RetryEvent) => void
}

export interface RetryEvent {
  operation: Operation
  failure: DocsServiceError
  /** The attempt that failed, from 1. */
  attempt: number
  delayMs: number
}

/** How long an operation may take. */
export interface Limits {
  signal: AbortSignal
  /** On the clock of `now`; `Infinity` when there is none. */
  deadline: number
}

export interface ViewsQuery {
  dateFrom?: string
  dateTo?: string
  limit: number
  offset: number
}

export interface DocsService {
  createAgentJob(prompt: string, limits: Limits): Promise<AgentJob & { id: string }>
  getAgentJob(id: string, limits: Limits): Promise<AgentJob>
  getPageViews(query: ViewsQuery, limits: Limits): Promise<ViewsPage>
}

export function createDocsService(_options: DocsServiceOptions): DocsService {
  throw new Error('not written yet')
}
