/** The proxies that the environment names, as undici takes them. */
export interface Proxies {
  /** Empty: plain http goes directly. */
  httpProxy: string
  /** Empty: https goes directly. */
  httpsProxy: string
  /** Hosts that are reached directly, separated by commas or spaces. */
  noProxy: string
}

/** A proxy variable holds nothing that could be used. The message leaves out its value, which may hold a password. */
export class ProxySettingError extends Error {
  override readonly name = 'ProxySettingError'
  readonly hint = 'Correct the variable, such as `http://proxy.example:3128`, or take it away.'

  constructor(variable: string) {
    super(`Could not use the proxy in ${variable}: it is no http or https address.`)
  }
}

/**
 * Reads HTTP_PROXY, HTTPS_PROXY and NO_PROXY; the lower-case names win, as in curl. A proxy may stand there without
 * `http://`.
 * @returns nothing when no proxy is set
 * @throws ProxySettingError when a proxy is no http or https address
 */
export function readProxies(environment: NodeJS.ProcessEnv): Proxies | undefined {
  const httpProxy = readProxy(environment, 'HTTP_PROXY')
  const httpsProxy = readProxy(environment, 'HTTPS_PROXY')
  if (httpProxy === '' && httpsProxy === '') return undefined
  return { httpProxy, httpsProxy, noProxy: readVariable(environment, 'NO_PROXY') }
}

function readVariable(environment: NodeJS.ProcessEnv, name: string): string {
  return (environment[name.toLowerCase()] || environment[name] || '').trim()
}

function readProxy(environment: NodeJS.ProcessEnv, name: string): string {
  const value = readVariable(environment, name)
  if (value === '') return ''
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//iu.test(value) ? value : `http://${value}`)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new ProxySettingError(name)
  // Passwords are often pasted as they are; a percent sign that escapes nothing means itself.
  url.username = escapeBarePercent(url.username)
  url.password = escapeBarePercent(url.password)
  return url.href
}

function escapeBarePercent(text: string): string {
  return text.replace(/%(?![0-9a-f]{2})/giu, '%25')
}
