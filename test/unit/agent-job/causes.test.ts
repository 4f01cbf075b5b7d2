import { expect, test } from 'vitest'
import type { CauseName, Reason } from '../../../src/agent-job/causes.ts'
import { CAUSES } from '../../../src/agent-job/causes.ts'
import { endByError } from '../../../src/agent-job/ending.ts'
import { refineEnding } from '../../../src/agent-job/find-cause.ts'
import { OUTCOME_RECORDS } from '../../../src/agent-job/outcome.ts'
import { fillIn } from '../../../src/agent-job/result/fill-in.ts'
import type { Ending } from '../../../src/agent-job/run-result.ts'
import { DocsServiceError, type Failure } from '../../../src/docs-service/errors.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'
import { CONTEXT } from './result/report-context.ts'

// How statuses that people meet are told: `first-hour.test.ts`.
const CREATE = { operation: 'create agent job', kind: 'status', certainty: 'not-accepted' } as const
const READ = { operation: 'get agent job' } as const
const MESSAGE = { operation: 'send follow-up message' } as const
const NO_APP = untrustedText('The GitHub App is not installed on acme/docs')
const UNKNOWN = { certainty: 'unknown' } as const
const PAGE = { isJson: false }

/** The ending of a request to the service that was refused, unless `facts` say otherwise. */
function endService(facts: Partial<Failure>): Ending {
  return endByError(new DocsServiceError({ ...CREATE, ...facts }, 'POST https://docs.example', 'was answered'))
}

test.each<[string, Partial<Failure>, Ending['outcome'], CauseName | undefined]>([
  ['401 with a web page', { status: 401, ...PAGE }, 'error', 'not-the-service'],
  ['200 with a web page', { kind: 'unreadable', status: 200, ...UNKNOWN, ...PAGE }, 'unknown', 'not-the-service'],
  ['403 on create', { status: 403, isJson: true }, 'error', 'key-may-not-write'],
  ['403 on a read', { ...READ, status: 403 }, 'error', 'key-may-not-read'],
  ['403 that is a limit', { status: 403, isLimit: true }, 'unavailable', 'service-limit'],
  ['404 of a project', { status: 404, isJson: true }, 'error', 'project-not-found'],
  ['a redirect', { ...READ, status: 302 }, 'error', 'not-the-service'],
  ['an unreadable answer', { ...READ, kind: 'unreadable' }, 'error', 'not-the-service'],
  ['400 that speaks of the app', { status: 400, serviceMessage: NO_APP }, 'error', 'app-not-installed'],
  ['422 on a message', { ...MESSAGE, status: 422 }, 'error', 'prompt-refused'],
  ['400 on a read', { ...READ, status: 400 }, 'error', 'request-refused'],
  ['407 with a web page', { status: 407, ...PAGE }, 'error', 'proxy-failed'],
  ['429 beyond the time', { status: 429, isLimit: true, ...PAGE }, 'unavailable', 'service-limit'],
  ['500 on a read', { ...READ, status: 500 }, 'error', 'service-failed'],
  ['no answer to a read', { ...READ, kind: 'no-answer' }, 'error', 'service-failed'],
  ['no time to send it', { kind: 'deadline' }, 'unavailable', undefined],
  ['no time, and it may be on its way', { kind: 'deadline', ...UNKNOWN }, 'unknown', 'prompt-unconfirmed'],
  ['cancelled before it was sent', { kind: 'cancelled' }, 'cancelled', undefined],
  ['cancelled while sending', { kind: 'cancelled', ...UNKNOWN }, 'unknown', 'prompt-unconfirmed'],
])('a request to the service ends with %s', (_, facts, outcome, cause) => {
  expect(endService(facts)).toMatchObject({ outcome, cause })
})

/** `hostname`: the name that Node looked up in vain, the service's own, or that of a proxy in between. */
test.each<[CauseName, codes: (string | undefined)[], hostname?: string]>([
  ['service-unreachable', [undefined, 'ECONNREFUSED']],
  ['name-not-found', ['ENOTFOUND', 'EAI_AGAIN']],
  ['name-not-found', ['ENOTFOUND'], 'docs.example'],
  ['proxy-failed', ['ENOTFOUND'], 'proxy.example'],
  ['certificate-refused', ['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE']],
  ['certificate-refused', ['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_TLS_HANDSHAKE_TIMEOUT']],
  ['certificate-refused', ['ERR_SSL_WRONG_VERSION_NUMBER', 'EPROTO']],
  ['proxy-failed', ['UND_ERR_ABORTED', 'UND_ERR_SOCKET', 'UND_ERR_PRX_TLS']],
])('without a connection, the cause is %s where the code is one of %j, of %s', (cause, codes, hostname) => {
  const options = hostname === undefined ? {} : { cause: Object.assign(new Error('getaddrinfo'), { hostname }) }
  for (const code of codes) {
    const failure = { ...CREATE, kind: 'not-connected', code } as const
    const error = new DocsServiceError(failure, 'POST https://docs.example/v2', '', options)
    expect(endByError(error), code).toMatchObject({ outcome: 'unavailable', cause })
  }
})

test.each<[string, CauseName | undefined, { apiKey?: string; path?: string }, CauseName]>([
  ['an assistant key', 'key-refused', { apiKey: 'mint_dsc_1' }, 'key-of-other-kind'],
  ['an assistant key that may not write', 'key-may-not-write', { apiKey: 'mint_dsc_1' }, 'key-of-other-kind'],
  ['an index key that may not read', 'key-may-not-read', { apiKey: 'mint_us_1' }, 'key-of-other-kind'],
  ['an index key of a plan without credits', 'plan-or-credits', { apiKey: 'mint_us_1' }, 'plan-or-credits'],
  ['a path in base-url', 'project-not-found', { path: '/v2' }, 'not-the-service'],
  ['a path in base-url, and a page', 'not-the-service', { path: '/v2' }, 'not-the-service'],
  ['no path in base-url', 'project-not-found', {}, 'project-not-found'],
  ['a path in base-url, and another cause', 'key-refused', { path: '/v2' }, 'key-refused'],
])('the inputs tell more: %s', (_, cause, { apiKey = 'mint_1', path = '/' }, refined) => {
  const baseUrl = new URL(path, 'https://docs.example')
  const { cause: found, problem = '' } = refineEnding<Reason>({ cause }, { apiKey, baseUrl })
  expect([found, problem.includes('`/v2`')]).toEqual([refined, path === '/v2' && refined === 'not-the-service'])
})

test.each([CAUSES, OUTCOME_RECORDS])(
  'each headline is unique, of at most eight words, and advice is in short sentences',
  (rows) => {
    const texts = Object.values(rows)
    const headlines = texts.map(({ headline }) => headline)
    expect(new Set(headlines).size).toBe(headlines.length)
    for (const headline of headlines) expect(headline).toMatch(/^[A-Z`][^ {}]*(?: [^ {}]+){0,7}(?<!\.)$/)
    for (const { advice } of texts) {
      expect(advice).toMatch(/^$|\.$/)
      for (const sentence of advice.split(/(?<=[.:]) /)) expect(sentence.split(' ').length).toBeLessThan(26)
      expect(fillIn(advice, CONTEXT).text).not.toMatch(/[{}]/)
    }
  },
)
