import type { Clock } from '../world-clock.ts'
import type { PhaseLog } from './phase-log.ts'
import type { CancelLimitsMs, ProcessEnd } from './step-process.ts'

/** What a caller of the runner asks for: one step that uses an action, in one attempt of one workflow run. */
export interface ActionOptions {
  /** Path of the `action.yml`; the action's folder is the one it lies in. */
  actionYml: string
  /** The `with:` of the step. Anything but a string is written as a workflow would write it. */
  inputs?: Record<string, string | number | boolean>
  /** The event: its name with a payload, or with the raw text of the event file. None: `workflow_dispatch` and `{}`. */
  event?: { name: string; payload: unknown } | { name: string; text: string }
  repository?: string
  repositoryId?: number
  runId?: number
  runAttempt?: number
  /** The branch or tag that the workflow runs on; `refs/heads/main` by default. */
  ref?: string
  sha?: string
  job?: string
  /** The index of the leg of a matrix, as in `strategy.job-index`; 0 by default. */
  jobIndex?: number
  actor?: string
  /** The value of `${{ github.token }}`. The runner masks it from the start. */
  token?: string
  apiUrl?: string
  serverUrl?: string
  /** Variables added to those of the runner, such as `HTTP_PROXY`. They win over it; undefined takes one away. */
  environment?: Record<string, string | undefined>
  /** Files put in the workspace before the action starts: path inside the workspace, and content. */
  workspaceFiles?: Record<string, string>
  /** Folder used in place of the action's `dist` folder (`../dist` for a sub-action): a fresh build, say. */
  distOverride?: string
  /** Step debugging, as after "Enable debug logging": `RUNNER_DEBUG=1` and debug lines in the log. */
  debug?: boolean
  /** Values masked from the start, as a workflow's `secrets` are. */
  secrets?: string[]
  /** Runs the script in this process, from its sources; such a step can't be cancelled or killed. */
  inProcess?: boolean
  /** The time that durations are measured in, and that scripts in this process have. Default: the machine's. */
  clock?: Clock
  cancelLimitsMs?: CancelLimitsMs
  /** Called with every masked line that a person sees, as it appears. */
  onLog?: (line: string) => unknown
}

/** A step that has been started. Dispose of it to stop what still runs and to remove its folders. */
export interface ActionRun extends AsyncDisposable {
  readonly exited: Promise<ProcessEnd>
  readonly result: Promise<RunResult>
  /** Cancels as a person does in the web interface. */
  cancel(): void
  kill(): void
}

/** What a step left behind. Its files stay until the run is disposed of. */
export interface RunResult extends ProcessEnd, Pick<PhaseLog, 'annotations' | 'commands'> {
  conclusion: 'success' | 'failure' | 'cancelled'
  outputs: Record<string, string>
  /** The job summary as it is shown: masked, and empty when it was refused for its size. */
  summary: string
  rawSummary: string
  log: Pick<PhaseLog, 'raw' | 'lines' | 'shown'>
  durationMs: number
  files: string
  temp: string
}
