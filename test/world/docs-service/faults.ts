import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type Answer, answerJson } from './answer.ts'
import { matchesRequest, type RequestMatch, type RequestRecord } from './request-log.ts'

/** What goes wrong, for which requests, how often. */
export interface FaultRule extends RequestMatch {
  /** How many matching requests go through first. Default 0. */
  skip?: number
  /** How many requests it then hits. Default 1; `Infinity` for all. */
  times?: number
  /**
   * `before handling`: the service never sees the request. `after handling`: its state changes (a job is created),
   * and only the answer goes wrong. Default `before handling`, but `after handling` for the faults that need the real
   * answer: latency, stall-body, cut-body, truncated-json.
   */
  when?: FaultTime
  respond: FaultResponse
}

type FaultTime = 'before handling' | 'after handling'

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
  /** Cuts the connection without a byte of an answer: with a reset (default), or by closing it politely. */
  | { kind: 'cut'; how?: 'reset' | 'close' }
  /** Sends nothing, for ever. */
  | { kind: 'hang' }
  /** Sends half of the headers, then nothing. */
  | { kind: 'stall-headers' }
  /** Sends headers and the first bytes of the real answer, then nothing. */
  | { kind: 'stall-body' }
  /** Sends the first bytes of the real answer, then cuts the connection. */
  | { kind: 'cut-body' }
  /** A complete answer with the real status, whose JSON breaks off in the middle. */
  | { kind: 'truncated-json' }
  /** An error page as a CDN or a firewall sends it. Default status 502. */
  | { kind: 'html'; status?: number }
  /** A small gzip body that expands to 65 MiB of valid JSON. Default status 200. */
  | { kind: 'gzip-bomb'; status?: number }
  /** A plain body of a little more than `bytes` (default 17 MiB) of valid JSON. */
  | { kind: 'oversized'; bytes?: number }
  /** Default status 307. */
  | { kind: 'redirect'; status?: number; location: string }
  /** Anything else. */
  | ((request: IncomingMessage, response: ServerResponse) => void | Promise<void>)

/** The list of rules. For a request, the first rule that matches, has skipped enough and is not used up counts. */
export class Faults {
  readonly #rules: { rule: FaultRule; toSkip: number; left: number }[] = []

  add(...rules: FaultRule[]): void {
    for (const rule of rules) this.#rules.push({ rule, toSkip: rule.skip ?? 0, left: rule.times ?? 1 })
  }

  clear(): void {
    this.#rules.length = 0
  }

  /** The fault for this request, if one is due; it then counts as used. */
  take(record: RequestRecord): Required<Pick<FaultRule, 'respond' | 'when'>> | undefined {
    for (const entry of this.#rules) {
      const { rule } = entry
      if (entry.left <= 0 || !matchesRequest(rule, record)) continue
      if (entry.toSkip > 0) {
        entry.toSkip -= 1
        continue
      }
      entry.left -= 1
      record.fault = 'kind' in rule.respond ? rule.respond.kind : 'function'
      return { respond: rule.respond, when: rule.when ?? defaultTime(rule.respond) }
    }
    return undefined
  }
}

function defaultTime(respond: FaultResponse): FaultTime {
  const needsAnswer = ['latency', 'stall-body', 'cut-body', 'truncated-json']
  return 'kind' in respond && needsAnswer.includes(respond.kind) ? 'after handling' : 'before handling'
}

export interface FaultExchange {
  request: IncomingMessage
  response: ServerResponse
  /** Fires when the service closes. */
  signal: AbortSignal
}

/**
 * The answer that a fault lets go out; undefined when there is none to send any more. `answer` is the real one, when the
 * request was handled.
 */
export async function applyFault(
  respond: FaultResponse,
  exchange: FaultExchange,
  answer: Answer,
): Promise<Answer | undefined> {
  const { request, response, signal } = exchange
  if (typeof respond === 'function') {
    await respond(request, response)
    return undefined
  }
  if ('latencyMs' in respond) await delay(respond.latencyMs, undefined, { signal })
  switch (respond.kind) {
    case 'latency':
      return answer
    case 'answer':
      return describeAnswer(respond)
    case 'truncated-json':
      return { ...answer, body: firstHalf(answer) }
    case 'html':
      return htmlPage(respond.status ?? 502)
    case 'redirect':
      return { status: respond.status ?? 307, headers: { location: respond.location }, body: '' }
    case 'gzip-bomb':
      return { ...hugeJson(65 * mebibyte, true), status: respond.status ?? 200 }
    case 'oversized':
      return hugeJson(respond.bytes ?? 17 * mebibyte, false)
    default:
      breakOff(respond, exchange, answer)
      return undefined
  }
}

/** What a request that was not handled would have been answered: a job and a page of views in one. */
export const unhandledAnswer = answerJson(200, {
  id: 'job-of-a-fault',
  status: 'active',
  prLink: null,
  totals: { human: 0, ai: 0, total: 0 },
  views: [],
  hasMore: false,
})

type BreakingOff = Extract<
  FaultResponse,
  { kind: 'cut' | 'hang' | 'stall-headers' | 'stall-body' | 'cut-body' }
>

function breakOff(respond: BreakingOff, { request, response }: FaultExchange, answer: Answer): void {
  switch (respond.kind) {
    case 'hang':
      return
    case 'cut':
      if (respond.how === 'close') request.socket.destroy()
      else request.socket.resetAndDestroy()
      return
    case 'stall-headers':
      request.socket.write('HTTP/1.1 200 OK\r\nContent-Type: applica')
      return
    default: {
      const { byteLength } = Buffer.from(answer.body)
      response.writeHead(answer.status, { ...answer.headers, 'content-length': byteLength })
      // Closed, not reset: a reset would throw away the bytes that the client has not read yet.
      const cut = respond.kind === 'cut-body' ? () => request.socket.destroy() : () => undefined
      response.write(firstHalf(answer), cut)
    }
  }
}

function firstHalf({ body }: Answer): Buffer {
  const whole = Buffer.from(body)
  return whole.subarray(0, Math.floor(whole.byteLength / 2))
}

const mebibyte = 1024 * 1024

/** `unhandledAnswer`, correct but for its size. */
function hugeJson(bytes: number, isZipped: boolean): Answer {
  const { status, headers, body } = unhandledAnswer
  const start = `${String(body).slice(0, -1)},"padding":"`
  const huge = Buffer.concat([Buffer.from(start), Buffer.alloc(bytes, 'a'), Buffer.from('"}')])
  if (!isZipped) return { status, headers, body: huge }
  return { status, headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(huge, { level: 1 }) }
}

function describeAnswer(respond: Extract<FaultResponse, { kind: 'answer' }>): Answer {
  const { status, headers, body } = respond
  if (body === undefined) return { status, headers: { ...headers }, body: '' }
  const isText = typeof body === 'string' || Buffer.isBuffer(body)
  const json = { 'content-type': 'application/json; charset=utf-8', ...headers }
  return { status, headers: json, body: isText ? body : JSON.stringify(body) }
}

function htmlPage(status: number): Answer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=UTF-8', server: 'cdn' },
    body: `<!DOCTYPE html>
<html lang="en"><head><title>${status}</title></head>
<body><h1>Something is wrong</h1><p>Error code ${status}. The web server reported an error.</p></body></html>
`,
  }
}
