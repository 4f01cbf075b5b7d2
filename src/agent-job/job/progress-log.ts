import type { DocsServiceError } from '../../docs-service/errors.ts'
import type { AgentJob } from '../../docs-service/schema.ts'
import { formatDuration } from '../../runner/clock.ts'
import type { Log } from '../../runner/log.ts'
import { readUntrustedText } from '../../untrusted/text.ts'

/** What the log shows while a job is polled: a line now and then, not one for every poll. */
export interface ProgressLog {
  note(job: AgentJob): void
  /** Warns of what is odd about a job, each once. */
  warnOf(job: AgentJob): void
  noteFailure: (failure: DocsServiceError) => void
}

/** Lines become rarer as the wait goes on: one each time it has grown by this factor, with the shortest gap below. */
const GROWTH = 1.25
const SHORTEST_GAP_MS = 20_000

/**
 * A progress log that has no line yet.
 * @param elapsedMs how long the wait has lasted, in milliseconds
 */
export function createProgressLog(log: Log, elapsedMs: () => number): ProgressLog {
  let lastLine: string | undefined
  let lastAt = 0
  let hasWarnedOfStatus = false
  let hasWarnedOfFields = false

  return {
    note(job) {
      warnOf(job)
      write(job.status ?? 'unknown status')
    },
    warnOf,
    noteFailure: (failure) => write(`${failure.message} It is polled again.`),
  }

  function write(line: string): void {
    const elapsed = elapsedMs()
    const isDue = elapsed > Math.max(lastAt * GROWTH, lastAt + SHORTEST_GAP_MS)
    if (line === lastLine && !isDue) return
    lastLine = line
    lastAt = elapsed
    log.info(`${formatDuration(elapsed)}: ${line}`)
  }

  function warnOf({ unknownStatus, wrongFields }: AgentJob): void {
    if (unknownStatus !== undefined && !hasWarnedOfStatus) {
      hasWarnedOfStatus = true
      log.warning(
        'Unknown job status',
        `The service reports the status "${readUntrustedText(unknownStatus)}", which this version does not know. The job counts as not finished.`,
      )
    }
    if (wrongFields === undefined || hasWarnedOfFields) return
    hasWarnedOfFields = true
    log.warning(
      'Unreadable fields of the job',
      `The service sent ${wrongFields.map((name) => `\`${name}\``).join(', ')} with a type that is not documented. What has the wrong type counts as missing.`,
    )
  }
}
