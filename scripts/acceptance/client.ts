import { setTimeout } from 'node:timers/promises'

export interface ClientOptions {
  /** Base of the REST API, without a slash at the end. */
  apiUrl: string
  token: string
  /** The pause before each request that writes: by default the second that GitHub asks for. */
  paceMs?: number
}

const READ_TRIES = 4
const REQUEST_LIMIT_MS = 30_000

/** GitHub's REST API as one account. It needs no package, so that none can read the token. */
export class Client {
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    this.#options = options
  }

  /** @throws Error unless it succeeds */
  async send<Body>(method: string, path: string, body?: object): Promise<Body> {
    return (await this.change(method, path, body, [])) as Body
  }

  /** What is at a path; undefined if it isn't there, or if the account can't see it. */
  find<Body>(path: string): Promise<Body | undefined> {
    return this.change('GET', path, undefined, [401, 403, 404, 409])
  }

  /** The first hundred of a list: a sandbox has no more. Empty if it isn't there. */
  async list<Item>(path: string): Promise<Item[]> {
    return (await this.find<Item[]>(`${path}${path.includes('?') ? '&' : '?'}per_page=100`)) ?? []
  }

  /** @returns the answer; undefined for a change that was made before, or that can't be made yet */
  async change<Body>(method: string, path: string, body?: object, passedOver = [404, 405, 409, 422]) {
    const response = await this.#request(method, path, body)
    const text = await response.text()
    if (response.ok) return (text === '' ? {} : JSON.parse(text)) as Body
    if (passedOver.includes(response.status)) return undefined
    throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
  }

  /** Repeats reads after trouble of the network or the server. */
  async #request(method: string, path: string, body?: object): Promise<Response> {
    const { apiUrl, token, paceMs = 1_000 } = this.#options
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    }
    await setTimeout(method === 'GET' ? 0 : paceMs)
    for (let attempt = 1; ; attempt += 1) {
      const isLast = method !== 'GET' || attempt === READ_TRIES
      const signal = AbortSignal.timeout(REQUEST_LIMIT_MS)
      const request = fetch(apiUrl + path, { method, headers, body: body ? JSON.stringify(body) : null, signal })
      const response = await (isLast ? request : request.catch(() => undefined))
      if (response && (isLast || response.status < 500)) return response
      await setTimeout(2_000 * attempt)
    }
  }
}
