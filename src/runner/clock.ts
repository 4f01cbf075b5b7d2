import { setTimeout as pause } from 'node:timers/promises'

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** The clock of this machine. */
export const clock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    // An aborted pause rejects with an error of Node's own.
    await pause(ms, undefined, { signal }).catch(() => {})
    signal.throwIfAborted()
  },
}
