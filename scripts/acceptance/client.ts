import { setTimeout } from 'node:timers/promises'

export interface ClientOptions {
  /** Base of the REST API, without a slash at the end. */
  apiUrl: string
  token: string
  /** The pause before each request that writes: by default the second that GitHub asks for. */
  paceMs?: number
  sleep?: (ms: number) => Promise<unknown>
  now?: () => number
  /** Called with a sentence before each wait for a limit. */
  onWait?: (text: string) => void
}

/** A request and its answer, as recordings keep them. */
export interface Exchange {
  method: string
  /** Path and query. */
  path: string
  requestBody?: unknown
  status: number
  headers: Record<string, string>
  /** Undefined unless it is JSON. */
  body: unknown
  durationMs: number
}

const VERSION = '2022-11-28'
const MOST_TRIES = 4
const REQUEST_LIMIT_MS = 30_000

/** GitHub answered with another status than a success. */
export class ClientError extends Error {
  override readonly name = 'ClientError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** GitHub's REST API as one account. It waits where GitHub asks for it, and keeps every exchange. */
export class Client {
  readonly exchanges: Exchange[] = []
  readonly #options: Required<ClientOptions>

  constructor(options: ClientOptions) {
    this.#options = { paceMs: 1_000, sleep: setTimeout, now: Date.now, onWait: () => {}, ...options }
  }

  /** The answer: of JSON its value, else the text. @throws ClientError unless it is a success */
  async send<Body>(method: string, path: string, body?: object): Promise<Body> {
    const { text, value } = await this.#succeed(method, path, body)
    return (value ?? text) as Body
  }

  get<Body>(path: string): Promise<Body> {
    return this.send('GET', path)
  }

  /** The answer to a read; undefined for 404. */
  find<Body>(path: string): Promise<Body | undefined> {
    return this.get<Body>(path).catch((error: unknown) => passOver(error, [404]))
  }

  /** A change that may be done already: then GitHub answers 404, 409 or 422. */
  async settle(method: string, path: string, body?: object): Promise<void> {
    await this.send(method, path, body).catch((error: unknown) => passOver(error, [404, 409, 422]))
  }

  /** All pages of a list, which may be below a name. */
  async list<Item>(path: string, name = ''): Promise<Item[]> {
    const items: Item[] = []
    for (let page = 1; ; page += 1) {
      const query = `${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`
      const answer = await this.get<Item[] | Record<string, Item[]>>(path + query)
      const rows = Array.isArray(answer) ? answer : (answer[name] ?? [])
      items.push(...rows)
      if (rows.length < 100) return items
    }
  }

  async #succeed(method: string, path: string, body?: object): Promise<Answer> {
    const { sleep, now, paceMs, onWait } = this.#options
    if (method !== 'GET') await sleep(paceMs)
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#request(method, path, body).catch(describeFailure)
      if (response.status >= 200 && response.status < 300) return response
      const waitMs = attempt === MOST_TRIES ? undefined : findWait(response, method, attempt, now())
      if (waitMs === undefined)
        throw new ClientError(response.status, `${method} ${path}: ${response.status} ${response.text.slice(0, 500)}`)
      onWait(
        `GitHub answered ${response.status || 'nothing'}. Waiting until ${new Date(now() + waitMs).toISOString()}.`,
      )
      await sleep(waitMs)
    }
  }

  async #request(method: string, path: string, body?: object): Promise<Answer> {
    const { apiUrl, token, now } = this.#options
    const start = now()
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        accept: 'application/vnd.github+json',
        'x-github-api-version': VERSION,
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
    })
    const { status, headers } = response
    const text = await response.text()
    const isJson = text !== '' && headers.get('content-type')?.includes('json')
    const value: unknown = isJson ? JSON.parse(text) : undefined
    const sent = { method, path, ...(body && { requestBody: body }) }
    const answer = { status, headers: Object.fromEntries(headers), body: value }
    this.exchanges.push({ ...sent, ...answer, durationMs: now() - start })
    return { status, headers, text, value }
  }
}

interface Answer {
  status: number
  headers: Headers
  text: string
  value: unknown
}

/** No answer has the status 0. */
function describeFailure(error: unknown): Answer {
  const { cause = error } = error as Error
  return { status: 0, headers: new Headers(), text: String(cause), value: undefined }
}

function passOver(error: unknown, statuses: readonly number[]): undefined {
  if (!(error instanceof ClientError && statuses.includes(error.status))) throw error
}

/**
 * How long to wait before the request is repeated; undefined if it isn't.
 * https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
 */
function findWait({ status, headers, text }: Answer, method: string, attempt: number, now: number): number | undefined {
  const retryAfter = headers.get('retry-after')
  const isEmpty = headers.get('x-ratelimit-remaining') === '0'
  const isLimit = status === 429 || (status === 403 && (retryAfter !== null || isEmpty || /rate limit/iu.test(text)))
  if (isLimit && retryAfter !== null) return Number(retryAfter) * 1_000
  if (isLimit && isEmpty) return Math.max(0, Number(headers.get('x-ratelimit-reset')) * 1_000 - now) + 1_000
  if (isLimit) return 60_000 * 2 ** (attempt - 1)
  return (status === 0 || status >= 500) && method === 'GET' ? 2_000 * attempt : undefined
}
