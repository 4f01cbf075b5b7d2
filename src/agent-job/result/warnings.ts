import type { Log } from '../../runner/log.ts'

/** The warnings of a run. */
export interface Warnings {
  /** As `log`, but a warning that was said before is not said again. */
  log: Log
  /** Every warning so far, as sentences, oldest first. */
  list(): readonly string[]
}

/** Keeps the warnings that go to `log`, for the job summary. */
export function collectWarnings(log: Log): Warnings {
  const texts: string[] = []
  return {
    list: () => texts,
    log: {
      ...log,
      warning(title, text) {
        if (texts.includes(text)) return
        texts.push(text)
        log.warning(title, text)
      },
    },
  }
}
