import type { DocsServiceError } from '../../docs-service/errors.ts'
import type { AgentJob } from '../../docs-service/schema.ts'
import { formatDuration } from '../../runner/clock.ts'
import type { Log } from '../../runner/log.ts'
import { readUntrustedText } from '../../untrusted/text.ts'

/** Lines become rarer as the wait grows: one each time it has grown by this factor, with the shortest gap below. */
const GROWTH = 1.25
const SHORTEST_GAP_MS = 20_000

export type ProgressLog = ReturnType<typeof createProgressLog>

/**
 * What the log shows while a job is polled: a line now and then, not one for every poll.
 * @param elapsedMs how long the wait has lasted, in milliseconds
 */
export function createProgressLog(log: Log, elapsedMs: () => number) {
  let lastLine: string | undefined
  let lastAt = 0
  let hasWarned = false

  function write(line: string): void {
    const elapsed = elapsedMs()
    const isDue = elapsed > Math.max(lastAt * GROWTH, lastAt + SHORTEST_GAP_MS)
    if (line === lastLine && !isDue) return
    lastLine = line
    lastAt = elapsed
    log.info(`${formatDuration(elapsed)}: ${line}`)
  }

  /** Warns once of a status that this version doesn't know. */
  function warnOf({ unknownStatus }: AgentJob): void {
    if (unknownStatus === undefined || hasWarned) return
    hasWarned = true
    const text = `This version doesn't know the status "${readUntrustedText(unknownStatus)}".`
    log.warning('Unknown job status', `${text} Treating the job as unfinished.`)
  }

  return {
    warnOf,
    note(job: AgentJob): void {
      warnOf(job)
      write(job.status ?? 'unknown status')
    },
    noteFailure: (failure: DocsServiceError): void => write(`${failure.message} Retrying.`),
  }
}
