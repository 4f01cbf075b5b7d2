import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createLog } from '../../../src/runner/log.ts'
import { createOutputs } from '../../../src/runner/outputs.ts'
import { createSecrets } from '../../../src/runner/secrets.ts'
import { readPairs } from '../../world/runner/file-commands.ts'

const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
const folder = mkdtempSync(join(tmpdir(), 'outputs-'))

afterEach(() => {
  write.mockClear()
  vi.unstubAllEnvs()
})

afterAll(() => {
  write.mockRestore()
  rmSync(folder, { recursive: true })
})

/** Sets two outputs, and returns the errors of the step. */
function setOutputs(file: string, value: string): string[] {
  vi.stubEnv('GITHUB_OUTPUT', file)
  const errors: string[] = []
  const secrets = createSecrets()
  secrets.hide('hunter2')
  write.mockClear()
  const fail = (title: string, text: string) => errors.push(`${title}: ${text}`)
  const outputs = createOutputs({ secrets, log: createLog(secrets), fail })
  outputs.set('first', value)
  outputs.set('second', 'x')
  return errors
}

test('outputs are well-formed and without secrets, and the runner reads them as they were set', () => {
  const file = join(folder, 'output')
  writeFileSync(file, '')
  expect(setOutputs(file, 'a\nsecond=y\r\n\uD800 hunter2')).toEqual([])
  expect([...readPairs(readFileSync(file, 'utf8'))]).toEqual([
    ['first', 'a\nsecond=y\r\n\uFFFD ***'],
    ['second', 'x'],
  ])
})

test("outputs that can't be written fail the step, once, and aren't printed", () => {
  expect(setOutputs(join(folder, 'missing'), 'x')).toEqual([
    expect.stringMatching(/^The outputs can't be written: Couldn't set the output first: /),
  ])
  expect(setOutputs('', 'x')).toEqual([])
  expect(write).not.toHaveBeenCalled()
})
