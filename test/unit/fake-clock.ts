/** A clock that moves only with its own sleeps and `pass`; `pauses` are the sleeps. */
export function createClock(startsAt = 1_000_000) {
  let nowMs = 0
  const pauses: number[] = []
  return {
    pauses,
    now: () => nowMs,
    wallClock: () => startsAt + nowMs,
    async sleep(ms: number, signal?: AbortSignal) {
      signal?.throwIfAborted()
      pauses.push(ms)
      nowMs += Math.max(0, ms)
    },
    pass(ms: number) {
      nowMs += ms
    },
  }
}
