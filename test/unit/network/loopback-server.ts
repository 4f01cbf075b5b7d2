import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net'
import { expect } from 'vitest'
import { ConnectError, type FetchRequest } from '../../../src/network/fetch.ts'
import { CERTIFICATE } from '../../world/certificate.ts'

/** Starts a server on loopback that calls `answer` for every request, and counts connections. */
export async function startServer(answer: (response: ServerResponse) => void, scheme: 'http' | 'https' = 'http') {
  const requests: { method: string; path: string; headers: IncomingHttpHeaders; body: string }[] = []
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url: path = '', headers } = request
    requests.push({ method, path, headers, body: Buffer.concat(chunks).toString() })
    answer(response)
  }
  const server = scheme === 'http' ? createServer(listener) : createSecureServer(CERTIFICATE, listener)
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  return {
    url: new URL(`${scheme}://127.0.0.1:${await listen(server)}`),
    connections: () => connections,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Starts a server without HTTP: `talk` gets every connection, and only the client ends it. */
export async function startRawServer(talk: (socket: Socket) => void) {
  const closed: Promise<unknown>[] = []
  const server = createRawServer((socket) => {
    closed.push(once(socket.on('error', () => undefined).resume(), 'close'))
    talk(socket)
  })
  return {
    host: `127.0.0.1:${await listen(server)}`,
    async [Symbol.asyncDispose]() {
      server.close()
      await Promise.all(closed)
    },
  }
}

/** A URL without a server. */
export async function findClosedAddress(): Promise<URL> {
  await using server = await startRawServer(() => undefined)
  return new URL(`http://${server.host}`)
}

/** @returns the port */
async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** By default, a GET. */
export function get(changes: Partial<FetchRequest> = {}): FetchRequest {
  return { method: 'GET', headers: {}, signal: new AbortController().signal, ...changes }
}

/** Waits for a failure, and returns it. */
export function catchError<Failure = NodeJS.ErrnoException>(sending: Promise<unknown>): Promise<Failure> {
  return sending.then(
    () => Promise.reject(new Error('Nothing failed.')),
    (error) => error,
  )
}

/** Waits for the failure of a request without a connection, and returns the cause. */
export async function catchCause(sending: Promise<unknown>) {
  const error = await catchError(sending)
  expect(error).toBeInstanceOf(ConnectError)
  return error.cause as NodeJS.ErrnoException
}
