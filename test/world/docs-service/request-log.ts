import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
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

export function matchesRequest({ operation, method, path = '' }: RequestMatch, record: RequestRecord): boolean {
  const isMeant = (operation ?? record.operation) === record.operation && (method ?? record.method) === record.method
  return isMeant && (typeof path === 'string' ? record.target.includes(path) : path.test(record.target))
}

export function describeRequest({ url = '/', method = 'GET', headers }: IncomingMessage, at: number): RequestRecord {
  // Not through `new URL`: it resolves `..` and `%2e%2e`, and what was really sent is what counts here.
  const [path = '', ...rest] = url.split('?')
  const query = Object.fromEntries(new URLSearchParams(rest.join('?')))
  const found = findOperation(path)
  return { method, path, query, headers, operation: found?.method === method ? found.name : undefined, at, target: url }
}
