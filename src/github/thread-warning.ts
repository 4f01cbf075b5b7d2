import type { Log } from '../runner/log.ts'
import { GitHubError } from './errors.ts'

/** Turns the failure of a reaction or comment into a warning. */
export function createThreadWarning({ log, signal }: { log: Log; signal: AbortSignal }) {
  return (error: unknown): void => {
    signal.throwIfAborted()
    if (!(error instanceof GitHubError)) throw error
    log.warning("Couldn't read or change the thread", error.message, error.hint)
  }
}
