import type { ActionOptions, ActionRun, RunResult } from './action-run.ts'
import { createEnvironment, createRunFolders } from './environment.ts'
import { readFiles } from './file-commands.ts'
import { readManifest } from './manifest.ts'
import { PhaseLog } from './phase-log.ts'
import { createSecretMasker } from './secret-masker.ts'
import { startStepInProcess } from './step-in-process.ts'
import { startStepProcess } from './step-process.ts'

// SIGTERM comes 7.5 s after SIGINT, SIGKILL 2.5 s after that: `ProcessInvoker.cs` of actions/runner.
const runnerCancelLimitsMs = { interrupt: 7500, terminate: 2500 }

/** Start an action as actions/runner does. Throws an Error when `action.yml` can't be read. */
export function startAction(options: ActionOptions): ActionRun {
  const { clock, debug = false, inProcess = false, onLog } = options
  const manifest = readManifest(options)
  const folders = createRunFolders(options)
  const masker = createSecretMasker([options.token ?? '', ...(options.secrets ?? [])])
  const now = clock?.now ?? (() => performance.now())
  const startMs = now()
  const log = new PhaseLog({ masker, debug, onShown: (line) => onLog?.(line) })
  const unexpected = Object.keys(options.inputs ?? {}).filter((name) => !manifest.names.includes(name))
  if (unexpected.length > 0) log.annotate('warning', `Unexpected input(s) '${unexpected.join("', '")}'`, 'runner')
  const process = (inProcess ? startStepInProcess : startStepProcess)({
    script: manifest.main,
    workingFolder: folders.workspace,
    environment: createEnvironment(folders, manifest.inputs, options),
    onBytes: (stream, bytes) => log.write(stream, bytes),
    cancelLimitsMs: options.cancelLimitsMs ?? runnerCancelLimitsMs,
    clock,
  })
  let cancelled = false
  const result = waitForResult()

  async function waitForResult(): Promise<RunResult> {
    const end = await process.exited
    await process.closed
    log.end()
    const read = readFiles(folders, log)
    const conclusion = end.exitCode === 0 && !log.failed ? 'success' : 'failure'
    return {
      ...end,
      ...read,
      commands: log.commands,
      annotations: log.annotations,
      log,
      conclusion: cancelled ? 'cancelled' : conclusion,
      durationMs: now() - startMs,
      files: folders.workspace,
      temp: folders.temp,
    }
  }

  return {
    exited: process.exited,
    result,
    cancel(): void {
      cancelled = true
      process.cancel()
    },
    kill: () => process.kill(),
    async [Symbol.asyncDispose]() {
      process.kill()
      await result
      await folders.remove()
    },
  }
}
