/** A proxy variable is invalid. The message doesn't contain its value, which may have a password. */
export class ProxySettingError extends Error {
  override readonly name = 'ProxySettingError'
  /** How to fix it. */
  readonly hint = 'Set the variable to a URL such as `http://proxy.example:3128`, or remove it.'
  constructor(variable: string) {
    super(`Couldn't use the proxy in ${variable}: it isn't an http or https URL.`)
  }
}

/**
 * Reads HTTP_PROXY, HTTPS_PROXY and NO_PROXY; the lower-case names win, as in curl. The `http://` of a proxy is
 * optional. Loopback hosts are proxied too, unless NO_PROXY names them.
 * @returns the variables as Node's HTTP agents read them; undefined if no proxy is set
 * @throws ProxySettingError if a proxy isn't an http or https URL
 */
export function readProxies(environment: NodeJS.ProcessEnv) {
  const httpProxy = readProxy(environment, 'HTTP_PROXY')
  const httpsProxy = readProxy(environment, 'HTTPS_PROXY')
  if (httpProxy === '' && httpsProxy === '') return undefined
  // As in curl, a name covers its subdomains.
  const exceptions = readVariable(environment, 'NO_PROXY').match(/[^\s,]+/gu) ?? []
  const names = exceptions.flatMap((entry) => (/^[.*]/u.test(entry) ? [entry] : [entry, `.${entry}`]))
  return { http_proxy: httpProxy, https_proxy: httpsProxy, no_proxy: names.join(',') }
}

function readVariable(environment: NodeJS.ProcessEnv, name: string): string {
  return (environment[name.toLowerCase()] || environment[name] || '').trim()
}

function readProxy(environment: NodeJS.ProcessEnv, name: string): string {
  // Passwords are often not encoded: a percent sign that escapes nothing is a character like any other.
  const value = readVariable(environment, name).replace(/%(?![0-9a-f]{2})/giu, '%25')
  if (value === '') return ''
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//iu.test(value) ? value : `http://${value}`)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new ProxySettingError(name)
  return url.href
}
