import { setImmediate, setTimeout } from 'node:timers/promises'

export interface Clock {
  /** Milliseconds since some moment. */
  now(): number
  /** Milliseconds since 1970. */
  wallClock(): number
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Turns of the event loop in which nothing may happen before time is skipped: what is under way shows by then. */
const QUIET_TURNS = 10
/** How long to wait, in milliseconds, while something is under way. */
const BUSY_WAIT_MS = 2

/**
 * The time of a world. It passes as everywhere, but where an action in this process sleeps and nothing else happens, it moves
 * on to the end of the sleep at once. Sleeps end in the order of their ends, and none ends before requests that are in flight.
 */
export class WorldClock implements Clock {
  isBusy: () => boolean = () => false
  skippedMs = 0
  #passedMs = 0
  readonly #ends = new Set<{ at: number }>()

  readonly now = (): number => performance.now() + this.skippedMs

  readonly wallClock = (): number => Date.now() + this.skippedMs + this.#passedMs

  /** Lets days pass, which no action waits for. */
  pass(days: number): void {
    this.#passedMs += days * 24 * 60 * 60_000
  }

  readonly sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    const end = { at: this.now() + ms }
    this.#ends.add(end)
    try {
      signal?.throwIfAborted()
      // Once at least: a sleep of no time lets others have their turn, too.
      do {
        const isQuiet = await this.#staysQuiet()
        signal?.throwIfAborted()
        const next = Math.min(...[...this.#ends].map(({ at }) => at))
        // By whole milliseconds, which is what dates have.
        if (isQuiet) this.skippedMs += Math.ceil(Math.max(0, next - this.now()))
        else await setTimeout(BUSY_WAIT_MS)
      } while (this.now() < end.at)
    } finally {
      this.#ends.delete(end)
    }
  }

  async #staysQuiet(): Promise<boolean> {
    for (let turn = 0; turn < QUIET_TURNS; turn += 1) {
      if (this.isBusy()) return false
      await setImmediate()
    }
    return true
  }
}
