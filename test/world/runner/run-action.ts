import type { ActionOptions, ActionRun, LogListener, Phase, PhaseResult, RunResult } from './action-run.ts'
import { createEnvironment, createGithubContext, formatEvent, type GithubContext } from './environment.ts'
import { evaluateCondition } from './expression.ts'
import { processFiles } from './file-commands.ts'
import { findScripts, type Manifest, readManifest } from './manifest.ts'
import { createEffects, type PhaseEffects, PhaseLog } from './phase-log.ts'
import { createCommandFiles, createRunFolders, type RunFolders } from './run-folders.ts'
import { createSecretMasker, type SecretMasker } from './secret-masker.ts'
import { startStepInProcess } from './step-in-process.ts'
import { type StepProcess, startStepProcess } from './step-process.ts'

/** Start an action as actions/runner does. Throws an Error when `action.yml` or a script of it can't be read. */
export function startAction(options: ActionOptions): ActionRun {
  const manifest = readManifest(options.actionYml)
  const scripts = findScripts(manifest, options)
  const folders = createRunFolders(formatEvent(options), options.workspaceFiles ?? {})
  const github = createGithubContext(options, folders)
  const step: Step = {
    options,
    manifest,
    folders,
    github,
    masker: createSecretMasker([options.token ?? '', ...(options.secrets ?? [])]),
    inputs: evaluateInputs(manifest, options, github),
    effects: createEffects(),
    shown: [],
    listeners: new Set(),
  }

  const main = startPhase(step, 'main', scripts.main)
  let current = main
  let stopped = false
  const result = runToEnd()

  async function runToEnd(): Promise<RunResult> {
    const { workspace: files, temp } = folders
    const ended = { ...(await main.result), files, temp }
    const { post } = scripts
    if (post === undefined || stopped || !evaluateCondition(manifest.postIf, ended.conclusion)) return ended
    current = startPhase(step, 'post', post)
    return { ...ended, post: await current.result }
  }

  return {
    pid: main.process.pid,
    workspace: folders.workspace,
    exited: main.process.exited,
    result,
    cancel: () => current.cancel(),
    kill: () => current.process.kill(),
    signal: (name) => current.process.signal(name),
    onLog: (callback) => {
      for (const line of step.shown) callback(...line)
      step.listeners.add(callback)
    },
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
  github: GithubContext
  masker: SecretMasker
  inputs: Map<string, string>
  effects: PhaseEffects
  shown: Parameters<LogListener>[]
  listeners: Set<LogListener>
}

interface RunningPhase {
  process: StepProcess
  result: Promise<PhaseResult>
  cancel(): void
}

// SIGTERM comes 7.5 s after SIGINT, SIGKILL 2.5 s after that: `ProcessInvoker.cs` of actions/runner.
const runnerCancelLimitsMs = { interrupt: 7500, terminate: 2500 }

function startPhase(step: Step, phase: Phase, script: string): RunningPhase {
  const { clock, debug = false, inProcess = false, cancelLimitsMs = runnerCancelLimitsMs } = step.options
  const now = clock?.now ?? (() => performance.now())
  const startMs = now()
  const files = createCommandFiles(step.folders.temp, phase)
  const environment = createEnvironment({ ...step, ...step.effects, files })
  const effects = { ...createEffects(), state: new Map(step.effects.state) }
  const log = new PhaseLog({
    masker: step.masker,
    debug,
    effects,
    onShown: (line) => {
      step.shown.push([line, phase])
      for (const callback of step.listeners) callback(line, phase)
    },
  })
  if (phase === 'main') warnOfInputs(step, log)
  const startStep = inProcess === true || inProcess === phase ? startStepInProcess : startStepProcess
  const process = startStep({
    script,
    workingFolder: step.folders.workspace,
    environment,
    onBytes: (stream, bytes) => log.write(stream, bytes),
    cancelLimitsMs,
    clock,
  })

  let cancelled = false

  async function waitForResult(): Promise<PhaseResult> {
    const end = await process.exited
    await process.closed
    log.end()
    log.debug(`Node Action run completed with exit code ${end.exitCode ?? end.signal}`)
    const summary = processFiles(files, log, effects, step.masker)
    keepEffects(step.effects, effects)
    const conclusion = end.exitCode === 0 && !log.failed ? 'success' : 'failure'
    return {
      ...end,
      conclusion: cancelled ? 'cancelled' : conclusion,
      outputs: Object.fromEntries(effects.outputs),
      state: Object.fromEntries(effects.state),
      exportedVariables: Object.fromEntries(effects.exportedVariables),
      summary,
      log: { raw: log.raw, lines: log.lines, shown: log.shown },
      commands: log.commands,
      annotations: log.annotations,
      groups: log.groups,
      masks: log.masks,
      durationMs: now() - startMs,
    }
  }

  return {
    process,
    result: waitForResult(),
    cancel: () => {
      cancelled = true
      process.cancel()
    },
  }
}

function evaluateInputs(
  manifest: Manifest,
  options: ActionOptions,
  github: GithubContext,
): Map<string, string> {
  const given = Object.entries(options.inputs ?? {})
  const inputs = new Map(given.map(([name, value]) => [name, String(value)]))
  const names = new Set(given.map(([name]) => name.toLowerCase()))
  for (const { name, evaluateDefault } of manifest.inputs)
    if (!names.has(name.toLowerCase())) inputs.set(name, evaluateDefault({ github }))
  return inputs
}

function warnOfInputs({ manifest, options }: Step, log: PhaseLog): void {
  const valid = manifest.inputs.map(({ name }) => name)
  const isInput = (name: string): boolean => valid.some((each) => each.toLowerCase() === name.toLowerCase())
  const unexpected = Object.keys(options.inputs ?? {}).filter((name) => !isInput(name))
  if (unexpected.length === 0) return
  const message = `Unexpected input(s) '${unexpected.join("', '")}', valid inputs are ['${valid.join("', '")}']`
  log.annotate('warning', message, 'runner')
}

function keepEffects(kept: PhaseEffects, { state, exportedVariables, addedPaths }: PhaseEffects): void {
  kept.state = state
  for (const [name, value] of exportedVariables) kept.exportedVariables.set(name, value)
  kept.addedPaths = [...kept.addedPaths.filter((path) => !addedPaths.includes(path)), ...addedPaths]
}
