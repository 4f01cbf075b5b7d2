import { EventEmitter, once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

/** One request as it arrived, and what became of it. Entries are live: later fields fill in as the exchange goes on. */
export interface RequestRecord {
  readonly method: string
  /** Path as sent, still percent-encoded, without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Names in lower case. Holds the API key as sent. */
  readonly headers: Readonly<IncomingHttpHeaders>
  /** What it asks for; absent when the service has nothing of that method at that path. */
  readonly operation?: OperationName
  /** Milliseconds since 1970 on the service's clock. */
  readonly at: number
  /** Path and query, exactly as sent. */
  readonly target: string
  /** The body parsed as JSON, once it was read; absent when there was none or it was no JSON. */
  body?: unknown
  /** The status that went out; absent while there was none (hung, cut, still working). */
  status?: number
  /** How the exchange ended; absent while it is in flight. */
  ended?: 'answered' | 'not answered'
  /** The kind of fault that was applied, if any. */
  fault?: string
}

/** Which requests are meant. A string path matches when it is contained in path and query. */
export interface RequestMatch {
  operation?: OperationName
  method?: string
  path?: string | RegExp
}

/** Keeps every request in order of arrival, and counts how many are in flight. */
export class RequestLog {
  readonly records: RequestRecord[] = []
  maxInFlight = 0
  inFlight = 0
  readonly #arrivals = new EventEmitter()

  /** Enters a request; follows it until its answer was sent or its connection closed. */
  begin(request: IncomingMessage, response: ServerResponse, at: number): RequestRecord {
    const record = describeRequest(request, at)
    this.records.push(record)
    this.inFlight += 1
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight)
    response.once('close', () => {
      this.inFlight -= 1
      if (response.headersSent) record.status = response.statusCode
      record.ended = response.writableFinished ? 'answered' : 'not answered'
    })
    this.#arrivals.emit('request')
    return record
  }

  /** Those that match, in order of arrival. */
  find(match: RequestMatch): RequestRecord[] {
    return this.records.filter((record) => matchesRequest(match, record))
  }

  /** Resolves with the `count`th matching request, past ones included. */
  async waitFor(match: RequestMatch, count: number): Promise<RequestRecord> {
    for (;;) {
      const found = this.find(match)[count - 1]
      if (found !== undefined) return found
      await once(this.#arrivals, 'request')
    }
  }
}

/** Whether `record` is one of those that `match` means. */
export function matchesRequest(
  { operation, method, path = '' }: RequestMatch,
  record: RequestRecord,
): boolean {
  if (operation !== undefined && operation !== record.operation) return false
  if (method !== undefined && method !== record.method) return false
  return typeof path === 'string' ? record.target.includes(path) : record.target.search(path) >= 0
}

function describeRequest(
  { url: target = '/', method = 'GET', headers }: IncomingMessage,
  at: number,
): RequestRecord {
  // Not through `new URL`: it resolves `..` and `%2e%2e`, and what was really sent is what counts here.
  const [path = '', ...query] = target.split('?')
  const route = findRoute(path)
  return {
    method,
    ...(route?.method === method && { operation: route.operation }),
    path,
    query: Object.fromEntries(new URLSearchParams(query.join('?'))),
    headers,
    at,
    target,
  }
}

/** The service's operations, as the request log names them. */
export type OperationName = 'create-job' | 'get-job' | 'send-message' | 'get-page-views'

export interface Route {
  operation: OperationName
  method: 'GET' | 'POST'
  projectId: string
  /** The job's id; empty where the path has none. */
  jobId: string
}

/** The operation that a path (percent-encoded, without the query) leads to, whatever the request's method is. */
export function findRoute(path: string): Route | undefined {
  const found = routes.find(({ pattern }) => pattern.test(path))
  if (found === undefined) return undefined
  const { operation, method, pattern } = found
  try {
    const [, projectId = '', jobId = ''] = (pattern.exec(path) ?? []).map((part) =>
      decodeURIComponent(part ?? ''),
    )
    return { operation, method, projectId, jobId }
  } catch {
    return undefined
  }
}

const routes: { operation: OperationName; method: Route['method']; pattern: RegExp }[] = [
  { operation: 'create-job', method: 'POST', pattern: /^\/v2\/agent\/([^/]+)\/job$/ },
  { operation: 'get-job', method: 'GET', pattern: /^\/v2\/agent\/([^/]+)\/job\/([^/]+)$/ },
  { operation: 'send-message', method: 'POST', pattern: /^\/v2\/agent\/([^/]+)\/job\/([^/]+)\/message$/ },
  { operation: 'get-page-views', method: 'GET', pattern: /^\/v1\/analytics\/([^/]+)\/views$/ },
]
