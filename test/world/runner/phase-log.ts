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
  /** Whether `set-env` and `add-path` are allowed, as by `ACTIONS_ALLOW_UNSECURE_COMMANDS=true`. */
  allowUnsecureCommands: boolean
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
  #echo: boolean
  #resumeToken: string | undefined

  constructor(options: PhaseLogOptions) {
    this.#options = options
    this.#echo = options.debug
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
    for (const message of messages) {
      this.annotate('error', message, 'runner')
    }
  }

  #show(text: string): void {
    const line = this.#options.masker.mask(text)
    this.#shown.push(line)
    this.#options.onShown(line)
  }

  #readLines(stream: Stream, lines: readonly string[]): void {
    for (const text of lines) {
      this.lines.push({ stream, text })
      this.#readLine(stream, text)
    }
  }

  #readLine(stream: Stream, line: string): void {
    const command = parseWorkflowCommand(line, (name) => this.#isRegistered(name))
    if (command === undefined) {
      this.#show(line)
    } else if (this.#resumeToken !== undefined) {
      this.#resume(command, line)
    } else {
      this.#carryOut(command, stream, line)
    }
  }

  #isRegistered(name: string): boolean {
    return name === stopCommand || Object.hasOwn(handlers, name) || name === this.#resumeToken?.toLowerCase()
  }

  // While commands are stopped, every command but the token is a line like any other.
  #resume(command: WorkflowCommand, line: string): void {
    this.#show(line)
    if (command.name === this.#resumeToken?.toLowerCase()) {
      this.#resumeToken = undefined
    }
  }

  #carryOut(command: WorkflowCommand, stream: Stream, line: string): void {
    const { name, properties, data, syntax } = command
    const entry: LogCommand = { name, properties, data, stream, line, syntax }
    this.commands.push(entry)
    const omitEcho = quietCommands.has(name)
    if (name === stopCommand || (this.#echo && !omitEcho)) {
      this.#show(line)
    }
    try {
      this.#handle(command)
    } catch (error) {
      entry.failure = error instanceof Error ? error.message : String(error)
      this.fail(`Unable to process command '${omitEcho ? name : line}' successfully.`, entry.failure)
    }
  }

  #handle(command: WorkflowCommand): void {
    if (command.name === stopCommand) {
      this.#stop(command.data)
      return
    }
    handlers[command.name]?.(command, {
      log: this,
      ...this.#options,
      show: (text) => this.#show(text),
      echo: this.#echo,
      setEcho: (on) => {
        this.#echo = on
      },
    })
  }

  #stop(token: string): void {
    if (token === '' || token === 'pause-logging' || this.#isRegistered(token.toLowerCase())) {
      throw new Error(
        `Invoked ::stop-commands:: with token: [${token}]; it must not be empty or the name of a command.`,
      )
    }
    this.#resumeToken = token
  }
}

const stopCommand = 'stop-commands'

interface HandlerContext extends PhaseLogOptions {
  log: PhaseLog
  show: (text: string) => void
  echo: boolean
  setEcho: (on: boolean) => void
}

type Handler = (command: WorkflowCommand, context: HandlerContext) => void

// These are not echoed: they are seen anyway, or must not be.
const quietCommands = new Set(['add-mask', 'debug', 'notice', 'warning', 'error'])

const handlers: Record<string, Handler> = {
  'add-mask': addMask,
  'add-matcher': ({ data }, { log }) => {
    if (data === '') {
      log.annotate('warning', 'File path must be specified.', 'runner')
    }
  },
  'add-path': ({ name, data }, context) => {
    refuseUnsecure(name, context)
    context.effects.addedPaths.push(data)
  },
  debug: ({ data }, { log }) => log.debug(data),
  echo: setEcho,
  endgroup: (_, { show }) => show('##[endgroup]'),
  error: ({ data, properties }, { log }) => log.annotate('error', data, 'action', properties),
  group: ({ data }, { log, masker, show }) => {
    log.groups.push(masker.mask(data))
    show(`##[group]${data}`)
  },
  notice: ({ data, properties }, { log }) => log.annotate('notice', data, 'action', properties),
  'remove-matcher': () => {},
  'save-state': (command, { log, effects }) => {
    effects.state.set(readName(command), command.data)
    warnDeprecated(command.name, log)
  },
  'set-env': (command, context) => {
    refuseUnsecure(command.name, context)
    context.effects.exportedVariables.set(readName(command), command.data)
  },
  'set-output': (command, { log, effects }) => {
    effects.outputs.set(readName(command), command.data)
    warnDeprecated(command.name, log)
  },
  warning: ({ data, properties }, { log }) => log.annotate('warning', data, 'action', properties),
}

function addMask({ data }: WorkflowCommand, { log, masker, show, echo }: HandlerContext): void {
  if (data.trim() === '') {
    log.annotate('warning', "Can't add secret mask for empty string in ##[add-mask] command.", 'runner')
    return
  }
  if (echo) {
    show('::add-mask::***')
  }
  log.masks.push(data)
  masker.add(data)
  // A secret of several lines appears in the log one line at a time.
  for (const line of data.split(/[\r\n]/)) {
    masker.add(line)
  }
}

function setEcho({ data }: WorkflowCommand, context: HandlerContext): void {
  const value = data.trim().toLowerCase()
  if (value !== 'on' && value !== 'off') {
    throw new Error(
      `Invalid echo command value. Possible values can be: 'on', 'off'. Current value is: '${data}'.`,
    )
  }
  context.setEcho(value === 'on')
}

function readName({ name, properties }: WorkflowCommand): string {
  const value = Object.entries(properties).find(([key]) => key.toLowerCase() === 'name')?.[1]
  if (value === undefined) {
    throw new Error(`Required field 'name' is missing in ##[${name}] command.`)
  }
  return value
}

function warnDeprecated(name: string, log: PhaseLog): void {
  log.annotate(
    'warning',
    `The \`${name}\` command is deprecated and will be disabled soon. Please upgrade to using Environment Files. For more information see: https://github.blog/changelog/2022-10-11-github-actions-deprecating-save-state-and-set-output-commands/`,
    'runner',
  )
}

function refuseUnsecure(name: string, { allowUnsecureCommands }: HandlerContext): void {
  if (!allowUnsecureCommands) {
    throw new Error(
      `The \`${name}\` command is disabled. Please upgrade to using Environment Files or opt into unsecure command execution by setting the \`ACTIONS_ALLOW_UNSECURE_COMMANDS\` environment variable to \`true\`.`,
    )
  }
}
