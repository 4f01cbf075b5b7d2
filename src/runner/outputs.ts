import * as core from '@actions/core'
import type { Markdown } from '../text/markdown.ts'
import { redact } from '../text/secrets.ts'
import { ActionError } from './action-error.ts'

/** Sets outputs of the step. @throws ActionError if the file can't be written */
export function setOutputs(outputs: Readonly<Record<string, string | number | boolean>>): void {
  // Outside of a runner, `@actions/core` would print the values.
  if (!process.env['GITHUB_OUTPUT']) return
  try {
    for (const [name, value] of Object.entries(outputs)) core.setOutput(name, redact(String(value)).toWellFormed())
  } catch (cause) {
    throw new ActionError(`Couldn't write the outputs: ${String(cause)}.`, { hint: DISK, cause })
  }
}

/**
 * Writes the job summary, in place of what this step wrote before.
 * @throws ActionError if it can't be written
 */
export async function writeSummary(content: Markdown): Promise<void> {
  if (!process.env['GITHUB_STEP_SUMMARY']) return
  try {
    await core.summary.emptyBuffer().addRaw(redact(content.toString()).toWellFormed(), true).write({ overwrite: true })
  } catch (cause) {
    throw new ActionError(`Couldn't write the job summary: ${String(cause)}.`, { hint: DISK, cause })
  }
}

const DISK = "Check whether the runner's disk is full."
