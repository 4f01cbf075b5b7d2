import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type Answer, answerJson, sendAnswer } from './answer.ts'
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
  /** Cuts the connection without a byte of an answer: with a reset (default), or by closing it politely. */
  | { kind: 'cut'; how?: 'reset' | 'close' }
  /** Sends nothing, for ever. */
  | { kind: 'hang' }
  /** Sends headers and the first bytes of the real answer, then nothing. */
  | { kind: 'stall-body' }
  /** Sends the first bytes of the real answer, then cuts the connection. */
  | { kind: 'cut-body' }
  /** A complete answer with the real status, whose JSON breaks off in the middle. */
  | { kind: 'truncated-json' }
  /** An error page as a CDN or a firewall sends it. Default status 502. */
  | { kind: 'html'; status?: number }
  /** A small gzip body that expands to 65 MiB of valid JSON. */
  | { kind: 'gzip-bomb' }
  /** A plain body of a little more than `bytes` of valid JSON. */
  | { kind: 'oversized'; bytes: number }
  | { kind: 'redirect'; status: number; location: string }

const kindsWithRealAnswer = ['stall-body', 'cut-body', 'truncated-json']

/** A fault that is due. */
interface Fault {
  respond: FaultResponse
  isHandled: boolean
}

/** The rules of one service; the first that matches and is due wins. */
export class Faults {
  readonly #rules: { rule: FaultRule; toSkip: number; left: number }[] = []

  add(...rules: FaultRule[]): void {
    for (const rule of rules) this.#rules.push({ rule, toSkip: rule.skip ?? 0, left: rule.times ?? 1 })
  }

  clear(): void {
    this.#rules.length = 0
  }

  /** The fault for this request, if one is due; it then counts as used. */
  take(record: RequestRecord): Fault | undefined {
    for (const entry of this.#rules) {
      const { respond, when } = entry.rule
      if (entry.left <= 0 || !matchesRequest(entry.rule, record)) continue
      if (entry.toSkip > 0) {
        entry.toSkip -= 1
        continue
      }
      entry.left -= 1
      record.fault = respond.kind
      const isHandled = when ? when === 'after handling' : kindsWithRealAnswer.includes(respond.kind)
      return { respond, isHandled }
    }
    return undefined
  }
}

export interface FaultExchange {
  request: IncomingMessage
  response: ServerResponse
  /** Fires when the service closes. */
  signal: AbortSignal
}

/** Does to an exchange what the fault says. `answer` is the real one, when the request was handled. */
export async function applyFault(
  respond: FaultResponse,
  { request, response, signal }: FaultExchange,
  answer: Answer,
): Promise<void> {
  switch (respond.kind) {
    case 'hang':
      return
    case 'cut':
      return void (respond.how === 'close' ? request.socket.destroy() : request.socket.resetAndDestroy())
    case 'stall-body':
      return sendHalf(response, answer, () => {})
    case 'cut-body':
      // Closed, not reset: a reset would throw away the bytes that the client has not read yet.
      return sendHalf(response, answer, () => request.socket.destroy())
    case 'answer':
      if (respond.latencyMs) await delay(respond.latencyMs, undefined, { signal })
  }
  sendAnswer(response, describeAnswer(respond, answer))
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

type WholeAnswer = Exclude<FaultResponse, { kind: 'cut' | 'hang' | 'stall-body' | 'cut-body' }>

function describeAnswer(respond: WholeAnswer, answer: Answer): Answer {
  switch (respond.kind) {
    case 'answer':
      return describeGiven(respond)
    case 'truncated-json':
      return { ...answer, body: firstHalf(answer) }
    case 'html':
      return describePage(respond.status ?? 502)
    case 'redirect':
      return { status: respond.status, headers: { location: respond.location }, body: '' }
    case 'oversized':
      return { ...unhandledAnswer, body: padJson(respond.bytes) }
    case 'gzip-bomb':
      return {
        status: 200,
        headers: { ...unhandledAnswer.headers, 'content-encoding': 'gzip' },
        body: gzipSync(padJson(65 * 2 ** 20), { level: 1 }),
      }
  }
}

function describeGiven({ status, headers, body }: Extract<FaultResponse, { kind: 'answer' }>): Answer {
  if (body === undefined) return { status, headers: { ...headers }, body: '' }
  const isText = typeof body === 'string' || Buffer.isBuffer(body)
  const json = { 'content-type': 'application/json; charset=utf-8', ...headers }
  return { status, headers: json, body: isText ? body : JSON.stringify(body) }
}

function describePage(status: number): Answer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=UTF-8', server: 'cdn' },
    body: `<!DOCTYPE html>
<html lang="en"><head><title>${status}</title></head>
<body><h1>Something is wrong</h1><p>Error code ${status}. The web server reported an error.</p></body></html>
`,
  }
}

/** The body of `unhandledAnswer`, correct but for its size. */
function padJson(bytes: number): Buffer {
  const start = `${String(unhandledAnswer.body).slice(0, -1)},"padding":"`
  return Buffer.concat([Buffer.from(start), Buffer.alloc(bytes, 'a'), Buffer.from('"}')])
}

/** Sends the headers of the whole, and half of the body. */
function sendHalf(response: ServerResponse, answer: Answer, whenSent: () => void): void {
  const { byteLength } = Buffer.from(answer.body)
  response.writeHead(answer.status, { ...answer.headers, 'content-length': byteLength })
  response.write(firstHalf(answer), whenSent)
}

function firstHalf({ body }: Answer): Buffer {
  const whole = Buffer.from(body)
  return whole.subarray(0, Math.floor(whole.byteLength / 2))
}
