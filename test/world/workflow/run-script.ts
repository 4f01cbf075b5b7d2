import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StepRun } from './run-workflow.ts'

/**
 * Runs a script of a recipe in an empty folder, with stand-ins for some commands, which are shell scripts.
 * @param file that the script writes
 * @returns its exit code, what it prints, its outputs, and the text of the file
 */
export function runScript(
  step: Pick<StepRun, 'run' | 'environment'> | undefined,
  commands: Record<string, string> = {},
  file = 'none',
) {
  const folder = mkdtempSync(join(tmpdir(), 'recipe-'))
  // Vitest's hooks would belong to any of the tests that run side by side.
  using _ = { [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
  for (const [name, text] of Object.entries(commands))
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
  const output = join(folder, 'output')
  const env = {
    PATH: `${folder}:${process.env['PATH']}`,
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    GITHUB_REPOSITORY: 'acme/app',
    GITHUB_REPOSITORY_OWNER: 'acme',
    GITHUB_SERVER_URL: 'https://github.com',
    ...step?.environment,
  }
  const script = ['--norc', '-e', '-c', step?.run ?? 'exit 9']
  const { status, stdout } = spawnSync('bash', script, { cwd: folder, env, encoding: 'utf8' })
  return { status, printed: stdout, outputs: read(output), written: read(join(folder, file)) }
}
