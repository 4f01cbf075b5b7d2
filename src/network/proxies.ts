/** A proxy variable is invalid. The message doesn't contain its value, which may have a password. */
export class ProxySettingError extends Error {
  override readonly name = 'ProxySettingError'
  /** How to fix it. */
  readonly hint =
    'Set the variable to a URL such as `http://proxy.example:3128`, or remove it. Percent-encode signs in a password.'
  constructor(variable: string) {
    super(`Couldn't use the proxy in ${variable}: it isn't an http or https URL.`)
  }
}

/**
 * Checks HTTP_PROXY and HTTPS_PROXY, which may be in lower case. `@actions/http-client` connects without a proxy if it
 * can't parse them.
 * @throws ProxySettingError if a proxy isn't an http or https URL
 */
export function checkProxies(environment: NodeJS.ProcessEnv): void {
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY']) {
    const value = environment[name.toLowerCase()] || environment[name] || ''
    if (value !== '' && !isProxyUrl(value)) throw new ProxySettingError(name)
  }
}

function isProxyUrl(value: string): boolean {
  const url = URL.parse(value)
  if (url === null || !/^https?:$/u.test(url.protocol)) return false
  try {
    decodeURIComponent(url.username + url.password)
    return true
  } catch {
    return false
  }
}
