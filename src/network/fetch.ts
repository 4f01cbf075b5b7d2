import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { getProxyUrl } from '@actions/http-client'
import { Agent, type buildConnector, type Dispatcher, Pool, ProxyAgent, request as sendRequest } from 'undici'
import { checkProxies } from './proxies.ts'

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

/**
 * Creates a `fetch` that sends each request exactly once, through the proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY
 * name. undici's own `fetch` repeats a request after 421, and turns 407 into an error without a status:
 * https://fetch.spec.whatwg.org/#http-network-or-cache-fetch. Its `request` does neither.
 * It rejects with `ConnectError`, with the signal's reason, or with the error of the connection that broke.
 * @throws ProxySettingError if a proxy variable is invalid
 */
export function createFetch(): Fetch {
  checkProxies(process.env)
  const kept = new Map<string, Connections>()

  return async (url, request) => {
    const target = new URL(url)
    // A server may close a kept connection while a request is sent. The request may then have been received.
    if (request.method === 'POST') return await send(target, request, open(target, false))
    let connections = kept.get(target.origin)
    if (connections === undefined || connections.ending.signal.aborted) connections = open(target, true)
    kept.set(target.origin, connections)
    return await send(target, request, connections)
  }
}

async function send(url: URL, request: FetchRequest, { dispatcher, ending }: Connections): Promise<FetchResponse> {
  const { method, headers, body = null, signal } = request
  let isSent = false
  const watched = dispatcher.compose(onSend(() => (isSent = true)))
  // A connection that isn't made yet would keep the process alive for ten seconds.
  const giveUp = () => isSent || ending.abort(signal.reason)
  signal.addEventListener('abort', giveUp)
  try {
    signal.throwIfAborted()
    const options = { method: method as Dispatcher.HttpMethod, body, signal, dispatcher: watched }
    return toFetchResponse(await sendRequest(url, { ...options, headers: { ...headers, 'accept-encoding': 'gzip' } }))
  } catch (error) {
    // undici's words where a proxy refuses to make the tunnel without a login.
    if (!isSent && String(error).includes('Proxy response (407)')) return NEEDS_LOGIN
    const reason = signal.aborted ? signal.reason : (ending.signal.reason ?? error)
    throw isSent ? reason : new ConnectError(reason)
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

const NEEDS_LOGIN: FetchResponse = { status: 407, headers: new Map(), body: null, text: async () => '' }

/** Connections to one server. */
interface Connections {
  dispatcher: Dispatcher
  /** Ends them all. */
  ending: AbortController
}

/** Opens connections as `getAgentDispatcher` of `@actions/http-client` does, but they can be given up. */
function open(url: URL, keepAlive: boolean): Connections {
  const ending = new AbortController()
  const { signal } = ending
  const connect = { signal } as buildConnector.BuildOptions
  // undici connects again and again, without a pause, if a proxy closes the connection in place of an answer.
  const factory = (origin: string | URL, options: object) =>
    new Pool(origin, options).on('connectionError', (_origin, _targets, error) => {
      if (findErrorCode(error) === 'UND_ERR_SOCKET') ending.abort(error)
    })
  const uri = getProxyUrl(url.href)
  const options = { pipelining: keepAlive ? 1 : 0, factory }
  const tls = { proxyTls: connect, requestTls: connect }
  const dispatcher = uri === '' ? new Agent({ ...options, connect }) : new ProxyAgent({ ...options, ...tls, uri })
  signal.addEventListener('abort', () => void dispatcher.destroy())
  return { dispatcher, ending }
}

/**
 * Calls `listener` right before the first byte of a request leaves.
 * https://github.com/nodejs/undici/blob/v6.x/docs/docs/api/Dispatcher.md#dispatcherdispatchoptions-handler
 */
function onSend(listener: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const onConnect = (abort: (error?: Error) => void) => {
      listener()
      handler.onConnect?.(abort)
    }
    return dispatch(options, Object.assign(Object.create(handler), { onConnect }))
  }
}

/** After decompression. The largest answers of GitHub are trees, of up to 7 MB. */
const MAXIMUM_TEXT_BYTES = 32 * 2 ** 20

function toFetchResponse({ statusCode: status, headers, body: received }: Dispatcher.ResponseData): FetchResponse {
  // Without a listener, a body that breaks off before it is read would end the process.
  received.on('error', () => undefined)
  // An error of either stream ends both, and rejects in the reader of the body.
  const isPacked = headers['content-encoding'] === 'gzip'
  const body: Readable = isPacked ? pipeline(received, createGunzip(), () => undefined) : received
  return {
    status,
    headers: new Map(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body,
    async text() {
      const bytes = await receiveBytes({ body }, MAXIMUM_TEXT_BYTES)
      if (bytes === undefined)
        throw Object.assign(new Error('The response is too large.'), { code: 'ERR_BODY_TOO_LARGE' })
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
