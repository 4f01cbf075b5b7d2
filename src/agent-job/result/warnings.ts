import type { Log } from '../../runner/log.ts'

/** The warnings of a run. */
export interface Warnings {
  /** As `log`, but with one warning for each cause. */
  log: Log
  /** Every warning so far, as sentences, oldest first. */
  list(): readonly string[]
}

/** Keeps the warnings that go to `log`, for the job summary. */
export function collectWarnings(log: Log): Warnings {
  const textByCause = new Map<string, string>()
  return {
    list: () => [...textByCause.values()],
    log: {
      ...log,
      warning(title, text, cause = text) {
        if (textByCause.has(cause)) return
        textByCause.set(cause, text)
        log.warning(title, text)
      },
    },
  }
}
