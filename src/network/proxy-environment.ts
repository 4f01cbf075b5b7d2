/** Finds the proxy for an address; nothing when there is none for it. */
export type FindProxy = (url: URL) => URL | undefined

/** A proxy variable holds nothing that could be used. The message leaves out its value, which may hold a password. */
export class ProxySettingError extends Error {
  override readonly name = 'ProxySettingError'
  readonly hint = 'Correct the variable, such as `http://proxy.example:3128`, or take it away.'

  constructor(variable: string) {
    super(`Could not use the proxy in ${variable}: it is no http or https address.`)
  }
}

/**
 * Reads HTTP_PROXY, HTTPS_PROXY and NO_PROXY; the lower-case names win, as in curl. A proxy may stand there
 * without `http://`. NO_PROXY lists hosts, each with its subdomains and optionally a port; `*` means all.
 * @returns nothing when no proxy is set
 * @throws ProxySettingError when a proxy is no http or https address
 */
export function readProxyEnvironment(environment: NodeJS.ProcessEnv): FindProxy | undefined {
  const proxies: Record<string, URL | undefined> = {
    'http:': readProxy(environment, 'HTTP_PROXY'),
    'https:': readProxy(environment, 'HTTPS_PROXY'),
  }
  if (!Object.values(proxies).some(Boolean)) return undefined
  const exceptions = readVariable(environment, 'NO_PROXY')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(readException)
  return (url) => (exceptions.some((covers) => covers(url)) ? undefined : proxies[url.protocol])
}

function readVariable(environment: NodeJS.ProcessEnv, name: string): string {
  return (environment[name.toLowerCase()] || environment[name] || '').trim()
}

function readProxy(environment: NodeJS.ProcessEnv, name: string): URL | undefined {
  const value = readVariable(environment, name)
  if (value === '') return undefined
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`)
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  throw new ProxySettingError(name)
}

function readException(entry: string): (url: URL) => boolean {
  if (entry === '*') return () => true
  // A bare IPv6 address has colons too, so only a bracketed one may carry a port.
  const [, host = entry, port] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? []
  const name = stripBrackets(host).replace(/^\*?\./, '')
  return (url) => {
    const hostname = stripBrackets(url.hostname)
    const isPort = port === undefined || port === (url.port || DEFAULT_PORTS[url.protocol])
    return isPort && (hostname === name || hostname.endsWith(`.${name}`))
  }
}

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' }

function stripBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1')
}
