import { CancelledError } from './cancellation.ts'

/** What is known of a failure. */
export interface ActionErrorOptions {
  /** What to do, in whole sentences; empty by default. */
  hint?: string
  /** The HTTP status that the server itself returned. */
  status?: number | undefined
  /** Whether it may pass within seconds: a failure of the network, or of the server. */
  isTrouble?: boolean
  /** How long a server asks to wait, in milliseconds. */
  limitMs?: number | undefined
  /** Whether the request certainly had no effect; by default, if it met a limit. */
  isRefused?: boolean
  /** What the server itself says about it, as a sentence that quotes it; empty by default. */
  said?: string
  cause?: unknown
}

/**
 * What ends an operation, in the words that people read: the operation and its target, what came back, and, as `hint`,
 * what to do. It is thrown where the fact is known.
 */
export class ActionError extends Error implements ActionErrorOptions {
  override readonly name = 'ActionError'
  readonly hint: string
  readonly status: number | undefined
  readonly isTrouble: boolean
  readonly limitMs: number | undefined
  readonly isRefused: boolean
  readonly said: string

  constructor(message: string, options: ActionErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.hint = options.hint ?? ''
    this.status = options.status
    this.isTrouble = options.isTrouble ?? false
    this.limitMs = options.limitMs
    this.isRefused = options.isRefused ?? options.limitMs !== undefined
    this.said = options.said ?? ''
  }

  /** The first sentence of the message, without its full stop. */
  get whatHappened(): string {
    return this.#parts[0]
  }

  /** The rest of the message: the request, and what came back. */
  get technical(): string {
    return this.#parts[1]
  }

  get #parts(): [string, string] {
    const [, first = this.message, rest = ''] = /^(.+?)\.(?:\s+(.*))?$/su.exec(this.message) ?? []
    return [first, rest]
  }

  /** All that people read, as one text. */
  get text(): string {
    return [this.message, this.said, this.hint].filter(Boolean).join(' ')
  }
}

/** An error that nobody expected, as an `ActionError`. */
export function toActionError(error: unknown): ActionError {
  if (error instanceof ActionError) return error
  if (error instanceof CancelledError) return new ActionError(error.message, { cause: error })
  const message = error instanceof Error ? error.message : String(error)
  return new ActionError(`Unexpected error: ${message}`, {
    hint: 'This is a bug in the action. Report it with the log of this run.',
    cause: error,
  })
}

/**
 * Why no response came: the code of the network's failure, such as `ECONNREFUSED`, which `fetch` hides in its causes.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given'
  if (error.name === 'TimeoutError') return 'no response in time'
  if (error instanceof CancelledError) return 'the run was canceled'
  const { code } = error as NodeJS.ErrnoException
  return error.cause instanceof Error ? describeFailure(error.cause) : typeof code === 'string' ? code : error.name
}

/** Says what an operation was for, in front of what came back: `fetchIt().catch(explain("Couldn't read it"))`. */
export function explain(what: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ActionError)) throw error
    throw new ActionError(`${what}. ${error.message}`, error)
  }
}

/** For what a run can do without: an ActionError is undefined, after `note` has seen it, and any other goes on. */
export function lookPast(note: (error: ActionError) => void = () => {}): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof ActionError)) throw error
    note(error)
  }
}
