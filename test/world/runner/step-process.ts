import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Clock } from '../world-clock.ts'
import { addExitDuty } from './exit-duty.ts'

export interface StepProcessOptions {
  script: string
  workingFolder: string
  environment: Record<string, string>
  onBytes: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void
  cancelLimitsMs: CancelLimitsMs
  /** The time of a script in this process; one in a process of its own has the machine's. */
  clock: Clock | undefined
}

/**
 * Time limits are longer, so that a busy machine doesn't hit one: those of seven seconds or more a hundred times; those of a
 * canceled run, which tests do wait for, twice. Sleeps are as long as ever, since they use `timers/promises`.
 */
const LONGER = `const { setTimeout } = globalThis
const { timeout } = AbortSignal
const longer = (ms) => Math.min((ms >= 7_000 ? 100 : ms >= 1_000 ? 2 : 1) * ms, 2 ** 31 - 1)
globalThis.setTimeout = (run, ms, ...values) => setTimeout(run, longer(ms), ...values)
AbortSignal.timeout = (ms) => timeout.call(AbortSignal, longer(ms))`
const PATIENCE = `data:text/javascript,${encodeURIComponent(LONGER)}`

/** How long a cancelled process has after SIGINT and then after SIGTERM, in milliseconds. At 0, both are sent at once. */
export interface CancelLimitsMs {
  interrupt: number
  terminate: number
}

export interface ProcessEnd {
  exitCode: number | null
  signal: NodeJS.Signals | null
}

export interface StepProcess {
  readonly exited: Promise<ProcessEnd>
  /** Settles when, besides, its output has been read to the end. */
  readonly closed: Promise<unknown>
  /** SIGINT now, SIGTERM and SIGKILL as the limits run out. */
  cancel(): void
  kill(): void
}

// Tests may be started by another Node than the one in the project's dependencies.
const NODE_24 = process.versions.node.startsWith('24.')
  ? process.execPath
  : resolve(import.meta.dirname, '../../../node_modules/node/bin/node')

/** Start a script on Node 24, as actions/runner does (`ProcessInvoker.cs`). */
export function startStepProcess(options: StepProcessOptions): StepProcess {
  const { script, workingFolder: cwd, environment: env, onBytes, cancelLimitsMs } = options
  const child = spawn(NODE_24, ['--import', PATIENCE, script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (bytes: Buffer) => onBytes(name, bytes))
  const kill = (): void => void child.kill('SIGKILL')
  child.once('exit', addExitDuty(kill))
  return {
    exited: once(child, 'exit').then(([exitCode, signal]) => ({ exitCode, signal })),
    closed: once(child, 'close'),
    cancel: () => {
      child.kill('SIGINT')
      const { interrupt, terminate } = cancelLimitsMs
      const timers = [setTimeout(kill, interrupt + terminate)]
      if (interrupt > 0) timers.push(setTimeout(() => child.kill('SIGTERM'), interrupt))
      else child.kill('SIGTERM')
      child.once('exit', () => timers.forEach(clearTimeout))
    },
    kill,
  }
}
