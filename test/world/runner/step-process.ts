import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import type { Clock } from '../../../src/runner/clock.ts'
import type { LogLine, ProcessEnd } from './action-run.ts'

export interface StepProcessOptions {
  script: string
  workingFolder: string
  environment: Record<string, string>
  onBytes: (stream: LogLine['stream'], bytes: Uint8Array) => void
  cancelLimitsMs: { interrupt: number; terminate: number }
  /** The time of a script in this process; one in a process of its own has the machine's. */
  clock: Clock | undefined
}

/** The process of one phase. */
export interface StepProcess {
  readonly pid: number | undefined
  /** Settles when the process is gone. Never rejects. */
  readonly exited: Promise<ProcessEnd>
  /** Settles when, besides, its output has been read to the end. Never rejects. */
  readonly closed: Promise<void>
  /** SIGINT now, SIGTERM and SIGKILL as the limits run out. */
  cancel(): void
  signal(name: NodeJS.Signals): void
  /** SIGKILL to the process and everything it started. */
  kill(): void
}

// A process that is gone may leave children that hold its output open: the runner waits this long for them.
const openStreamsLimitMs = 5000

/** Start a script on Node 24, as actions/runner does (`ProcessInvoker.cs`). */
export function startStepProcess(options: StepProcessOptions): StepProcess {
  const child = spawn(findNode24(), [options.script], {
    cwd: options.workingFolder,
    env: options.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that what the action starts can be ended with it.
    detached: true,
  })
  const killTree = createTreeKiller(child)
  child.stdout.on('data', (bytes: Buffer) => options.onBytes('stdout', bytes))
  child.stderr.on('data', (bytes: Buffer) => options.onBytes('stderr', bytes))
  const exited = waitForExit(child)
  return {
    pid: child.pid,
    exited,
    closed: waitForStreams(child, exited, killTree),
    cancel: () => cancelStepwise(child, options.cancelLimitsMs, killTree),
    signal: (name) => void child.kill(name),
    kill: killTree,
  }
}

// Tests may be started by another Node than the one in the project's dependencies.
function findNode24(): string {
  return process.versions.node.startsWith('24.')
    ? process.execPath
    : resolve(import.meta.dirname, '../../../node_modules/node/bin/node')
}

function waitForExit(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((settle) => {
    child.once('exit', (exitCode, signal) => settle({ exitCode, signal }))
    child.once('error', () => settle({ exitCode: 127, signal: null }))
  })
}

async function waitForStreams(
  child: ChildProcess,
  exited: Promise<ProcessEnd>,
  killTree: () => void,
): Promise<void> {
  const closed = new Promise((settle) => child.once('close', settle).once('error', settle))
  await exited
  const timer = setTimeout(() => {
    killTree()
    child.stdout?.destroy()
    child.stderr?.destroy()
  }, openStreamsLimitMs)
  await closed
  clearTimeout(timer)
}

function cancelStepwise(
  child: ChildProcess,
  limitsMs: StepProcessOptions['cancelLimitsMs'],
  killTree: () => void,
): void {
  child.kill('SIGINT')
  const terminate = setTimeout(() => child.kill('SIGTERM'), limitsMs.interrupt)
  const kill = setTimeout(killTree, limitsMs.interrupt + limitsMs.terminate)
  child.once('exit', () => {
    clearTimeout(terminate)
    clearTimeout(kill)
  })
}

// Kills the process and what it started, once more when it is over: nothing must outlive the step. After that the
// number of the process may be another's, so that there is nothing to kill any more.
function createTreeKiller(child: ChildProcess): () => void {
  let over = false
  const killTree = (): void => {
    if (child.pid === undefined || over) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // Nobody of the group is left.
    }
  }
  const endDuty = addExitDuty(killTree)
  const finish = (): void => {
    killTree()
    over = true
    endDuty()
  }
  child.once('close', finish).once('error', finish)
  return killTree
}

const duties = new Set<() => void>()
let isListening = false

/**
 * Have something done when this process ends without having come to it: a test that fails, or that a person stops, must
 * leave neither a process nor a folder behind. Returns a function to call once it has been done.
 */
export function addExitDuty(duty: () => void): () => void {
  if (!isListening) listen()
  duties.add(duty)
  return () => void duties.delete(duty)
}

function listen(): void {
  isListening = true
  const doAll = (): void => duties.forEach((duty) => void duty())
  process.on('exit', doAll)
  // Vitest ends its workers by SIGTERM, a person ends a demo by SIGINT: neither comes to the event `exit`.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      doAll()
      // Whoever else listens decides alone whether the process ends.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
    })
}
