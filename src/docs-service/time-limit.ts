import { delayAbort } from '../network/delay-abort.ts'
import type { Limits } from './send-request.ts'

/** Why a request was stopped. */
export type Stop = 'cancelled' | 'deadline' | 'time limit'

/** The time that one request has, its answer included. */
export interface TimeLimit {
  /** In milliseconds, from the start. */
  lengthMs: number
  /** Aborts when the time is up, the run is cancelled, or the request is abandoned. */
  signal: AbortSignal
  /** Why it was stopped, if it was. */
  findStop(): Stop | undefined
  /** Breaks the request off. */
  abandon(): void
}

/**
 * Starts the time of one request: `requestTimeLimitMs`, but never past the deadline.
 * @param now milliseconds on the clock of the deadline
 */
export function startTimeLimit(
  { signal, deadline, graceMs = 0 }: Limits,
  now: number,
  requestTimeLimitMs: number,
): TimeLimit {
  const timeLeftMs = deadline - now
  const lengthMs = Math.max(0, Math.min(requestTimeLimitMs, timeLeftMs))
  const timeout = AbortSignal.timeout(Math.ceil(lengthMs))
  // What has not been sent yet gets no grace.
  const cancelled = signal.aborted || graceMs === 0 ? signal : delayAbort(signal, graceMs)
  const abandoned = new AbortController()
  return {
    lengthMs,
    signal: AbortSignal.any([timeout, cancelled, abandoned.signal]),
    findStop() {
      if (cancelled.aborted) return 'cancelled'
      if (lengthMs > 0 && !timeout.aborted) return undefined
      return timeLeftMs <= requestTimeLimitMs ? 'deadline' : 'time limit'
    },
    abandon: () => abandoned.abort(),
  }
}
