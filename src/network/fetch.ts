import * as http from 'node:http'
import * as https from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { createGunzip } from 'node:zlib'
import { readProxies } from './proxies.ts'

/** Sent to the service and to GitHub. CDNs reject clients without a user agent. */
export const USER_AGENT = 'docs-agent-action/1'

/** The part of the standard `fetch` that the service client and Octokit use. Redirects are never followed. */
export type Fetch = (url: string | URL, request: FetchRequest) => Promise<FetchResponse>

export interface FetchRequest {
  method: string
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
}

export interface FetchResponse {
  readonly status: number
  /** By name in lower case. */
  readonly headers: Iterable<[string, string]> & { get(name: string): string | null | undefined }
  /** Decompressed. The connection ends when reading stops. */
  readonly body: AsyncIterable<Uint8Array> | null
  /** Rejects if it is larger than 32 MiB. */
  text(): Promise<string>
}

/** The connection was never made, so no byte of the request was sent. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError'

  constructor(cause: unknown) {
    super('The connection was not made.', { cause })
  }
}

/** Name lookup, proxy and TLS included. */
const CONNECT_TIME_LIMIT_MS = 10_000

/**
 * Creates a `fetch` on Node's own HTTP client. It honors HTTP_PROXY, HTTPS_PROXY and NO_PROXY
 * (https://nodejs.org/api/http.html#built-in-proxy-support), sends every request exactly once, which the built-in
 * `fetch` doesn't guarantee (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch, 421), and starts sooner.
 * It rejects with `ConnectError`, with the signal's reason, or with the error of the connection that broke.
 * @throws ProxySettingError if a proxy variable is invalid
 */
export function createFetch(environment: NodeJS.ProcessEnv, connectTimeLimitMs = CONNECT_TIME_LIMIT_MS): Fetch {
  const proxyEnv = readProxies(environment)
  const createAgents = (keepAlive: boolean) => {
    // The timeout is for tunnels that a proxy never opens: only Node has their sockets.
    const options = { keepAlive, timeout: connectTimeLimitMs, ...(proxyEnv !== undefined && { proxyEnv }) }
    return { 'http:': new http.Agent(options), 'https:': new https.Agent(options) }
  }
  const kept = createAgents(true)
  // A server may close a kept connection while a request is sent. The request may then have been received.
  const fresh = createAgents(false)

  return async (url, request) => {
    const target = new URL(url)
    const agents = request.method === 'POST' ? fresh : kept
    const agent = agents[target.protocol === 'https:' ? 'https:' : 'http:']
    return toFetchResponse(await send(target, request, agent, connectTimeLimitMs))
  }
}

async function send(
  url: URL,
  { method, headers, body, signal }: FetchRequest,
  agent: http.Agent,
  connectTimeLimitMs: number,
): Promise<http.IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  let isConnected = false
  let timer: NodeJS.Timeout | undefined
  // While a proxy opens the tunnel, the request emits no error when the signal aborts.
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    const options = { method, headers: { ...headers, 'accept-encoding': 'gzip' }, agent, signal }
    const request = (url.protocol === 'https:' ? https : http).request(url, options)
    request.on('response', resolve).on('error', reject)
    timer = setTimeout(() => {
      reject(createError('ETIMEDOUT', 'Connecting took too long.'))
      request.destroy()
    }, connectTimeLimitMs)
    whenConnected(request, () => {
      isConnected = true
      clearTimeout(timer)
    })
    request.end(body)
    return await promise
  } catch (error) {
    const reason = signal.aborted ? signal.reason : error
    throw isConnected ? reason : new ConnectError(reason)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

/** Calls `listener` when the first byte of the request can leave. */
function whenConnected(request: http.ClientRequest, listener: () => void): void {
  request.once('socket', (socket) => {
    if (socket.connecting) socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', listener)
    // A kept connection, or the open tunnel of a proxy.
    else if (!socket.destroyed) listener()
  })
}

function createError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}

/** After decompression. The largest answers of GitHub are trees, of up to 7 MB. */
const MAXIMUM_TEXT_BYTES = 32 * 2 ** 20

function toFetchResponse(message: http.IncomingMessage): FetchResponse {
  const { statusCode: status = 0, headers } = message
  // Without a listener, a body that breaks off before it is read would end the process.
  message.on('error', () => undefined)
  // An error of either stream ends both, and rejects in the reader of the body.
  const isPacked = headers['content-encoding'] === 'gzip'
  const body: Readable = isPacked ? pipeline(message, createGunzip(), () => undefined) : message
  return {
    status,
    headers: new Map(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body,
    async text() {
      const bytes = await receiveBytes({ body }, MAXIMUM_TEXT_BYTES)
      if (bytes === undefined) throw createError('ERR_BODY_TOO_LARGE', 'The answer is too large.')
      return bytes.toString()
    },
  }
}

/** Receives a whole body; undefined if it is larger than `maximumBytes`. */
export async function receiveBytes(
  { body }: Pick<FetchResponse, 'body'>,
  maximumBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.byteLength
    if (length > maximumBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The innermost code of an error, such as `ECONNREFUSED`, if it is safe to show. */
export function findErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as NodeJS.ErrnoException
  return findErrorCode(error.cause) ?? (/^[A-Z][A-Z0-9_]{2,60}$/.test(String(code)) ? code : undefined)
}

/**
 * A signal that aborts `ms` milliseconds after `signal`, for requests that a cancelled run may still finish. The timer
 * doesn't keep the process alive.
 */
export function delayAbort(signal: AbortSignal, ms: number): AbortSignal {
  const controller = new AbortController()
  const begin = () => {
    const reason = new Error(`The run was canceled, and this took longer than ${ms / 1000} s after that.`)
    setTimeout(() => controller.abort(reason), ms).unref()
  }
  if (signal.aborted) begin()
  else signal.addEventListener('abort', begin, { once: true })
  return controller.signal
}
