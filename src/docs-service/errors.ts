import type { UntrustedText } from '../untrusted/text.ts'

/** What was tried. The words open every error message. */
export type Operation = 'create agent job' | 'get agent job' | 'get page views'

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

/** For the create request: may the service have received it? */
export type Certainty = 'not-accepted' | 'unknown'

export interface Failure {
  operation: Operation
  kind: FailureKind
  certainty: Certainty
  /** HTTP status, when there was an answer. */
  status?: number
  /** What `Retry-After` asked for, in milliseconds from the moment the answer came. */
  retryAfterMs?: number
  /** The service's own words: the key redacted, at most 500 code points. */
  detail?: UntrustedText
}

/** A request to the documentation service did not bring what it should. The message holds no text from outside. */
export class DocsServiceError extends Error implements Failure {
  override readonly name = 'DocsServiceError'
  readonly operation: Operation
  readonly kind: FailureKind
  readonly certainty: Certainty
  readonly status?: number
  readonly retryAfterMs?: number
  readonly detail?: UntrustedText
  /** What to do about it, in a sentence or two. */
  readonly hint: string

  /**
   * @param failure what happened
   * @param target method and address that the request went to
   * @param cameBack what came back, without text from outside
   */
  constructor(failure: Failure, target: string, cameBack: string, options?: ErrorOptions) {
    super(`Could not ${failure.operation}: ${target} ${cameBack}.`, options)
    this.operation = failure.operation
    this.kind = failure.kind
    this.certainty = failure.certainty
    if (failure.status !== undefined) this.status = failure.status
    if (failure.retryAfterMs !== undefined) this.retryAfterMs = failure.retryAfterMs
    if (failure.detail !== undefined) this.detail = failure.detail
    this.hint = findHint(failure)
  }
}

/** `limits.allowRequest` refused one more request. The cause is the failure that made it necessary, if there was one. */
export class RequestLimitError extends Error {
  override readonly name = 'RequestLimitError'

  constructor(target: string) {
    super(`Did not send ${target}: the number of requests is used up.`)
  }
}

/** Hints by operation and status; the first line that fits is taken. */
const STATUS_HINTS: { status: number; operation?: Operation; hint: string }[] = [
  {
    status: 400,
    operation: 'create agent job',
    hint: 'The service did not accept the prompt or the project. Check the prompt and `project-id`.',
  },
  {
    status: 400,
    operation: 'get page views',
    hint: 'The service did not accept the query. Check `date-from`, `date-to`, `limit` and `offset`.',
  },
  {
    status: 401,
    hint: 'The key is wrong or has expired; keys expire 90 days after they were made unless set otherwise. Make a new admin key in the dashboard and store it as the secret that `api-key` reads.',
  },
  {
    status: 403,
    operation: 'create agent job',
    hint: 'The key may not do this: creating a job needs the `write` scope. An IP allowlist that leaves out the runner looks the same.',
  },
  {
    status: 403,
    hint: 'The key may not do this: it needs the `read` scope. An IP allowlist that leaves out the runner looks the same.',
  },
  {
    status: 404,
    operation: 'get agent job',
    hint: 'There is no such job in this project. Check `job-id`, `project-id` and `base-url`.',
  },
  {
    status: 404,
    hint: 'There is no such project at this address. Check `project-id` (the API keys page of the dashboard shows it) and `base-url`.',
  },
  {
    status: 407,
    hint: 'The proxy wants a login. Put it into the proxy variable: `http://user:password@host:port`.',
  },
  {
    status: 413,
    hint: 'The request is too large for the service. Shorten the prompt, or use a smaller `context`.',
  },
  {
    status: 429,
    operation: 'create agent job',
    hint: 'The quota is used up; a project may create 100 jobs an hour. Wait, then run it again.',
  },
  {
    status: 429,
    operation: 'get page views',
    hint: 'The quota is used up; an organization has 100 analytics requests an hour, shared by all analytics endpoints. Wait, then go on with a later `offset`.',
  },
  {
    status: 429,
    hint: 'The service asks for fewer requests. Raise `poll-interval`, or wait and run it again.',
  },
]

/** Hints by what happened, where no status says more. */
const KIND_HINTS: Record<FailureKind, string> = {
  'not-connected':
    'Check `base-url`, and whether the runner may reach that host: name, firewall, certificate, and the proxy variables HTTPS_PROXY and NO_PROXY.',
  'no-answer': 'The network or the service broke off. Look at the status page of the service.',
  status: 'The service has a problem of its own. Look at its status page and run it again later.',
  unreadable: 'Check that `base-url` leads to the service itself and to no proxy, login or error page.',
  cancelled: 'The run was cancelled.',
  deadline: 'The time was up. Give it more with `timeout`.',
}

/** Added when a create request may have been received, because sending it again could make a second job. */
const UNKNOWN_HINT =
  'The job may have been created all the same, so the request is not sent again. Look for a new job or pull request before starting another.'

const REDIRECT_HINT =
  'Redirects are never followed, so that key and prompt stay with the host that was named. Set `base-url` to the address of the service itself.'

const REFUSED_HINT = 'The service refused the request. What it said is the best clue; check `base-url` too.'

function findHint(failure: Failure): string {
  const hint = findStatusHint(failure) ?? KIND_HINTS[failure.kind]
  const mayExist =
    failure.operation === 'create agent job' && failure.certainty === 'unknown' ? ` ${UNKNOWN_HINT}` : ''
  return hint + mayExist
}

function findStatusHint({ operation, kind, status }: Failure): string | undefined {
  if (kind !== 'status' || status === undefined) return undefined
  if (status >= 300 && status < 400) return REDIRECT_HINT
  const row = STATUS_HINTS.find(
    (candidate) =>
      candidate.status === status && (candidate.operation === undefined || candidate.operation === operation),
  )
  if (row) return row.hint
  return status >= 400 && status < 500 && status !== 408 ? REFUSED_HINT : undefined
}
