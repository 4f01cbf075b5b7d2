import { afterEach, expect, test, vi } from 'vitest'
import { INPUT_DEFAULTS } from '../../../src/agent-job/input-defaults.ts'
import { type Inputs, readInputs } from '../../../src/agent-job/inputs.ts'
import { createInputReader, InputError } from '../../../src/runner/inputs.ts'
import { createSecrets } from '../../../src/runner/secrets.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const required = { 'project-id': 'docs-project', prompt: 'Write.' }

/** Reads inputs that a step gives, and what is wrong with them. */
function read(given: Record<string, string>): { inputs: Inputs; problems: string[] } {
  for (const [name, value] of Object.entries({ ...required, ...given }))
    vi.stubEnv(`INPUT_${name.toUpperCase()}`, value)
  const reader = createInputReader(createSecrets(), INPUT_DEFAULTS)
  const inputs = readInputs(
    reader,
    { apiKey: 'mint_x', githubToken: 'x' },
    { eventName: 'push' },
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
    diffLimit: 60_000,
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
      'diff-limit': '1000',
      paths: 'src/**\n!**/*.{md,mdx}',
      'ignore-authors': 'Renovate[bot], mintlify[bot]',
      'follow-up': 'never',
      traffic: '30d',
    }).inputs,
  ).toMatchObject({
    context: 'diff',
    diffLimit: 1_000,
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
  ['diff-limit', ['999', '500001', '1e4', '-1', '60,000']],
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
