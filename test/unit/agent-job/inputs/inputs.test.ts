import { afterEach, expect, test, vi } from 'vitest'
import { INPUT_DEFAULTS, readEarlyInputs } from '../../../../src/agent-job/inputs/early-inputs.ts'
import { type Inputs, readInputs } from '../../../../src/agent-job/inputs/inputs.ts'
import type { Push, Release, TriggerComment } from '../../../../src/agent-job/trigger/trigger.ts'
import { InputError, InputReader } from '../../../../src/runner/inputs.ts'
import { createSecrets } from '../../../../src/runner/secrets.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const required = { 'project-id': 'docs-project', prompt: 'Write.' }

/** Reads inputs that a step gives, and what is wrong with them. */
function read(
  given: Record<string, string>,
  {
    eventName = 'push',
    ref = 'refs/heads/main',
    comment = undefined as TriggerComment | undefined,
    githubToken = 'x',
    about = {} as { push?: Push; release?: Release },
  } = {},
): { inputs: Inputs; problems: string[] } {
  for (const [name, value] of Object.entries({ ...required, ...given }))
    vi.stubEnv(`INPUT_${name.toUpperCase()}`, value)
  const reader = new InputReader(createSecrets(), INPUT_DEFAULTS)
  const inputs = readInputs(
    reader,
    { apiKey: 'mint_x', githubToken },
    { eventName, ...(comment && { comment }), ...about },
    { workspace: '/workspace', ref },
  )
  try {
    reader.finish()
    return { inputs, problems: [] }
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return { inputs, problems: error.problems.map(({ input }) => input) }
  }
}

const BOTS = ['dependabot[bot]', 'Copilot', 'x[bot]']
const NO_PATHS = { included: [], excluded: [] }
const PATHS = { included: ['src/**'], excluded: ['**/*.{md,mdx}'] }

test.each<[string, keyof Inputs, byDefault: unknown, given: string, unknown]>([
  ['context', 'context', 'reference', 'diff', 'diff'],
  ['paths', 'paths', NO_PATHS, 'src/**\n!**/*.{md,mdx}', PATHS],
  ['ignore-authors', 'ignoreAuthors', ['mintlify[bot]'], BOTS.join(', '), ['mintlify[bot]', ...BOTS]],
  ['ignore-authors', 'ignoreAuthors', ['mintlify[bot]'], 'None', []],
  ['follow-up', 'followUp', 'auto', 'never', 'never'],
  ['traffic', 'trafficDays', undefined, '30d', 30],
  ['wait', 'wait', true, 'False', false],
  ['timeout', 'timeoutMs', 1_800_000, '90', 90_000],
  ['poll-interval', 'pollIntervalMs', 15_000, '10m', 600_000],
  ['fail-on', 'failOn', ['failed', 'timed-out', 'unavailable'], 'error,failed unknown', ['failed', 'unknown', 'error']],
  ['fail-on', 'failOn', ['failed', 'timed-out', 'unavailable'], 'none', []],
  ['minimum-permission', 'minimumPermission', 'write', 'admin', 'admin'],
  ['allowed-bots', 'allowedBots', [], 'dependabot[bot], Copilot\nx[bot]', BOTS],
  ['comment', 'comment', true, 'false', false],
  ['issue-number', 'issueNumber', undefined, '7', 7],
  ['base-url', 'baseUrl', new URL('https://api.mintlify.com'), 'http://[::1]/v2', new URL('http://[::1]/v2')],
  ['dry-run', 'dryRun', false, 'true', true],
  ['since', 'since', undefined, '30d', { days: 30 }],
  ['since', 'since', undefined, 'last-run', 'last-run'],
])('the input %s has a default, and is read as it is written', (name, field, ...values) => {
  const [byDefault, given, expected] = values
  expect(read({}).inputs[field]).toEqual(byDefault)
  expect(read({ [name]: ' ' })).toMatchObject({ inputs: { [field]: byDefault }, problems: [] })
  expect(read({ [name]: given })).toMatchObject({ inputs: { [field]: expected }, problems: [] })
})

/** What a duration, a flag or an address may be is shown where inputs are read; here are the bounds of each. */
test.each([
  ['project-id', ['a b', 'a\nb', 'a\u0007b', 'a\u0085b', 'a\u2028b', '.', '..', 'x'.repeat(513)], ['a_b-1']],
  ['job-id', ['a b', 'a\tb', 'a\u007Fb', '..'], ['job-1']],
  ['paths', ['!', 'src/**,!', '! \nsrc/**', '../src/**', 'src/[a', '!{a,b'], ['!dist/**', 'a/[id]/{b,c}']],
  ['ignore-authors', ['*', 'renovate*[bot]', 'none, a/b'], ['none']],
  ['follow-up', ['Auto'], ['always']],
  ['traffic', ['30', '0d', '366d', '1w', '30 d', '٣d', '1.5d'], ['1d', '365d']],
  ['context', ['Diff', 'patch'], ['none', 'full']],
  ['since', ['last', 'Last-run', '7', '0d', '91d', '1w', '٣d', '1.5d'], ['1d', '90d']],
  ['timeout', ['0', '86401'], ['1ms', '24h']],
  ['poll-interval', ['49ms', '601'], ['50ms', '10m']],
  ['fail-on', ['nope', 'FAILED', 'none, failed'], ['unavailable, skipped']],
  ['dry-run', ['maybe'], ['TRUE', 'False']],
  ['issue-number', ['0', '-3', '1.5', '#7', '7x', '1e3', '9999999999999999'], ['1', '123456']],
  ['minimum-permission', ['maintain', 'Write', 'none'], ['read', 'admin']],
  ['allowed-bots', ['*', 'renovate*[bot], a/b'], ['x[bot]']],
  ['command', ['/docs please'], ['!write', '']],
  ['base-url', ['http://docs.example'], ['https://docs.example/v2', 'http://localhost:8080']],
])('the input %s is refused, or fine', (name, refused, allowed) => {
  for (const value of refused) expect(read({ [name]: value }).problems, value).toEqual([name])
  for (const value of allowed) expect(read({ [name]: value }).problems, value).toEqual([])
})

test.each<[string, given: Record<string, string>, run: Parameters<typeof read>[1], isRefused: boolean]>([
  ['with all that it needs', {}, {}, false],
  ['without a thread', { 'issue-number': '' }, {}, true],
  ['without a thread, for so many days', { 'issue-number': '', since: '7d' }, {}, false],
  ['without comments', { comment: 'False' }, {}, true],
  ['without comments, for so many days', { comment: 'False', since: '7d' }, {}, false],
  ['without a token', { since: '7d' }, { githubToken: '' }, true],
  ['without a context', { context: 'none', since: '7d' }, {}, true],
  ['on a tag', { since: '7d' }, { ref: 'refs/tags/v1' }, true],
  ['on a tag, where it is ignored', {}, { ref: 'refs/tags/v1', eventName: 'push' }, false],
])('`since` %s is refused: %s %s %s', (_name, given, run, isRefused) => {
  const inputs = { since: 'last-run', 'issue-number': '7', ...given }
  for (const eventName of ['schedule', 'workflow_dispatch', 'repository_dispatch']) {
    const { problems } = read(inputs, { eventName, ...run })
    expect(problems).toEqual(isRefused ? ['since'] : [])
  }
})

test('an input that decides who may is at its strictest where it is invalid', () => {
  const { inputs, problems } = read({ 'minimum-permission': 'owner', 'allowed-bots': 'a[bot], *' })
  expect(inputs).toMatchObject({ minimumPermission: 'admin', allowedBots: [] })
  expect(problems).toEqual(['minimum-permission', 'allowed-bots'])
})

test('what is looked at early is read without a check', () => {
  const given = { 'allowed-bots': 'helper[bot]', 'ignore-authors': 'none', 'job-id': 'job-1', command: '/docs' }
  for (const [name, value] of Object.entries(given)) vi.stubEnv(`INPUT_${name.toUpperCase()}`, value)
  const early = { command: '/docs', allowedBots: ['helper[bot]'], ignoreAuthors: [], jobId: 'job-1' }
  expect(readEarlyInputs(new InputReader(createSecrets(), INPUT_DEFAULTS))).toEqual(early)
})
