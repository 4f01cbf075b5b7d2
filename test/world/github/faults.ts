import type { RecordedRequest } from './server.ts'

/**
 * What goes wrong with a request that a rule matches.
 * - an answer: sent in place of GitHub's; the request has no effect
 * - `delayMs`: waits, then goes on as usual (or with the rest of the rule)
 * - `hang`: never answers; the request has no effect
 * - `cut: 'before'`: the connection is reset and the request has no effect
 * - `cut: 'after'`: the request takes effect, then the connection is reset: the answer is lost
 */
export interface FaultResponse {
  status?: number
  headers?: Record<string, string>
  /** An object is sent as JSON, a string as it is (`text/html`, unless headers say otherwise). */
  body?: unknown
  delayMs?: number
  hang?: boolean
  cut?: 'before' | 'after'
}

export interface FaultRule {
  /** Whose requests it hits; everybody's by default, those of the docs service's agent included. */
  login?: string
  /** Whose requests it hits, where several runs have tokens of their own. */
  token?: string
  method?: string
  /** An exact path or a pattern of it, without `/api/v3` and without the query. */
  path?: string | RegExp
  /** How many requests it hits; all by default. */
  times?: number
  /** How many matching requests it lets pass first. */
  skip?: number
  respond: FaultResponse
}

export interface Faults {
  /** Adds a rule; the first that matches wins. Returns the function that takes it away. */
  add(rule: FaultRule): () => void
  clear(): void
}

/** Rules of which the first that matches is applied. */
export class FaultList implements Faults {
  readonly #rules = new Set<FaultRule & { seen: number }>()

  add(rule: FaultRule): () => void {
    const counted = { ...rule, seen: 0 }
    this.#rules.add(counted)
    return () => {
      this.#rules.delete(counted)
    }
  }

  clear(): void {
    this.#rules.clear()
  }

  /** What is to go wrong with this request; counts it. */
  take(request: RecordedRequest): FaultResponse | undefined {
    for (const rule of this.#rules) {
      if (!matches(rule, request)) continue
      const number = rule.seen++ - (rule.skip ?? 0)
      if (number >= 0 && number < (rule.times ?? Number.POSITIVE_INFINITY)) return rule.respond
    }
    return undefined
  }
}

/** Answers that GitHub gives in trouble, word for word, for `respond`. */
export const knownFaults = {
  /** The workflow's `permissions:` do not cover it. */
  notAccessible: refuse('Resource not accessible by integration'),
  /** Nobody may write to it. https://docs.github.com/repositories/archiving-a-github-repository */
  archived: refuse('Repository was archived so is read-only.'),
  /** https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits */
  secondaryRateLimit(options: { status?: 403 | 429; retryAfterSeconds?: number } = {}): FaultResponse {
    const { status = 403, retryAfterSeconds } = options
    return {
      status,
      headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
      body: {
        message:
          'You have exceeded a secondary rate limit. Please wait a few minutes before you try again. If you reach out to GitHub Support for help, please include the request ID.',
        documentation_url:
          'https://docs.github.com/free-pro-team@latest/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits',
        status: String(status),
      },
    }
  },
  /** A page of the load balancer, not of the API. */
  badGateway: {
    status: 502,
    body: '<!DOCTYPE html><html><head><title>Unicorn! &middot; GitHub</title></head><body><p>This page is taking too long to load.</p></body></html>',
  },
} satisfies Record<string, FaultResponse | ((...input: never[]) => FaultResponse)>

function refuse(message: string) {
  const documentation_url = 'https://docs.github.com/rest/issues/comments#create-an-issue-comment'
  return { status: 403, body: { message, documentation_url, status: '403' } }
}

function matches(rule: FaultRule, { login, method, path, headers }: RecordedRequest): boolean {
  if (rule.token !== undefined && headers['authorization']?.endsWith(` ${rule.token}`) !== true) return false
  if (rule.login !== undefined && rule.login !== login) return false
  if (rule.method !== undefined && rule.method !== method) return false
  if (rule.path === undefined) return true
  return typeof rule.path === 'string' ? rule.path === path : rule.path.test(path)
}
