import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { appendToRunnerFile } from '../../../src/runner/commands.ts'
import { anyCharacter } from '../../fuzz/hostile-text.ts'
import { readPairs } from '../../world/runner/file-commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'commands-'))
const file = join(folder, 'output')

beforeEach(() => {
  rmSync(file, { force: true })
  vi.stubEnv('GITHUB_OUTPUT', file)
})

afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** The runner's view of an output with `value`, between two other outputs. */
function readAround(value: string): [name: string, value: string][] {
  rmSync(file, { force: true })
  for (const [name, each] of [
    ['first', '1'],
    ['it', value],
    ['last', '2'],
  ] as const)
    appendToRunnerFile('GITHUB_OUTPUT', name, each)
  return [...readPairs(readFileSync(file, 'utf8'))]
}

test('the runner reads any output as it was set, and no other output', () => {
  const parts = fc.constantFrom('\n', '\r', '=', '<<', 'it', 'EOF', 'ghadelimiter_', '\u2028', '\u0085', 'x')
  const values = fc.oneof(fc.string({ unit: fc.oneof(parts, anyCharacter) }))
  fc.assert(
    fc.property(values, (value) => {
      const outputs = [
        ['first', '1'],
        ['it', value.toWellFormed()],
        ['last', '2'],
      ]
      expect(readAround(value.toWellFormed())).toEqual(outputs)
    }),
  )
})

test('only a value with line breaks needs a delimiter, which is different each time', () => {
  const textOf = (value: string) => {
    readAround(value)
    return readFileSync(file, 'utf8')
  }
  expect(textOf('one line, {"a":"\u2028"}')).not.toContain('<<')
  const [one, other] = ['a\nb', 'a\nb'].map((value) => /^it<<(ghadelimiter_\S{36})$/m.exec(textOf(value))?.[1])
  expect(one).toBeDefined()
  expect(one).not.toBe(other)
})

const LONG = 1_000_000
const modulePath = JSON.stringify(join(import.meta.dirname, '../../../src/runner/commands.ts'))

/** Starts Node with `script`, which can use `standardOutput`. */
function start(script: string) {
  const whole = `import { standardOutput } from ${modulePath}\n${script}`
  return spawn(process.execPath, ['--input-type=module', '--eval', whole], { stdio: ['ignore', 'pipe', 'pipe'] })
}

test('a text larger than the pipe is written whole, also if the pipe is non-blocking', async () => {
  // `process.stdout` makes a pipe non-blocking.
  const child = start(`process.stdout._handle; standardOutput.write('ä'.repeat(${LONG}) + 'end')`)
  // The pipe isn't read until the child has filled it.
  await once(child, 'spawn')
  for (let turn = 0; turn < 100; turn += 1) await setImmediate()
  const [written, errors] = await Promise.all([buffer(child.stdout), buffer(child.stderr)])
  expect(errors.toString()).toBe('')
  expect(written.toString() === `${'ä'.repeat(LONG)}end`).toBe(true)
})

test("a closed log doesn't stop the step", async () => {
  const child = start(`standardOutput.write('x'.repeat(${LONG})); process.exitCode = 7`)
  child.stdout.destroy()
  expect(await once(child, 'exit')).toEqual([7, null])
})
