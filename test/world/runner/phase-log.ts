import type { Annotation, LogCommand, LogLine } from './action-run.ts'
import { createLineSplitter } from './line-splitter.ts'
import type { SecretMasker } from './secret-masker.ts'
import { parseWorkflowCommand, type WorkflowCommand } from './workflow-command.ts'

/** What a phase changes for the phases and steps after it, by command or by file. */
export interface PhaseEffects {
  outputs: Map<string, string>
  state: Map<string, string>
  exportedVariables: Map<string, string>
  addedPaths: string[]
}

export interface PhaseLogOptions {
  masker: SecretMasker
  /** Step debugging: debug lines are shown and commands are echoed. */
  debug: boolean
  effects: PhaseEffects
  /** Called with each masked line as it is shown. */
  onShown: (line: string) => void
}

type Stream = LogLine['stream']

// actions/runner `ExecutionContext.cs`: what is beyond these stays in the log only.
const maxAnnotationsPerLevel = 10
const maxAnnotationLength = 4096

/**
 * The log of one process: reads its two streams as actions/runner does (`OutputManager.cs`, `ActionCommandManager.cs`)
 * and carries out the workflow commands in it. Problem matchers are not applied.
 */
export class PhaseLog {
  readonly lines: LogLine[] = []
  readonly commands: LogCommand[] = []
  readonly annotations: Annotation[] = []
  readonly groups: string[] = []
  readonly masks: string[] = []
  /** Whether a command could not be carried out, which fails the step whatever the exit code. */
  failed = false

  readonly #options: PhaseLogOptions
  readonly #raw: Uint8Array[] = []
  readonly #shown: string[] = []
  readonly #splitters = { stdout: createLineSplitter(), stderr: createLineSplitter() }
  #resumeToken: string | undefined

  constructor(options: PhaseLogOptions) {
    this.#options = options
  }

  get raw(): Uint8Array {
    return Buffer.concat(this.#raw)
  }

  get shown(): string {
    return this.#shown.map((line) => `${line}\n`).join('')
  }

  /** Take bytes that the process has written. */
  write(stream: Stream, bytes: Uint8Array): void {
    this.#raw.push(bytes)
    this.#readLines(stream, this.#splitters[stream].push(bytes))
  }

  /** Take note that both streams have ended. */
  end(): void {
    this.#readLines('stderr', this.#splitters.stderr.end())
    this.#readLines('stdout', this.#splitters.stdout.end())
  }

  /** Add an annotation and its line. */
  annotate(
    level: Annotation['level'],
    message: string,
    from: Annotation['from'],
    properties: Record<string, string> = {},
  ): void {
    const masked = this.#options.masker.mask(message)
    this.#show(`##[${level}]${masked}`)
    if (this.annotations.filter((annotation) => annotation.level === level).length < maxAnnotationsPerLevel) {
      this.annotations.push({ level, message: masked.slice(0, maxAnnotationLength), properties, from })
    }
  }

  /** Write a debug line, which is seen with step debugging only. */
  debug(message: string): void {
    if (this.#options.debug) {
      for (const line of message.split(/\r?\n/)) {
        this.#show(`##[debug]${line}`)
      }
    }
  }

  /** Fail the step with a remark of the runner. */
  fail(...messages: string[]): void {
    this.failed = true
    for (const message of messages) this.annotate('error', message, 'runner')
  }

  #show(text: string): void {
    const line = this.#options.masker.mask(text)
    this.#shown.push(line)
    this.#options.onShown(line)
  }

  #readLines(stream: Stream, lines: readonly string[]): void {
    for (const text of lines) {
      this.lines.push({ stream, text })
      this.#readLine(text)
    }
  }

  #readLine(line: string): void {
    const command = parseWorkflowCommand(line, (name) => this.#isRegistered(name))
    if (command === undefined) {
      this.#show(line)
    } else if (this.#resumeToken !== undefined) {
      this.#resume(command, line)
    } else {
      this.#carryOut(command, line)
    }
  }

  #isRegistered(name: string): boolean {
    return name === stopCommand || Object.hasOwn(handlers, name) || name === this.#resumeToken?.toLowerCase()
  }

  // While commands are stopped, every command but the token is a line like any other.
  #resume(command: WorkflowCommand, line: string): void {
    this.#show(line)
    if (command.name === this.#resumeToken?.toLowerCase()) this.#resumeToken = undefined
  }

  #carryOut(command: WorkflowCommand, line: string): void {
    const entry: LogCommand = { ...command, line }
    this.commands.push(entry)
    const isQuiet = quietCommands.has(command.name)
    if (command.name === stopCommand || (this.#options.debug && !isQuiet)) this.#show(line)
    try {
      if (command.name === stopCommand) this.#stop(command.data)
      else this.#handle(command)
    } catch (error) {
      entry.failure = error instanceof Error ? error.message : String(error)
      this.fail(`Unable to process command '${isQuiet ? command.name : line}' successfully.`, entry.failure)
    }
  }

  #handle(command: WorkflowCommand): void {
    const { masker, effects } = this.#options
    handlers[command.name]?.(command, { log: this, masker, effects, show: (text) => this.#show(text) })
  }

  #stop(token: string): void {
    if (token === '' || token === 'pause-logging' || this.#isRegistered(token.toLowerCase()))
      throw new Error(`Invoked ::stop-commands:: with token: [${token}], which is empty or a command.`)
    this.#resumeToken = token
  }
}

const stopCommand = 'stop-commands'

interface HandlerContext {
  log: PhaseLog
  masker: SecretMasker
  effects: PhaseEffects
  show: (text: string) => void
}

type Handler = (command: WorkflowCommand, context: HandlerContext) => void

// These are not echoed: they are seen anyway, or must not be.
const quietCommands = new Set(['add-mask', 'debug', 'notice', 'warning', 'error'])

const handlers: Record<string, Handler> = {
  'add-mask': addMask,
  'add-matcher': () => {},
  'add-path': refuseUnsecure,
  debug: ({ data }, { log }) => log.debug(data),
  echo: ({ data }) => {
    if (!/^\s*(?:on|off)\s*$/i.test(data)) throw new Error(`Invalid echo command value: '${data}'.`)
  },
  endgroup: (_, { show }) => show('##[endgroup]'),
  error: annotate,
  group: ({ data }, { log, masker, show }) => {
    log.groups.push(masker.mask(data))
    show(`##[group]${data}`)
  },
  notice: annotate,
  'remove-matcher': () => {},
  'save-state': (command, { log, effects }) => setDeprecated(command, log, effects.state),
  'set-env': refuseUnsecure,
  'set-output': (command, { log, effects }) => setDeprecated(command, log, effects.outputs),
  warning: annotate,
}

function annotate({ name, data, properties }: WorkflowCommand, { log }: HandlerContext): void {
  log.annotate(name as Annotation['level'], data, 'action', properties)
}

function addMask({ data }: WorkflowCommand, { log, masker }: HandlerContext): void {
  if (data.trim() === '') {
    log.annotate('warning', "Can't add secret mask for empty string in ##[add-mask] command.", 'runner')
    return
  }
  log.masks.push(data)
  // A secret of several lines appears in the log one line at a time.
  for (const secret of [data, ...data.split(/[\r\n]/)]) masker.add(secret)
}

/** https://github.blog/changelog/2022-10-11-github-actions-deprecating-save-state-and-set-output-commands/ */
function setDeprecated(command: WorkflowCommand, log: PhaseLog, values: Map<string, string>): void {
  const { name, properties, data } = command
  const key = Object.entries(properties).find(([property]) => property.toLowerCase() === 'name')?.[1]
  if (key === undefined) throw new Error(`Required field 'name' is missing in ##[${name}] command.`)
  values.set(key, data)
  log.annotate('warning', `The \`${name}\` command is deprecated and will be disabled soon.`, 'runner')
}

function refuseUnsecure({ name }: WorkflowCommand): void {
  throw new Error(`The \`${name}\` command is disabled. Please upgrade to using Environment Files.`)
}
