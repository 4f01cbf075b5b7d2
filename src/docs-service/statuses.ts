/**
 * What a status of the service means, in one row for everything that depends on it: causes of runs, polls, follow-ups,
 * repeats, checks and hints. Errors aren't in the interface document (section 7). The rows follow
 * https://www.mintlify.com/docs/api/agent/v2/create-agent-job and RFC 9110.
 */
export interface StatusMeaning {
  /** Why it ends a run of the root action. */
  cause: StatusCause
  /** Instead of `cause`, where the request sent a prompt, or read a job. */
  sending?: StatusCause
  reading?: StatusCause
  /** Instead of `not-the-service`, where a web page came with the status. */
  ofPage?: StatusCause
  /** What to do after a failed read, unless the kind of the failure says it. */
  hint: string
  /** Whether the request was certainly not carried out. */
  isRefusal?: true
  /** Whether the same request may succeed when it is repeated. */
  mayPass?: true
  /** Whether it ends the wait for a job. A 404 may pass, as the caller knows. */
  endsPolling?: true
  /** Whether every request with this key gets it. */
  refusesKey?: true
  /** Whether it fails a check of the setup, for a request that is sent with every job. */
  failsCheck?: true
  /** Whether a message that is refused so becomes a new job. */
  becomesNewJob?: true
  /** Whether the prompt may be too large, so that it is sent once more without patches. */
  mayBeTooLarge?: true
  /** Whether the service's message says what is wrong, and not only the status. */
  isTelling?: true
}

type StatusCause =
  | 'request-refused'
  | 'prompt-refused'
  | 'prompt-too-large'
  | 'key-refused'
  | 'key-may-not-read'
  | 'key-may-not-write'
  | 'plan-or-credits'
  | 'project-not-found'
  | 'job-not-found'
  | 'proxy-failed'
  | 'service-limit'
  | 'service-failed'
  | 'not-the-service'

/** @param status undefined if no response came */
export function findStatus(status: number | undefined): StatusMeaning {
  if (status === undefined || status >= 500) return TROUBLE
  return STATUSES[status] ?? (status < 400 ? REDIRECT : REFUSAL)
}

const TROUBLE: StatusMeaning = {
  cause: 'service-failed',
  ofPage: 'service-failed',
  mayPass: true,
  hint: 'The service has a problem. Check its status page, and try again later.',
}

/** A success can't be parsed, and redirects aren't followed. */
const REDIRECT: StatusMeaning = {
  cause: 'not-the-service',
  hint:
    "Redirects aren't followed, so that the key stays with the host in `base-url`. " +
    "Set `base-url` to the service's own address.",
}

const REFUSAL: StatusMeaning = {
  cause: 'request-refused',
  isRefusal: true,
  hint: 'The service rejected the request. Read its message, and check `base-url`.',
}

const STATUSES: Readonly<Record<number, StatusMeaning>> = {
  400: {
    ...REFUSAL,
    sending: 'prompt-refused',
    endsPolling: true,
    becomesNewJob: true,
    mayBeTooLarge: true,
    isTelling: true,
    hint: 'The service rejected the query. Check `date-from`, `date-to`, `limit` and `offset`.',
  },
  401: {
    ...REFUSAL,
    cause: 'key-refused',
    refusesKey: true,
    endsPolling: true,
    failsCheck: true,
    hint:
      'The key is wrong, or has expired (by default after 90 days). ' +
      'Create an admin key in the dashboard, and save it as the secret that `api-key` uses.',
  },
  402: {
    ...REFUSAL,
    cause: 'plan-or-credits',
    failsCheck: true,
    isTelling: true,
    hint: 'Check the plan and its credits in the dashboard.',
  },
  403: {
    ...REFUSAL,
    cause: 'key-may-not-read',
    sending: 'key-may-not-write',
    refusesKey: true,
    endsPolling: true,
    failsCheck: true,
    isTelling: true,
    hint: 'The key lacks the `read` scope, or an IP allow list excludes the runner.',
  },
  404: {
    ...REFUSAL,
    cause: 'project-not-found',
    reading: 'job-not-found',
    endsPolling: true,
    becomesNewJob: true,
    hint: 'Check `base-url` and `project-id`, which is on the API keys page of the dashboard.',
  },
  405: { ...REFUSAL, becomesNewJob: true },
  407: {
    ...REFUSAL,
    cause: 'proxy-failed',
    ofPage: 'proxy-failed',
    failsCheck: true,
    hint:
      'The proxy needs a login. Check the variable HTTPS_PROXY, which has the form ' +
      '`http://user:password@host:port`.',
  },
  408: { ...TROUBLE, ofPage: 'not-the-service' },
  409: { ...REFUSAL, becomesNewJob: true },
  410: { ...REFUSAL, becomesNewJob: true },
  413: { ...REFUSAL, cause: 'prompt-too-large', becomesNewJob: true, mayBeTooLarge: true, isTelling: true },
  421: { ...REFUSAL, becomesNewJob: true },
  422: { ...REFUSAL, sending: 'prompt-refused', becomesNewJob: true, isTelling: true },
  425: { ...TROUBLE, ofPage: 'not-the-service' },
  429: {
    ...REFUSAL,
    cause: 'service-limit',
    ofPage: 'service-limit',
    hint: 'An organization has 100 analytics requests per hour, shared by all analytics endpoints.',
  },
  451: { ...REFUSAL, failsCheck: true, isTelling: true },
}
