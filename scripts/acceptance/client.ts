import { setTimeout } from 'node:timers/promises'

export interface ClientOptions {
  /** Base of the REST API, without a slash at the end. */
  apiUrl: string
  token: string
  /** The pause before each request that writes: by default the second that GitHub asks for. */
  paceMs?: number
  sleep?: (ms: number) => Promise<unknown>
}

const MOST_TRIES = 4
const REQUEST_LIMIT_MS = 30_000

/** GitHub's REST API as one account. It needs no package, so that none can read the token. */
export class Client {
  readonly #options: Required<ClientOptions>

  constructor(options: ClientOptions) {
    this.#options = { paceMs: 1_000, sleep: setTimeout, ...options }
  }

  /** @throws Error unless it succeeds */
  async send<Body>(method: string, path: string, body?: object): Promise<Body> {
    const answer = await this.change<Body>(method, path, body, [])
    return answer as Body
  }

  /** What is at a path; undefined if it isn't there, or if the account can't see it. */
  find<Body>(path: string): Promise<Body | undefined> {
    return this.change<Body>('GET', path, undefined, [401, 403, 404, 409, 500, 502, 503])
  }

  /** @returns the answer; undefined for a change that was made before, or that can't be made yet */
  async change<Body>(method: string, path: string, body?: object, passedOver = [404, 405, 409, 422]) {
    const response = await this.#request(method, path, body)
    const text = await response.text()
    if (response.ok) return (text === '' ? {} : JSON.parse(text)) as Body
    if (passedOver.includes(response.status)) return undefined
    throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
  }

  /** The first hundred of a list: a sandbox has no more. Empty if it isn't there. */
  async list<Item>(path: string): Promise<Item[]> {
    return (await this.find<Item[]>(`${path}${path.includes('?') ? '&' : '?'}per_page=100`)) ?? []
  }

  /** Waits where GitHub asks for it, and repeats reads. */
  async #request(method: string, path: string, body?: object): Promise<Response> {
    const { apiUrl, token, paceMs, sleep } = this.#options
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    }
    if (method !== 'GET') await sleep(paceMs)
    for (let attempt = 1; ; attempt += 1) {
      const signal = AbortSignal.timeout(REQUEST_LIMIT_MS)
      const request = fetch(apiUrl + path, { method, headers, body: body ? JSON.stringify(body) : null, signal })
      const isLast = attempt === MOST_TRIES
      const response = await (method === 'GET' && !isLast ? request.catch(() => undefined) : request)
      const waitMs = findWait(response, method, attempt)
      if (response && (waitMs === undefined || isLast)) return response
      await sleep(waitMs ?? 0)
    }
  }
}

/**
 * How long to wait before the request is repeated; undefined if it isn't.
 * https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
 */
function findWait(response: Response | undefined, method: string, attempt: number): number | undefined {
  const { status, headers } = response ?? { status: 500, headers: new Headers() }
  const retryAfter = headers.get('retry-after')
  const isEmpty = headers.get('x-ratelimit-remaining') === '0'
  if (status >= 500) return method === 'GET' ? 2_000 * attempt : undefined
  if (status !== 403 && status !== 429) return undefined
  if (retryAfter !== null) return Number(retryAfter) * 1_000
  if (isEmpty) return Math.max(0, Number(headers.get('x-ratelimit-reset')) * 1_000 - Date.now()) + 1_000
  return status === 429 ? 60_000 * attempt : undefined
}
