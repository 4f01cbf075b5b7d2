import { setImmediate, setTimeout } from 'node:timers/promises'
import { type ApiAnswer, isGraphql, json, Refusal } from './api-message.ts'
import type { RecordedRequest } from './server.ts'

/** A limit that a request meets, and how long it lasts. */
export interface Limit {
  method?: string
  path?: RegExp
  /** How many matching requests pass first. */
  skip?: number
  seconds: number
  /** How GitHub tells the end: not at all, by the time to wait, or by the time of the reset. */
  told?: 'no' | 'retry-after' | 'reset'
}

interface Until {
  /** In milliseconds since 1970. */
  at: number
  told: Limit['told']
  isKnown?: true
}

const SIDE_BY_SIDE_MS = 20
/** What was sent by then is read in these turns of the event loop, however long the last one took. */
const SIDE_BY_SIDE_TURNS = 10

/**
 * The limits of `GITHUB_TOKEN`, for each login on its own. GraphQL is counted apart; its own limit is never reached.
 * https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#primary-rate-limit-for-github_token-in-github-actions
 */
const REQUESTS_PER_HOUR = 1_000
/** https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits */
const WRITES_PER_MINUTE = 80

/** Counts requests as GitHub does, and refuses those that are too many, or that come before the end of a limit. */
export class Limiter {
  readonly #limits: (Limit & { skip: number })[] = []
  readonly #until = new Map<string, Until>()
  readonly #requests: RecordedRequest[] = []
  /** Requests that came although GitHub had asked to wait. */
  readonly early: RecordedRequest[] = []

  hit(limit: Limit): void {
    this.#limits.push({ skip: 0, ...limit })
  }

  /** The refusal of a request, if there is one; counts it. */
  async take(request: RecordedRequest): Promise<ApiAnswer | undefined> {
    const { login = '', at } = request
    const server = isGraphql(request) ? `${login} graphql` : login
    const current = this.#until.get(server)
    if (current !== undefined && at < current.at) {
      if (current.isKnown) this.early.push(request)
      return refuse(request, current.at, current.told)
    }
    const limit = this.#find(request)
    if (limit === undefined) {
      this.#requests.push(request)
      return undefined
    }
    const until: Until = { at: at + limit.seconds * 1_000, told: limit.told }
    this.#until.set(server, until)
    // Requests that were sent beside this one arrive before its answer is known.
    await setTimeout(SIDE_BY_SIDE_MS)
    for (let turn = 0; turn < SIDE_BY_SIDE_TURNS; turn += 1) await setImmediate()
    until.isKnown = true
    return refuse(request, until.at, until.told)
  }

  #find(request: RecordedRequest): Limit | undefined {
    const { method, path, login, at } = request
    const isMatch = (each: Limit) => (each.method ?? method) === method && (each.path?.test(path) ?? true)
    const due = this.#limits.filter(isMatch).find((each) => each.skip-- === 0)
    if (due !== undefined) return this.#limits.splice(this.#limits.indexOf(due), 1)[0]
    if (isGraphql(request)) return undefined
    const own = this.#requests.filter((each) => each.login === login && !isGraphql(each))
    const isRecent = (seconds: number) => (each: RecordedRequest) => each.at > at - seconds * 1_000
    if (own.filter(isRecent(3_600)).length >= REQUESTS_PER_HOUR) return { seconds: 3_600 }
    const writes = own.filter((each) => each.method !== 'GET').filter(isRecent(60))
    return method !== 'GET' && writes.length >= WRITES_PER_MINUTE ? { seconds: 60 } : undefined
  }
}

/**
 * Of GraphQL, with status 200. https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
 * https://docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
 */
function refuse(request: RecordedRequest, until: number, told: Limit['told'] = 'retry-after'): ApiAnswer {
  const headers: Record<NonNullable<Limit['told']>, Record<string, string>> = {
    no: {},
    'retry-after': { 'retry-after': String(Math.ceil((until - request.at) / 1_000)) },
    reset: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(until / 1_000)) },
  }
  if (isGraphql(request)) {
    const message = 'API rate limit exceeded for installation ID 1.'
    return json(200, { errors: [{ type: 'RATE_LIMIT', code: 'graphql_rate_limit', message }] }, headers[told])
  }
  const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'
  return new Refusal(403, message, headers[told]).answer
}
