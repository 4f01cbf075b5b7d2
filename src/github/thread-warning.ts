import type { Log } from '../runner/log.ts'
import { GitHubError } from './errors.ts'

/** A failure to react or comment is a warning where nothing depends on it. */
export function createThreadWarning({
  log,
  signal,
}: {
  log: Log
  signal: AbortSignal
}): (error: unknown) => void {
  return (error) => {
    signal.throwIfAborted()
    if (!(error instanceof GitHubError)) throw error
    log.warning('The thread could not be read or changed', error.message, error.hint)
  }
}
