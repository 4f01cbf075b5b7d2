import { once } from 'node:events'
import { createServer, request as sendRequest } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, type Server } from 'node:net'
import { CERTIFICATE } from './certificate.ts'

/**
 * Starts a proxy on loopback, which opens tunnels (CONNECT). For it, all names are on loopback, since the action never
 * sends requests to loopback through a proxy. `seen` is what it was asked for, oldest first.
 */
export async function startProxy() {
  const seen: { target: string; login: string | undefined }[] = []
  const server = createServer()
  server.on('connect', ({ url: target = '', headers }, socket) => {
    seen.push({ target, login: headers['proxy-authorization'] })
    const onward = connect(Number(target.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    for (const [end, other] of [
      [socket, onward],
      [onward, socket],
    ] as const)
      end.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  return { url: `http://127.0.0.1:${await listen(server)}`, seen, [Symbol.asyncDispose]: () => close(server) }
}

/** Starts an https server in front of a server on loopback, with a certificate for 127.0.0.1 and docs.test. */
export async function startSecureFront(target: string): Promise<{ port: number } & AsyncDisposable> {
  const server = createSecureServer(CERTIFICATE, (request, response) => {
    const { method = '', url = '', headers } = request
    const onward = sendRequest(new URL(url, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  return { port: await listen(server), [Symbol.asyncDispose]: () => close(server) }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function close(server: Server & { closeAllConnections(): void }): Promise<void> {
  server.closeAllConnections()
  server.close()
}
