import { EventEmitter, once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { findOperation, type OperationName } from './operations.ts'

/** One request as it arrived, and what became of it. Entries are live: later fields fill in as the exchange continues. */
export interface RequestRecord {
  readonly method: string
  /** Path as sent, still percent-encoded, without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Names in lower case. Holds the API key as sent. */
  readonly headers: Readonly<IncomingHttpHeaders>
  /** What it asks for; absent when the service has nothing of that method at that path. */
  readonly operation: OperationName | undefined
  /** Milliseconds since 1970 on the service's clock. */
  readonly at: number
  /** Path and query, exactly as sent. */
  readonly target: string
  /** The body parsed as JSON, once it was read; absent when there was none or it wasn't JSON. */
  body?: unknown
  /** The status that went out; absent while there was none (hung, cut, still working). */
  status?: number
  /** Whether the exchange is over, with an answer or without. */
  ended?: true
}

/** Which requests are meant. A path matches when it is found in path and query. */
export interface RequestMatch {
  operation?: OperationName
  method?: string
  path?: string | RegExp
}

/** Keeps every request, and counts how many are in flight. */
export class RequestLog {
  /** In order of arrival. */
  readonly requests: RequestRecord[] = []
  inFlight = 0
  readonly #arrivals = new EventEmitter()

  /** Those of `requests` that match. */
  requestsTo(match: RequestMatch): RequestRecord[] {
    return this.requests.filter((record) => matchesRequest(match, record))
  }

  /** Resolves when a matching request has arrived; past ones count. */
  async waitForRequests(match: RequestMatch): Promise<void> {
    while (this.requestsTo(match).length === 0) await once(this.#arrivals, 'request')
  }

  /** Enters a request; follows it until its answer was sent or its connection closed. */
  protected enterRequest(request: IncomingMessage, response: ServerResponse, at: number): RequestRecord {
    const { url: target = '/', method = 'GET', headers } = request
    // Not through `new URL`: it resolves `..` and `%2e%2e`, and what was really sent is what counts here.
    const [path = '', ...rest] = target.split('?')
    const query = Object.fromEntries(new URLSearchParams(rest.join('?')))
    const found = findOperation(path)
    const operation = found?.method === method ? found.name : undefined
    const record: RequestRecord = { method, path, query, headers, operation, at, target }
    this.requests.push(record)
    this.inFlight += 1
    response.once('close', () => {
      this.inFlight -= 1
      if (response.headersSent) record.status = response.statusCode
      record.ended = true
    })
    this.#arrivals.emit('request')
    return record
  }
}

/** Whether `record` is one of those that `match` means. */
export function matchesRequest({ operation, method, path = '' }: RequestMatch, record: RequestRecord): boolean {
  const isMeant = (operation ?? record.operation) === record.operation && (method ?? record.method) === record.method
  return isMeant && (typeof path === 'string' ? record.target.includes(path) : path.test(record.target))
}
