import type {
  ActionOptions,
  ActionRun,
  Conclusion,
  Phase,
  PhaseResult,
  ProcessEnd,
  RunResult,
} from './action-run.ts'
import { createEnvironment, createGithubContext, formatEvent, type GithubContext } from './environment.ts'
import { evaluateCondition } from './expression.ts'
import { processFiles } from './file-commands.ts'
import { findScripts, type Manifest, readManifest } from './manifest.ts'
import { type PhaseEffects, PhaseLog } from './phase-log.ts'
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
    effects: { outputs: new Map(), state: new Map(), exportedVariables: new Map(), addedPaths: [] },
    shown: [],
    listeners: new Set(),
  }

  let current = startPhase(step, 'main', scripts.main)
  const main = current
  let stopped = false
  const result = runToEnd()

  async function runToEnd(): Promise<RunResult> {
    const mainResult = await main.result
    const { post } = scripts
    if (post !== undefined && !stopped && evaluateCondition(manifest.postIf, mainResult.conclusion)) {
      current = startPhase(step, 'post', post)
      return finish(mainResult, await current.result)
    }
    return finish(mainResult)
  }

  function finish(mainResult: PhaseResult, post?: PhaseResult): RunResult {
    return {
      ...mainResult,
      ...(post === undefined ? {} : { post }),
      files: folders.workspace,
      temp: folders.temp,
      cleanUp,
      [Symbol.asyncDispose]: cleanUp,
    }
  }

  async function cleanUp(): Promise<void> {
    stopped = true
    current.process.kill()
    await result
    await folders.remove()
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
      for (const { line, phase } of step.shown) callback(line, phase)
      step.listeners.add(callback)
    },
    cleanUp,
    [Symbol.asyncDispose]: cleanUp,
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
  shown: { line: string; phase: Phase }[]
  listeners: Set<(line: string, phase: Phase) => void>
}

interface RunningPhase {
  process: StepProcess
  result: Promise<PhaseResult>
  cancel(): void
}

// SIGTERM comes 7.5 s after SIGINT, SIGKILL 2.5 s after that: `ProcessInvoker.cs` of actions/runner.
const runnerCancelLimitsMs = { interrupt: 7500, terminate: 2500 }

function startPhase(step: Step, phase: Phase, script: string): RunningPhase {
  const { clock } = step.options
  const now = clock?.now ?? (() => performance.now())
  const startMs = now()
  const files = createCommandFiles(step.folders.temp, phase)
  const effects: PhaseEffects = {
    outputs: new Map(),
    state: new Map(step.effects.state),
    exportedVariables: new Map(),
    addedPaths: [],
  }
  const environment = createEnvironment({ ...step, ...step.effects, files })
  const log = new PhaseLog({
    masker: step.masker,
    debug: step.options.debug === true,
    effects,
    onShown: (line) => show(step, line, phase),
  })
  if (phase === 'main') warnOfInputs(step, log)
  const { inProcess = false } = step.options
  const startStep = inProcess === true || inProcess === phase ? startStepInProcess : startStepProcess
  const process = startStep({
    script,
    workingFolder: step.folders.workspace,
    environment,
    onBytes: (stream, bytes) => log.write(stream, bytes),
    cancelLimitsMs: step.options.cancelLimitsMs ?? runnerCancelLimitsMs,
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
    return describePhase({ end, cancelled, log, effects, summary, durationMs: now() - startMs })
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

function show(step: Step, line: string, phase: Phase): void {
  step.shown.push({ line, phase })
  for (const callback of step.listeners) callback(line, phase)
}

function evaluateInputs(
  manifest: Manifest,
  options: ActionOptions,
  github: GithubContext,
): Map<string, string> {
  const given = Object.entries(options.inputs ?? {})
  const inputs = new Map(given.map(([name, value]) => [name, String(value)]))
  const names = new Set(given.map(([name]) => name.toLowerCase()))
  for (const input of manifest.inputs) {
    if (!names.has(input.name.toLowerCase())) {
      inputs.set(input.name, input.evaluateDefault({ github }))
    }
  }
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

function keepEffects(kept: PhaseEffects, effects: PhaseEffects): void {
  kept.state = effects.state
  for (const [name, value] of effects.exportedVariables) kept.exportedVariables.set(name, value)
  kept.addedPaths = [
    ...kept.addedPaths.filter((path) => !effects.addedPaths.includes(path)),
    ...effects.addedPaths,
  ]
}

interface PhaseOutcome {
  end: ProcessEnd
  cancelled: boolean
  log: PhaseLog
  effects: PhaseEffects
  summary: string
  durationMs: number
}

function describePhase({ end, cancelled, log, effects, summary, durationMs }: PhaseOutcome): PhaseResult {
  return {
    ...end,
    conclusion: conclude(end, cancelled, log.failed),
    outputs: Object.fromEntries(effects.outputs),
    state: Object.fromEntries(effects.state),
    exportedVariables: Object.fromEntries(effects.exportedVariables),
    summary,
    log: { raw: log.raw, lines: log.lines, shown: log.shown },
    commands: log.commands,
    annotations: log.annotations,
    groups: log.groups,
    masks: log.masks,
    durationMs,
  }
}

function conclude(end: ProcessEnd, cancelled: boolean, commandFailed: boolean): Conclusion {
  if (cancelled) return 'cancelled'
  return end.exitCode === 0 && !commandFailed ? 'success' : 'failure'
}
