export interface Clock {
  /** Milliseconds on a monotonic clock. */
  now(): number
  /** Milliseconds since 1970. */
  wallClock(): number
  /** Ends early, by throwing or not, when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/**
 * After a limit without a time; doubles each time.
 * https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
 */
const UNTOLD_WAIT_MS = 60_000

/** A server that may have asked to wait. Then nothing is sent to it. */
export interface Gate {
  leftMs(): number
  /** When the wait ends, in milliseconds since 1970. */
  endsAt(): number
  /** @param sentAtMs when the request was sent that the server has answered without a limit */
  open(sentAtMs: number): void
  /** Closes it after a limit. Requests that were sent side by side, at `sentAtMs`, meet a limit once. */
  close(retryAfterMs: number | undefined, sentAtMs: number): void
}

/** @param onClose gets the end of each wait, in milliseconds since 1970 */
export function createGate(
  { now, wallClock }: Pick<Clock, 'now' | 'wallClock'>,
  onClose?: (until: number) => void,
): Gate {
  let untilMs = Number.NEGATIVE_INFINITY
  let closedAtMs = Number.NEGATIVE_INFINITY
  let untold = 0
  return {
    leftMs: () => Math.max(0, untilMs - now()),
    endsAt: () => wallClock() + Math.max(0, untilMs - now()),
    open(sentAtMs) {
      if (sentAtMs < untilMs) return
      closedAtMs = Number.NEGATIVE_INFINITY
      untold = 0
    },
    close(retryAfterMs, sentAtMs) {
      const isKnown = sentAtMs <= closedAtMs
      if (!retryAfterMs && isKnown && untilMs > now()) return
      const waitMs = retryAfterMs || UNTOLD_WAIT_MS * 2 ** untold
      if (!retryAfterMs) untold += 1
      closedAtMs = now()
      untilMs = Math.max(untilMs, closedAtMs + waitMs)
      onClose?.(wallClock() + untilMs - closedAtMs)
    },
  }
}
