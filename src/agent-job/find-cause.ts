import { findOtherKeyKind } from '../docs-service/client.ts'
import { type DocsServiceError, sendsPrompt } from '../docs-service/errors.ts'
import type { GitHubError } from '../github/errors.ts'
import { quoteInOneLine } from '../untrusted/escape.ts'
import { readFields } from '../untrusted/json.ts'
import type { CauseName, Ending } from './causes.ts'

/** Why a request to the service failed, by its facts. Only a refused prompt may be explained by the answer's words. */
export function findServiceCause(failure: DocsServiceError): CauseName | undefined {
  const { kind, certainty, status, isLimit } = failure
  if (isLimit) return 'service-limit'
  if (failure.isJson === false && status !== 407) return (status ?? 0) < 500 ? 'not-the-service' : 'service-failed'
  if (sendsPrompt(failure.operation) && certainty === 'unknown') return 'prompt-unconfirmed'
  // The outcome says all that there is to say.
  if (kind === 'cancelled' || kind === 'deadline') return undefined
  if (kind === 'not-connected') return findConnectionCause(failure)
  if (kind === 'unreadable') return 'not-the-service'
  return kind === 'status' && status !== undefined ? findStatusCause(status, failure) : 'service-failed'
}

/** By the codes of Node, OpenSSL and undici. https://nodejs.org/api/errors.html#nodejs-error-codes */
function findConnectionCause({ code = '', url, cause }: DocsServiceError): CauseName {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return isOtherHost(cause, url) ? 'proxy-failed' : 'name-not-found'
  if (PROXY_CODES.includes(code)) return 'proxy-failed'
  return /CERT|_TLS_|_SSL_|LEAF_SIGNATURE|EPROTO/u.test(code) ? 'certificate-refused' : 'service-unreachable'
}

/**
 * undici's codes, before anything was sent: the proxy refused the tunnel, closed the connection, or has another name in
 * its certificate. https://github.com/nodejs/undici/blob/v6.x/docs/docs/api/Errors.md
 */
const PROXY_CODES = ['UND_ERR_ABORTED', 'UND_ERR_SOCKET', 'UND_ERR_PRX_TLS']

/** Whether Node looked up another name than that of `url` in vain. https://nodejs.org/api/dns.html#error-codes */
function isOtherHost(error: unknown, url: string): boolean {
  if (!(error instanceof Error)) return false
  return 'hostname' in error ? error.hostname !== URL.parse(url)?.hostname : isOtherHost(error.cause, url)
}

/** `sending`: of a request with a prompt; `isTelling`: the message says what is wrong, and not only the status. */
const STATUS_CAUSES: Readonly<Record<number, { any: CauseName; sending?: CauseName; isTelling?: true }>> = {
  400: { any: 'request-refused', sending: 'prompt-refused', isTelling: true },
  401: { any: 'key-refused' },
  402: { any: 'plan-or-credits', isTelling: true },
  403: { any: 'key-may-not-read', sending: 'key-may-not-write', isTelling: true },
  404: { any: 'project-not-found' },
  407: { any: 'proxy-failed' },
  408: { any: 'service-failed' },
  413: { any: 'prompt-too-large', isTelling: true },
  422: { any: 'request-refused', sending: 'prompt-refused', isTelling: true },
}

/** Whether the service's message to this status explains the end. */
export function isTelling(status: number | undefined): boolean {
  return STATUS_CAUSES[status ?? 0]?.isTelling === true
}

function findStatusCause(status: number, failure: DocsServiceError): CauseName {
  const causes = STATUS_CAUSES[status]
  if (causes === undefined) {
    if (status < 400) return 'not-the-service'
    return status < 500 ? 'request-refused' : 'service-failed'
  }
  const speaksOfApp = /\bgit(?:hub)? (?:app|installation)\b/iu.test(quoteInOneLine(failure.serviceMessage))
  if (causes.sending === 'prompt-refused' && speaksOfApp) return 'app-not-installed'
  if (status === 404 && failure.operation === 'get agent job') return 'job-not-found'
  return (sendsPrompt(failure.operation) ? causes.sending : undefined) ?? causes.any
}

/** Why GitHub did not do what was asked, where nothing more is known of the request. */
export function findGitHubCause(error: GitHubError): CauseName {
  if (error.isRateLimited) return 'github-limit'
  const { url } = readFields(readFields(error.cause)['request'])
  if (error.status === undefined && isOtherHost(error.cause, String(url))) return 'proxy-failed'
  if (error.isTransient) return 'github-unreachable'
  return error.status === 401 ? 'github-token-refused' : 'github-refused'
}

/** Refines a cause by the inputs: the prefix of the key shows its kind, and `base-url` may contain a path. */
export function refineEnding<End extends Pick<Ending, 'cause' | 'problem'>>(
  ending: End,
  { apiKey, baseUrl }: { apiKey: string; baseUrl: URL },
): End {
  const { cause } = ending
  if (cause === 'key-refused' || cause === 'key-may-not-write' || cause === 'key-may-not-read')
    return findOtherKeyKind(apiKey) === undefined ? ending : { ...ending, cause: 'key-of-other-kind' }
  const isNotFound = cause === 'project-not-found' || cause === 'not-the-service'
  if (!isNotFound || baseUrl.pathname === '/') return ending
  const problem = `\`base-url\` contains the path \`${baseUrl.pathname}\`. Remove it, unless a gateway needs it.`
  return { ...ending, cause: 'not-the-service', problem }
}
