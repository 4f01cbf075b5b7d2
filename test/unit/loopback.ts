import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `reset` cuts the connection before the response, `broken-off` within it. */
export type Answer =
  | { status?: number; headers?: Record<string, string>; body?: unknown }
  | 'reset'
  | 'broken-off'
  | ((response: ServerResponse, request: ReceivedRequest) => void)

export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** Parsed, if it is JSON. */
  body: unknown
}

/** A server on loopback that gives `answers` in turn. A request too many gets 599. */
export async function startServer(answers: readonly Answer[]) {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const { method = '', url: path = '', headers } = request
    const received = { method, path, headers, body: /^[[{]/u.test(text) ? JSON.parse(text) : text }
    const answer = answers[requests.length] ?? { status: 599 }
    requests.push(received)
    respond(answer, response, received)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    server,
    requests,
    async [Symbol.asyncDispose]() {
      // A connection may be made meanwhile.
      server.on('connection', (socket) => socket.destroy())
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function respond(answer: Answer, response: ServerResponse, received: ReceivedRequest): unknown {
  if (typeof answer === 'function') return answer(response, received)
  if (answer === 'reset') return response.socket?.destroy()
  if (answer === 'broken-off') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    return response.write('{"id": ', () => response.socket?.destroy())
  }
  const { status = 200, body = '' } = answer
  const type = typeof body === 'string' ? 'text/html' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...answer.headers })
  return response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
}

/** Waits for a failure, and returns it. */
export async function catchError<Failure extends Error = Error>(sending: Promise<unknown>): Promise<Failure> {
  return await sending.then(
    () => Promise.reject(new Error('Nothing failed.')),
    (error) => error,
  )
}
