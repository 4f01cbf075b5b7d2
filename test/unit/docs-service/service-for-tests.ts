import { once } from 'node:events'
import { createDocsService, type DocsService, type DocsServiceOptions } from '../../../src/docs-service/client.ts'
import type { DocsServiceError } from '../../../src/docs-service/errors.ts'
import type { Limits } from '../../../src/docs-service/request.ts'
import { ConnectError, createFetch, type Fetch, type FetchRequest } from '../../../src/network/fetch.ts'
import type { WaitEvent } from '../../../src/network/patience.ts'
import { createClock } from '../fake-clock.ts'
import { catchError } from '../network/loopback-server.ts'

export const API_KEY = 'mint_secret_0123456789'

/** The time when a test begins. */
export const NOON = Date.parse('2026-08-01T12:00:00Z')

/** A page without rows. */
export const PAGE = { totals: { human: 0, ai: 0, total: 0 }, views: [], hasMore: false }

/** A client whose clock only moves with its sleeps, which take no real time. */
export function createServiceForTests(options: Partial<DocsServiceOptions> = {}) {
  const { pauses, ...clock } = createClock(NOON)
  const waits: WaitEvent[] = []
  const service = createDocsService({
    baseUrl: new URL('https://docs.example'),
    apiKey: API_KEY,
    projectId: 'project-1',
    fetch: createFetch(),
    ...clock,
    random: () => 0,
    redact: (text) => text.replaceAll(API_KEY, '***'),
    onWait: (event) => waits.push(event),
    ...options,
  })
  return { service, pauses, waits }
}

export function noLimits(changes: Partial<Limits> = {}): Limits {
  return { signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY, ...changes }
}

/** Waits for a failure, and returns it. */
export const catchFailure = catchError<DocsServiceError>

/** Requests a job, which must fail. */
export function failToCreate(service: DocsService, limits: Partial<Limits> = {}): Promise<DocsServiceError> {
  return catchFailure(service.createAgentJob('x', noLimits(limits)))
}

/** A client with a `fakeFetch`. */
export function createAnsweredService(...answers: Parameters<typeof fakeFetch>) {
  const { fetch, calls } = fakeFetch(...answers)
  return { ...createServiceForTests({ fetch }), calls }
}

/** A `fetch` that returns these answers in turn, the last one forever, and records its calls. */
export function fakeFetch(...answers: (Error | (() => Response))[]) {
  const calls: { url: string; init: FetchRequest }[] = []
  const fakeFetch: Fetch = async (input, init) => {
    calls.push({ url: String(input), init })
    const answer = answers[Math.min(calls.length, answers.length) - 1]
    if (answer instanceof Error || answer === undefined) throw answer
    return answer()
  }
  return { fetch: fakeFetch, calls }
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}) {
  return () => new Response(JSON.stringify(value), { status, headers })
}

/** Rejects with the reason of `signal` when it aborts. */
export async function neverAnswer(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason
}

/** The error of `fetch` when a connection breaks. */
export const networkError = (code: string) => Object.assign(new Error(code), { code })

/** The error of `fetch` without a connection. */
export const connectError = (code: string) => new ConnectError(networkError(code))
