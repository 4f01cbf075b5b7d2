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
  const warned = new Set<string>()

  function write(line: string): void {
    const elapsed = elapsedMs()
    const isDue = elapsed > Math.max(lastAt * GROWTH, lastAt + SHORTEST_GAP_MS)
    if (line === lastLine && !isDue) return
    lastLine = line
    lastAt = elapsed
    log.info(`${formatDuration(elapsed)}: ${line}`)
  }

  function warnOnce(title: string, text: string): void {
    if (!warned.has(title)) log.warning(title, text)
    warned.add(title)
  }

  /** Warns of what is odd about a job, each once. */
  function warnOf({ unknownStatus, wrongFields }: AgentJob): void {
    if (unknownStatus !== undefined) {
      const text = `This version doesn't know the status "${readUntrustedText(unknownStatus)}".`
      warnOnce('Unknown job status', `${text} Treating the job as unfinished.`)
    }
    if (wrongFields !== undefined) {
      const names = wrongFields.map((name) => `\`${name}\``).join(', ')
      const text = `The service sent ${names} with a type that is not documented.`
      warnOnce('Unexpected fields in the job', `${text} Ignoring them.`)
    }
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
