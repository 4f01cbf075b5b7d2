import { afterEach, expect, test, vi } from 'vitest'
import { INPUT_DEFAULTS, type Inputs, readEarlyInputs, readInputs } from '../../../src/agent-job/inputs.ts'
import { createInputReader, InputError } from '../../../src/runner/inputs.ts'
import { createSecrets } from '../../../src/runner/secrets.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const required = { 'project-id': 'docs-project', prompt: 'Write.' }

/** Reads inputs that a step gives, and what is wrong with them. */
function read(
  given: Record<string, string>,
  isClosedWithoutMerge = false,
): { inputs: Inputs; problems: string[] } {
  for (const [name, value] of Object.entries({ ...required, ...given }))
    vi.stubEnv(`INPUT_${name.toUpperCase()}`, value)
  const reader = createInputReader(createSecrets(), INPUT_DEFAULTS)
  const inputs = readInputs(
    reader,
    { apiKey: 'mint_x', githubToken: 'x' },
    { eventName: 'push', isClosedWithoutMerge },
    '/workspace',
  )
  try {
    reader.finish()
    return { inputs, problems: [] }
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return { inputs, problems: error.problems.map(({ input }) => input) }
  }
}

test('inputs that are left out, empty or blank have their defaults', () => {
  const defaults = {
    context: 'reference',
    paths: { included: [], excluded: [] },
    ignoreAuthors: ['mintlify[bot]'],
    followUp: 'auto',
    trafficDays: undefined,
    wait: true,
    timeoutMs: 1_800_000,
    pollIntervalMs: 3_000,
    failOn: ['failed', 'timed-out', 'unavailable'],
    minimumPermission: 'write',
    comment: true,
    issueNumber: undefined,
    dryRun: false,
  }
  const blank = Object.fromEntries(Object.keys(INPUT_DEFAULTS).map((name) => [name, ' ']))
  for (const given of [{}, blank, { paths: '', traffic: ' ', 'issue-number': '' }]) {
    const { inputs, problems } = read(given)
    expect(inputs).toMatchObject(defaults)
    expect(inputs.baseUrl.href).toBe('https://api.mintlify.com/')
    expect(problems).toEqual([])
  }
})

test('inputs are read as they are written', () => {
  expect(
    read({
      context: 'diff',
      paths: 'src/**\n!**/*.{md,mdx}',
      'ignore-authors': 'Renovate[bot], mintlify[bot]',
      'follow-up': 'never',
      traffic: '30d',
    }).inputs,
  ).toMatchObject({
    context: 'diff',
    paths: { included: ['src/**'], excluded: ['**/*.{md,mdx}'] },
    ignoreAuthors: ['Renovate[bot]', 'mintlify[bot]'],
    followUp: 'never',
    trafficDays: 30,
  })
  expect(read({ 'ignore-authors': 'None' }).inputs.ignoreAuthors).toEqual([])
})

test.each([
  ['project-id', ['a b', 'a\nb', 'a\u0007b', 'a\u0085b', 'a\u2028b', '.', '..', 'x'.repeat(513)]],
  ['job-id', ['a b', 'a\tb', 'a\u007Fb', '..']],
  ['paths', ['!', 'src/**,!', '! \nsrc/**']],
  ['ignore-authors', ['*', 'renovate*[bot]', 'none, a/b']],
  ['follow-up', ['true', 'Auto']],
  ['traffic', ['30', '0d', '366d', '1w', '30 d', '٣d', '1.5d']],
  ['context', ['Diff', 'patch']],
  ['timeout', ['0', '-1', '25h', '86401', '1d', '10abc', '1.5m', '90 s', '1e3', 'Infinity', '٣']],
  ['poll-interval', ['49ms', '0', '11m', '601', '1h', '3 s', '3S', '0x10', '½s', '３']],
  ['fail-on', ['nope', 'FAILED', 'failed, no-one']],
  ['wait', ['yes', '0']],
  ['comment', ['1', 'on']],
  ['dry-run', ['maybe', '"true"']],
  ['issue-number', ['0', '-3', '1.5', '#7', '7x', '1e3', '9999999999999999']],
  ['minimum-permission', ['maintain', 'Write', 'none']],
  ['allowed-bots', ['*', 'renovate*[bot], a/b']],
  ['command', ['/docs please']],
  ['base-url', ['http://docs.example', 'ftp://127.0.0.1', 'https://user:x@docs.example', 'docs.example']],
  ['base-url', ['https://docs.example/?x=y', 'https://docs.example/#top', 'http://127.0.0.1.evil.example']],
])('the input %s is refused when it is one of %j', (name, values) => {
  for (const value of values) expect([value, read({ [name]: value }).problems]).toEqual([value, [name]])
})

test.each([
  ['traffic', ['1d', '365d']],
  ['timeout', ['1ms', '90s', ' 5 ', '24h', '1440m', '86400', '86400000ms']],
  ['poll-interval', ['50ms', '10m', '600', '\t3s\n']],
  ['fail-on', ['error,failed timed-out\nunknown', 'unavailable, skipped']],
  ['wait', ['true', 'TRUE', 'False']],
  ['issue-number', ['1', '123456']],
  ['allowed-bots', ['dependabot[bot], Copilot\nrenovate[bot]']],
  ['command', ['!write', '']],
  ['base-url', ['https://docs.example/v2', 'http://localhost:8080', 'http://127.0.0.1:1', 'http://[::1]:1']],
])('the input %s may be one of %j', (name, values) => {
  for (const value of values) expect([value, read({ [name]: value }).problems]).toEqual([value, []])
})

test('a bare number is a time in seconds', () => {
  expect(read({ timeout: '90', 'poll-interval': '1' }).inputs).toMatchObject({
    timeoutMs: 90_000,
    pollIntervalMs: 1_000,
  })
})

test('an input that decides who may is at its strictest where it is unusable', () => {
  const { inputs, problems } = read({ 'minimum-permission': 'owner', 'allowed-bots': 'a[bot], *' })
  expect(inputs).toMatchObject({ minimumPermission: 'admin', allowedBots: [] })
  expect(problems).toEqual(['minimum-permission', 'allowed-bots'])
})

test('where a pull request is closed without a merge, no prompt is needed, and none is read', () => {
  for (const given of [{ prompt: '' }, { prompt: 'Write.' }, { prompt: '', 'prompt-file': 'missing.md' }]) {
    const { inputs, problems } = read(given, true)
    expect([inputs.prompt, problems]).toEqual(['', []])
  }
  expect(read({ prompt: '', 'prompt-file': '' }).problems).toEqual(['prompt'])
})

test('what is looked at early is read without a check', () => {
  vi.stubEnv('INPUT_ALLOWED-BOTS', 'helper[bot]')
  vi.stubEnv('INPUT_IGNORE-AUTHORS', 'none')
  vi.stubEnv('INPUT_JOB-ID', 'job-1')
  vi.stubEnv('INPUT_COMMAND', '/docs')
  const reader = createInputReader(createSecrets(), INPUT_DEFAULTS)
  const early = { command: '/docs', allowedBots: ['helper[bot]'], ignoreAuthors: [], jobId: 'job-1' }
  const withKey = readEarlyInputs(reader, { apiKey: 'mint_x', githubToken: '' })
  expect(withKey).toEqual({ ...early, hasApiKey: true })
  expect(readEarlyInputs(reader, { apiKey: '', githubToken: '' }).hasApiKey).toBe(false)
})
