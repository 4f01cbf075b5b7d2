import * as core from '@actions/core'
import type { Log } from './log.ts'
import type { Secrets } from './secrets.ts'

/** Where a step's results go. `Name` is the union of the names that `action.yml` declares. */
export interface Outputs<Name extends string> {
  /** Sets one output at once; a later call with the same name wins. */
  set(name: Name, value: string): void
}

/**
 * Outputs that redact `secrets`. `@actions/core` guards each value with a random delimiter. One that can't be written
 * (a full disk, say) is a warning: what else is known must still be told.
 */
export function createOutputs<Name extends string>(secrets: Secrets, log: Log): Outputs<Name> {
  return {
    set: (name, value) =>
      attempt(`set the output ${name}`, log, () =>
        core.setOutput(name, secrets.redact(value).toWellFormed()),
      ),
  }
}

/** What `main` leaves for `post`. */
export interface State {
  save(name: string, value: string): void
  read(name: string): string
}

/** The state that the runner keeps between `main` and `post`; a failure to write it is a warning, too. */
export function createState(secrets: Secrets, log: Log): State {
  return {
    save: (name, value) =>
      attempt(`save ${name} for the post step`, log, () => core.saveState(name, secrets.redact(value))),
    read: (name) => core.getState(name),
  }
}

function attempt(operation: string, log: Log, write: () => void): void {
  try {
    write()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.warning(
      'The runner does not take it',
      `Could not ${operation}: ${reason}. Is the disk of the runner full?`,
    )
  }
}
