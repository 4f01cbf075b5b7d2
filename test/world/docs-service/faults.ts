import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { type ApiAnswer, json } from '../github/api-message.ts'
import { matchesRequest, type RequestMatch, type RequestRecord } from './request-log.ts'

/** What goes wrong, for which requests, how often. */
export interface FaultRule extends RequestMatch {
  /** How many requests it hits. Default 1; `Infinity` for all. */
  times?: number
  /**
   * `before handling`: the service never sees the request. `after handling`: its state changes (a job is created),
   * and only the answer goes wrong. Default `before handling`, but `after handling` for the faults that need the real
   * answer: cut-body, truncated-json.
   */
  when?: 'before handling' | 'after handling'
  respond: FaultResponse
}

export type FaultResponse =
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
    if (due === undefined) return undefined
    due.times -= 1
    record.fault = due.respond.kind
    return due
  }
}

/** Whether the request still has its effect. */
export function isHandled({ when, respond }: FaultRule): boolean {
  const needsAnswer = ['cut-body', 'truncated-json'].includes(respond.kind)
  return when === undefined ? needsAnswer : when === 'after handling'
}

/** What a request that was not handled would have been answered: a job and a page of views in one. */
export const unhandledAnswer = json(200, {
  id: 'job-of-a-fault',
  status: 'active',
  prLink: null,
  totals: { human: 0, ai: 0, total: 0 },
  views: [],
  hasMore: false,
})

/** Does to an exchange what the fault says. `real` is the real answer, when the request was handled. */
export function applyFault(fault: FaultResponse, real: ApiAnswer, response: ServerResponse): void {
  if (fault.kind === 'hang') return
  if (fault.kind === 'cut') {
    response.socket?.resetAndDestroy()
    return
  }
  if (fault.kind !== 'cut-body') {
    sendAnswer(response, describeAnswer(fault, real))
    return
  }
  response.writeHead(real.status, { ...real.headers, 'content-length': Buffer.byteLength(real.body) })
  // Closed, not reset: a reset would throw away the bytes that the client has not read yet.
  response.write(halve(real.body), () => response.socket?.destroy())
}

type Answer = Omit<ApiAnswer, 'body'> & { body: string | Buffer }

function describeAnswer(fault: FaultResponse, real: ApiAnswer): Answer {
  switch (fault.kind) {
    case 'truncated-json':
      return { ...real, body: halve(real.body) }
    case 'redirect':
      return { status: fault.status, headers: { location: fault.location }, body: '' }
    case 'html':
      return { status: 502, headers: { 'content-type': 'text/html', server: 'cdn' }, body: errorPage }
    case 'gzip-bomb': {
      const body = gzipSync(' '.repeat(65 * 2 ** 20) + unhandledAnswer.body, { level: 1 })
      return { ...json(200, {}, { 'content-encoding': 'gzip' }), body }
    }
    case 'answer': {
      const { status, headers = {}, body = '' } = fault
      if (typeof body === 'object') return json(status, body, headers)
      return body === '' ? { status, headers, body } : { ...json(status, {}, headers), body }
    }
    default:
      return real
  }
}

const errorPage = '<!DOCTYPE html><html><head><title>502</title></head><body><h1>Something is wrong</h1></body></html>'

function halve(text: string): string {
  return text.slice(0, text.length / 2)
}

export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}
