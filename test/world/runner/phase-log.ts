import { createLineSplitter } from './line-splitter.ts'
import type { SecretMasker } from './secret-masker.ts'
import { parseWorkflowCommand, type WorkflowCommand } from './workflow-command.ts'

interface PhaseLogOptions {
  masker: SecretMasker
  /** Step debugging: debug lines are shown and commands are echoed. */
  debug: boolean
  /** Called with each masked line as it is shown. */
  onShown: (line: string) => void
}

interface LogLine {
  stream: 'stdout' | 'stderr'
  text: string
}

/** A workflow command that the runner recognized and acted on. */
interface LogCommand extends WorkflowCommand {
  /** The line it was found in. */
  line: string
  /** Why the runner could not carry it out. This fails the step. */
  failure?: string
}

interface Annotation {
  level: 'error' | 'warning' | 'notice'
  message: string
  /** What the command said besides: `file`, `line`, `col`, `endLine`, `endColumn`, `title`. */
  properties: Record<string, string>
  /** `runner`: the runner's own remark, such as an unknown input. */
  from: 'action' | 'runner'
}

// actions/runner `ExecutionContext.cs`: what is beyond these stays in the log only.
const maxAnnotationsPerLevel = 10
const maxAnnotationLength = 4096

/**
 * The log of one process: reads its two streams as actions/runner does (`OutputManager.cs`, `ActionCommandManager.cs`)
 * and carries out the workflow commands in it. Problem matchers are not applied.
 */
export class PhaseLog {
  /** The lines as the runner reads them, before masking. */
  readonly lines: LogLine[] = []
  /** Every command the runner recognized, in the order it met them; what it did not recognize is only a line. */
  readonly commands: LogCommand[] = []
  readonly annotations: Annotation[] = []
  readonly outputs = new Map<string, string>()
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

  /** Every byte the process wrote, stdout and stderr in the order they arrived. */
  get raw(): Uint8Array {
    return Buffer.concat(this.#raw)
  }

  /** The log as a person sees it: masked, with commands acted upon. */
  get shown(): string {
    return this.#shown.map((line) => `${line}\n`).join('')
  }

  /** Take bytes that the process has written. */
  write(stream: LogLine['stream'], bytes: Uint8Array): void {
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
    const masked = this.mask(message)
    this.#show(`##[${level}]${masked}`)
    if (this.annotations.filter((each) => each.level === level).length < maxAnnotationsPerLevel)
      this.annotations.push({ level, message: masked.slice(0, maxAnnotationLength), properties, from })
  }

  // Debug lines are seen with step debugging only.
  #debug(message: string): void {
    if (!this.#options.debug) return
    for (const line of message.split(/\r?\n/)) this.#show(`##[debug]${line}`)
  }

  /** Fail the step with a remark of the runner. */
  fail(...messages: string[]): void {
    this.failed = true
    for (const message of messages) this.annotate('error', message, 'runner')
  }

  mask(text: string): string {
    return this.#options.masker.mask(text)
  }

  #show(text: string): void {
    const line = this.mask(text)
    this.#shown.push(line)
    this.#options.onShown(line)
  }

  #readLines(stream: LogLine['stream'], lines: readonly string[]): void {
    for (const text of lines) {
      this.lines.push({ stream, text })
      this.#readLine(text)
    }
  }

  #readLine(line: string): void {
    const command = parseWorkflowCommand(line, (name) => this.#isRegistered(name))
    if (command === undefined) this.#show(line)
    else if (this.#resumeToken !== undefined) this.#resume(command, line)
    else this.#carryOut(command, line)
  }

  #isRegistered(name: string): boolean {
    return Object.hasOwn(this.#handlers, name) || name === this.#resumeToken?.toLowerCase()
  }

  // While commands are stopped, every command but the token is a line like any other.
  #resume(command: WorkflowCommand, line: string): void {
    this.#show(line)
    if (command.name === this.#resumeToken?.toLowerCase()) this.#resumeToken = undefined
  }

  #carryOut(command: WorkflowCommand, line: string): void {
    const entry: LogCommand = { ...command, line }
    this.commands.push(entry)
    const isQuiet = quietNames.includes(command.name)
    if (command.name === 'stop-commands' || (this.#options.debug && !isQuiet)) this.#show(line)
    try {
      this.#handlers[command.name]?.(command)
    } catch (error) {
      entry.failure = error instanceof Error ? error.message : String(error)
      this.fail(`Unable to process command '${isQuiet ? command.name : line}' successfully.`, entry.failure)
    }
  }

  readonly #handlers: Record<string, (command: WorkflowCommand) => void> = {
    'add-mask': ({ data }) => this.#addMask(data),
    'add-matcher': () => {},
    'add-path': refuseUnsecure,
    debug: ({ data }) => this.#debug(data),
    echo: ({ data }) => {
      if (!/^\s*(?:on|off)\s*$/i.test(data)) throw new Error(`Invalid echo command value: '${data}'.`)
    },
    endgroup: () => this.#show('##[endgroup]'),
    error: ({ data, properties }) => this.annotate('error', data, 'action', properties),
    group: ({ data }) => this.#show(`##[group]${data}`),
    notice: ({ data, properties }) => this.annotate('notice', data, 'action', properties),
    'remove-matcher': () => {},
    'save-state': () => {},
    'set-env': refuseUnsecure,
    'set-output': (command) => this.#setOutput(command),
    'stop-commands': ({ data }) => this.#stop(data),
    warning: ({ data, properties }) => this.annotate('warning', data, 'action', properties),
  }

  #addMask(data: string): void {
    if (data.trim() === '') {
      this.annotate('warning', "Can't add secret mask for empty string in ##[add-mask] command.", 'runner')
      return
    }
    // A secret of several lines appears in the log one line at a time.
    for (const secret of [data, ...data.split(/[\r\n]/)]) this.#options.masker.add(secret)
  }

  /** https://github.blog/changelog/2022-10-11-github-actions-deprecating-save-state-and-set-output-commands/ */
  #setOutput({ name, properties, data }: WorkflowCommand): void {
    const key = Object.entries(properties).find(([property]) => property.toLowerCase() === 'name')?.[1]
    if (key === undefined) throw new Error(`Required field 'name' is missing in ##[${name}] command.`)
    this.outputs.set(key, data)
    this.annotate('warning', `The \`${name}\` command is deprecated and will be disabled soon.`, 'runner')
  }

  #stop(token: string): void {
    if (token === '' || token === 'pause-logging' || this.#isRegistered(token.toLowerCase()))
      throw new Error(`Invoked ::stop-commands:: with token: [${token}], which is empty or a command.`)
    this.#resumeToken = token
  }
}

/** These are not echoed: they are seen anyway, or must not be. */
const quietNames = ['add-mask', 'debug', 'notice', 'warning', 'error']

function refuseUnsecure({ name }: WorkflowCommand): void {
  throw new Error(`The \`${name}\` command is disabled. Please upgrade to using Environment Files.`)
}
