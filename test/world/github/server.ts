import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiAnswer, type ApiRequest, json, parseJson } from './api-message.ts'
import type { FaultList, FaultResponse } from './faults.ts'

export interface ServerParts {
  now: () => number
  inFlight: number
  faults: FaultList
  requests: RecordedRequest[]
  hooks: () => RequestHooks
  answer: (request: ApiRequest) => Promise<ApiAnswer>
  /** Login of who sends this. */
  sender: (request: ApiRequest) => string | undefined
}

/** A server, not yet listening, that records requests, lets the wished-for things go wrong, and answers the rest. */
export function createRecordingServer(parts: ServerParts): Server {
  return createServer((incoming, response) => {
    parts.inFlight += 1
    response.once('close', () => {
      parts.inFlight -= 1
    })
    serve(parts, incoming, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else send(response, json(500, { message: String(error) }))
    })
  })
}

async function serve(parts: ServerParts, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = await readRequest(incoming)
  const record = startRecord(request, parts)
  parts.requests.push(record)
  await parts.hooks().onRequest?.(record)
  const fault = parts.faults.take(record) ?? {}
  if (fault.delayMs !== undefined) await sleep(fault.delayMs, undefined, { ref: false })
  if (fault.hang === true) return
  if (fault.cut === 'before') return cut(response)
  const answer = readFaultAnswer(fault) ?? (await parts.answer(request))
  if (fault.cut === 'after') return cut(response)
  record.status = answer.status
  record.isFault = fault.status !== undefined
  record.responseBody = readBody(String(answer.body))
  response.once('finish', () => parts.hooks().onAnswer?.(record))
  send(response, answer)
}

async function readRequest(incoming: IncomingMessage): Promise<ApiRequest> {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost')
  const path = pathname.replace(/^\/api\/v3(?=\/|$)/, '')
  return {
    method: incoming.method ?? 'GET',
    path: path === '' ? '/' : path,
    query: searchParams,
    headers: Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    ),
    bodyText: await text(incoming),
  }
}

function startRecord(request: ApiRequest, { sender, now }: ServerParts): RecordedRequest {
  return {
    method: request.method,
    login: sender(request),
    path: request.path,
    query: Object.fromEntries(request.query),
    headers: request.headers,
    body: readBody(request.bodyText),
    at: now(),
  }
}

function readBody(bodyText: string): unknown {
  return bodyText === '' ? undefined : (parseJson(bodyText) ?? bodyText)
}

function readFaultAnswer(fault: FaultResponse): ApiAnswer | undefined {
  if (fault.status === undefined) return undefined
  const { body = '' } = fault
  if (typeof body !== 'string') return json(fault.status, body, fault.headers)
  return { status: fault.status, headers: { 'content-type': 'text/html', ...fault.headers }, body }
}

/** Resets the connection, so that the client sees an error and not an empty answer. */
function cut(response: ServerResponse): void {
  response.socket?.resetAndDestroy()
}

function send(response: ServerResponse, answer: ApiAnswer): void {
  response.writeHead(answer.status, {
    'x-github-media-type': 'github.v3; format=json',
    'x-github-request-id': 'C0FF:EE:1:2:3',
    ...answer.headers,
    ...(answer.status === 204 ? {} : { 'content-length': Buffer.byteLength(answer.body) }),
  })
  response.end(answer.status === 204 ? undefined : answer.body)
}

/** A request as it came over the wire, and what was answered. */
export interface RecordedRequest {
  method: string
  /** Who the token acts as; undefined without a token, or with one that nobody has. */
  login: string | undefined
  /** Path without the `/api/v3` prefix and without the query. */
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  /** The parsed JSON, or the text if it is not JSON; undefined without a body. */
  body: unknown
  /** Milliseconds since the epoch at arrival. */
  at: number
  /** undefined until answered, or when the answer was cut off. */
  status?: number
  responseBody?: unknown
  /** The answer was a fault's, not GitHub's. */
  isFault?: boolean
}

/** Moments at which a crash test may act. A handler that never resolves holds the request there. */
export interface RequestHooks {
  /** Before the request has any effect. */
  onRequest?: ((request: RecordedRequest) => void | Promise<void>) | undefined
  /** After the last byte of the answer was handed to the operating system. */
  onAnswer?: ((request: RecordedRequest) => void | Promise<void>) | undefined
}
