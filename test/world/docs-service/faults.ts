import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestMatch } from './request-log.ts'

/** What goes wrong, for which requests, how often. */
export interface FaultRule extends RequestMatch {
  /** How many matching requests go through first. Default 0. */
  skip?: number
  /** How many requests it then hits. Default 1; `Infinity` for all. */
  times?: number
  /**
   * `before handling`: the service never sees the request. `after handling`: its state changes (a job is created),
   * and only the answer goes wrong. Default `before handling`, but `after handling` for the faults that need the real
   * answer: stall-body, cut-body, truncated-json.
   */
  when?: 'before handling' | 'after handling'
  respond: FaultResponse
}

export type FaultResponse =
  /** Answers this. An object as `body` goes out as JSON. `latencyMs` waits first. */
  | {
      kind: 'answer'
      status: number
      headers?: Record<string, string | string[]>
      body?: string | Buffer | object
      latencyMs?: number
    }
  /** Answers as usual, only later. */
  | { kind: 'latency'; latencyMs: number }
  /** Cuts the connection without a byte of an answer. */
  | { kind: 'cut' }
  /** Sends nothing, for ever. */
  | { kind: 'hang' }
  /** Sends half of the headers, then nothing. */
  | { kind: 'stall-headers' }
  /** Sends headers and the first bytes of the real answer, then nothing. */
  | { kind: 'stall-body'; afterBytes?: number }
  /** Sends the first bytes of the real answer, then cuts the connection. */
  | { kind: 'cut-body'; afterBytes?: number }
  /** A complete answer with the real status, whose JSON breaks off (by default in the middle). */
  | { kind: 'truncated-json'; bytes?: number }
  /** An error page as a CDN sends it. Default status 502. */
  | { kind: 'html'; status?: number }
  /** A small gzip body that expands to `bytes` (default 65 MiB) of valid JSON. Default status 200. */
  | { kind: 'gzip-bomb'; status?: number; bytes?: number }
  /** A plain body of `bytes` (default 17 MiB) of valid JSON. Default status 200. */
  | { kind: 'oversized'; status?: number; bytes?: number }
  /** Default status 307. */
  | { kind: 'redirect'; status?: number; location: string }
  /** Anything else. */
  | ((request: IncomingMessage, response: ServerResponse) => void | Promise<void>)

/** The list of rules; for a request, the first one that matches and is not used up counts. */
export interface Faults {
  add(...rules: FaultRule[]): void
  clear(): void
}
