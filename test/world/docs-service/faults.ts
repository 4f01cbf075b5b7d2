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
  const half = real.body.slice(0, real.body.length / 2)
  const send = (answer: Partial<Answer>): void => sendAnswer(response, { ...real, ...answer })
  switch (fault.kind) {
    case 'hang':
      break
    case 'cut':
      response.socket?.resetAndDestroy()
      break
    case 'cut-body':
      response.writeHead(real.status, { ...real.headers, 'content-length': Buffer.byteLength(real.body) })
      // Closed, not reset: a reset would throw away the bytes that the client has not read yet.
      response.write(half, () => response.socket?.destroy())
      break
    case 'truncated-json':
      send({ body: half })
      break
    case 'redirect':
      send({ status: fault.status, headers: { location: fault.location } })
      break
    case 'html':
      send({ status: 502, headers: { 'content-type': 'text/html' }, body: ERROR_PAGE })
      break
    case 'gzip-bomb': {
      const { headers, body } = json(200, { id: 'bomb', status: 'active' }, { 'content-encoding': 'gzip' })
      send({ headers, body: gzipSync(' '.repeat(65 * 2 ** 20) + body, { level: 1 }) })
      break
    }
    case 'answer': {
      const { status, headers, body = '' } = fault
      send({ ...json(status, body, headers), ...(typeof body === 'string' && { body }) })
      break
    }
    default:
      throw new Error('There is no such fault')
  }
}

const ERROR_PAGE = '<!DOCTYPE html><html><head><title>502</title></head><body><h1>Something is wrong</h1></body></html>'

type Answer = Omit<ApiAnswer, 'body'> & { body: string | Buffer }

export function sendAnswer(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) })
  response.end(answer.body)
}
