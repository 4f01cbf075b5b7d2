import { readProxies } from './proxies.ts'

/** The built-in `fetch`, or something that is called the same way. */
export type Fetch = typeof globalThis.fetch

/**
 * Creates a `fetch` that honours HTTP_PROXY, HTTPS_PROXY and NO_PROXY, which the built-in one ignores.
 * Loopback hosts are proxied like all others unless NO_PROXY names them.
 * @returns without any proxy the built-in one, and nothing else is loaded
 * @throws ProxySettingError when a proxy variable holds no http or https address
 */
export function createFetch(environment: NodeJS.ProcessEnv): Fetch {
  const proxies = readProxies(environment)
  if (proxies === undefined) return globalThis.fetch
  const loading = lazily(async () => (await import('./proxied-fetch.ts')).createProxiedFetch(proxies))
  return async (input, init) => (await loading())(input, init)
}

function lazily<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined
  return () => {
    loading ??= load()
    return loading
  }
}
