import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiAnswer, type ApiRequest, json, parseJson } from './api-message.ts'
import type { FaultList, FaultResponse } from './faults.ts'
import type { RecordedRequest, RequestHooks } from './recorder.ts'

export interface ServerParts {
  now: () => number
  /** Requests that take effect later, by the world's time. */
  late: { at: number; request: ApiRequest }[]
  inFlight: number
  faults: FaultList
  requests: RecordedRequest[]
  hooks: RequestHooks
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
  await parts.hooks.onRequest?.(record)
  await handleLate(parts)
  const fault = parts.faults.take(record) ?? {}
  if (fault.delayMs !== undefined) await sleep(fault.delayMs, undefined, { ref: false })
  if (fault.hang === true) return
  if (fault.cut === 'before') {
    if (fault.lateMs !== undefined) parts.late.push({ at: parts.now() + fault.lateMs, request })
    return cut(response)
  }
  const answer = readFaultAnswer(fault) ?? (await parts.answer(request))
  if (fault.cut === 'after') return cut(response)
  record.status = answer.status
  record.isFault = fault.status !== undefined
  record.responseBody = readBody(String(answer.body))
  response.once('finish', () => parts.hooks.onAnswer?.(record))
  send(response, answer)
}

/** Nobody sees the difference between what has happened by now and what happens now. */
async function handleLate(parts: ServerParts): Promise<void> {
  const due = parts.late.filter(({ at }) => at <= parts.now())
  parts.late = parts.late.filter((each) => !due.includes(each))
  for (const { request } of due) await parts.answer(request)
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
