import type { ActionOptions, ActionRun, Phase, PhaseResult, RunResult } from './action-run.ts'
import { createCommandFiles, createEnvironment, createRunFolders, type RunFolders } from './environment.ts'
import { readFiles } from './file-commands.ts'
import { evaluateInputs, type Manifest, readManifest } from './manifest.ts'
import { PhaseLog } from './phase-log.ts'
import { createSecretMasker, type SecretMasker } from './secret-masker.ts'
import { startStepInProcess } from './step-in-process.ts'
import { startStepProcess } from './step-process.ts'

/** Start an action as actions/runner does. Throws an Error when `action.yml` can't be read. */
export function startAction(options: ActionOptions): ActionRun {
  const manifest = readManifest(options)
  const folders = createRunFolders(options)
  const masker = createSecretMasker([options.token ?? '', ...(options.secrets ?? [])])
  const step: Step = { options, manifest, folders, masker, state: {} }

  const main = startPhase(step, 'main', manifest.main)
  let current = main
  let stopped = false
  const result = runToEnd()

  async function runToEnd(): Promise<RunResult> {
    const ended = { ...(await main.result), files: folders.workspace, temp: folders.temp }
    if (manifest.post === undefined || options.post === false || stopped) return ended
    current = startPhase({ ...step, state: ended.state }, 'post', manifest.post)
    return { ...ended, post: await current.result }
  }

  return {
    exited: main.process.exited,
    result,
    cancel: () => current.cancel(),
    kill: () => current.process.kill(),
    async [Symbol.asyncDispose]() {
      stopped = true
      current.process.kill()
      await result
      await folders.remove()
    },
  }
}

interface Step {
  options: ActionOptions
  manifest: Manifest
  folders: RunFolders
  masker: SecretMasker
  /** What earlier phases have kept. */
  state: Record<string, string>
}

// SIGTERM comes 7.5 s after SIGINT, SIGKILL 2.5 s after that: `ProcessInvoker.cs` of actions/runner.
const runnerCancelLimitsMs = { interrupt: 7500, terminate: 2500 }

function startPhase(step: Step, phase: Phase, script: string) {
  const { options, manifest, folders, masker } = step
  const { clock, debug = false, inProcess = false, entry, onLog } = options
  const now = clock?.now ?? (() => performance.now())
  const startMs = now()
  const files = createCommandFiles(folders.temp, phase)
  const inputs = evaluateInputs(manifest, options)
  const log = new PhaseLog({ masker, debug, onShown: (line) => onLog?.(line, phase) })
  if (phase === 'main') warnOfInputs(step, log)
  const startStep = inProcess === true || inProcess === phase ? startStepInProcess : startStepProcess
  const process = startStep({
    script,
    entry,
    workingFolder: folders.workspace,
    environment: createEnvironment({ folders, files, inputs, state: step.state, options }),
    onBytes: (stream, bytes) => log.write(stream, bytes),
    cancelLimitsMs: options.cancelLimitsMs ?? runnerCancelLimitsMs,
    clock,
  })

  let cancelled = false

  async function waitForResult(): Promise<PhaseResult> {
    const end = await process.exited
    await process.closed
    log.end()
    const read = readFiles(files, log)
    const conclusion = end.exitCode === 0 && !log.failed ? 'success' : 'failure'
    const { commands, annotations, groups } = log
    return {
      ...end,
      ...read,
      commands,
      annotations,
      groups,
      log,
      conclusion: cancelled ? 'cancelled' : conclusion,
      outputs: Object.fromEntries(log.outputs),
      state: { ...step.state, ...Object.fromEntries(log.state) },
      durationMs: now() - startMs,
    }
  }

  return {
    process,
    result: waitForResult(),
    cancel(): void {
      cancelled = true
      process.cancel()
    },
  }
}

function warnOfInputs({ manifest, options }: Step, log: PhaseLog): void {
  const valid = manifest.inputs.map(({ name }) => name)
  const isInput = (name: string): boolean => valid.some((each) => each.toLowerCase() === name.toLowerCase())
  const unexpected = Object.keys(options.inputs ?? {}).filter((name) => !isInput(name))
  if (unexpected.length === 0) return
  const message = `Unexpected input(s) '${unexpected.join("', '")}', valid inputs are ['${valid.join("', '")}']`
  log.annotate('warning', message, 'runner')
}
