import { type DocsServiceError, sendsPrompt } from '../docs-service/errors.ts'
import { findStatus, type StatusMeaning } from '../docs-service/statuses.ts'
import type { GitHubError } from '../github/errors.ts'
import { quoteInOneLine } from '../untrusted/escape.ts'
import { readFields } from '../untrusted/json.ts'
import type { CauseName, Reason } from './causes.ts'

/**
 * Why a request to the service failed, by its facts. Only a refused prompt may be explained by the response's words.
 */
export function findServiceCause(failure: DocsServiceError): CauseName | undefined {
  const { kind, certainty, status, isLimit } = failure
  if (isLimit) return 'service-limit'
  const meaning = findStatus(status)
  if (failure.isJson === false) return meaning.ofPage ?? 'not-the-service'
  if (sendsPrompt(failure.operation) && certainty === 'unknown') return 'prompt-unconfirmed'
  // The outcome says all that there is to say.
  if (kind === 'cancelled' || kind === 'deadline') return undefined
  if (kind === 'not-connected') return findConnectionCause(failure)
  if (kind === 'unreadable') return 'not-the-service'
  return kind === 'status' ? findStatusCause(meaning, failure) : 'service-failed'
}

function findStatusCause({ cause, sending, reading }: StatusMeaning, failure: DocsServiceError): CauseName {
  if (failure.operation === 'get agent job') return reading ?? cause
  if (!sendsPrompt(failure.operation)) return cause
  const speaksOfApp = /\bgit(?:hub)? (?:app|installation)\b/iu.test(quoteInOneLine(failure.serviceMessage))
  return sending === 'prompt-refused' && speaksOfApp ? 'app-not-installed' : (sending ?? cause)
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

/** Why GitHub did not do what was asked, where nothing more is known of the request. */
export function findGitHubCause(error: GitHubError): CauseName {
  if (error.isRateLimited) return 'github-limit'
  const { url } = readFields(readFields(error.cause)['request'])
  if (error.status === undefined && isOtherHost(error.cause, String(url))) return 'proxy-failed'
  if (error.isTransient) return 'github-unreachable'
  if (error.status === 407) return 'proxy-failed'
  return error.status === 401 ? 'github-token-refused' : 'github-refused'
}

/** Assistant and index keys. https://www.mintlify.com/docs/api/introduction */
const OTHER_KEYS = /^mint_(?:dsc|us)_/u

/** Refines a cause by the inputs: the prefix of the key shows its kind, and `base-url` may contain a path. */
export function refineEnding<End extends Pick<Reason, 'cause' | 'problem'>>(
  ending: End,
  { apiKey, baseUrl }: { apiKey: string; baseUrl: URL },
): End {
  const { cause } = ending
  if (cause === 'key-refused' || cause === 'key-may-not-write' || cause === 'key-may-not-read')
    return OTHER_KEYS.test(apiKey) ? { ...ending, cause: 'key-of-other-kind' } : ending
  const isNotFound = cause === 'project-not-found' || cause === 'not-the-service'
  if (!isNotFound || baseUrl.pathname === '/') return ending
  const problem = `\`base-url\` contains the path \`${baseUrl.pathname}\`. Remove it, unless a gateway needs it.`
  return { ...ending, cause: 'not-the-service', problem }
}
