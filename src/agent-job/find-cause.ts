import { findOtherKeyKind } from '../docs-service/client.ts'
import { type Failure, sendsPrompt } from '../docs-service/errors.ts'
import type { GitHubError } from '../github/errors.ts'
import type { CauseName } from './causes.ts'

/** Why a request to the service failed, by its facts and never by the words of an answer. */
export function findServiceCause(failure: Failure): CauseName | undefined {
  const { kind, certainty, status } = failure
  if (sendsPrompt(failure.operation) && certainty === 'unknown') return 'prompt-unconfirmed'
  // The outcome says all that there is to say.
  if (kind === 'cancelled' || kind === 'deadline') return undefined
  if (kind === 'not-connected') return findConnectionCause(failure.code)
  if (kind === 'unreadable') return 'not-the-service'
  return kind === 'status' && status !== undefined ? findStatusCause(status, failure) : 'service-failed'
}

/** https://nodejs.org/api/errors.html#nodejs-error-codes and the codes of OpenSSL */
function findConnectionCause(code = ''): CauseName {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name-not-found'
  if (code.startsWith('ERR_PROXY')) return 'proxy-refused'
  return /CERT|_TLS_|_SSL_|LEAF_SIGNATURE|EPROTO/u.test(code) ? 'certificate-refused' : 'service-unreachable'
}

/** `sending`: of a request with a prompt; `foreign`: of an answer that is no JSON, and so not the service's own. */
const STATUS_CAUSES: Readonly<Record<number, { any: CauseName; sending?: CauseName; foreign?: CauseName }>> =
  {
    400: { any: 'request-refused', sending: 'prompt-refused' },
    401: { any: 'key-refused' },
    402: { any: 'plan-or-credits' },
    403: { any: 'key-may-not-read', sending: 'key-may-not-write', foreign: 'blocked-on-the-way' },
    404: { any: 'project-not-found', foreign: 'not-the-service' },
    407: { any: 'proxy-refused' },
    408: { any: 'service-failed' },
    413: { any: 'prompt-too-large' },
    422: { any: 'request-refused', sending: 'prompt-refused' },
    429: { any: 'service-limit' },
  }

function findStatusCause(status: number, failure: Failure): CauseName {
  const causes = STATUS_CAUSES[status]
  if (causes === undefined) {
    if (status < 400) return 'not-the-service'
    return status < 500 ? 'request-refused' : 'service-failed'
  }
  if (failure.isJson === false && causes.foreign !== undefined) return causes.foreign
  if (status === 404 && failure.operation === 'get agent job') return 'job-not-found'
  return (sendsPrompt(failure.operation) ? causes.sending : undefined) ?? causes.any
}

/** Why GitHub did not do what was asked, where nothing more is known of the request. */
export function findGitHubCause(error: GitHubError): CauseName {
  if (error.isRateLimited) return 'github-limit'
  if (error.isTransient) return 'github-unreachable'
  return error.status === 401 ? 'github-token-refused' : 'github-refused'
}

/** What the key itself says about a cause: its prefix tells other kinds of keys apart. */
export function refineByKey(cause: CauseName | undefined, apiKey: string): CauseName | undefined {
  if (cause === 'inputs-unusable') {
    if (apiKey === '') return 'secret-missing'
    return /^bearer\b/iu.test(apiKey) ? 'key-with-bearer' : cause
  }
  if (cause !== 'key-refused' && cause !== 'key-may-not-write' && cause !== 'key-may-not-read') return cause
  const otherKind = findOtherKeyKind(apiKey)
  return otherKind === undefined ? cause : `key-of-${otherKind}`
}
