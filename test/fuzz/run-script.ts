import fc from 'fast-check'
import { API_KEY, hostileJson, hostileText } from './hostile-text.ts'
import { GITHUB_SERVER, type NetworkScript, type Reply, SERVICE } from './scripted-network.ts'

/** A run with everything that strangers, servers and workflow authors bring to it. */
export interface RunScript {
  eventName: string
  eventText: string
  inputs: Record<string, string>
  attempt: number
  network: NetworkScript
}

export const TOKEN = 'ghs_fuzz_0123456789abcdef'

const PATHS = [
  ['action'],
  ['comment'],
  ['comment', 'id'],
  ['comment', 'body'],
  ['comment', 'user'],
  ['comment', 'user', 'login'],
  ['comment', 'user', 'type'],
  ['comment', 'created_at'],
  ['issue'],
  ['issue', 'number'],
  ['issue', 'title'],
  ['issue', 'body'],
  ['issue', 'html_url'],
  ['issue', 'pull_request'],
  ['pull_request'],
  ['release'],
  ['sender'],
  ['sender', 'login'],
  ['repository'],
  ['__proto__'],
  ['toString'],
] as const

const commentBody = fc
  .tuple(
    fc.constantFrom('/docs ', '/docs\n', '/docs\r\n', '\n  /docs ', '/docs', '/docs help', ''),
    hostileText,
  )
  .map((parts) => parts.join(''))

const soundPayload = fc
  .record({
    body: commentBody,
    title: hostileText,
    description: hostileText,
    login: fc.constantFrom('writer', 'octo-cat'),
  })
  .map(({ body, title, description, login }) => ({
    action: 'created',
    comment: { id: 77, body, user: { login, id: 5, type: 'User' }, created_at: '2026-01-01T00:00:00Z' },
    issue: { number: 7, title, body: description, html_url: `${GITHUB_SERVER}/acme/app/issues/7` },
    sender: { login, id: 5, type: 'User' },
  }))

/** Mostly what GitHub sends, with one place or another in which something else stands. */
const eventText: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: soundPayload.map((payload) => JSON.stringify(payload)) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        soundPayload,
        fc.array(fc.tuple(fc.constantFrom(...PATHS), hostileJson), { minLength: 1, maxLength: 3 }),
      )
      .map(([payload, changes]) => JSON.stringify(changes.reduce(changeAt, payload as unknown))),
  },
  { weight: 1, arbitrary: hostileJson.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: hostileText },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 0, max: 4000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  },
)

function changeAt(value: unknown, [path, change]: readonly [readonly string[], unknown]): unknown {
  const [name, ...rest] = path
  if (name === undefined) return change
  const fields = typeof value === 'object' && value !== null ? { ...value } : {}
  const inner = Object.hasOwn(fields, name) ? (fields as Record<string, unknown>)[name] : undefined
  Object.defineProperty(fields, name, {
    value: changeAt(inner, [rest, change]),
    enumerable: true,
    configurable: true,
  })
  return fields
}

const jobId = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('job-1', '0d5f2d6c-8f1e-4ad2-8f7b-1d6f0f0c8a11') },
  { weight: 1, arbitrary: hostileText },
)

/** Not by itself an address that may be shown and linked. */
const noUrl = hostileText.filter((text) => !/^http/iu.test(text))

const prLink = fc.oneof(
  fc.constantFrom(
    null,
    'https://github.test/acme/docs/pull/12',
    'https://gitlab.test/acme/docs/-/merge_requests/3',
  ),
  noUrl,
  hostileText.map((text) => `https://github.test/${text}`),
  hostileText.map(
    (text) => `https://github.test/acme/docs/pull/12?${encodeURIComponent(text.toWellFormed())}`,
  ),
  fc.constant(`https://github.test/${'x'.repeat(3000)}`),
  fc.constant('https://github.com@evil.example/acme/docs/pull/1'),
)

const job = fc.record(
  {
    id: jobId,
    status: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('active', 'completed', 'completed', 'archived', 'failed') },
      { weight: 1, arbitrary: hostileText },
    ),
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

const anyStatus = fc.constantFrom(
  200,
  201,
  202,
  204,
  301,
  302,
  304,
  307,
  400,
  401,
  403,
  404,
  408,
  409,
  410,
  418,
  422,
  429,
  500,
  502,
  503,
)

export const oddReply: fc.Arbitrary<Reply> = fc.oneof(
  fc.record({ kind: fc.constant('json' as const), status: anyStatus, value: hostileJson, headers }),
  fc.record({
    kind: fc.constant('json' as const),
    status: anyStatus,
    value: hostileText.map((text) => ({ error: text, message: text, details: [{ message: text }] })),
    headers,
  }),
  fc.record({ kind: fc.constant('text' as const), status: anyStatus, text: hostileText, headers }),
  fc.constantFrom<Reply[]>({ kind: 'refused' }, { kind: 'reset' }),
)

const serviceReplies = (status: number) =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: job.map((value): Reply => ({ kind: 'json', status, value })) },
      { weight: 1, arbitrary: oddReply },
    ),
    { minLength: 1, maxLength: 4 },
  )

const network: fc.Arbitrary<NetworkScript> = fc.record({
  permission: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('admin', 'write') },
    { weight: 2, arbitrary: fc.constantFrom('read', 'none') },
    { weight: 1, arbitrary: hostileJson },
  ),
  isFirstReaction: fc.boolean(),
  githubFaults: fc
    .oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      {
        weight: 1,
        arbitrary: fc.array(fc.tuple(fc.nat({ max: 12 }), oddReply), { minLength: 1, maxLength: 3 }),
      },
    )
    .map((faults): ReadonlyMap<number, Reply> => new Map(faults)),
  githubFields: fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.record({ html_url: prLink, title: hostileJson }, { requiredKeys: [] }),
    },
  ),
  comments: fc.array(hostileText, { maxLength: 2 }),
  fileNames: fc.array(
    fc.oneof({ weight: 5, arbitrary: hostileText }, { weight: 1, arbitrary: hostileJson }),
    { maxLength: 3 },
  ),
  create: serviceReplies(201),
  get: serviceReplies(200),
})

/** Inputs are the workflow author's: they may be wrong, and they may hold text from an event. */
const inputs = fc
  .record(
    {
      prompt: hostileText,
      'prompt-file': fc.constantFrom('', '../secret', 'event.json', '/etc/passwd', '.'),
      command: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom('/docs', '') },
        { weight: 1, arbitrary: hostileText },
      ),
      context: fc.constantFrom('none', 'reference', 'full', 'else'),
      'job-id': fc.oneof(fc.constant(''), jobId),
      wait: fc.constantFrom('true', 'false', 'maybe'),
      timeout: fc.constantFrom('1s', '30s', '5m', '0', '-1', '24h'),
      'poll-interval': fc.constantFrom('50ms', '3s', '10m', '1ms'),
      'fail-on': fc.oneof(fc.constantFrom('', 'failed', 'skipped, denied'), hostileText),
      'minimum-permission': fc.constantFrom('write', 'admin', 'read', 'owner'),
      'allowed-bots': fc.constantFrom('', 'dependabot[bot]', '*', 'a, b'),
      comment: fc.constantFrom('true', 'true', 'false'),
      'issue-number': fc.oneof(fc.constantFrom('', '7', '0', '1e3'), hostileText),
      'dry-run': fc.constantFrom('false', 'false', 'true'),
    },
    { requiredKeys: [] },
  )
  .map((given) => ({
    ...given,
    'api-key': API_KEY,
    'project-id': 'docs-project',
    'base-url': SERVICE,
    'github-token': TOKEN,
  }))

export const runScript: fc.Arbitrary<RunScript> = fc.record({
  eventName: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('issue_comment', 'pull_request_review_comment') },
    {
      weight: 2,
      arbitrary: fc.constantFrom('workflow_dispatch', 'issues', 'pull_request', 'release', 'push'),
    },
    { weight: 1, arbitrary: hostileText },
  ),
  eventText,
  inputs: fc.oneof(
    { weight: 3, arbitrary: inputs },
    // Most of the ways lie behind inputs that are right.
    {
      weight: 9,
      arbitrary: inputs.map((given) => ({
        'api-key': given['api-key'],
        'project-id': given['project-id'],
        'base-url': given['base-url'],
        'github-token': given['github-token'],
        context: 'full',
        ...(given.prompt !== undefined && { prompt: given.prompt }),
        ...(given['dry-run'] !== undefined && { 'dry-run': given['dry-run'] }),
      })),
    },
  ),
  attempt: fc.constantFrom(1, 1, 1, 2),
  network,
})
