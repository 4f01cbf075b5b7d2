import * as core from '@actions/core'
import type { Secrets } from './secrets.ts'

/** Where a step's results go. `Name` is the union of the names that `action.yml` declares. */
export interface Outputs<Name extends string> {
  /** Sets one output at once; a later call with the same name wins. */
  set(name: Name, value: string): void
}

/** Outputs that redact `secrets`. `@actions/core` guards each value with a random delimiter. */
export function createOutputs<Name extends string>(secrets: Secrets): Outputs<Name> {
  return { set: (name, value) => core.setOutput(name, secrets.redact(value).toWellFormed()) }
}

/** What `main` leaves for `post`. */
export interface State {
  save(name: string, value: string): void
  read(name: string): string
}

/** The state that the runner keeps between `main` and `post`. */
export function createState(secrets: Secrets): State {
  return {
    save: (name, value) => core.saveState(name, secrets.redact(value)),
    read: (name) => core.getState(name),
  }
}
