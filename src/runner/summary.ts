import * as core from '@actions/core'
import type { Markdown } from '../untrusted/markdown.ts'
import { truncateMarkdownToBytes } from '../untrusted/truncate-markdown.ts'
import type { Secrets } from './secrets.ts'

/** Writes the job summary. */
export type WriteSummary = (content: Markdown) => Promise<void>

/** GitHub refuses a step's summary over 1 MiB; some room is left for what the runner adds. */
const MAXIMUM_BYTES = 1024 * 1024 - 1024

/**
 * A writer of job summaries that redacts `secrets`. It rejects where the runner offers no summary file.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#adding-a-job-summary
 */
export function createSummary(secrets: Secrets): WriteSummary {
  return async (content) => {
    await core.summary
      .addRaw(truncateMarkdownToBytes(secrets.redact(content.toString()), MAXIMUM_BYTES), true)
      .write()
  }
}
