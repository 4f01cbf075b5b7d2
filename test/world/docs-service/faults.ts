import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
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
  /** A complete answer with the real status, whose JSON breaks off (by default in the middle). */
  | { kind: 'truncated-json'; bytes?: number }
  /** An error page as a CDN or a firewall sends it. Default status 502. */
  | { kind: 'html'; status?: number }
  /** A small gzip body that expands to `bytes` (default 65 MiB) of valid JSON. Default status 200. */
  | { kind: 'gzip-bomb'; status?: number; bytes?: number }
  /** A plain body of `bytes` (default 17 MiB) of valid JSON. Default status 200. */
  | { kind: 'oversized'; status?: number; bytes?: number }
  /** Default status 307. */
  | { kind: 'redirect'; status?: number; location: string }
  /** Anything else. */
  | FaultFunction

type FaultFunction = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/** What the service, and what stands before it, answers in trouble, for `respond`. */
export const knownFaults = {
  /** Credits of the plan are used up; the status for that is not documented. */
  noCredits: { kind: 'answer', status: 402, body: { error: 'The credits of this plan are used up' } },
  keyRefused: { kind: 'answer', status: 401, body: { error: 'Invalid or expired API key' } },
  scopeMissing: { kind: 'answer', status: 403, body: { error: 'This API key lacks the scope "write"' } },
  promptTooLarge: { kind: 'answer', status: 413, body: { error: 'The prompt is too large' } },
  firewall: { kind: 'html', status: 403 },
  badGateway: { kind: 'html', status: 502 },
} satisfies Record<string, FaultResponse>

/** A fault that hits one request. */
export interface Fault {
  when: FaultTime
  respond: FaultResponse
}

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
  take(record: RequestRecord): Fault | undefined {
    for (const entry of this.#rules) {
      if (entry.left <= 0 || !matchesRequest(entry.rule, record)) continue
      if (entry.toSkip > 0) {
        entry.toSkip -= 1
        continue
      }
      entry.left -= 1
      const { respond } = entry.rule
      record.fault = typeof respond === 'function' ? 'function' : respond.kind
      return { respond, when: entry.rule.when ?? defaultTime(respond) }
    }
    return undefined
  }
}

/**
 * Answers as `respond` says, or not at all. `answer` is the real answer, when the request was handled. Returns true when
 * the real answer is still to be sent (after a mere delay).
 */
export async function applyFault(
  respond: FaultResponse,
  exchange: FaultExchange,
  answer: Answer = defaultAnswer(),
): Promise<boolean> {
  const { request, response, signal } = exchange
  if (typeof respond === 'function') {
    await respond(request, response)
    return false
  }
  switch (respond.kind) {
    case 'latency':
      await delay(respond.latencyMs, undefined, { signal })
      return true
    case 'answer':
      if (respond.latencyMs !== undefined) await delay(respond.latencyMs, undefined, { signal })
      sendAnswer(response, toAnswer(respond))
      return false
    case 'truncated-json': {
      const body = Buffer.from(answer.body)
      const end = respond.bytes ?? Math.floor(body.byteLength / 2)
      sendAnswer(response, { ...answer, body: body.subarray(0, end) })
      return false
    }
    case 'html':
      sendAnswer(response, htmlPage(respond.status ?? 502))
      return false
    case 'redirect':
      sendAnswer(response, {
        status: respond.status ?? 307,
        headers: { location: respond.location },
        body: '',
      })
      return false
    case 'gzip-bomb':
    case 'oversized':
      await sendHugeJson(exchange, respond)
      return false
    default:
      breakOff(respond, exchange, answer)
      return false
  }
}

export interface FaultExchange {
  request: IncomingMessage
  response: ServerResponse
  /** Fires when the service closes. */
  signal: AbortSignal
}

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
      const body = Buffer.from(answer.body)
      const start = body.subarray(0, Math.floor(body.byteLength / 2))
      response.writeHead(answer.status, { ...answer.headers, 'content-length': body.byteLength })
      response.flushHeaders()
      // Closed, not reset: a reset would throw away the bytes that the client has not read yet.
      const cut = respond.kind === 'cut-body' ? () => request.socket.destroy() : () => undefined
      if (start.byteLength === 0) cut()
      else response.write(start, cut)
    }
  }
}

const mebibyte = 1024 * 1024

async function sendHugeJson(
  { response, signal }: FaultExchange,
  { kind, status, bytes }: { kind: 'gzip-bomb' | 'oversized'; status?: number; bytes?: number },
): Promise<void> {
  const zipped = kind === 'gzip-bomb'
  response.writeHead(status ?? 200, {
    'content-type': 'application/json',
    ...(zipped && { 'content-encoding': 'gzip' }),
  })
  const source = Readable.from(hugeJson(bytes ?? (zipped ? 65 : 17) * mebibyte))
  const stages = zipped ? [source, createGzip(), response] : [source, response]
  // The client is expected to hang up on this.
  await pipeline(stages, { signal }).catch(() => undefined)
}

/** A job and a page of views in one, correct but for its size. */
function* hugeJson(bytes: number): Generator<Buffer> {
  const start = Buffer.from(`${defaultBody.slice(0, -1)},"padding":"`)
  const end = Buffer.from('"}')
  const chunk = Buffer.alloc(64 * 1024, 'a')
  yield start
  let left = bytes - start.byteLength - end.byteLength
  for (; left > 0; left -= chunk.byteLength) yield chunk.subarray(0, Math.min(left, chunk.byteLength))
  yield end
}

const defaultBody = JSON.stringify({
  id: 'job-of-a-fault',
  status: 'active',
  prLink: null,
  totals: { human: 0, ai: 0, total: 0 },
  views: [],
  hasMore: false,
})

function defaultAnswer(): Answer {
  return { ...answerJson(200, null), body: defaultBody }
}

function toAnswer({
  status,
  headers,
  body,
}: Pick<Extract<FaultResponse, { kind: 'answer' }>, 'status' | 'headers' | 'body'>): Answer {
  if (body === undefined) return { status, headers: { ...headers }, body: '' }
  const isText = typeof body === 'string' || Buffer.isBuffer(body)
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...lowerCaseNames(headers) },
    body: isText ? body : JSON.stringify(body),
  }
}

function lowerCaseNames(headers: Record<string, string | string[]> = {}): Record<string, string | string[]> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function htmlPage(status: number): Answer {
  const [title, reason] =
    status === 403
      ? ['Access denied', 'Your request was blocked by a security rule.']
      : ['Bad gateway', 'The web server reported a bad gateway error.']
  return {
    status,
    headers: { 'content-type': 'text/html; charset=UTF-8', server: 'cdn' },
    body: `<!DOCTYPE html>
<html lang="en"><head><title>${status}: ${title}</title></head>
<body><h1>${title}</h1><p>Error code ${status}. ${reason}</p></body></html>
`,
  }
}

function defaultTime(respond: FaultResponse): FaultTime {
  if (typeof respond === 'function') return 'before handling'
  return ['stall-body', 'cut-body', 'truncated-json'].includes(respond.kind)
    ? 'after handling'
    : 'before handling'
}
