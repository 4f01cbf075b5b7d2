import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { CERTIFICATE } from './certificate.ts'

/** A server on loopback that counts what it receives, for `await using`. */
export interface LoopbackServer extends AsyncDisposable {
  url: URL
  /** How many connections were made to it. */
  connections: () => number
  requests: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[]
}

type Answer = (response: ServerResponse, request: IncomingMessage, count: number) => void

/** Starts a server that answers every request with `answer`; `count` is 1 for the first. */
export async function startServer(
  answer: Answer,
  scheme: 'http' | 'https' = 'http',
): Promise<LoopbackServer> {
  const requests: LoopbackServer['requests'] = []
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url: path = '', headers } = request
    requests.push({ method, path, headers, body: Buffer.concat(chunks).toString() })
    answer(response, request, requests.length)
  }
  const server = scheme === 'http' ? createServer(listener) : createSecureServer(CERTIFICATE, listener)
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: new URL(`${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`),
    connections: () => connections,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Answers with JSON. */
export function answerJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** An address at which nothing listens. */
export async function findClosedAddress(scheme: 'http' | 'https' = 'http'): Promise<URL> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return new URL(`${scheme}://127.0.0.1:${port}`)
}
