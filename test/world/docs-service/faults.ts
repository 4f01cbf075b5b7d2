import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { type ApiAnswer, json } from '../github/api-message.ts'
import { matchesRequest, type RequestMatch, type RequestRecord } from './request-log.ts'

export interface FaultRule extends RequestMatch {
  /** How many requests it hits. Default 1; `Infinity` for all. */
  times?: number
  /**
   * `before handling`: the service never sees the request. `after handling`: its state changes (a job is created),
   * and only the answer goes wrong, as it always is for `cut-body` and `truncated-json`.
   */
  when?: 'before handling' | 'after handling'
  respond: FaultResponse
}

type FaultResponse =
  /** An object as `body` goes out as JSON. */
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string | object }
  | { kind: 'redirect'; status: number; location: string }
  /**
   * - `cut`: resets the connection without a byte of an answer
   * - `hang`: sends nothing, for ever
   * - `cut-body`: sends half of the real answer, then closes the connection
   * - `truncated-json`: a complete answer with the real status, whose JSON breaks off in the middle
   * - `html`: an error page with status 502, as a CDN or a firewall sends it
   * - `gzip-bomb`: a small gzip body that expands to 65 MiB of valid JSON
   */
  | { kind: 'cut' | 'hang' | 'cut-body' | 'truncated-json' | 'html' | 'gzip-bomb' }

/** The rules of one service; the first that matches and is due wins. */
export class Faults {
  #rules: (FaultRule & { times: number })[] = []

  add(...rules: FaultRule[]): void {
    this.#rules.push(...rules.map((rule) => ({ times: 1, ...rule })))
  }

  clear(): void {
    this.#rules = []
  }

  /** The rule for this request, if one is due; it then counts as used. */
  take(record: RequestRecord): FaultRule | undefined {
    const due = this.#rules.find((rule) => rule.times > 0 && matchesRequest(rule, record))
    if (due !== undefined) due.times -= 1
    return due
  }
}

/** Whether the request still has its effect. */
export function isHandled({ when, respond: { kind } }: FaultRule): boolean {
  return when === 'after handling' || kind === 'cut-body' || kind === 'truncated-json'
}

/** Does to an exchange what the fault says. `real` is the real answer, when the request was handled. */
export function applyFault(fault: FaultResponse, real: ApiAnswer, response: ServerResponse): void {
  if (fault.kind === 'hang') return
  if (fault.kind === 'cut') response.socket?.resetAndDestroy()
  else if (fault.kind === 'cut-body') {
    response.writeHead(real.status, { ...real.headers, 'content-length': Buffer.byteLength(real.body) })
    // Closed, not reset: a reset would throw away the bytes that the client has not read yet.
    response.write(halve(real), () => response.socket?.destroy())
  } else sendAnswer(response, { ...real, ...describeAnswer(fault, real) })
}

function describeAnswer(fault: FaultResponse, real: ApiAnswer): Partial<Answer> {
  if (fault.kind === 'answer') {
    const { status, headers, body = '' } = fault
    return { ...json(status, body, headers), ...(typeof body === 'string' && { body }) }
  }
  if (fault.kind === 'redirect') return { status: fault.status, headers: { location: fault.location } }
  if (fault.kind === 'html') return { status: 502, headers: { 'content-type': 'text/html' }, body: ERROR_PAGE }
  if (fault.kind === 'truncated-json') return { body: halve(real) }
  const { headers, body } = json(200, { id: 'bomb', status: 'active' }, { 'content-encoding': 'gzip' })
  return { headers, body: gzipSync(' '.repeat(65 * 2 ** 20) + body, { level: 1 }) }
}

function halve({ body }: ApiAnswer): string {
  return body.slice(0, body.length / 2)
}

const ERROR_PAGE = '<!DOCTYPE html><html><head><title>502</title></head><body><h1>Something is wrong</h1></body></html>'

type Answer = Omit<ApiAnswer, 'body'> & { body: string | Buffer }

export function sendAnswer(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) })
  response.end(answer.body)
}
