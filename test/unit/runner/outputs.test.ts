import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../../../src/runner/log.ts'
import { createOutputs } from '../../../src/runner/outputs.ts'
import { createSecrets } from '../../../src/runner/secrets.ts'
import { readPairs } from '../../world/runner/file-commands.ts'

// Outputs that can't be written: `action/agent-job/run.test.ts`.
test('outputs are well-formed and without secrets, the runner reads them as they were set, and none is printed', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const folder = mkdtempSync(join(tmpdir(), 'outputs-'))
  onTestFinished(() => {
    write.mockRestore()
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  const secrets = createSecrets()
  secrets.hide('hunter2')
  write.mockClear()
  const outputs = createOutputs({ secrets, log: createLog(secrets), fail: expect.unreachable })
  const file = join(folder, 'output')
  writeFileSync(file, '')
  vi.stubEnv('GITHUB_OUTPUT', file)
  outputs.set('first', 'a\nsecond=y\r\n\uD800 hunter2')
  outputs.set('second', 'x')
  vi.stubEnv('GITHUB_OUTPUT', '')
  outputs.set('third', 'x')
  expect(Object.fromEntries(readPairs(readFileSync(file, 'utf8')))).toEqual({
    first: 'a\nsecond=y\r\n\uFFFD ***',
    second: 'x',
  })
  expect(write).not.toHaveBeenCalled()
})
