import type { Markdown } from '../untrusted/markdown.ts'
import { truncateMarkdown } from '../untrusted/truncate-markdown.ts'
import { explainRefusal } from './outputs.ts'
import type { Secrets } from './secrets.ts'

/** Writes the job summary, in place of what this step wrote before. Rejects if it can't be written. */
export type WriteSummary = ReturnType<typeof createSummary>

/** GitHub rejects a step's summary over 1 MiB, including text that the runner adds. */
const MAXIMUM_BYTES = 1024 * 1024 - 1024

/**
 * A writer of job summaries that redacts `secrets`.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#adding-a-job-summary
 */
export function createSummary(secrets: Secrets) {
  return async (content: Markdown): Promise<void> => {
    const text = truncateMarkdown(secrets.redact(content.toString()), MAXIMUM_BYTES)
    try {
      // Loaded late, with `fs.promises`: a comment without a command writes no summary.
      const { summary } = await import('@actions/core')
      await summary.addRaw(text, true).write({ overwrite: true })
    } catch (error) {
      throw new Error(explainRefusal('write the job summary', error))
    }
  }
}
