import { setImmediate, setTimeout } from 'node:timers/promises'
import { type ApiAnswer, isGraphql, json, Refusal } from './api-message.ts'
import type { RecordedRequest } from './server.ts'

/** A limit that a request meets, and how long it lasts. */
export interface Limit {
  /** Whose request, where several runs have tokens of their own. */
  token?: string
  method?: string
  /** A pattern of the path, without the query. */
  path?: RegExp
  /** How many matching requests pass first. */
  skip?: number
  seconds: number
  /** How GitHub tells the end: not at all, by the time to wait, or by the time of the reset. */
  told?: 'no' | 'retry-after' | 'reset'
}

const SIDE_BY_SIDE_MS = 20
/** What was sent by then is read in these turns of the event loop, however long the last one took. */
const SIDE_BY_SIDE_TURNS = 10
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/**
 * The limits of `GITHUB_TOKEN`, for each login on its own. GraphQL is counted apart; its own limit is never reached.
 * https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#primary-rate-limit-for-github_token-in-github-actions
 */
const REQUESTS_PER_HOUR = 1_000
/** https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits */
const WRITES_PER_MINUTE = 80

/** Counts requests as GitHub does, and refuses those that are too many, or that come before the end of a limit. */
export class Limiter {
  readonly #limits = new Set<Limit & { seen: number }>()
  readonly #until = new Map<string, { at: number; told: NonNullable<Limit['told']>; isKnown?: true }>()
  readonly #requests: RecordedRequest[] = []
  /** Requests that came although GitHub had asked to wait. */
  readonly early: RecordedRequest[] = []

  /** One request will meet this limit. @returns the function that takes it away */
  hit(limit: Limit): () => void {
    const counted = { ...limit, seen: 0 }
    this.#limits.add(counted)
    return () => void this.#limits.delete(counted)
  }

  /** The refusal of a request, if there is one; counts it. */
  async take(request: RecordedRequest): Promise<ApiAnswer | undefined> {
    const { login = '', at, method } = request
    const isQuery = isGraphql(request)
    const server = isQuery ? `${login} graphql` : login
    const refuse = isQuery ? refuseQuery : refuseRequest
    const current = this.#until.get(server)
    if (current !== undefined && at < current.at) {
      if (current.isKnown) this.early.push(request)
      return refuse(current.at, at, current.told)
    }
    const limit = this.#find(request)
    const own = isQuery ? [] : this.#requests.filter((each) => each.login === login && !isGraphql(each))
    const writes = own.filter((each) => each.method !== 'GET' && each.at > at - MINUTE_MS)
    const isFull = own.filter((each) => each.at > at - HOUR_MS).length >= REQUESTS_PER_HOUR
    const isBusy = method !== 'GET' && writes.length >= WRITES_PER_MINUTE
    if (limit === undefined && !isFull && !isBusy) {
      this.#requests.push(request)
      return undefined
    }
    const { seconds, told = 'retry-after' }: Limit = limit ?? { seconds: isFull ? 3_600 : 60 }
    const until: { at: number; told: NonNullable<Limit['told']>; isKnown?: true } = { at: at + seconds * 1_000, told }
    this.#until.set(server, until)
    // Requests that were sent beside this one arrive before its answer is known.
    await setTimeout(SIDE_BY_SIDE_MS)
    for (let turn = 0; turn < SIDE_BY_SIDE_TURNS; turn += 1) await setImmediate()
    until.isKnown = true
    return refuse(at + seconds * 1_000, at, told)
  }

  #find({ method, path, headers }: RecordedRequest): Limit | undefined {
    for (const limit of this.#limits) {
      const isTheirs = (headers['authorization'] ?? '').endsWith(limit.token ?? '')
      const isMatch = isTheirs && (limit.method ?? method) === method && (limit.path?.test(path) ?? true)
      if (!isMatch || limit.seen++ < (limit.skip ?? 0)) continue
      this.#limits.delete(limit)
      return limit
    }
    return undefined
  }
}

/** https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit */
function refuseRequest(until: number, now: number, told: NonNullable<Limit['told']>): ApiAnswer {
  const headers = tellEnd(until, now, told)
  const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'
  return new Refusal(403, message, headers, 'rest/overview/rate-limits-for-the-rest-api').answer
}

/** With status 200. https://docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api */
function refuseQuery(until: number, now: number, told: NonNullable<Limit['told']>): ApiAnswer {
  const message = 'API rate limit exceeded for installation ID 1.'
  return json(200, { errors: [{ type: 'RATE_LIMIT', code: 'graphql_rate_limit', message }] }, tellEnd(until, now, told))
}

function tellEnd(until: number, now: number, told: NonNullable<Limit['told']>): Record<string, string> {
  return {
    no: {},
    'retry-after': { 'retry-after': String(Math.ceil((until - now) / 1_000)) },
    reset: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(until / 1_000)) },
  }[told]
}
