import type { UntrustedText } from '../untrusted/text.ts'

/** What was tried. The words open every error message. */
export type Operation = 'create agent job' | 'send follow-up message' | 'get agent job' | 'get page views'

/** Whether the operation sends a prompt. Only then it matters whether the request was accepted. */
export function sendsPrompt(operation: Operation): boolean {
  return operation === 'create agent job' || operation === 'send follow-up message'
}

/** How a request failed. */
export type FailureKind =
  /** The connection was never made: name not found, refused, connect timeout, TLS, proxy out of reach. */
  | 'not-connected'
  /** A connection was made or may have been, but no whole answer came: reset, time limit, stalled body. */
  | 'no-answer'
  /** The service answered with a status that is no success; redirects count. */
  | 'status'
  /** A success whose body is too large, is no JSON, or has another shape than it should. */
  | 'unreadable'
  /** `limits.signal` was aborted. */
  | 'cancelled'
  /** `limits.deadline` was reached. */
  | 'deadline'

/** Whether a request may have had an effect. */
export type Certainty = 'not-accepted' | 'unknown'

/** Client errors that leave open whether the request was carried out. */
const UNCLEAR_STATUSES = [408, 425]

/** What a status other than a success leaves certain: by other client errors, a server says that it did nothing. */
export function decideCertainty(status: number): Certainty {
  return status >= 400 && status < 500 && !UNCLEAR_STATUSES.includes(status) ? 'not-accepted' : 'unknown'
}

/** What is asked for, and where. */
export interface RequestTarget {
  operation: Operation
  method: 'GET' | 'POST'
  url: URL
}

/** Method and address without the query, which is long and says nothing new. */
export function describeTarget({ method, url }: Omit<RequestTarget, 'operation'>): string {
  return `${method} ${url.origin}${url.pathname}`
}

/** The facts of a failure. A cause is told by them, and never by the words of a text. */
export interface Failure {
  operation: Operation
  kind: FailureKind
  certainty: Certainty
  /** HTTP status, when there was an answer. */
  status?: number | undefined
  /** Node's code of the error that broke the connection, such as `ECONNREFUSED`. */
  code?: string | undefined
  /** Whether the body of the answer is JSON; absent where none was read. */
  isJson?: boolean | undefined
  /** Whether the body is a JSON object with an `error`, as the service's own refusals have. */
  hasErrorField?: boolean | undefined
  /** What `Retry-After` asked for, in milliseconds from the moment the answer came. */
  retryAfterMs?: number | undefined
  /** When that wait is over, in milliseconds since 1970. */
  retryAt?: number | undefined
  /** The service's own words: the key redacted, at most 500 code points. */
  serviceMessage?: UntrustedText | undefined
}

/** The fields of a failure are assigned all at once. */
const ErrorWithFailure = Error as unknown as new (
  message: string,
  options?: ErrorOptions,
) => Error & Readonly<Failure>

/** A request to the documentation service failed. The message holds no text from outside. */
export class DocsServiceError extends ErrorWithFailure {
  override readonly name = 'DocsServiceError'
  /** Where the request went, without its query. */
  readonly url: string
  /** What to do about a read that failed, in a sentence or two; empty where a prompt was sent. */
  readonly hint: string

  /**
   * @param failure what happened
   * @param target method and address that the request went to
   * @param cameBack what came back, without text from outside
   */
  constructor(failure: Failure, target: string, cameBack: string, options?: ErrorOptions) {
    super(`Could not ${failure.operation}: ${target} ${cameBack}.`, options)
    this.url = target.slice(target.indexOf(' ') + 1)
    Object.assign(this, failure)
    this.hint = findHint(failure)
  }

  /**
   * Whether a prompt was certainly not received because the service couldn't take it: its limit (429), or no connection
   * in the time that was left. Sending it again later is safe.
   */
  get isUnavailable(): boolean {
    const { operation, certainty, kind, status } = this
    if (!sendsPrompt(operation) || certainty !== 'not-accepted') return false
    return kind === 'not-connected' || kind === 'deadline' || status === 429
  }
}

/** `limits.allowRequest` refused one more request. The cause is the failure that made it necessary, if any. */
export class RequestLimitError extends Error {
  override readonly name = 'RequestLimitError'

  constructor(target: string) {
    super(`Did not send ${target}: the number of requests is used up.`)
  }
}

/** What to do about a read that failed; nothing where a prompt was sent: that depends on what else the run knows. */
function findHint({ operation, kind, status, isJson }: Failure): string {
  if (sendsPrompt(operation)) return ''
  if (kind === 'unreadable' && isJson === true) return SHAPE_HINT
  if (kind !== 'status' || status === undefined) return KIND_HINTS[kind]
  if (status < 400) return REDIRECT_HINT
  if (status >= 500 || status === 408) return KIND_HINTS.status
  return (
    (operation === 'get agent job' && status === 429 ? JOB_LIMIT_HINT : STATUS_HINTS[status]) ?? REFUSED_HINT
  )
}

/** Hints by status. */
const STATUS_HINTS: Readonly<Record<number, string>> = {
  400: 'The service did not accept the query. Check `date-from`, `date-to`, `limit` and `offset`.',
  401:
    'The key is wrong or has expired; keys expire 90 days after they were made unless set otherwise. ' +
    'Make a new admin key in the dashboard and store it as the secret that `api-key` reads.',
  403: 'The key may not do this: it needs the `read` scope. The same happens if an IP allowlist excludes the runner.',
  404:
    'There is no such project at this address. ' +
    'Check `project-id` (the API keys page of the dashboard shows it) and `base-url`.',
  407: 'The proxy requires a login. Put it into the proxy variable: `http://user:password@host:port`.',
  429:
    'The quota is used up; an organization has 100 analytics requests an hour, shared by all analytics endpoints. ' +
    'Wait before you run it again.',
}

const JOB_LIMIT_HINT = 'The service asks for fewer requests. Wait, and run it again.'

/** Hints by what happened, where no status says more. */
const KIND_HINTS: Readonly<Record<FailureKind, string>> = {
  'not-connected':
    'Check `base-url`, and whether the runner may reach that host: name, firewall, certificate, ' +
    'and the proxy variables HTTPS_PROXY and NO_PROXY.',
  'no-answer': 'The connection or the service failed. Check the status page of the service.',
  status: 'The service has a problem. Check its status page, and run it again later.',
  unreadable: 'Check that `base-url` leads to the service itself and to no proxy, login or error page.',
  cancelled: 'The run was cancelled.',
  deadline: 'The time limit was reached. Set a longer `timeout`.',
}

const REDIRECT_HINT =
  'Redirects are never followed, so that the key stays with the host that was named. ' +
  'Set `base-url` to the address of the service itself.'

const REFUSED_HINT = 'The service refused the request. Read what it said, and check `base-url`.'

/** The address is right, since JSON came back, but something in it is wrong. */
const SHAPE_HINT = 'The service sent JSON that is not as documented. Try again later, and tell its support.'
