import type { Octokit } from '../github/octokit.ts'
import type { Clock } from '../runner/clock.ts'
import type { Lifetime } from '../runner/patience.ts'
import type { WorkflowRun } from '../runner/workflow-run.ts'
import type { Service } from '../service/client.ts'
import type { Trigger } from './event.ts'
import type { GateInputs, Inputs } from './inputs.ts'

/** What every step of a run has; `main.ts` makes it. */
export interface Gate {
  run: WorkflowRun
  trigger: Trigger
  inputs: GateInputs
  /** Undefined without a token. */
  github: Octokit | undefined
  clock: Clock
  /** Aborts when the run is canceled. */
  signal: AbortSignal
  /** How long requests may go on. */
  lifetime: Lifetime
}

/** The same once all inputs are read. */
export interface Context extends Gate {
  inputs: Inputs
  service: Service
}

/** A run that has a token. */
export type Connected<Run extends Gate = Gate> = Run & { github: Octokit }

export function isConnected<Run extends Gate>(context: Run): context is Connected<Run> {
  return context.github !== undefined
}
