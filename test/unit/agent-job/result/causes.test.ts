import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CAUSES } from '../../../../src/agent-job/result/causes.ts'
import { refineByKey } from '../../../../src/agent-job/result/find-cause.ts'
import {
  type CauseName,
  type Ending,
  endByError,
  endByJob,
  endByPermissionCheck,
} from '../../../../src/agent-job/result/run-result.ts'
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

function endGitHub(status: number | undefined, isRateLimited = false) {
  return new GitHubError('comment on #1', { status, isRateLimited, answer: 'no', hint: 'Try x.' })
}

const READ = { operation: 'get agent job' } as const
const UNUSABLE = endByError(new InputError([{ input: 'api-key', message: 'it is empty' }]))

/** Scenario, how it ends, with which key; then what is said: headline, who does what. */
const SCENARIOS: readonly [string, Ending, string, CauseName | undefined, Ending['outcome']][] = [
  ['401', endService({ status: 401 }), 'mint_1', 'key-refused', 'error'],
  ['401 while polling', endService({ ...READ, status: 401 }), 'mint_1', 'key-refused', 'error'],
  ['401 with an assistant key', endService({ status: 401 }), 'mint_dsc_1', 'key-of-assistant', 'error'],
  ['403 with an assistant key', endService({ status: 403 }), 'mint_dsc_1', 'key-of-assistant', 'error'],
  ['401 with an index key', endService({ status: 401 }), 'mint_us_1', 'key-of-index', 'error'],
  ['402', endService({ status: 402 }), 'mint_us_1', 'plan-or-credits', 'error'],
  ['403 on create', endService({ status: 403 }), 'mint_1', 'key-may-not-write', 'error'],
  [
    '403 on a message',
    endService({ operation: 'send follow-up message', status: 403 }),
    'mint_1',
    'key-may-not-write',
    'error',
  ],
  ['403 on a read', endService({ ...READ, status: 403 }), 'mint_1', 'key-may-not-read', 'error'],
  ['403 with HTML', endService({ status: 403, isJson: false }), 'mint_1', 'blocked-on-the-way', 'error'],
  ['404 of a project', endService({ status: 404 }), 'mint_1', 'project-not-found', 'error'],
  ['404 of a job', endService({ ...READ, status: 404 }), 'mint_1', 'job-not-found', 'error'],
  [
    '404 with HTML',
    endService({ ...READ, status: 404, isJson: false }),
    'mint_1',
    'not-the-service',
    'error',
  ],
  ['a redirect', endService({ ...READ, status: 302 }), 'mint_1', 'not-the-service', 'error'],
  ['an unreadable answer', endService({ ...READ, kind: 'unreadable' }), 'mint_1', 'not-the-service', 'error'],
  ['400', endService({ status: 400 }), 'mint_1', 'prompt-refused', 'error'],
  ['422', endService({ status: 422 }), 'mint_1', 'prompt-refused', 'error'],
  ['400 on a read', endService({ ...READ, status: 400 }), 'mint_1', 'request-refused', 'error'],
  ['405', endService({ status: 405 }), 'mint_1', 'request-refused', 'error'],
  ['413', endService({ status: 413 }), 'mint_1', 'prompt-too-large', 'error'],
  ['429 beyond the time', endService({ status: 429 }), 'mint_1', 'service-limit', 'unavailable'],
  ['503 on a read', endService({ ...READ, status: 503 }), 'mint_1', 'service-failed', 'error'],
  ['408 on a read', endService({ ...READ, status: 408 }), 'mint_1', 'service-failed', 'error'],
  ['no answer to a read', endService({ ...READ, kind: 'no-answer' }), 'mint_1', 'service-failed', 'error'],
  ['time up before it was sent', endService({ kind: 'deadline' }), 'mint_1', undefined, 'unavailable'],
  ['cancelled before it was sent', endService({ kind: 'cancelled' }), 'mint_1', undefined, 'cancelled'],
  ['cancelled while polling', endService({ ...READ, kind: 'cancelled' }), 'mint_1', undefined, 'cancelled'],
  [
    '500 on create',
    endService({ status: 500, certainty: 'unknown' }),
    'mint_1',
    'prompt-unconfirmed',
    'unknown',
  ],
  [
    'cancelled while the prompt was sent',
    endService({ operation: 'send follow-up message', kind: 'cancelled', certainty: 'unknown' }),
    'mint_1',
    'prompt-unconfirmed',
    'unknown',
  ],
  ...(
    [
      ['ECONNREFUSED', 'service-unreachable'],
      ['ENOTFOUND', 'name-not-found'],
      ['EAI_AGAIN', 'name-not-found'],
      ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate-refused'],
      ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate-refused'],
      ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-refused'],
      ['ERR_SSL_WRONG_VERSION_NUMBER', 'certificate-refused'],
      ['EPROTO', 'certificate-refused'],
      ['ERR_PROXY_TUNNEL', 'proxy-refused'],
      [undefined, 'service-unreachable'],
    ] as const
  ).map(
    ([code, cause]) =>
      [
        `no connection: ${code}`,
        endService({ kind: 'not-connected', ...(code !== undefined && { code }) }),
        'mint_1',
        cause,
        'unavailable',
      ] as const,
  ),
  ['407', endService({ status: 407 }), 'mint_1', 'proxy-refused', 'error'],
  [
    'a proxy variable',
    endByError(new ProxySettingError('HTTP_PROXY', 'it is no address', 'Correct it.')),
    'mint_1',
    'proxy-unusable',
    'error',
  ],
  ['an empty secret', UNUSABLE, '', 'secret-missing', 'error'],
  ['Bearer before the key', UNUSABLE, 'Bearer mint_1', 'key-with-bearer', 'error'],
  ['another input', UNUSABLE, 'mint_1', 'inputs-unusable', 'error'],
  ['GitHub refuses the token', endByError(endGitHub(401)), 'mint_1', 'github-token-refused', 'error'],
  ['GitHub answers 403', endByError(endGitHub(403)), 'mint_1', 'github-refused', 'error'],
  ['GitHub answers 502', endByError(endGitHub(502)), 'mint_1', 'github-unreachable', 'unavailable'],
  ['GitHub answers 408', endByError(endGitHub(408)), 'mint_1', 'github-unreachable', 'unavailable'],
  ["GitHub's rate limit", endByError(endGitHub(403, true)), 'mint_1', 'github-unreachable', 'unavailable'],
  ['no answer by GitHub', endByError(endGitHub(undefined)), 'mint_1', 'github-unreachable', 'unavailable'],
  [
    'GitHub answers 403 to the permission check',
    endByPermissionCheck(endGitHub(403)),
    'mint_1',
    'permission-check-refused',
    'error',
  ],
  [
    'GitHub answers 502 to the permission check',
    endByPermissionCheck(endGitHub(502)),
    'mint_1',
    'github-unreachable',
    'unavailable',
  ],
  [
    'a link that is not safe',
    endByJob({ status: 'completed', isPrLinkRefused: true }, undefined),
    'mint_1',
    'link-refused',
    'no-pull-request',
  ],
]

test.each(SCENARIOS)('%s', (_scenario, ending, key, cause, outcome) => {
  expect([refineByKey(ending.cause, key), ending.outcome]).toEqual([cause, outcome])
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
  const missing = Object.values(CAUSES).filter(
    ({ headline, mend }) => mend !== 'none' && !page.includes(headline),
  )
  expect(missing.map(({ headline }) => headline)).toEqual([])
})
