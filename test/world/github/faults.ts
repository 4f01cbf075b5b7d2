import { type ApiAnswer, json } from './api-message.ts'
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

interface FaultRule {
  /** Whose requests it hits; everybody's by default. */
  login?: string
  method?: string
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

  /** @returns the function that takes the rule away */
  add(rule: FaultRule): () => void {
    const counted = { ...rule, seen: 0 }
    this.#rules.add(counted)
    return () => void this.#rules.delete(counted)
  }

  /** What is to go wrong with this request; counts it. */
  take({ login, method, path }: RecordedRequest): FaultResponse {
    for (const rule of this.#rules) {
      const isMatch = (rule.login ?? login) === login && (rule.method ?? method) === method
      if (!isMatch || rule.path?.test(path) === false) continue
      const number = rule.seen++ - (rule.skip ?? 0)
      if (number >= 0 && number < (rule.times ?? Number.POSITIVE_INFINITY)) return rule.respond
    }
    return {}
  }
}

/** The answer in place of GitHub's, if there is one. */
export function readFaultAnswer({ status, headers, body = '' }: FaultResponse): ApiAnswer | undefined {
  if (status === undefined) return undefined
  if (typeof body !== 'string') return json(status, body, headers)
  return { status, headers: { 'content-type': 'text/html', ...headers }, body }
}

const NOT_ACCESSIBLE = 'Resource not accessible by integration'

/** Answers that GitHub gives in trouble, word for word, for `respond`. */
export const knownFaults = {
  /** The workflow's `permissions:` do not cover it. */
  notAccessible: {
    status: 403,
    body: { message: NOT_ACCESSIBLE, documentation_url: 'https://docs.github.com/rest/issues/comments', status: '403' },
  },
  /** Of GraphQL, with status 200. */
  queryRefused: {
    status: 200,
    body: {
      data: { nodes: [null] },
      errors: [{ type: 'FORBIDDEN', path: ['nodes', 0, 'associatedPullRequests'], message: NOT_ACCESSIBLE }],
    },
  },
  /** A page of the load balancer, not of the API. */
  badGateway: {
    status: 502,
    body: '<!DOCTYPE html><html><head><title>Unicorn! &middot; GitHub</title></head><body><p>This page is taking too long to load.</p></body></html>',
  },
}
