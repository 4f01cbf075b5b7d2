/** Pauses grow to this, or to the poll interval where that is longer. */
const LONGEST_PAUSE_MS = 30_000

/**
 * A pause is this part of the job's age, so the wait for a result that is there already stays in proportion to
 * the wait that was needed anyway. `npm run bench` shows what it costs and gains beside fixed intervals.
 */
const SHARE_OF_AGE = 1 / 10

/**
 * How long to wait before the next look at a job.
 * @param ageMs how long the job has been watched, in milliseconds
 * @param pollIntervalMs the shortest pause, in milliseconds
 */
export function nextPauseMs(ageMs: number, pollIntervalMs: number): number {
  const longestMs = Math.max(LONGEST_PAUSE_MS, pollIntervalMs)
  return Math.min(Math.max(pollIntervalMs, ageMs * SHARE_OF_AGE), longestMs)
}
