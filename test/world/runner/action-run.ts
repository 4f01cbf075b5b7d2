import type { Clock } from '../../../src/runner/clock.ts'
import type { WorkflowCommand } from './workflow-command.ts'

/** What a caller of the runner asks for: one step that uses an action, in one attempt of one workflow run. */
export interface ActionOptions {
  /** Path of the `action.yml`; the action's folder is the one it lies in. */
  actionYml: string
  /** The `with:` of the step. Anything but a string is written as a workflow would write it. */
  inputs?: Record<string, string | number | boolean>
  /** The event: its name with a payload, or with the raw text of the event file. None: `workflow_dispatch` and `{}`. */
  event?: { name: string; payload: unknown } | { name: string; text: string }
  /** `owner/name` of the repository the workflow runs in. */
  repository?: string
  repositoryId?: number
  runId?: number
  runAttempt?: number
  job?: string
  actor?: string
  /** The workflow's token: the value of `${{ github.token }}`. The runner masks it from the start. */
  token?: string
  /** Address of the GitHub REST API, also the base of the GraphQL address. */
  apiUrl?: string
  serverUrl?: string
  /** Variables added to those of the runner, such as `HTTP_PROXY`. They win over it; undefined takes one away. */
  environment?: Record<string, string | undefined>
  /** Files put in the workspace before the action starts: path inside the workspace, and content. */
  workspaceFiles?: Record<string, string | Uint8Array>
  /** Folder used in place of the action's `dist` folder (`../dist` for a sub-action): a fresh build, say. */
  distOverride?: string
  /** `false`: leave out the post step. */
  post?: boolean
  /** Step debugging, as after "Enable debug logging": `RUNNER_DEBUG=1` and debug lines in the log. */
  debug?: boolean
  /** Values masked from the start, as a workflow's `secrets` are. */
  secrets?: string[]
  /**
   * Runs the scripts in this process, from their sources; such a step can't be cancelled or killed. `post`: only that script,
   * so that `main` can be.
   */
  inProcess?: boolean | 'post'
  /** The time that durations are measured in, and that scripts in this process have. Default: the machine's. */
  clock?: Clock
  /** How long a cancelled process has after SIGINT and then after SIGTERM, in milliseconds; the real runner's by default. */
  cancelLimitsMs?: { interrupt: number; terminate: number }
}

/** A step that has been started. Dispose of it to stop what still runs and to remove its folders. */
export interface ActionRun extends AsyncDisposable {
  /** Process id of `main`; undefined when it could not be started. */
  readonly pid: number | undefined
  /** The workspace folder of this run. */
  readonly workspace: string
  /** Settles when the process of `main` is gone, before `post` starts. Never rejects. */
  readonly exited: Promise<ProcessEnd>
  /** Settles when `main` and `post` are over and their files are read. */
  readonly result: Promise<RunResult>
  /** Cancel as a person does in the web interface: SIGINT, SIGTERM 7.5 s later, SIGKILL 2.5 s after that. */
  cancel(): void
  /** SIGKILL at once, as when the machine's memory ran out. */
  kill(): void
  /** Send one signal to `main` (or to `post`, when that runs), with nothing after it. */
  signal(name: NodeJS.Signals): void
  /** Called with every masked line that a person sees: those there are, then each as it appears. */
  onLog(callback: LogListener): void
}

export type LogListener = (line: string, phase: Phase) => void

export type Phase = 'main' | 'post'

/** How a process ended. */
export interface ProcessEnd {
  exitCode: number | null
  signal: NodeJS.Signals | null
}

/** What one phase left behind. */
export interface PhaseResult extends ProcessEnd {
  conclusion: 'success' | 'failure' | 'cancelled'
  /** Outputs as later steps read them. */
  outputs: Record<string, string>
  /** State as it stands after this phase. */
  state: Record<string, string>
  /** Variables that the phase set for later steps. */
  exportedVariables: Record<string, string>
  /** The job summary as it is shown: masked, and empty when it was refused for its size. */
  summary: string
  log: ReadLog
  /** Every command the runner recognized, in the order it met them; what it did not recognize is only a line. */
  commands: LogCommand[]
  annotations: Annotation[]
  /** Titles of the log's groups, in order. */
  groups: string[]
  /** Values masked by `add-mask`; what the runner masks by itself is not among them. */
  masks: string[]
  durationMs: number
}

/** What a step left behind: what `main` did, and `post` under its own name. Its files stay until the run is disposed of. */
export interface RunResult extends PhaseResult {
  /** Absent when the action has no post step, it was not wanted, or its condition was false. */
  post?: PhaseResult
  /** Path of the workspace, where the files are that the action wrote. */
  files: string
  /** Path of `RUNNER_TEMP`. */
  temp: string
}

interface ReadLog {
  /** Every byte the process wrote, stdout and stderr in the order they arrived. */
  raw: Uint8Array
  /** The lines as the runner reads them, before masking. */
  lines: LogLine[]
  /** The log as a person sees it: masked, with commands acted upon. */
  shown: string
}

export interface LogLine {
  stream: 'stdout' | 'stderr'
  text: string
}

/** A workflow command that the runner recognized and acted on. */
export interface LogCommand extends WorkflowCommand {
  /** The line it was found in. */
  line: string
  /** Why the runner could not carry it out. This fails the step. */
  failure?: string
}

export interface Annotation {
  level: 'error' | 'warning' | 'notice'
  message: string
  /** What the command said besides: `file`, `line`, `col`, `endLine`, `endColumn`, `title`. */
  properties: Record<string, string>
  /** `runner`: the runner's own remark, such as an unknown input. */
  from: 'action' | 'runner'
}
