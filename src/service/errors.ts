import { ActionError, type ActionErrorOptions, describeFailure } from '../runner/action-error.ts'
import { readLimitMs } from '../runner/patience.ts'
import { MINUTE_MS } from '../text/dates.ts'
import { quote } from '../text/plain-text.ts'

/** A request, as errors name it. */
export interface Operation {
  /** Such as `create an agent job`. */
  name: string
  url: URL
  /** Whether it sends a prompt, which must not be received twice. */
  sendsPrompt: boolean
}

/** What the service returned. */
export interface ServiceResponse {
  status: number
  headers: { get(name: string): string | null }
  body: string
}

/** What a status of the service means to people: what happened, and what to do. */
interface StatusMeaning {
  message: string
  hint: string
}

const KEYS_PAGE = 'the API keys page of the dashboard'

/**
 * Errors aren't in the interface document (section 7). The rows follow the vendor's reference:
 * https://www.mintlify.com/docs/api/agent/v2/create-agent-job
 */
const STATUSES: Readonly<Record<number, StatusMeaning>> = {
  401: {
    message: 'The service refused the API key',
    hint:
      'The key is wrong, or has expired (by default after 90 days). Create an admin key (agent jobs need the `write` ' +
      `scope, page views the \`read\` scope) on ${KEYS_PAGE}, and save it as the secret that \`api-key\` uses.`,
  },
  402: {
    message: "The plan or its credits don't allow this request",
    hint: 'Check the plan and its credits in the dashboard.',
  },
  403: {
    message: "The API key doesn't allow this request",
    hint:
      'The key lacks a scope (creating jobs needs `write`, reading needs `read`), or an IP allow list excludes this ' +
      `runner, or the plan has no API access. Check ${KEYS_PAGE}.`,
  },
  404: {
    message: "The service couldn't find the project or job",
    hint: `Copy the project ID from ${KEYS_PAGE} to \`project-id\`. The key must belong to the same organization.`,
  },
  413: {
    message: 'The prompt is too large for the service',
    hint: 'Shorten the prompt, or set `context: reference` or `context: none`.',
  },
  429: {
    message: "The service's rate limit was reached",
    hint: 'A project can create 100 jobs per hour. An organization has 100 analytics requests per hour.',
  },
}
const TROUBLE: StatusMeaning = { message: 'The service is having problems', hint: "Check the service's status page." }
const PROXY_LOGIN: StatusMeaning = {
  message: 'The proxy requires authentication',
  hint: 'Add the user name and password to `HTTPS_PROXY`, such as `http://user:password@host:port`.',
}
const REDIRECT: StatusMeaning = {
  message: 'The service redirected the request',
  hint:
    'The action follows no redirects, so that the key stays with the host of `base-url`. Set `base-url` to the final ' +
    'address.',
}
const REFUSED: StatusMeaning = {
  message: 'The service refused the request',
  hint: 'If the message names the prompt or an input, change it. Otherwise, check `project-id` and `base-url`.',
}
const WEB_PAGE: StatusMeaning = {
  message: "The service's address returned a web page",
  hint: "Check that `base-url` is the service's address, and that no firewall or proxy blocks this runner.",
}

/**
 * The error that a response with a status other than 2xx is. The status of a web page isn't the service's, so the error
 * of one has none.
 */
export function explainResponse(operation: Operation, response: ServiceResponse, nowMs: number): ActionError {
  const { status, body } = response
  // A gateway also sends plain text.
  const isPage = isWebPage(body) && status !== 429 && (status < 500 || body.trimStart().startsWith('<'))
  const { message, hint } = isPage ? { ...WEB_PAGE, ...(status >= 500 && { hint: TROUBLE.hint }) } : findMeaning(status)
  const said = findMessage(body)
  return new ActionError(`${message}. ${describe(operation)} returned ${status}.`, {
    hint,
    status: isPage ? undefined : status,
    said: said && `The service says: ${said}`,
    ...judge(operation, response, nowMs),
  })
}

/**
 * What is safe to repeat, in one place: whether a failure may pass, whether the request certainly had no effect, and
 * how long a limit lasts. `fetch` itself repeats a request that got 421, by its specification.
 */
function judge(
  { sendsPrompt }: Operation,
  { status, headers, body }: ServiceResponse,
  nowMs: number,
): Pick<ActionErrorOptions, 'limitMs' | 'isTrouble' | 'isRefused'> {
  const waitMs = readLimitMs(headers, nowMs)
  const isBusy = status === 503 && (waitMs !== undefined || (sendsPrompt && isJson(body)))
  if (status === 429 || isBusy) return { limitMs: waitMs ?? MINUTE_MS }
  return { isTrouble: status >= 500 || status === 421, isRefused: status >= 300 && status < 500 }
}

function findMeaning(status: number): StatusMeaning {
  if (status >= 500) return TROUBLE
  return STATUSES[status] ?? (status >= 300 && status < 400 ? REDIRECT : REFUSED)
}

/** Failures of the network in which no byte of the request was sent. */
const NOT_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|PROXY_\d+)$/u
/** Node's codes for a certificate that it doesn't trust: then the request isn't sent. */
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/u

/** The error of a request to which no whole response came. */
export function explainFailure(operation: Operation, cause: unknown): ActionError {
  const code = describeFailure(cause)
  if (code === 'PROXY_407') {
    const { message, hint } = PROXY_LOGIN
    return new ActionError(`${message}. ${describe(operation)} failed (${code}).`, { hint, isRefused: true, cause })
  }
  const isUntrusted = UNTRUSTED.test(code)
  const isRefused = isUntrusted || NOT_CONNECTED.test(code)
  const what = isRefused ? "Couldn't connect to the service" : "The service didn't send a complete response"
  return new ActionError(`${what}. ${describe(operation)} failed (${code}).`, {
    hint: isUntrusted
      ? "Set `NODE_EXTRA_CA_CERTS` so that the runner trusts the firewall's certificate, or correct `base-url`."
      : "Check `base-url`, the runner's proxy variables, and whether its firewall allows this host.",
    isTrouble: true,
    isRefused,
    cause,
  })
}

/** The error of a success that isn't in the documented format. */
export function explainUnreadable(operation: Operation, { status, body }: ServiceResponse, what: string): ActionError {
  const found = isWebPage(body)
    ? WEB_PAGE
    : { message: "Couldn't read the service's response", hint: 'Check `base-url`.' }
  return new ActionError(`${found.message}. ${describe(operation)} returned ${status} and ${what}.`, {
    hint: found.hint,
    status,
  })
}

/** Such as `POST https://api.example/v2/agent/acme/job (create an agent job)`. */
function describe({ name, url, sendsPrompt }: Operation): string {
  return `${sendsPrompt ? 'POST' : 'GET'} ${url.origin}${url.pathname} (${name})`
}

/**
 * The message in an error: `{"error": …, "details": [{"message": …}]}`, in quotation marks; empty if there is
 * none.
 */
function findMessage(body: string): string {
  try {
    const { error, message, details } = JSON.parse(body)
    const found = [
      error?.message ?? error,
      message,
      ...(Array.isArray(details) ? details.map((each) => each?.message) : []),
    ]
    return quote(found.filter((each) => typeof each === 'string' && each !== '').join('; '))
  } catch {
    return ''
  }
}

function isJson(body: string): boolean {
  return /^\s*[[{]/u.test(body)
}

function isWebPage(body: string): boolean {
  return body.trim() !== '' && !isJson(body)
}
