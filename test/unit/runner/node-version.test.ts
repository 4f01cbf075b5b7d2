import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MODULE = join(import.meta.dirname, '../../../src/runner/node-version.ts')

/** Runs a script in a process of its own, as the runner starts an entry. */
function run(load: string) {
  const code = `const { startOnNewNode } = await import(${JSON.stringify(MODULE)})
    const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
    await startOnNewNode(async () => { ${load} }, { isPost: false })`
  const { status, signal, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  })
  return { status, signal, stdout }
}

const LISTEN = "async () => { process.on('SIGINT', (name) => console.log(name)); await pause() }"

test.each([
  ['reaches the action', `process.kill(process.pid, 'SIGINT'); await pause(); return ${LISTEN}`, 'SIGINT\n'],
  ['is no error where there is nothing to run', "process.kill(process.pid, 'SIGINT'); await pause()", ''],
])('a signal while the action is loaded %s', (_name, load, stdout) => {
  expect(run(load)).toEqual({ status: 0, signal: null, stdout })
})

test('afterwards, signals are as the action leaves them', () => {
  const load = "return async () => { await pause(); process.kill(process.pid, 'SIGTERM'); await pause() }"
  expect(run(load)).toEqual({ status: null, signal: 'SIGTERM', stdout: '' })
})
