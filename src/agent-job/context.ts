import type { Octokit } from '../github/octokit.ts'
import type { Clock } from '../runner/clock.ts'
import type { Lifetime } from '../runner/patience.ts'
import type { WorkflowRun } from '../runner/workflow-run.ts'
import type { Service } from '../service/client.ts'
import type { Trigger } from './event.ts'
import type { GateInputs, Inputs } from './inputs.ts'

/**
 * What a run has from its start. Step 2 of `main.ts` adds the token's client and the inputs in place, so that the end
 * finds what is known, whatever fails. The gate: who may use the command?
 */
export interface Gate {
  run: WorkflowRun
  trigger: Trigger
  /** The other inputs are read behind the gate. */
  inputs: GateInputs & Partial<Inputs>
  /** Undefined without a token. */
  github: Octokit | undefined
  clock: Clock
  /** Aborts when the run is canceled. */
  signal: AbortSignal
  /** How long requests may go on. */
  lifetime: Lifetime
}

/** What every step behind the gate has: also the other inputs, and the service. */
export interface Context extends Gate {
  inputs: Inputs
  service: Service
}

/** A run that has a token. */
export type Connected<Run extends Gate = Gate> = Run & { github: Octokit }

export function isConnected<Run extends Gate>(context: Run): context is Connected<Run> {
  return context.github !== undefined
}
