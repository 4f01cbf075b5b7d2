import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { ActionOptions, ActionRun, RunResult } from '../../world/runner/action-run.ts'
import { readPairs } from '../../world/runner/file-commands.ts'
import { startAction } from '../../world/runner/run-action.ts'

const folder = mkdtempSync(join(tmpdir(), 'fixture-actions-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0

/** An action. The scripts are CommonJS, and can use `append(variable, text)`. */
interface Fixture extends Omit<ActionOptions, 'actionYml'> {
  main: string
  afterwards?: string
}

function start({ main, afterwards = '', ...options }: Fixture): ActionRun {
  count += 1
  const name = join(folder, `action-${count}`)
  const append = `const append = (name, text) => require('node:fs').appendFileSync(process.env[name], text)\n`
  writeFileSync(`${name}-main.cjs`, append + main)
  writeFileSync(`${name}-post.cjs`, append + afterwards)
  writeFileSync(
    `${name}.yml`,
    `name: Fixture
description: Fixture
runs: { using: node24, main: action-${count}-main.cjs, post: action-${count}-post.cjs }`,
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
  const { outputs, files, temp } = await run({
    main: `const found = { node: process.versions.node, files: require('node:fs').readdirSync('.') }
append('GITHUB_OUTPUT', 'found=' + JSON.stringify({ ...found, environment: process.env }))`,
    repository: 'one/two',
    runAttempt: 2,
    token: 'ghs_secret',
  })
  const { environment, ...found } = JSON.parse(outputs['found'] ?? '')
  expect(found).toEqual({ node: expect.stringMatching(/^24\./), files: [] })
  expect(environment).toMatchObject({
    GITHUB_REPOSITORY: 'one/two',
    GITHUB_RUN_ATTEMPT: '2',
    GITHUB_WORKSPACE: files,
    RUNNER_TEMP: temp,
  })
  expect(environment).not.toHaveProperty('SOMETHING_OF_THE_TEST')
  expect(environment).not.toHaveProperty('RUNNER_DEBUG')
  expect(JSON.stringify(environment)).not.toContain('ghs_secret')
})

test('the token and the secrets are masked from the start, also in the summary', async () => {
  const result = await run({
    main: `console.log('ghs_secret other'); append('GITHUB_STEP_SUMMARY', '# ghs_secret\\r\\nother')`,
    token: 'ghs_secret',
    secrets: ['other'],
  })
  expect(result.log.shown).toBe('*** ***\n')
  expect(result.summary).toBe('# ***\n***\n')
  expect(result.rawSummary).toBe('# ghs_secret\r\nother')
})

test('an invalid output file fails the step, but earlier outputs count', async () => {
  const result = await run({ main: `append('GITHUB_OUTPUT', 'good=1\\nno separator')` })
  expect(result).toMatchObject({ conclusion: 'failure', outputs: { good: '1' } })
  expect(result.annotations.at(-1)?.message).toBe("Invalid format 'no separator'")
})

test.each(['<<EOF\nx\nEOF', 'name<<\nx\n', 'name<<EOF\nx\nEO'])('the command file %j is broken', (text) => {
  expect(() => [...readPairs(text)]).toThrow(/^Invalid/)
})

test('the runner reads the reports of @actions/core, and runs post after a failure with its state', async () => {
  const core = JSON.stringify(import.meta.resolve('@actions/core'))
  const result = await run({
    main: `import(${core}).then(async (core) => {
  core.setSecret('s3cret,:%\\nline two')
  core.setOutput('lines', '\\n<<EOF\\r\\n::error::x\\n')
  core.saveState('id', 'a=b')
  core.warning('line two%\\nand more', { title: 'a:b,c', file: 'x.md', startLine: 3 })
  await core.group('A group', async () => core.info('inside'))
  core.debug('hidden')
  await core.summary.addHeading('Title').write()
  core.setFailed('over')
})`,
    afterwards: `import(${core}).then((core) => {
  core.setOutput('own', 1)
  core.info(core.getState('id'))
})`,
  })
  expect(result).toMatchObject({
    conclusion: 'failure',
    exitCode: 1,
    outputs: { lines: '\n<<EOF\r\n::error::x\n' },
    state: { id: 'a=b' },
    groups: ['A group'],
    summary: '<h1>Title</h1>\n',
    annotations: [
      { level: 'warning', message: '***%\nand more', properties: { title: 'a:b,c', file: 'x.md', line: '3' } },
      { level: 'error', message: 'over' },
    ],
    post: { conclusion: 'success', outputs: { own: '1' }, log: { shown: 'a=b\n' } },
  })
})

test('a summary of more than 1 MiB is rejected, and the step stays green', async () => {
  const result = await run({ main: `append('GITHUB_STEP_SUMMARY', 'x'.repeat(1024 * 1024 + 1))` })
  expect(result).toMatchObject({ summary: '', conclusion: 'success' })
  expect(result.annotations[0]?.message).toMatch('upload aborted')
})

test('cancelling sends SIGINT, then SIGTERM, then SIGKILL, as long as the process stays; then post runs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const waiting = Promise.withResolvers<void>()
  const step = start({
    main: `for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => console.log(name))
setInterval(() => {}, 1000); console.log('waiting')`,
    onLog: (line) => {
      if (line === 'waiting') waiting.resolve()
      if (line === 'SIGINT') vi.advanceTimersByTime(7_500)
      if (line === 'SIGTERM') vi.advanceTimersByTime(2_500)
    },
  })
  await waiting.promise
  step.cancel()
  const result = await step.result
  expect(result).toMatchObject({ conclusion: 'cancelled', exitCode: null, signal: 'SIGKILL' })
  expect(result.log.shown).toBe('waiting\nSIGINT\nSIGTERM\n')
  expect(result.post?.conclusion).toBe('success')
})
