import type { Failure, Operation } from './errors.ts'

export type RetryDecision = { action: 'repeat'; delayMs: number } | { action: 'end'; as: 'error' | 'unknown' }

export interface RetrySituation {
  /** The attempt that failed, from 1. */
  attempt: number
  /** Milliseconds until the deadline; `Infinity` when there is none. */
  timeLeftMs: number
  /** At least 0, less than 1. */
  random: () => number
}

export function decideRetry(
  _operation: Operation,
  _failure: Failure,
  _situation: RetrySituation,
): RetryDecision {
  throw new Error('not written yet')
}
