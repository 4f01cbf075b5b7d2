import fc from 'fast-check'
import type { Run } from './answer-in-process.ts'
import { hostileJson, hostileText, mostly } from './hostile-text.ts'
import { GITHUB_SERVER, json, type NetworkScript, REFUSED, RESET, type Reply } from './scripted-network.ts'

const commentBody = fc
  .tuple(fc.constantFrom('/docs ', '/docs\n', '/docs\r\n', '\n  /docs ', '/docs', '/docs help', ''), hostileText)
  .map((parts) => parts.join(''))

/** What GitHub sends in a place of a payload, and seldom something else. */
const seldomOdd = <Usual>(usual: fc.Arbitrary<Usual>) => mostly(30, usual, hostileJson)
const usually = (value: unknown) => seldomOdd(fc.constant(value))
const seldomThere = mostly(10, fc.constant(undefined), hostileJson)

const user = seldomOdd(fc.record({ login: usually('writer'), id: usually(5), type: usually('User') }))
const created_at = usually('2026-01-01T00:00:00Z')
const html_url = usually(`${GITHUB_SERVER}/acme/app/issues/7`)
const text = { title: hostileText, body: hostileText }

const payload = fc.record({
  action: usually('created'),
  comment: seldomOdd(fc.record({ id: usually(77), body: seldomOdd(commentBody), user, created_at })),
  issue: seldomOdd(fc.record({ number: usually(7), ...text, html_url, pull_request: seldomThere })),
  sender: user,
  pull_request: seldomThere,
  release: seldomThere,
  repository: seldomThere,
})

const eventText: fc.Arbitrary<string> = fc.oneof(
  { weight: 17, arbitrary: payload.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: hostileJson.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 4000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)) },
)

const jobId = mostly(12, fc.constantFrom('job-1', '0d5f2d6c-8f1e-4ad2-8f7b-1d6f0f0c8a11'), hostileText)

/** Not by itself an address that may be shown and linked. */
const noUrl = hostileText.filter((text) => !/^http/iu.test(text))

const prLink = fc.oneof(
  fc.constantFrom(null, 'https://github.test/acme/docs/pull/12', 'https://gitlab.test/acme/docs/-/merge_requests/3'),
  noUrl,
  hostileText.map((text) => `https://github.test/${text}`),
  hostileText.map((text) => `https://github.test/acme/docs/pull/12?${encodeURIComponent(text.toWellFormed())}`),
  fc.constant(`https://github.test/${'x'.repeat(3000)}`),
  fc.constant('https://github.com@evil.example/acme/docs/pull/1'),
)

const job = fc.record(
  {
    id: jobId,
    status: mostly(6, fc.constantFrom('active', 'completed', 'completed', 'archived', 'failed'), hostileText),
    prLink,
    model: hostileText,
    source: fc.record({ repository: hostileText, ref: hostileText }, { requiredKeys: [] }),
    createdAt: hostileText,
    archivedAt: hostileText,
    unknown: hostileJson,
  },
  { requiredKeys: ['status'] },
)

const headers: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>[]>(
  {},
  { 'retry-after': '1' },
  { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' },
  { 'retry-after': '99999999999999999999' },
  { 'retry-after': '::error::x' },
  { location: 'https://evil.example/' },
  { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1800000010' },
  { link: '<https://evil.example/>; rel="next"' },
)

const STATUSES = [200, 201, 204, 301, 302, 304, 307, 400, 401, 403, 404, 408, 409, 410, 422, 429, 500, 502, 503]

const head = { status: fc.constantFrom(...STATUSES), headers }

const saidInError = hostileText.map((text) => ({ error: text, message: text, details: [{ message: text }] }))

const oddReply: fc.Arbitrary<Reply> = fc.oneof(
  fc.record({ text: fc.oneof(hostileJson, saidInError).map((value) => JSON.stringify(value)), ...head }),
  fc.record({ text: hostileText, isPage: fc.constant(true), ...head }),
  fc.constantFrom(REFUSED, RESET),
)

const serviceReplies = (status: number) => {
  const reply = job.map((value) => json(value, status))
  return fc.array(mostly(4, reply, oddReply), { minLength: 1, maxLength: 4 })
}

const faults = fc.array(fc.tuple(fc.nat({ max: 12 }), oddReply), { minLength: 1, maxLength: 3 })

const network: fc.Arbitrary<NetworkScript> = fc.record({
  permission: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('admin', 'write') },
    { weight: 2, arbitrary: fc.constantFrom('read', 'none') },
    { weight: 1, arbitrary: hostileJson },
  ),
  isFirstReaction: fc.boolean(),
  githubFaults: mostly(2, fc.constant([]), faults).map((list) => new Map<number, Reply>(list)),
  githubFields: mostly(3, fc.constant({}), fc.record({ html_url: prLink, title: hostileJson }, { requiredKeys: [] })),
  comments: fc.array(hostileText, { maxLength: 2 }),
  fileNames: fc.array(mostly(5, hostileText, hostileJson), { maxLength: 3 }),
  create: serviceReplies(201),
  get: serviceReplies(200),
})

const prompted = {
  prompt: hostileText,
  'dry-run': fc.constantFrom('false', 'false', 'true'),
  since: fc.constantFrom('', '7d', '30d'),
}

/** Inputs are the workflow author's: they may be wrong, and they may hold text from an event. */
const anyInputs = fc.record(
  {
    ...prompted,
    'prompt-file': fc.constantFrom('', '../secret', 'event.json', '/etc/passwd', '.'),
    command: mostly(3, fc.constantFrom('/docs', ''), hostileText),
    context: fc.constantFrom('none', 'reference', 'full', 'else'),
    'job-id': fc.oneof(fc.constant(''), jobId),
    wait: fc.constantFrom('true', 'false', 'maybe'),
    timeout: fc.constantFrom('1s', '30s', '5m', '0', '-1', '24h'),
    'poll-interval': fc.constantFrom('50ms', '3s', '10m', '1ms'),
    'fail-on': fc.oneof(fc.constantFrom('', 'failed', 'skipped, denied'), hostileText),
    'minimum-permission': fc.constantFrom('write', 'admin', 'read', 'owner'),
    'allowed-bots': fc.constantFrom('', 'dependabot[bot]', '*', 'a, b'),
    comment: fc.constantFrom('true', 'true', 'false'),
    since: fc.oneof(fc.constantFrom('last-run', '7d', '91d'), hostileText),
    'issue-number': fc.oneof(fc.constantFrom('', '7', '0', '1e3'), hostileText),
  },
  { requiredKeys: [] },
)

/** Most of the ways lie behind inputs that are right. */
const rightInputs = fc.record(prompted, { requiredKeys: [] }).map((given) => ({ context: 'full', ...given }))

export const runScript: fc.Arbitrary<Run> = fc.record({
  eventName: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('issue_comment', 'pull_request_review_comment') },
    { weight: 2, arbitrary: fc.constantFrom('workflow_dispatch', 'issues', 'pull_request', 'release', 'push') },
    { weight: 1, arbitrary: hostileText },
  ),
  eventText,
  inputs: mostly(3, rightInputs, anyInputs),
  attempt: fc.constantFrom(1, 1, 1, 2),
  network,
})
