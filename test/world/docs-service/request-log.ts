/** One request as it arrived, and what became of it. Entries are live: later fields fill in as the exchange goes on. */
export interface RequestRecord {
  /** Counts from 1, in order of arrival. */
  readonly number: number
  readonly method: string
  /** Path as sent, still percent-encoded, without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Names in lower case. Holds the API key as sent. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Milliseconds since 1970 on the service's clock. */
  readonly at: number
  /** The body as text, once it was read. */
  bodyText?: string
  /** The body parsed as JSON; absent when there was none or it was no JSON. */
  body?: unknown
  /** The status that went out; absent while there was none (hung, cut, still working). */
  status?: number
  /** How the exchange ended; absent while it is in flight. */
  ended?: 'answered' | 'not answered'
  /** The fault that was applied, if any. */
  fault?: string
}

/** Which requests are meant. A string path matches when it is contained in path and query. */
export interface RequestMatch {
  method?: string
  path?: string | RegExp
}
