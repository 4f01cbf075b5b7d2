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
