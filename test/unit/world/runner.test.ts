import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { ActionOptions, ActionRun, RunResult } from '../../world/runner/action-run.ts'
import { readPairs } from '../../world/runner/file-commands.ts'
import { createLineSplitter } from '../../world/runner/line-splitter.ts'
import { startAction } from '../../world/runner/run-action.ts'
import { createSecretMasker } from '../../world/runner/secret-masker.ts'

const folder = mkdtempSync(join(tmpdir(), 'fixture-actions-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0

/** An action, and what the step that runs it is given. The scripts are CommonJS, with `append(variable, text)` at hand. */
interface Fixture extends Omit<ActionOptions, 'actionYml'> {
  declares?: string
  main: string
  afterwards?: string
  postIf?: string
}

function start({ declares = '', main, afterwards, postIf = 'always()', ...options }: Fixture): ActionRun {
  count += 1
  const name = join(folder, `action-${count}`)
  const append = `const append = (name, text) => require('node:fs').appendFileSync(process.env[name], text)\n`
  writeFileSync(`${name}-main.cjs`, append + main)
  writeFileSync(`${name}-post.cjs`, append + afterwards)
  const post = afterwards === undefined ? '' : `  post: action-${count}-post.cjs\n  post-if: '${postIf}'\n`
  writeFileSync(
    `${name}.yml`,
    `name: Fixture
description: Fixture
inputs:
  unused: { default: '' }
${declares}
runs:
  using: node24
  main: action-${count}-main.cjs
${post}`,
  )
  const run = startAction({ actionYml: `${name}.yml`, ...options })
  onTestFinished(() => run[Symbol.asyncDispose]())
  return run
}

function run(fixture: Fixture): Promise<RunResult> {
  return start(fixture).result
}

test('an action runs on Node 24, in an empty workspace, with the environment of a runner and nothing else', async () => {
  process.env['SOMETHING_OF_THE_TEST'] = 'leaks'
  const result = await run({
    main: `append('GITHUB_OUTPUT', 'env<<END\\n' + JSON.stringify(process.env) + '\\nEND\\n')
append('GITHUB_OUTPUT', 'version=' + process.versions.node + '\\n')
append('GITHUB_OUTPUT', 'files=' + require('node:fs').readdirSync('.').join() + '\\n')`,
    repository: 'one/two',
    runId: 5,
    runAttempt: 2,
    apiUrl: 'http://127.0.0.1:1',
    token: 'ghs_secret',
  })
  const environment = JSON.parse(result.outputs['env'] ?? '')
  expect(result).toMatchObject({
    conclusion: 'success',
    outputs: { version: expect.stringMatching(/^24\./), files: '' },
  })
  expect(environment).toMatchObject({
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_REPOSITORY: 'one/two',
    GITHUB_RUN_ID: '5',
    GITHUB_RUN_ATTEMPT: '2',
    GITHUB_API_URL: 'http://127.0.0.1:1',
    GITHUB_GRAPHQL_URL: 'http://127.0.0.1:1/graphql',
    GITHUB_WORKSPACE: result.files,
    RUNNER_TEMP: result.temp,
  })
  expect(environment).not.toHaveProperty('SOMETHING_OF_THE_TEST')
  expect(environment).not.toHaveProperty('RUNNER_DEBUG')
  expect(JSON.stringify(environment)).not.toContain('ghs_secret')
})

test('inputs have their defaults, also from the context, and the names that the runner gives them', async () => {
  const result = await run({
    declares: `  api-key: { required: true }
  two words: { default: 7 }
  Flag: { default: true }
  github-token: { default: '\${{ github.token }}' }
  title: { default: 'on \${{ github.event.issue.title }} of \${{ github.repository }}' }`,
    main: `const inputs = Object.entries(process.env).filter(([name]) => name.startsWith('INPUT_'))
append('GITHUB_OUTPUT', 'inputs=' + JSON.stringify(Object.fromEntries(inputs)) + '\\n')`,
    inputs: { 'API-key': 'k', flag: false },
    token: 'ghs_secret',
    repository: 'one/two',
    event: { name: 'issues', payload: { issue: { title: 'A title' } } },
  })
  expect(JSON.parse(result.outputs['inputs'] ?? '')).toEqual({
    'INPUT_API-KEY': 'k',
    INPUT_FLAG: 'false',
    'INPUT_GITHUB-TOKEN': 'ghs_secret',
    INPUT_TITLE: 'on A title of one/two',
    INPUT_TWO_WORDS: '7',
    INPUT_UNUSED: '',
  })
  expect(result.annotations).toEqual([])
})

test('an input that the action does not have is a warning', async () => {
  const { annotations, conclusion } = await run({ main: '', inputs: { 'unused ': '1', Unused: '2' } })
  const message = "Unexpected input(s) 'unused ', valid inputs are ['unused']"
  expect(annotations).toEqual([{ level: 'warning', message, properties: {}, from: 'runner' }])
  expect(conclusion).toBe('success')
})

test('the token and the secrets are masked from the start, also in the summary', async () => {
  const result = await run({
    main: `console.log('ghs_secret other'); append('GITHUB_STEP_SUMMARY', '# ghs_secret\\r\\nother')`,
    token: 'ghs_secret',
    secrets: ['other'],
  })
  expect(result.log.shown).toBe('*** ***\n')
  expect(result.summary).toBe('# ***\n***\n')
})

test('a broken output file fails the step, and what came before counts', async () => {
  const result = await run({ main: `append('GITHUB_OUTPUT', 'good=1\\nno separator')` })
  expect(result).toMatchObject({ conclusion: 'failure', outputs: { good: '1' } })
  expect(result.annotations.map((annotation) => annotation.message)).toEqual([
    "Unable to process file command 'output' successfully.",
    "Invalid format 'no separator'",
  ])
})

test.each([
  ['<<EOF\nx\nEOF', 'Name must not be empty'],
  ['name<<\nx\n', 'delimiter must not be empty'],
  ['name<<EOF\nx\nEO', 'EOF marker missing new line'],
  ['name<<EOF\nx\n', "Matching delimiter not found 'EOF'"],
])('the command file %j is broken', (text, message) => {
  expect(() => [...readPairs(text)]).toThrow(message)
})

const awkwardText = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\n', '\r', '<<', '=', 'EOF', ':', '%', ',', ' '),
    fc.string({ unit: 'grapheme' }),
  ),
})

test('whatever is written in the heredoc format is read back exactly', () => {
  fc.assert(
    fc.property(fc.array(awkwardText, { maxLength: 5 }), (values) => {
      const pairs = values.map((value, index): [string, string] => [`name${index}`, value])
      const text = pairs.map(([name, value]) => `${name}<<delimiter_7\n${value}\ndelimiter_7\n`).join('')
      expect([...readPairs(text)]).toEqual(pairs)
    }),
  )
})

test('lines do not depend on how the bytes were cut', () => {
  fc.assert(
    fc.property(awkwardText, fc.integer({ min: 1, max: 5 }), (text, size) => {
      const bytes = Buffer.from(text)
      const whole = createLineSplitter()
      const pieces = createLineSplitter()
      const cut: string[] = []
      for (let start = 0; start < bytes.length; start += size)
        cut.push(...pieces.push(bytes.subarray(start, start + size)))
      expect([...cut, ...pieces.end()]).toEqual([...whole.push(bytes), ...whole.end()])
    }),
  )
})

test('a line feed after a carriage return ends the same line, even when it comes later', () => {
  const splitter = createLineSplitter()
  expect(splitter.push(Buffer.from('a\r'))).toEqual(['a'])
  expect(splitter.push(Buffer.from('\nb\n\nc\r\r'))).toEqual(['b', '', 'c', ''])
  expect(splitter.end()).toEqual([])
})

test('secrets that overlap or touch become one mark', () => {
  const { add, mask } = createSecretMasker(['abcab', ''])
  add('cabxy')
  expect(mask('-abcabxy-abcababcab-abcabcab')).toBe('-***-***-***')
})

test('what @actions/core reports is what the runner reads, and post gets what is meant for it', async () => {
  const core = JSON.stringify(import.meta.resolve('@actions/core'))
  const result = await run({
    declares: `  some key: { default: "  text  " }`,
    main: `import(${core}).then(async (core) => {
  core.setSecret('s3cret,:%\\nline two')
  core.setOutput('json', { text: core.getInput('some key') })
  core.setOutput('lines', '\\n<<EOF\\r\\n::error::x\\n')
  core.saveState('id', 'a=b')
  core.exportVariable('MORE', 'x\\ny')
  core.addPath('/first')
  core.addPath('/second')
  core.warning('line two%\\nand more', { title: 'a:b,c', file: 'x.md', startLine: 3 })
  await core.group('A group', async () => core.info('inside'))
  core.debug('hidden')
  await core.summary.addHeading('Title').write()
  core.setFailed('over')
})`,
    afterwards: `import(${core}).then((core) => {
  core.setOutput('own', 1)
  core.info(JSON.stringify([core.getState('id'), process.env.MORE, process.env.PATH.split(':').slice(0, 2)]))
})`,
  })
  const properties = { title: 'a:b,c', file: 'x.md', line: '3' }
  expect(result).toMatchObject({
    conclusion: 'failure',
    exitCode: 1,
    outputs: { json: '{"text":"text"}', lines: '\n<<EOF\r\n::error::x\n' },
    state: { id: 'a=b' },
    exportedVariables: { MORE: 'x\ny' },
    masks: ['s3cret,:%\nline two'],
    groups: ['A group'],
    summary: '<h1>Title</h1>\n',
    annotations: [
      { level: 'warning', message: '***%\nand more', properties },
      { level: 'error', message: 'over' },
    ],
  })
  expect(result.post?.outputs).toEqual({ own: '1' })
  expect(JSON.parse(result.post?.log.shown ?? '')).toEqual(['a=b', 'x\ny', ['/second', '/first']])
})

test('a summary of more than 1 MiB is refused, and the step stays green', async () => {
  const large = await run({ main: `append('GITHUB_STEP_SUMMARY', 'x'.repeat(1024 * 1024 + 1))` })
  const fitting = await run({ main: `append('GITHUB_STEP_SUMMARY', 'x'.repeat(1024 * 1024))` })
  expect(large).toMatchObject({ summary: '', conclusion: 'success' })
  expect(large.annotations[0]?.message).toMatch('upload aborted')
  expect(fitting.summary).toHaveLength(1024 * 1024 + 1)
})

test('post runs after a failure unless its condition or the caller says no', async () => {
  const fixture = { main: 'process.exitCode = 3', afterwards: `console.log('closing')` }
  const ran = await run(fixture)
  expect(ran).toMatchObject({ conclusion: 'failure', exitCode: 3, post: { conclusion: 'success' } })
  expect(ran.post?.log.shown).toBe('closing\n')
  expect((await run({ ...fixture, post: false })).post).toBeUndefined()
  expect((await run({ ...fixture, postIf: 'success()' })).post).toBeUndefined()
})

test('cancelling sends SIGINT; the outputs written then count, and post runs', async () => {
  const step = start({
    main: `process.on('SIGINT', () => { append('GITHUB_OUTPUT', 'outcome=cancelled\\n'); process.exit(0) })
setInterval(() => {}, 1000); console.log('waiting')`,
    afterwards: `console.log('closing')`,
  })
  await seeLine(step, 'waiting')
  step.cancel()
  const result = await step.result
  expect(result).toMatchObject({ conclusion: 'cancelled', exitCode: 0, outputs: { outcome: 'cancelled' } })
  expect(result.post?.conclusion).toBe('success')
})

test('a process that ignores SIGINT gets SIGTERM, and SIGKILL when it ignores that as well', async () => {
  const step = start({
    main: `for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => console.log(name))
setInterval(() => {}, 1000); console.log('waiting')`,
    cancelLimitsMs: { interrupt: 500, terminate: 1000 },
  })
  await seeLine(step, 'waiting')
  step.cancel()
  const result = await step.result
  expect(result).toMatchObject({ conclusion: 'cancelled', exitCode: null, signal: 'SIGKILL' })
  expect(result.log.shown).toBe('waiting\nSIGINT\nSIGTERM\n')
})

test('killing leaves no child behind, and post runs', async () => {
  const step = start({
    main: `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
append('GITHUB_OUTPUT', 'child=' + child.pid + '\\n'); console.log('waiting')`,
    afterwards: `console.log('closing')`,
  })
  await seeLine(step, 'waiting')
  step.kill()
  expect(await step.exited).toEqual({ exitCode: null, signal: 'SIGKILL' })
  const result = await step.result
  expect(result.conclusion).toBe('failure')
  expect(result.post?.log.shown).toBe('closing\n')
  expect(isRunning(Number(result.outputs['child']))).toBe(false)
})

async function seeLine(step: ActionRun, wanted: string): Promise<void> {
  const seen = Promise.withResolvers<void>()
  step.onLog((line) => {
    if (line === wanted) seen.resolve()
  })
  void step.result.then(() => seen.reject(new Error(`The line '${wanted}' never came.`)))
  await seen.promise
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A child that nobody has waited for yet is a zombie, which does not run any more.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
