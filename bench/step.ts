import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ActionOptions } from '../test/world/runner/action-run.ts'
import { createCommandFiles, createEnvironment, createRunFolders } from '../test/world/runner/environment.ts'
import { evaluateInputs, readManifest } from '../test/world/runner/manifest.ts'

/** A step as the runner starts it, without the runner, whose work must not be measured. */
export interface Step extends AsyncDisposable {
  /** Starts the process, with these flags for Node. */
  start(flags?: readonly string[]): ChildProcess
  /** Starts the process, and returns the milliseconds until it ends. */
  run(): Promise<number>
}

const root = join(import.meta.dirname, '..')

/** Prepares a step; `script` is the path of a bundle. */
export function prepareStep(script: string, options: Omit<ActionOptions, 'actionYml'>, action = '.'): Step {
  const given: ActionOptions = {
    token: 'ghs_benchmark',
    repository: 'acme/app',
    ...options,
    actionYml: join(root, action, 'action.yml'),
  }
  const folders = createRunFolders(given)
  const environment = createEnvironment({
    folders,
    files: createCommandFiles(folders.temp, 'main'),
    inputs: evaluateInputs(readManifest(given), given),
    state: {},
    options: given,
  })
  const start = (flags: readonly string[] = []) =>
    spawn(process.execPath, [...flags, script], {
      env: environment,
      cwd: folders.workspace,
      stdio: flags.length > 0 ? 'pipe' : 'ignore',
    })
  return { start, run: () => timeProcess(start), [Symbol.asyncDispose]: folders.remove }
}

/** Milliseconds from before `start` until its process ends. */
export async function timeProcess(start: () => ChildProcess): Promise<number> {
  const startedAt = performance.now()
  await once(start(), 'exit')
  return performance.now() - startedAt
}
