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

const OWN = 'mintlify[bot]'
const RED = ['failed', 'timed-out', 'unavailable']

/** Empty stands for the default. */
test.each<[string, keyof Inputs, Record<string, unknown>]>([
  ['project-id', 'projectId', { 'a_b-1': 'a_b-1' }],
  ['job-id', 'jobId', { '': '', 'job-1': 'job-1' }],
  ['context', 'context', { '': 'reference', diff: 'diff', none: 'none', full: 'full' }],
  ['paths', 'paths', { '': NO_PATHS, 'src/**\n!**/*.{md,mdx}': PATHS }],
  ['ignore-authors', 'ignoreAuthors', { '': [OWN], [BOTS.join(', ')]: [OWN, ...BOTS], None: [] }],
  ['follow-up', 'followUp', { '': 'auto', never: 'never', always: 'always' }],
  ['traffic', 'trafficDays', { '': undefined, '1d': 1, '365d': 365 }],
  ['wait', 'wait', { '': true, False: false }],
  ['timeout', 'timeoutMs', { '': 1_800_000, '90': 90_000, '1ms': 1, '24h': 86_400_000 }],
  ['poll-interval', 'pollIntervalMs', { '': 15_000, '50ms': 50, '10m': 600_000 }],
  ['fail-on', 'failOn', { '': RED, 'error,failed unknown': ['failed', 'unknown', 'error'], none: [] }],
  ['minimum-permission', 'minimumPermission', { '': 'write', read: 'read', admin: 'admin' }],
  ['allowed-bots', 'allowedBots', { '': [], [BOTS.join('\n')]: BOTS }],
  ['comment', 'comment', { '': true, false: false }],
  ['command', 'command', { '': '', '!write': '!write' }],
  ['issue-number', 'issueNumber', { '': undefined, '123456': 123_456 }],
  ['base-url', 'baseUrl', { '': new URL('https://api.mintlify.com'), 'http://[::1]/v2': new URL('http://[::1]/v2') }],
  ['dry-run', 'dryRun', { '': false, TRUE: true }],
  ['since', 'since', { '': undefined, '1d': { days: 1 }, '90d': { days: 90 }, 'last-run': 'last-run' }],
])('the input %s has a default, and is read as it is written', (name, field, values) => {
  for (const [given, value] of Object.entries(values))
    expect(read({ [name]: `${given} ` }), given).toMatchObject({ inputs: { [field]: value }, problems: [] })
})

/** What a duration, a flag or an address may be is shown where inputs are read; here are the bounds of each, and in `invalid-inputs.test.ts`. */
test.each([
  ['project-id', ['a b', 'a\nb', 'a\u0007b', 'a\u0085b', 'a\u2028b', '.', '..', 'x'.repeat(513)]],
  ['job-id', ['a b', 'a\tb', 'a\u007Fb', '..']],
  ['paths', ['!', 'src/**,!', '! \nsrc/**', '../src/**', 'src/[a', '!{a,b']],
  ['ignore-authors', ['*', 'renovate*[bot]', 'none, a/b']],
  ['traffic', ['30', '0d', '366d', '1w', '30 d', '٣d', '1.5d']],
  ['context', ['Diff', 'patch']],
  ['since', ['last', 'Last-run', '7', '0d', '91d', '1w', '٣d', '1.5d']],
  ['timeout', ['0', '86401']],
  ['poll-interval', ['49ms', '601']],
  ['fail-on', ['nope', 'FAILED', 'none, failed']],
  ['issue-number', ['0', '-3', '1.5', '#7', '7x', '1e3', '9999999999999999']],
  ['minimum-permission', ['maintain', 'Write', 'none']],
  ['allowed-bots', ['*', 'renovate*[bot], a/b']],
])('the input %s is refused', (name, refused) => {
  for (const value of refused) expect(read({ [name]: value }).problems, value).toEqual([name])
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
