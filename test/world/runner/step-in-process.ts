import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { clock as clockOfActions } from '../../../src/runner/clock.ts'
import type { Clock } from '../world-clock.ts'
import { addExitDuty } from './exit-duty.ts'
import type { ProcessEnd, StepProcess, StepProcessOptions } from './step-process.ts'

/**
 * Runs a script of `dist` from its sources, in this process, which costs less than a process of its own (test/README.md).
 * Nothing can interrupt it, so a step that is to be cancelled or killed needs a process.
 */
export function startStepInProcess(options: StepProcessOptions): StepProcess {
  const { script, environment, onBytes, clock } = options
  const killed = Promise.withResolvers<ProcessEnd>()
  const run = async (): Promise<ProcessEnd> => {
    const exitCode = await runEntry(createEntry(script), environment, onBytes, clock)
    return { exitCode, signal: null }
  }
  const exited = Promise.race([run(), killed.promise])
  return {
    exited,
    closed: exited,
    cancel: () => {
      throw new Error("This step runs in the process of its test, and can't be interrupted.")
    },
    // For a world that ends: the script itself continues until its servers are gone.
    kill: () => killed.resolve({ exitCode: null, signal: 'SIGKILL' }),
  }
}

type Entry = () => Promise<void>

let loads = 0

/** A module runs when it is imported, and once for each URL. */
function createEntry(script: string): Entry {
  loads += 1
  const url = `../../../src/${basename(dirname(script))}/index.ts?${loads}`
  return () => import(url)
}

/**
 * Runs an entry of an action in this process. Environment, standard output, clock and exit code belong to the whole
 * process, so entries wait for each other. Resolves to the exit code.
 */
function runEntry(
  entry: Entry,
  environment: NodeJS.ProcessEnv,
  onBytes: StepProcessOptions['onBytes'],
  clock?: Clock,
): Promise<number> {
  const run = last.then(() => runAlone(entry, environment, onBytes, clock))
  last = run.catch(() => undefined)
  return run
}

const folder = mkdtempSync(join(tmpdir(), 'entries-'))
addExitDuty(() => rmSync(folder, { recursive: true, force: true }))

/** `@actions/core` remembers the file of the first summary that it writes. */
const summaryOfAll = join(folder, 'summary.md')

const realClock = { ...clockOfActions }

let last: Promise<unknown> = Promise.resolve()

async function runAlone(
  entry: Entry,
  environment: NodeJS.ProcessEnv,
  onBytes: StepProcessOptions['onBytes'],
  clock: Clock | undefined,
): Promise<number> {
  const { env } = process
  const listeners = (['SIGINT', 'SIGTERM'] as const).map((name) => [name, process.listeners(name)] as const)
  const summary = environment['GITHUB_STEP_SUMMARY']
  const releaseOutput = captureOutput(onBytes)
  process.env = withoutNul({ ...environment, ...(summary && { GITHUB_STEP_SUMMARY: summaryOfAll }) })
  if (clock !== undefined) Object.assign(clockOfActions, { now: clock.wallClock, sleep: clock.sleep })
  writeFileSync(summaryOfAll, '')
  process.exitCode = undefined
  try {
    await entry()
    return Number(process.exitCode ?? 0)
  } finally {
    process.exitCode = undefined
    process.env = env
    Object.assign(clockOfActions, realClock)
    for (const [name, before] of listeners)
      for (const listener of process.listeners(name)) if (!before.includes(listener)) process.off(name, listener)
    releaseOutput()
    if (summary) copyFileSync(summaryOfAll, summary)
  }
}

/** A variable can't hold a NUL. */
function withoutNul(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value?.replaceAll('\0', '')]))
}

/** Returns the function that gives the streams back. */
function captureOutput(onBytes: StepProcessOptions['onBytes']): () => void {
  const { stdout, stderr } = process
  const originals = [stdout.write, stderr.write] as const
  const capture =
    (stream: 'stdout' | 'stderr') =>
    (chunk: string | Uint8Array): boolean => {
      onBytes(stream, Buffer.from(chunk))
      return true
    }
  stdout.write = capture('stdout')
  stderr.write = capture('stderr')
  return () => {
    ;[stdout.write, stderr.write] = originals
  }
}
