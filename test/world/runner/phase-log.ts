import type { SecretMasker } from './secret-masker.ts'
import { parseWorkflowCommand, type WorkflowCommand } from './workflow-command.ts'

interface PhaseLogOptions {
  masker: SecretMasker
  debug: boolean
  onShown: (line: string) => void
}

type Stream = 'stdout' | 'stderr'

interface Annotation {
  level: 'error' | 'warning' | 'notice'
  message: string
  /** `runner`: the runner's own remark, such as an unknown input. */
  from: 'action' | 'runner'
}

// actions/runner `ExecutionContext.cs`: what is beyond these stays in the log only.
const maxAnnotationsPerLevel = 10
const maxAnnotationLength = 4096

/**
 * The log of one process: reads its two streams as actions/runner does (`OutputManager.cs`, `ActionCommandManager.cs`)
 * and carries out the workflow commands in it. Those that no action of this repository needs fail the step.
 */
export class PhaseLog {
  /** The lines as the runner reads them, before masking. */
  readonly lines: { stream: Stream; text: string }[] = []
  /** Every command the runner recognized, in the order it met them; what it did not recognize is only a line. */
  readonly commands: WorkflowCommand[] = []
  readonly annotations: Annotation[] = []
  /** Whether a command could not be carried out, which fails the step whatever the exit code. */
  failed = false

  readonly #options: PhaseLogOptions
  readonly #raw: Uint8Array[] = []
  readonly #shown: string[] = []
  readonly #unread = { stdout: createLineSplitter(), stderr: createLineSplitter() }

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

  write(stream: Stream, bytes: Uint8Array): void {
    this.#raw.push(bytes)
    for (const line of this.#unread[stream](bytes)) this.#readLine(stream, line)
  }

  /** Take note that both streams have ended. */
  end(): void {
    for (const stream of ['stderr', 'stdout'] as const)
      for (const line of this.#unread[stream]()) this.#readLine(stream, line)
  }

  annotate(level: Annotation['level'], message: string, from: Annotation['from']): void {
    const masked = this.mask(message)
    this.#show(`##[${level}]${masked}`)
    if (this.annotations.filter((each) => each.level === level).length < maxAnnotationsPerLevel)
      this.annotations.push({ level, message: masked.slice(0, maxAnnotationLength), from })
  }

  fail(message: string): void {
    this.failed = true
    this.annotate('error', message, 'runner')
  }

  mask(text: string): string {
    return this.#options.masker.mask(text)
  }

  #show(text: string): void {
    const line = this.mask(text)
    this.#shown.push(line)
    this.#options.onShown(line)
  }

  #readLine(stream: Stream, text: string): void {
    this.lines.push({ stream, text })
    const command = parseWorkflowCommand(text)
    if (command === undefined) this.#show(text)
    else {
      this.commands.push(command)
      this.#carryOut(command)
    }
  }

  #carryOut({ name, data }: WorkflowCommand): void {
    switch (name) {
      case 'error':
      case 'warning':
      case 'notice':
        this.annotate(name, data, 'action')
        break
      case 'group':
      case 'endgroup':
        this.#show(`##[${name}]${data}`)
        break
      case 'debug':
        if (this.#options.debug) for (const line of data.split(/\r?\n/)) this.#show(`##[debug]${line}`)
        break
      case 'add-mask':
        // A secret of several lines appears in the log one line at a time.
        for (const secret of [data, ...data.split(/[\r\n]/)]) this.#options.masker.add(secret)
        break
      default:
        this.fail(`No action of this repository uses the command \`${name}\`.`)
    }
  }
}

/**
 * Cuts a stream of bytes into lines, as the runner does: a line ends at `\n`, at `\r\n`, and at a `\r` on its own, so that
 * text which a terminal would show over the same line is a line of its own. Bytes that are not UTF-8 become U+FFFD.
 * @returns a function that gives the lines that are complete after these bytes; without any, what is left
 */
function createLineSplitter(): (bytes?: Uint8Array) => string[] {
  const decoder = new TextDecoder()
  let rest = ''
  return (bytes) => {
    rest += decoder.decode(bytes, { stream: bytes !== undefined })
    // A `\r` at the end may be half of a line end.
    const lines = rest.split(bytes === undefined ? /\r\n|\n|\r/ : /\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    return bytes === undefined && rest !== '' ? [...lines, rest] : lines
  }
}
