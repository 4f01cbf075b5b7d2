import type { RecordedRequest } from './server.ts'

/** What goes wrong with a request that a rule matches. It has no effect on GitHub, unless its field says so. */
export interface FaultResponse {
  /** Of an answer in place of GitHub's. */
  status?: number
  headers?: Record<string, string>
  /** An object is sent as JSON, a string as it is (`text/html`, unless headers say otherwise). */
  body?: unknown
  /** Of GraphQL: these stand beside the data that GitHub has. */
  errors?: readonly object[]
  /** Never answers. */
  hang?: boolean
  /** The connection is reset: before the request takes effect, or after it did, so that the answer is lost. */
  cut?: 'before' | 'after'
}

export interface FaultRule {
  /** Whose requests it hits; everybody's by default, those of the docs service's agent included. */
  login?: string
  /** Whose requests it hits, where several runs have tokens of their own. */
  token?: string
  method?: string
  /** A pattern of the path, without `/api/v3` and without the query. */
  path?: RegExp
  /** How many requests it hits; all by default. */
  times?: number
  /** How many matching requests it lets pass first. */
  skip?: number
  respond: FaultResponse
}

/** Rules of which the first that matches is applied. */
export class Faults {
  readonly #rules = new Set<FaultRule & { seen: number }>()

  /** Returns the function that takes the rule away. */
  add(rule: FaultRule): () => void {
    const counted = { ...rule, seen: 0 }
    this.#rules.add(counted)
    return () => void this.#rules.delete(counted)
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

function matches({ token = '', login, method, path }: FaultRule, { headers, ...request }: RecordedRequest): boolean {
  return (
    (headers['authorization'] ?? '').endsWith(token) &&
    (login === undefined || login === request.login) &&
    (method === undefined || method === request.method) &&
    (path === undefined || path.test(request.path))
  )
}

/** Answers that GitHub gives in trouble, word for word, for `respond`. */
export const knownFaults = {
  /** The workflow's `permissions:` do not cover it. */
  notAccessible: {
    status: 403,
    body: {
      message: 'Resource not accessible by integration',
      documentation_url: 'https://docs.github.com/rest/issues/comments',
      status: '403',
    },
  },
  /** Of GraphQL, with status 200. */
  queryRefused: {
    status: 200,
    body: {
      data: { nodes: [null] },
      errors: [
        {
          type: 'FORBIDDEN',
          path: ['nodes', 0, 'associatedPullRequests'],
          message: 'Resource not accessible by integration',
        },
      ],
    },
  },
  /** Of GraphQL: a query that took too long for a part of its data. */
  halfQuery: {
    errors: [{ message: 'Something went wrong while executing your query. Please include `1` when reporting.' }],
  },
  /** A page of a proxy, or of a server that isn't GitHub. */
  pageWithSuccess: { status: 200, body: '<!DOCTYPE html><html><body>Sign in to continue</body></html>' },
  /** A page of the load balancer, not of the API. */
  badGateway: {
    status: 502,
    body: '<!DOCTYPE html><html><head><title>Unicorn! &middot; GitHub</title></head><body><p>This page is taking too long to load.</p></body></html>',
  },
}
