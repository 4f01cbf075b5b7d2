/** Pauses grow to this, or to the poll interval where that is longer. */
const LONGEST_PAUSE_MS = 30_000

/** How fast they grow. `npm run bench` shows what that costs and gains beside fixed intervals. */
const GROWTH = 0.4

/**
 * How long to wait before the next poll. The pause grows with the root of the age: the longer a job has
 * run, the less likely it ends in the next moment, and where that chance falls like one over the age, this spacing
 * gives the shortest delay for a number of polls.
 * @param ageMs how long the job has been watched, in milliseconds
 * @param pollIntervalMs the shortest pause, in milliseconds
 */
export function nextPauseMs(ageMs: number, pollIntervalMs: number): number {
  const longestMs = Math.max(LONGEST_PAUSE_MS, pollIntervalMs)
  return Math.min(Math.max(pollIntervalMs, Math.sqrt(GROWTH * ageMs * pollIntervalMs)), longestMs)
}

/**
 * Changes a pause so that the last poll, whose moment is fixed, comes no sooner after the one before than
 * `poll-interval` allows: a poll that would stand in its way is left out, or moved where that would make the pause
 * too long. Where neither can be (intervals over a quarter of a minute), the last poll comes sooner: without it, a
 * job that ended in between would be reported as unfinished.
 * @param pauseMs the pause that is due, in milliseconds
 * @param leftMs from now to the last poll, in milliseconds
 */
export function makeRoomForLastPoll(pauseMs: number, leftMs: number, pollIntervalMs: number): number {
  if (pauseMs >= leftMs || leftMs - pauseMs >= pollIntervalMs) return pauseMs
  if (leftMs <= Math.max(LONGEST_PAUSE_MS, pollIntervalMs)) return leftMs
  return leftMs / 2 >= pollIntervalMs ? leftMs / 2 : pauseMs
}
