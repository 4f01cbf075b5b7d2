import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { CauseName, Ending } from '../../../src/agent-job/causes.ts'
import { CAUSES } from '../../../src/agent-job/causes.ts'
import { endByError } from '../../../src/agent-job/ending.ts'
import { refineByKey } from '../../../src/agent-job/find-cause.ts'
import { DocsServiceError, type Failure } from '../../../src/docs-service/errors.ts'

const CREATE = { operation: 'create agent job', kind: 'status', certainty: 'not-accepted' } as const
const READ = { operation: 'get agent job' } as const
const MESSAGE = { operation: 'send follow-up message' } as const
const UNKNOWN = { certainty: 'unknown' } as const

/** The ending of a request to the service that was refused, unless `facts` say otherwise. */
function endService(facts: Partial<Failure>): Ending {
  return endByError(
    new DocsServiceError({ ...CREATE, ...facts }, 'POST https://docs.example', 'was answered'),
  )
}

test.each<[string, Partial<Failure>, Ending['outcome'], CauseName | undefined]>([
  ['401', { status: 401 }, 'error', 'key-refused'],
  ['401 with HTML', { status: 401, isJson: false }, 'error', 'key-refused'],
  ['402', { status: 402 }, 'error', 'plan-or-credits'],
  ['403 on create', { status: 403, isJson: true }, 'error', 'key-may-not-write'],
  ['403 on a message', { ...MESSAGE, status: 403 }, 'error', 'key-may-not-write'],
  ['403 on a read', { ...READ, status: 403 }, 'error', 'key-may-not-read'],
  ['403 with HTML', { status: 403, isJson: false }, 'error', 'blocked-on-the-way'],
  ['404 of a project', { status: 404, isJson: true }, 'error', 'project-not-found'],
  ['404 of a job', { ...READ, status: 404 }, 'error', 'job-not-found'],
  ['404 with HTML', { ...READ, status: 404, isJson: false }, 'error', 'not-the-service'],
  ['a redirect', { ...READ, status: 302 }, 'error', 'not-the-service'],
  ['an unreadable answer', { ...READ, kind: 'unreadable' }, 'error', 'not-the-service'],
  ['400', { status: 400 }, 'error', 'prompt-refused'],
  ['422 on a message', { ...MESSAGE, status: 422 }, 'error', 'prompt-refused'],
  ['400 on a read', { ...READ, status: 400 }, 'error', 'request-refused'],
  ['405', { status: 405 }, 'error', 'request-refused'],
  ['407', { status: 407 }, 'error', 'proxy-refused'],
  ['413', { status: 413 }, 'error', 'prompt-too-large'],
  ['429 beyond the time', { status: 429 }, 'unavailable', 'service-limit'],
  ['500 on a read', { ...READ, status: 500 }, 'error', 'service-failed'],
  ['408 on a read', { ...READ, status: 408 }, 'error', 'service-failed'],
  ['no answer to a read', { ...READ, kind: 'no-answer' }, 'error', 'service-failed'],
  ['no time to send it', { kind: 'deadline' }, 'unavailable', undefined],
  ['no time, and it may be on its way', { kind: 'deadline', ...UNKNOWN }, 'unknown', 'prompt-unconfirmed'],
  ['cancelled before it was sent', { kind: 'cancelled' }, 'cancelled', undefined],
  ['cancelled while polling', { ...READ, kind: 'cancelled' }, 'cancelled', undefined],
  ['cancelled while sending', { kind: 'cancelled', ...UNKNOWN }, 'unknown', 'prompt-unconfirmed'],
  ['no answer to a message', { ...MESSAGE, kind: 'no-answer', ...UNKNOWN }, 'unknown', 'prompt-unconfirmed'],
])('a request to the service ends with %s', (_, facts, outcome, cause) => {
  expect(endService(facts)).toMatchObject({ outcome, cause })
})

test.each<[CauseName, (string | undefined)[]]>([
  ['service-unreachable', [undefined, 'ECONNREFUSED']],
  ['name-not-found', ['ENOTFOUND', 'EAI_AGAIN']],
  ['certificate-refused', ['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE']],
  ['certificate-refused', ['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_TLS_HANDSHAKE_TIMEOUT']],
  ['certificate-refused', ['ERR_SSL_WRONG_VERSION_NUMBER', 'EPROTO']],
  ['proxy-refused', ['ERR_PROXY_TUNNEL']],
])('without a connection, the cause is %s where the code is one of %j', (cause, codes) => {
  for (const code of codes)
    expect(endService({ kind: 'not-connected', code }), code).toMatchObject({ outcome: 'unavailable', cause })
})

test.each<[string, CauseName | undefined, string, CauseName]>([
  ['an assistant key', 'key-refused', 'mint_dsc_1', 'key-of-assistant'],
  ['an assistant key that may not write', 'key-may-not-write', 'mint_dsc_1', 'key-of-assistant'],
  ['an index key that may not read', 'key-may-not-read', 'mint_us_1', 'key-of-index'],
  ['an admin key', 'key-refused', 'mint_1', 'key-refused'],
  ['an index key of a plan without credits', 'plan-or-credits', 'mint_us_1', 'plan-or-credits'],
  ['an empty secret', 'inputs-unusable', '', 'secret-missing'],
  ['`Bearer` before the key', 'inputs-unusable', 'Bearer mint_1', 'key-with-bearer'],
  ['another input', 'inputs-unusable', 'mint_1', 'inputs-unusable'],
])('the key itself tells more: %s', (_, cause, key, refined) => {
  expect(refineByKey(cause, key)).toBe(refined)
})

test('every cause has a headline of its own, and names somebody to do something or says it itself', () => {
  const headlines = Object.entries(CAUSES)
    // Two ways to the same uncertainty.
    .filter(([cause]) => cause !== 'lost-while-sending')
    .map(([, { headline }]) => headline)
  expect(new Set(headlines).size).toBe(headlines.length)
  for (const { advice } of Object.values(CAUSES)) expect(advice === '' || advice.endsWith('.')).toBe(true)
})

test('the troubleshooting page names every cause that somebody can do something about', () => {
  const page = readFileSync(new URL('../../../docs/troubleshooting.md', import.meta.url), 'utf8')
  const told = Object.values(CAUSES).filter(({ mend }) => mend !== 'none')
  expect(told.map(({ headline }) => headline).filter((headline) => !page.includes(headline))).toEqual([])
})
