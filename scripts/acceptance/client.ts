import { setTimeout } from 'node:timers/promises'

export interface ClientOptions {
  /** Base of the REST API, without a slash at the end. */
  apiUrl: string
  token: string
  /** The pause before each request that writes, which GitHub asks for: one second by default. */
  paceMs?: number
  sleep?: (ms: number) => Promise<unknown>
  now?: () => number
  /** Called with a sentence before each wait for a limit. */
  onWait?: (text: string) => void
}

/** A request and its answer, as `record.ts` keeps them. */
export interface Exchange {
  method: string
  /** Path and query. */
  path: string
  requestBody?: unknown
  status: number
  headers: Record<string, string>
  body: unknown
  durationMs: number
}

interface Answer {
  status: number
  headers: Headers
  text: string
}

const MOST_TRIES = 4
const REQUEST_LIMIT_MS = 30_000
/** https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api */
const PACE_MS = 1_000
const UNTOLD_WAIT_MS = 60_000

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
  readonly apiUrl: string
  readonly #options: Required<ClientOptions>

  constructor(options: ClientOptions) {
    this.apiUrl = options.apiUrl
    this.#options = { paceMs: PACE_MS, sleep: setTimeout, now: Date.now, onWait: () => {}, ...options }
  }

  /** The answer as JSON. @throws ClientError unless it is a success */
  async send<Body>(method: string, path: string, body?: object): Promise<Body> {
    const { text } = await this.#succeed(method, path, body)
    return (text === '' ? undefined : JSON.parse(text)) as Body
  }

  get<Body>(path: string): Promise<Body> {
    return this.send('GET', path)
  }

  /** The answer as text, after GitHub's redirect. */
  async getText(path: string): Promise<string> {
    return (await this.#succeed('GET', path)).text
  }

  /** The answer to a read; undefined for 404. */
  find<Body>(path: string): Promise<Body | undefined> {
    return this.get<Body>(path).catch(orMissing)
  }

  /** A deletion, or another change that is done already where GitHub answers 404, 409 or 422. */
  async settle(method: string, path: string, body?: object): Promise<void> {
    await this.send(method, path, body).catch((error: unknown) => {
      if (!(error instanceof ClientError && [404, 409, 422].includes(error.status))) throw error
    })
  }

  /** All pages of a list, which may be below a name. */
  async list<Item>(path: string, name?: string): Promise<Item[]> {
    const items: Item[] = []
    for (let page = 1; ; page += 1) {
      const separator = path.includes('?') ? '&' : '?'
      const answer = await this.get<Item[] | Record<string, Item[]>>(`${path}${separator}per_page=100&page=${page}`)
      const rows = Array.isArray(answer) ? answer : (answer[name ?? ''] ?? [])
      items.push(...rows)
      if (rows.length < 100) return items
    }
  }

  async #succeed(method: string, path: string, body?: object): Promise<Answer> {
    const { sleep, now, paceMs, onWait } = this.#options
    if (method !== 'GET') await sleep(paceMs)
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#request(method, path, body)
      if (answer.status < 300) return answer
      const waitMs = findWait(answer, method, attempt, now())
      if (waitMs === undefined || attempt === MOST_TRIES)
        throw new ClientError(answer.status, `${method} ${path}: ${answer.status} ${answer.text.slice(0, 500)}`)
      onWait(`GitHub answered ${answer.status}. Waiting until ${new Date(now() + waitMs).toISOString()}.`)
      await sleep(waitMs)
    }
  }

  async #request(method: string, path: string, body?: object): Promise<Answer> {
    const { apiUrl, token, now } = this.#options
    const start = now()
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/vnd.github+json',
        'x-github-api-version': '2022-11-28',
        'user-agent': 'docs-agent-action-acceptance',
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
    })
    const { status, headers } = response
    const text = await response.text()
    const isJson = headers.get('content-type')?.includes('json') ?? false
    this.exchanges.push({
      method,
      path,
      ...(body && { requestBody: body }),
      status,
      headers: Object.fromEntries(headers),
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
      durationMs: now() - start,
    })
    return { status, headers, text }
  }
}

function orMissing(error: unknown): undefined {
  if (!(error instanceof ClientError && error.status === 404)) throw error
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
  if (isLimit) return UNTOLD_WAIT_MS * 2 ** (attempt - 1)
  return status >= 500 && method === 'GET' ? 2_000 * attempt : undefined
}
