import { EnvHttpProxyAgent, type RequestInit as UndiciRequestInit, fetch as undiciFetch } from 'undici'
import type { Fetch } from './fetch.ts'
import type { Proxies } from './proxies.ts'

/**
 * A `fetch` that goes through `proxies`. Requests go through a tunnel (CONNECT), so that the proxy sees nothing of
 * them. Where a proxy opens no tunnel to a plain `http:` address, as many do for ports other than 443, the
 * request is handed to the proxy itself; by then nothing of it has been sent.
 */
export function createProxiedFetch(proxies: Proxies): Fetch {
  const tunnel = new EnvHttpProxyAgent({ ...proxies, proxyTunnel: true })
  const forward = new EnvHttpProxyAgent(proxies)
  let opensTunnels = true

  return async (input, init) => {
    const { protocol } = new URL(input instanceof Request ? input.url : input)
    // Undici would take the proxy for http where there is none for https.
    const proxy = protocol === 'https:' ? proxies.httpsProxy : proxies.httpProxy
    if (proxy === '') return globalThis.fetch(input, init)
    if (protocol === 'http:' && !opensTunnels) return send(forward, input, init)
    try {
      return await send(tunnel, input, init)
    } catch (error) {
      if (protocol === 'https:' || !wasTunnelRefused(error)) throw error
      opensTunnels = false
      return await send(forward, input, init)
    }
  }
}

/** Whether the proxy was there and opened no tunnel, as undici tells it. Then nothing of the request was sent. */
function wasTunnelRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isRefusal =
    error.message.startsWith('Proxy response (') || ('code' in error && error.code === 'UND_ERR_PRX_CONN')
  return isRefusal || wasTunnelRefused(error.cause)
}

/** The types of undici and of Node describe the same things, each with its own classes. */
function send(
  dispatcher: EnvHttpProxyAgent,
  input: Parameters<Fetch>[0],
  init: RequestInit | undefined,
): Promise<Response> {
  const options = { ...init, dispatcher } as unknown as UndiciRequestInit
  return undiciFetch(input as string, options) as unknown as Promise<Response>
}
