import type { Runner } from '../../../src/runner/run-action.ts'
import type { ProcessEnd } from './action-run.ts'
import { runEntry } from './run-entry.ts'
import type { StepProcess, StepProcessOptions } from './step-process.ts'

/**
 * Runs a script of `dist` from its sources, in this process, which costs less than a process of its own (test/README.md).
 * Nothing can interrupt it, so a step that is to be cancelled or killed needs a process.
 */
export function startStepInProcess({ script, environment, onBytes, clock }: StepProcessOptions): StepProcess {
  let reportKill = (): void => undefined
  const killed = new Promise<ProcessEnd>((resolve) => {
    reportKill = () => resolve({ exitCode: null, signal: 'SIGKILL' })
  })
  const exited = Promise.race([run(), killed])
  const refuse = (): never => {
    throw new Error("This step runs in the process of its test, and can't be interrupted.")
  }

  async function run(): Promise<ProcessEnd> {
    const entry = await loadEntry(script)
    return { exitCode: await runEntry(entry, environment, onBytes, clock), signal: null }
  }

  return {
    pid: undefined,
    exited,
    closed: exited.then(() => undefined),
    cancel: refuse,
    signal: refuse,
    // For a world that ends: the script itself goes on until its servers are gone.
    kill: reportKill,
  }
}

async function loadEntry(script: string): Promise<(runner: Runner) => Promise<void>> {
  if (script.endsWith('/agent-job/index.js')) return (await import('../../../src/agent-job/main.ts')).main
  if (script.endsWith('/agent-job/post.js'))
    return (await import('../../../src/agent-job/close-run.ts')).closeRun
  return (await import('../../../src/page-views/start-export.ts')).startExport
}
