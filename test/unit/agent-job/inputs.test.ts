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
])('the input %s is refused when it is one of %j', (name, values) => {
  for (const value of values) expect([value, read({ [name]: value }).problems]).toEqual([value, [name]])
})

test.each(['1d', '365d'])('traffic may be %s', (traffic) => {
  expect(read({ traffic }).problems).toEqual([])
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
