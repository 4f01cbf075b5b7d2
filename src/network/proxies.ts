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
  return { http_proxy: httpProxy, https_proxy: httpsProxy, no_proxy: readExceptions(environment) }
}

function readVariable(environment: NodeJS.ProcessEnv, name: string): string {
  return (environment[name.toLowerCase()] || environment[name] || '').trim()
}

function readProxy(environment: NodeJS.ProcessEnv, name: string): string {
  const value = readVariable(environment, name)
  if (value === '') return ''
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//iu.test(value) ? value : `http://${value}`)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new ProxySettingError(name)
  // Passwords are often not encoded: a percent sign that escapes nothing is a character like any other.
  url.username = escapeBarePercent(url.username)
  url.password = escapeBarePercent(url.password)
  return url.href
}

function escapeBarePercent(text: string): string {
  return text.replace(/%(?![0-9a-f]{2})/giu, '%25')
}

/** As in curl, spaces separate too, a name covers its subdomains, and IPv6 addresses may have brackets. */
function readExceptions(environment: NodeJS.ProcessEnv): string {
  const entries = readVariable(environment, 'NO_PROXY')
    .replace(/[[\]]/gu, '')
    .split(/[\s,]+/u)
  return entries
    .filter((entry) => entry !== '')
    .flatMap((entry) => (/^[.*]/u.test(entry) ? [entry] : [entry, `.${entry}`]))
    .join(',')
}
