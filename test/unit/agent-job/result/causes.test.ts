import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { CauseName, Ending } from '../../../../src/agent-job/ending.ts'
import { CAUSES } from '../../../../src/agent-job/result/causes.ts'
import { refineByKey } from '../../../../src/agent-job/result/find-cause.ts'
import { endByError, endByJob, endByPermissionCheck } from '../../../../src/agent-job/result/run-result.ts'
import { DocsServiceError, type Failure } from '../../../../src/docs-service/errors.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { ProxySettingError } from '../../../../src/network/proxies.ts'
import { InputError } from '../../../../src/runner/inputs.ts'

/** The ending of a request to the service that was refused, unless `facts` say otherwise. */
function endService(facts: Partial<Failure>): Ending {
  const failure: Failure = {
    operation: 'create agent job',
    kind: 'status',
    certainty: 'not-accepted',
    ...facts,
  }
  return endByError(new DocsServiceError(failure, 'POST https://docs.example/job', 'was answered'))
}

function failGitHub(status: number | undefined, isRateLimited = false) {
  return new GitHubError('comment on #1', { status, isRateLimited, answer: 'no', hint: 'Try x.' })
}

const READ = { operation: 'get agent job' } as const
const MESSAGE = { operation: 'send follow-up message' } as const
const UNKNOWN = { certainty: 'unknown' } as const
const UNUSABLE = endByError(new InputError([{ input: 'api-key', message: 'it is empty' }]))

/** The scenario, how it ends, the outcome, and the cause that people are told. */
type Row = readonly [string, Ending, Ending['outcome'], CauseName | undefined]

const SERVICE: readonly Row[] = [
  ['401', endService({ status: 401 }), 'error', 'key-refused'],
  ['401 while polling', endService({ ...READ, status: 401 }), 'error', 'key-refused'],
  ['402', endService({ status: 402 }), 'error', 'plan-or-credits'],
  ['403 on create', endService({ status: 403, isJson: true }), 'error', 'key-may-not-write'],
  ['403 on a message', endService({ ...MESSAGE, status: 403 }), 'error', 'key-may-not-write'],
  ['403 on a read', endService({ ...READ, status: 403 }), 'error', 'key-may-not-read'],
  ['403 with HTML', endService({ status: 403, isJson: false }), 'error', 'blocked-on-the-way'],
  ['404 of a project', endService({ status: 404, isJson: true }), 'error', 'project-not-found'],
  ['404 of a job', endService({ ...READ, status: 404 }), 'error', 'job-not-found'],
  ['404 with HTML', endService({ ...READ, status: 404, isJson: false }), 'error', 'not-the-service'],
  ['401 with HTML', endService({ status: 401, isJson: false }), 'error', 'key-refused'],
  ['a redirect', endService({ ...READ, status: 302 }), 'error', 'not-the-service'],
  ['an unreadable answer', endService({ ...READ, kind: 'unreadable' }), 'error', 'not-the-service'],
  ['400', endService({ status: 400 }), 'error', 'prompt-refused'],
  ['422 on a message', endService({ ...MESSAGE, status: 422 }), 'error', 'prompt-refused'],
  ['400 on a read', endService({ ...READ, status: 400 }), 'error', 'request-refused'],
  ['405', endService({ status: 405 }), 'error', 'request-refused'],
  ['407', endService({ status: 407 }), 'error', 'proxy-refused'],
  ['413', endService({ status: 413 }), 'error', 'prompt-too-large'],
  ['429 beyond the time', endService({ status: 429 }), 'unavailable', 'service-limit'],
  ['500 on a read', endService({ ...READ, status: 500 }), 'error', 'service-failed'],
  ['408 on a read', endService({ ...READ, status: 408 }), 'error', 'service-failed'],
  ['no answer to a read', endService({ ...READ, kind: 'no-answer' }), 'error', 'service-failed'],
  ['no time to send it', endService({ kind: 'deadline' }), 'unavailable', undefined],
  ['cancelled before it was sent', endService({ kind: 'cancelled' }), 'cancelled', undefined],
  ['cancelled while polling', endService({ ...READ, kind: 'cancelled' }), 'cancelled', undefined],
  ['500 on create', endService({ status: 500, ...UNKNOWN }), 'unknown', 'prompt-unconfirmed'],
  ['cancelled while sending', endService({ kind: 'cancelled', ...UNKNOWN }), 'unknown', 'prompt-unconfirmed'],
  [
    'no answer to a message',
    endService({ ...MESSAGE, kind: 'no-answer', ...UNKNOWN }),
    'unknown',
    'prompt-unconfirmed',
  ],
  ['no connection', endService({ kind: 'not-connected' }), 'unavailable', 'service-unreachable'],
  ...(
    [
      ['ECONNREFUSED', 'service-unreachable'],
      ['ENOTFOUND', 'name-not-found'],
      ['EAI_AGAIN', 'name-not-found'],
      ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate-refused'],
      ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate-refused'],
      ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-refused'],
      ['ERR_SSL_WRONG_VERSION_NUMBER', 'certificate-refused'],
      ['ERR_TLS_HANDSHAKE_TIMEOUT', 'certificate-refused'],
      ['EPROTO', 'certificate-refused'],
      ['ERR_PROXY_TUNNEL', 'proxy-refused'],
    ] as const
  ).map(([code, cause]): Row => [code, endService({ kind: 'not-connected', code }), 'unavailable', cause]),
]

const OTHERS: readonly Row[] = [
  [
    'a proxy variable',
    endByError(new ProxySettingError('HTTP_PROXY', 'it is no address', 'Correct it.')),
    'error',
    'proxy-unusable',
  ],
  ['GitHub refuses the token', endByError(failGitHub(401)), 'error', 'github-token-refused'],
  ['GitHub answers 403', endByError(failGitHub(403)), 'error', 'github-refused'],
  ['GitHub answers 500', endByError(failGitHub(500)), 'unavailable', 'github-unreachable'],
  ['GitHub answers 408', endByError(failGitHub(408)), 'unavailable', 'github-unreachable'],
  ["GitHub's rate limit", endByError(failGitHub(403, true)), 'unavailable', 'github-limit'],
  ['no answer by GitHub', endByError(failGitHub(undefined)), 'unavailable', 'github-unreachable'],
  ['403 of the permission check', endByPermissionCheck(failGitHub(403)), 'error', 'permission-check-refused'],
  ['302 of the permission check', endByPermissionCheck(failGitHub(302)), 'error', 'github-refused'],
  ['502 of the permission check', endByPermissionCheck(failGitHub(502)), 'unavailable', 'github-unreachable'],
  [
    'a link that is not safe',
    endByJob({ status: 'completed', isPrLinkRefused: true }, undefined),
    'no-pull-request',
    'link-refused',
  ],
]

test.each([...SERVICE, ...OTHERS])('%s', (_scenario, ending, outcome, cause) => {
  expect([ending.outcome, ending.cause]).toEqual([outcome, cause])
})

test.each<[string, Ending, string, CauseName]>([
  ['401 with an assistant key', endService({ status: 401 }), 'mint_dsc_1', 'key-of-assistant'],
  ['403 with an assistant key', endService({ status: 403 }), 'mint_dsc_1', 'key-of-assistant'],
  ['403 on a read with an index key', endService({ ...READ, status: 403 }), 'mint_us_1', 'key-of-index'],
  ['401 with an admin key', endService({ status: 401 }), 'mint_1', 'key-refused'],
  ['402 with an index key', endService({ status: 402 }), 'mint_us_1', 'plan-or-credits'],
  ['an empty secret', UNUSABLE, '', 'secret-missing'],
  ['`Bearer` before the key', UNUSABLE, 'Bearer mint_1', 'key-with-bearer'],
  ['another input', UNUSABLE, 'mint_1', 'inputs-unusable'],
])('the key itself tells more: %s', (_scenario, ending, key, cause) => {
  expect(refineByKey(ending.cause, key)).toBe(cause)
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
  const page = readFileSync(new URL('../../../../docs/troubleshooting.md', import.meta.url), 'utf8')
  const told = Object.values(CAUSES).filter(({ mend }) => mend !== 'none')
  expect(told.map(({ headline }) => headline).filter((headline) => !page.includes(headline))).toEqual([])
})
