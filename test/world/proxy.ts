import { once } from 'node:events'
import { createServer, request as sendRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/** A running proxy. */
interface Proxy extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  readonly url: string
  /** What it was asked for, oldest first. */
  readonly seen: { method: string; target: string; login: string | undefined }[]
}

/**
 * Starts a proxy on loopback, which opens tunnels (CONNECT), and takes whole requests (`GET http://host/path`) and hands them on.
 * @param refusal the status with which it refuses tunnels
 */
export async function startProxy(refusal?: number): Promise<Proxy> {
  const seen: Proxy['seen'] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    seen.push({ method, target: url, login: headers['proxy-authorization'] })
    const { 'proxy-authorization': _login, ...others } = headers
    const onward = sendRequest(url, { method, headers: others }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  server.on('connect', (request, socket) => {
    const { url: target = '', headers } = request
    seen.push({ method: 'CONNECT', target, login: headers['proxy-authorization'] })
    if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`)
    const [host, port] = target.split(':')
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
    socket.on('close', () => onward.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
