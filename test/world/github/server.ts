import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { findIdentity } from './access.ts'
import { type ApiAnswer, type ApiRequest, json, parseRequest, readBody } from './api-message.ts'
import { Faults, readFaultAnswer } from './faults.ts'
import { Limiter } from './limiter.ts'
import type { Hub } from './repository.ts'
import { answerRequest } from './routes.ts'

/** What tests see of the wire, and what they do to it. */
export class Wire {
  /** Every request that came over the wire, oldest first. What people do is not in it. */
  readonly requests: RecordedRequest[] = []
  inFlight = 0
  readonly faults = new Faults()
  readonly limiter = new Limiter()
  /** Acts before a request has any effect, and holds it there until it resolves. */
  onRequest: RequestHook | undefined
  onStall: RequestHook | undefined
  /** Acts after the last byte of the answer was handed to the operating system. */
  onAnswer: RequestHook | undefined
}

type RequestHook = (request: RecordedRequest) => void | Promise<void>

export interface RecordedRequest extends ApiRequest {
  /** Who the token acts as; undefined without a token, or with one that nobody has. */
  login: string | undefined
  at: number
  /** undefined until answered, or when the answer was cut off. */
  status?: number
  responseBody?: unknown
  isFault?: boolean
}

/** A server, not yet listening, that records requests, lets the wished-for things go wrong, and answers the rest. */
export function createRecordingServer(wire: Wire, hub: Hub): Server {
  return createServer((incoming, response) => {
    wire.inFlight += 1
    response.once('close', () => {
      wire.inFlight -= 1
    })
    // What this world doesn't know fails the test.
    serve(wire, hub, incoming, response).catch((error: unknown) =>
      send(response, json(500, { message: String(error) })),
    )
  })
}

async function serve(wire: Wire, hub: Hub, incoming: IncomingMessage, response: ServerResponse) {
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
  const { method = 'GET', url = '/' } = incoming
  const request = parseRequest(method, url, Object.fromEntries(headers), await text(incoming))
  const record: RecordedRequest = { ...request, login: findIdentity(hub, request)?.login, at: hub.now() }
  wire.requests.push(record)
  await wire.onRequest?.(record)
  const limited = await wire.limiter.take(record)
  const fault = limited === undefined ? wire.faults.take(record) : {}
  const { hang, cut, errors } = fault
  if (hang === true) return wire.onStall?.(record)
  const given = limited ?? readFaultAnswer(fault)
  const answer = given ?? (cut === 'before' ? undefined : answerRequest(hub, request))
  // Reset, so that the client sees an error and not an empty answer.
  if (answer === undefined || cut !== undefined) return response.socket?.resetAndDestroy()
  const body = errors ? JSON.stringify({ ...Object(readBody(answer.body)), errors }) : answer.body
  const isFault = given !== undefined || errors !== undefined
  Object.assign(record, { status: answer.status, isFault, responseBody: readBody(body) })
  response.once('finish', () => wire.onAnswer?.(record))
  send(response, { ...answer, body }, record.at)
}

/** @param at of the world's clock, which the header `Date` tells */
function send(response: ServerResponse, { status, headers, body }: ApiAnswer, at = Date.now()): void {
  const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) }
  response.writeHead(status, { date: new Date(at).toUTCString(), ...headers, ...length })
  response.end(body)
}
