import { setTimeout } from 'node:timers/promises'

interface ClientOptions {
  apiUrl: string
  token: string
  /** To which all paths belong. */
  repository: string
  /** Before each request. */
  paceMs: number
}

export type Client = ReturnType<typeof createClient>

/** GitHub's REST API as one account. It needs no package, so that none can read the token. */
export function createClient({ apiUrl, token, repository, paceMs }: ClientOptions) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  /** @throws Error that names the request, unless it succeeds */
  async function send<Body>(method: string, path: string, body?: object): Promise<Body> {
    await setTimeout(paceMs)
    const url = `${apiUrl}/repos/${repository}${path}`
    const request = { method, headers, body: JSON.stringify(body) ?? null, signal: AbortSignal.timeout(30_000) }
    const explain = (what: unknown) => new Error(`${method} ${url}: ${what}`)
    const { ok, status, text } = await fetch(url, request)
      .then(async (response) => ({ ok: response.ok, status: response.status, text: await response.text() }))
      .catch((error) => Promise.reject(explain(error.cause ?? error)))
    if (ok) return JSON.parse(text || '{}')
    throw explain(`${status} ${text.slice(0, 500)}`)
  }

  return {
    send,
    /** @returns undefined unless it succeeds: what isn't there, was done before, or can't be done yet */
    attempt: <Body>(...request: Parameters<typeof send>) => send<Body>(...request).catch(() => undefined),
    /** The first hundred: a sandbox has no more. */
    list: <Item>(path: string) => send<Item[]>('GET', `${path}${path.includes('?') ? '&' : '?'}per_page=100`),
  }
}
