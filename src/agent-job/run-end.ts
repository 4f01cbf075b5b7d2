import type { Outcome } from './outcome.ts'

/** Ends a run that has nothing to do, or whose commenter may not use the command. */
export class RunEnd extends Error {
  override readonly name = 'RunEnd'
  readonly outcome: Outcome
  /** Whether the author of the workflow may have expected something else. */
  readonly isNotice: boolean
  /** As in `RunResult`. */
  readonly help: string | undefined

  /** @param reason why, as a sentence; empty where the help says it */
  constructor(outcome: 'skipped' | 'denied', reason: string, options: { isNotice?: boolean; help?: string } = {}) {
    super(reason)
    this.outcome = outcome
    this.isNotice = options.isNotice ?? false
    this.help = options.help
  }
}
