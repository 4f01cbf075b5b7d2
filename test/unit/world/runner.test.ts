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

/** An action. The script is CommonJS, and can use `append(variable, text)`. */
interface Fixture extends Omit<ActionOptions, 'actionYml'> {
  main: string
}

function start({ main, ...options }: Fixture): ActionRun {
  count += 1
  const name = join(folder, `action-${count}`)
  const append = `const append = (name, text) => require('node:fs').appendFileSync(process.env[name], text)\n`
  writeFileSync(`${name}-main.cjs`, append + main)
  writeFileSync(
    `${name}.yml`,
    `name: Fixture
description: Fixture
runs: { using: node24, main: action-${count}-main.cjs }`,
  )
  const run = startAction({ actionYml: `${name}.yml`, ...options })
  onTestFinished(() => run[Symbol.asyncDispose]())
  return run
}

function run(fixture: Fixture): Promise<RunResult> {
  return start(fixture).result
}

test('an action runs on Node 24, in an empty workspace, with the environment of a runner and nothing else', async () => {
  vi.stubEnv('SOMETHING_OF_THE_TEST', 'leaks')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { outputs, files } = await run({
    main: `const found = { node: process.versions.node, files: require('node:fs').readdirSync('.') }
append('GITHUB_OUTPUT', 'found=' + JSON.stringify({ ...found, environment: process.env }))`,
    token: 'ghs_secret',
  })
  const { environment, ...found } = JSON.parse(outputs['found'] ?? '')
  expect(found).toEqual({ node: expect.stringMatching(/^24\./), files: [] })
  expect(environment).toMatchObject({ GITHUB_WORKSPACE: files })
  expect(JSON.stringify(environment)).not.toMatch(/SOMETHING_OF_THE_TEST|RUNNER_DEBUG|ghs_secret/)
})

test('an invalid output file fails the step, but earlier outputs count', async () => {
  const result = await run({ main: `append('GITHUB_OUTPUT', 'good=1\\nno separator')` })
  expect(result).toMatchObject({ conclusion: 'failure', outputs: { good: '1' } })
  expect(result.annotations.at(-1)?.message).toBe("Invalid format 'no separator'")
})

test.each(['<<EOF\nx\nEOF', 'name<<\nx\n', 'name<<EOF\nx\nEO'])('the command file %j is broken', (text) => {
  expect(() => [...readPairs(text)]).toThrow(/^Invalid/)
})

test('a summary of more than 1 MiB is rejected, and the step stays green', async () => {
  const result = await run({ main: `append('GITHUB_STEP_SUMMARY', 'x'.repeat(1024 * 1024 + 1))` })
  expect(result).toMatchObject({ summary: '', conclusion: 'success' })
  expect(result.annotations[0]?.message).toMatch('upload aborted')
})

test('cancelling sends SIGINT, then SIGTERM, then SIGKILL, as long as the process stays', async () => {
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
})
