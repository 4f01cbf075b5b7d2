import * as http from 'node:http'
import * as https from 'node:https'
import type { Socket } from 'node:net'
import { buildConnector } from 'undici'

const CONNECT_TIMEOUT_MS = 10_000

/** The way through a proxy could not be opened, so nothing of the request itself has been sent. */
class ProxyTunnelError extends Error {
  override readonly name = 'ProxyTunnelError'
  readonly code = 'ERR_PROXY_TUNNEL'
  /** The proxy was there, and did not want to. */
  readonly isRefusal: boolean

  constructor(what: string, isRefusal: boolean, options?: ErrorOptions) {
    super(`The proxy ${what}.`, options)
    this.isRefusal = isRefusal
  }
}

/** Says whether `error`, or a cause of it, is a proxy that refused a tunnel. */
export function isTunnelRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof ProxyTunnelError ? error.isRefusal : isTunnelRefusal(error.cause)
}

/** The header for the login in the address of a proxy, or nothing. */
export function describeProxyLogin({ username, password }: URL): Record<string, string> {
  if (username === '') return {}
  const login = `${decode(username)}:${decode(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` }
}

/** A percent sign that begins no code stands for itself: passwords are often put there as they are. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Connects to servers through a tunnel that `proxy` opens (CONNECT, RFC 9110 section 9.3.6), and for `https:`
 * on to TLS with the server itself. Undici's own proxy agent connects again and again, without end, when a
 * proxy closes the connection instead of answering.
 */
export function connectThroughProxy(proxy: URL): buildConnector.connector {
  const secure = buildConnector({ timeout: CONNECT_TIMEOUT_MS })
  return (options, callback) => {
    openTunnel(proxy, options).then(
      (socket) => {
        if (options.protocol === 'https:') secure({ ...options, httpSocket: socket }, callback)
        else callback(null, socket)
      },
      (error: Error) => callback(error, null),
    )
  }
}

function openTunnel(proxy: URL, { hostname, port, protocol }: buildConnector.Options): Promise<Socket> {
  const host = hostname.includes(':') ? `[${hostname}]` : hostname
  const authority = `${host}:${port || (protocol === 'https:' ? 443 : 80)}`
  const { request } = proxy.protocol === 'https:' ? https : http
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const connecting = request(proxy.origin, {
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...describeProxyLogin(proxy) },
    agent: false,
  })
  const timeout = setTimeout(
    () => connecting.destroy(new ProxyTunnelError('did not answer in time', false)),
    CONNECT_TIMEOUT_MS,
  )
  let isConnected = false
  connecting
    .on('socket', (socket) => socket.once('connect', () => (isConnected = true)))
    .on('connect', ({ statusCode = 0 }, socket: Socket, head: Buffer) => {
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head)
        resolve(socket)
        return
      }
      socket.destroy()
      reject(new ProxyTunnelError(`refused the way to the server with status ${statusCode}`, true))
    })
    .on('error', (error) => reject(asTunnelError(error, isConnected)))
    .on('close', () => clearTimeout(timeout))
    .end()
  return promise.finally(() => clearTimeout(timeout))
}

function asTunnelError(error: Error, isConnected: boolean): ProxyTunnelError {
  if (error instanceof ProxyTunnelError) return error
  const what = isConnected ? 'closed the connection' : 'could not be reached'
  return new ProxyTunnelError(what, isConnected, { cause: error })
}
