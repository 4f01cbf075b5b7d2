import type { Octokit } from '../github/octokit.ts'
import type { Clock } from '../runner/clock.ts'
import type { Lifetime } from '../runner/patience.ts'
import type { WorkflowRun } from '../runner/workflow-run.ts'
import type { Service } from '../service/client.ts'
import type { Trigger } from './event.ts'
import type { GateInputs, Inputs } from './inputs.ts'

/**
 * What a run has from its start. Step 2 of `main.ts` adds the token's client and the inputs in place, so that the end
 * finds what is known, whatever fails.
 */
export interface EarlyContext {
  run: WorkflowRun
  trigger: Trigger
  /** Those that decide who may; the others follow once the commenter may. */
  inputs: GateInputs & Partial<Inputs>
  /** Undefined without a token. */
  github: Octokit | undefined
  clock: Clock
  /** Aborts when the run is canceled. */
  signal: AbortSignal
  /** How long requests may go on. */
  lifetime: Lifetime
}

/** What every step has once the commenter may use the command: also the other inputs, and the service. */
export interface Context extends EarlyContext {
  inputs: Inputs
  service: Service
}

/** A run that has a token. */
export type Connected<Run extends EarlyContext = EarlyContext> = Run & { github: Octokit }

export function isConnected<Run extends EarlyContext>(context: Run): context is Connected<Run> {
  return context.github !== undefined
}
