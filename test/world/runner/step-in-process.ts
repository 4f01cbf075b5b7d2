import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { clock as clockOfActions } from '../../../src/runner/clock.ts'
import { addExitDuty } from './exit-duty.ts'
import type { ProcessEnd, StepProcess, StepProcessOptions } from './step-process.ts'

/**
 * Runs a script of `dist` from its sources, in this process, which costs less than a process of its own (test/README.md).
 * Environment, standard output, clock and exit code belong to the whole process, so that steps wait for each other.
 * Nothing can interrupt one, so a step that is to be cancelled or killed needs a process.
 */
export function startStepInProcess(options: StepProcessOptions): StepProcess {
  const killed = Promise.withResolvers<ProcessEnd>()
  const run = last.then(() => runAlone(options))
  last = run.catch(() => undefined)
  const exited = Promise.race([run, killed.promise])
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

let last: Promise<unknown> = Promise.resolve()
let loads = 0

const folder = mkdtempSync(join(tmpdir(), 'entries-'))
addExitDuty(() => rmSync(folder, { recursive: true, force: true }))

/** `@actions/core` remembers the file of the first summary that it writes. */
const summaryOfAll = join(folder, 'summary.md')
const realClock = { ...clockOfActions }
const signals = ['SIGINT', 'SIGTERM'] as const

async function runAlone({ script, environment, onBytes, clock }: StepProcessOptions): Promise<ProcessEnd> {
  const { env, stdout, stderr } = process
  const writes = [stdout.write, stderr.write] as const
  const listeners = signals.map((name) => process.listeners(name))
  const summary = environment['GITHUB_STEP_SUMMARY']
  const variables = { ...environment, ...(summary && { GITHUB_STEP_SUMMARY: summaryOfAll }) }
  // A variable can't hold a NUL.
  process.env = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value.replaceAll('\0', '')]))
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (chunk: string | Uint8Array) => {
      onBytes(name, Buffer.from(chunk))
      return true
    }
  if (clock !== undefined) Object.assign(clockOfActions, { now: clock.wallClock, sleep: clock.sleep })
  writeFileSync(summaryOfAll, '')
  process.exitCode = undefined
  loads += 1
  try {
    // A module runs when it is imported, and once for each URL.
    await import(`../../../src/${basename(dirname(script))}/index.ts?${loads}`)
    return { exitCode: Number(process.exitCode ?? 0), signal: null }
  } finally {
    process.exitCode = undefined
    process.env = env
    ;[stdout.write, stderr.write] = writes
    Object.assign(clockOfActions, realClock)
    for (const [index, name] of signals.entries())
      for (const each of process.listeners(name)) if (!listeners[index]?.includes(each)) process.off(name, each)
    if (summary) copyFileSync(summaryOfAll, summary)
  }
}
