import { Agent, type Dispatcher, type RequestInit as UndiciRequestInit, fetch as undiciFetch } from 'undici'
import type { Fetch } from './fetch.ts'
import type { FindProxy } from './proxy-environment.ts'
import { connectThroughProxy, describeProxyLogin, isTunnelRefusal } from './proxy-tunnel.ts'

/**
 * A `fetch` that goes through the proxy that `findProxy` names, and directly where it names none.
 *
 * Requests go through a tunnel (CONNECT), so that the proxy sees nothing of them. Where a proxy refuses the
 * tunnel for a plain `http:` address, as many do for ports other than 443, the request is handed to the
 * proxy itself; by then nothing of it has been sent.
 */
export function createProxiedFetch(findProxy: FindProxy): Fetch {
  const routes = new Map<string, Route>()
  const findRoute = (proxy: URL) => {
    const route = routes.get(proxy.href) ?? createRoute(proxy)
    routes.set(proxy.href, route)
    return route
  }
  return async (input, init) => {
    const request = input instanceof Request ? new Request(input, init) : undefined
    const url = new URL(request ? request.url : String(input))
    const proxy = findProxy(url)
    if (proxy === undefined) return globalThis.fetch(input, init)
    return fetchThrough(findRoute(proxy), url, request ? readRequest(request) : (init ?? {}))
  }
}

interface Route {
  tunnel: Dispatcher
  forward: Dispatcher
  /** Set once the proxy has refused a tunnel to a plain `http:` address. */
  refusesTunnels: boolean
}

function createRoute(proxy: URL): Route {
  return {
    tunnel: new Agent({ connect: connectThroughProxy(proxy) }),
    forward: createForwarder(proxy),
    refusesTunnels: false,
  }
}

async function fetchThrough(route: Route, url: URL, init: RequestInit): Promise<Response> {
  const mayForward = url.protocol === 'http:'
  if (mayForward && route.refusesTunnels) return send(url, init, route.forward)
  try {
    return await send(url, init, route.tunnel)
  } catch (error) {
    // A body that is a stream can't be sent a second time.
    const isRepeatable = init.body === undefined || init.body === null || typeof init.body === 'string'
    if (!mayForward || !isRepeatable || !isTunnelRefusal(error)) throw error
    route.refusesTunnels = true
    return send(url, init, route.forward)
  }
}

/** The types of undici and of Node describe the same things, each with its own classes. */
function send(url: URL, init: RequestInit, dispatcher: Dispatcher): Promise<Response> {
  const options = { ...init, dispatcher } as unknown as UndiciRequestInit
  return undiciFetch(url, options) as unknown as Promise<Response>
}

/** Sends requests to the proxy, with the whole address where there usually is a path (RFC 9112 section 3.2.2). */
function createForwarder(proxy: URL): Dispatcher {
  return new Agent().compose((dispatch) => (options, handler) => {
    const origin = String(options.origin)
    const headers = {
      ...(options.headers as Record<string, string> | undefined),
      host: new URL(origin).host,
      ...describeProxyLogin(proxy),
    }
    return dispatch({ ...options, origin: proxy.origin, path: `${origin}${options.path}`, headers }, handler)
  })
}

function readRequest(request: Request): RequestInit {
  const { method, headers, body, redirect, signal } = request
  return { method, headers, body, redirect, signal, ...(body === null ? {} : { duplex: 'half' }) }
}
