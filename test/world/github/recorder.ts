/** A request as it came over the wire, and what was answered. */
export interface RecordedRequest {
  method: string
  /** Who the token acts as; undefined without a token, or with one that nobody has. */
  login: string | undefined
  /** Path without the `/api/v3` prefix and without the query. */
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  /** The parsed JSON, or the text if it is not JSON; undefined without a body. */
  body: unknown
  /** Milliseconds since the epoch at arrival. */
  at: number
  /** undefined until answered, or when the answer was cut off. */
  status?: number
  responseBody?: unknown
  /** The answer was a fault's, not GitHub's. */
  isFault?: boolean
}

/** Moments at which a crash test may act. A handler that never resolves holds the request there. */
export interface RequestHooks {
  /** Before the request has any effect. */
  onRequest?: ((request: RecordedRequest) => void | Promise<void>) | undefined
  /** After the last byte of the answer was handed to the operating system. */
  onAnswer?: ((request: RecordedRequest) => void | Promise<void>) | undefined
}
