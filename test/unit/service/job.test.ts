import { expect, test } from 'vitest'
import { explainFailure } from '../../../src/service/errors.ts'
import { parseJob } from '../../../src/service/job.ts'

test.each<[value: unknown, expected: object | undefined]>([
  ...[undefined, null, 'job', 1, []].map((value): [unknown, undefined] => [value, undefined]),
  [{}, { id: '', status: '', pullRequest: undefined, isLinkRefused: false, json: {} }],
  [
    { id: 'job-1', status: 'a new word' },
    { id: 'job-1', status: 'a new word', isLinkRefused: false },
  ],
  [{ prLink: null }, { pullRequest: undefined, isLinkRefused: false }],
  [{ prLink: 'https://a.example/pull/1' }, { pullRequest: new URL('https://a.example/pull/1'), isLinkRefused: false }],
  [{ prLink: 'https://a.example/$(x)' }, { pullRequest: undefined, isLinkRefused: true }],
  [{ prLink: { url: 'x' } }, { pullRequest: undefined, isLinkRefused: true }],
  [{ id: 'a/b' }, { id: '' }],
  [{ id: 7 }, { id: '' }],
  [{ status: 'x\n::error::y' }, { status: '' }],
  [{ status: '`x`' }, { status: '' }],
  [{ status: 'x'.repeat(101) }, { status: '' }],
])('a job is read field by field: %j', (value, expected) => {
  const job = parseJob(value)
  if (expected === undefined) expect(job).toBeUndefined()
  else expect(job).toMatchObject(expected)
})

const operation = { name: 'create an agent job', url: new URL('https://a.example/v2?key=x'), sendsPrompt: true }

test.each<[cause: unknown, message: RegExp, isRefused: boolean, hint: RegExp]>([
  [AbortSignal.abort(new DOMException('x', 'TimeoutError')).reason, /didn't send.*in time\)/u, false, /proxy/u],
  [withCode('ENOTFOUND'), /Couldn't connect.*\(ENOTFOUND\)/u, true, /base-url/u],
  [withCode('UND_ERR_CONNECT_TIMEOUT'), /Couldn't connect/u, true, /firewall/u],
  [withCode('ECONNRESET'), /didn't send/u, false, /proxy/u],
  [withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), /Couldn't connect/u, true, /NODE_EXTRA_CA_CERTS/u],
  [withCode('DEPTH_ZERO_SELF_SIGNED_CERT'), /Couldn't connect/u, true, /NODE_EXTRA_CA_CERTS/u],
  [withCode('PROXY_502'), /Couldn't connect.*\(PROXY_502\)/u, true, /proxy/u],
  ['?', /didn't send.*\(no reason given\)/u, false, /base-url/u],
])('a failure without a whole response is told by its code: %s', (cause, message, isRefused, hint) => {
  const error = explainFailure(operation, cause)
  expect(error.message).toMatch(message)
  expect(error.message).toContain('POST https://a.example/v2 (create an agent job)')
  expect(error.hint).toMatch(hint)
  expect(error).toMatchObject({ isRefused, isTrouble: true, status: undefined })
})

test('a proxy that needs a login is told as such, asked once, and has passed nothing on', () => {
  const error = explainFailure(operation, withCode('PROXY_407'))
  expect(error.message).toMatch(/^The proxy requires authentication\. /u)
  expect(error).toMatchObject({ isRefused: true, isTrouble: false, hint: expect.stringContaining('HTTPS_PROXY') })
})

/** `fetch` hides the code in a cause. */
function withCode(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) })
}
