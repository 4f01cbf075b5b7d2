import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as core from '@actions/core'
import type { Markdown } from '../text/markdown.ts'
import { redact } from '../text/secrets.ts'
import { ActionError } from './action-error.ts'

/** The kernel takes no environment variable over 128 KiB, and scripts get outputs as such. */
export const MAXIMUM_OUTPUT_BYTES = 100 * 1024

/** Sets outputs of the step. @throws ActionError if the file can't be written */
export function setOutputs(outputs: Readonly<Record<string, string | number | boolean>>): void {
  // Outside of a runner, `@actions/core` would print the values.
  if (!process.env['GITHUB_OUTPUT']) return
  try {
    for (const [name, value] of Object.entries(outputs)) core.setOutput(name, clean(value))
  } catch (cause) {
    throw explainDisk('the outputs', cause)
  }
}

/**
 * Writes the job summary, in place of what this step wrote before.
 * @throws ActionError if it can't be written
 */
export async function writeSummary(content: Markdown): Promise<void> {
  if (!process.env['GITHUB_STEP_SUMMARY']) return
  try {
    await core.summary.emptyBuffer().addRaw(clean(content), true).write({ overwrite: true })
  } catch (cause) {
    throw explainDisk('the job summary', cause)
  }
}

/**
 * Writes a report to a new folder in RUNNER_TEMP, which later steps of the job can read, and which no checkout deletes.
 * @returns its absolute path
 * @throws ActionError if it can't be written
 */
export async function writeReportFile(report: Markdown): Promise<string> {
  try {
    const folder = await mkdtemp(join(process.env['RUNNER_TEMP'] || tmpdir(), 'report-'))
    const path = join(folder, 'report.md')
    await writeFile(path, `${clean(report)}\n`)
    return path
  } catch (cause) {
    throw explainDisk('the report', cause)
  }
}

function clean(value: { toString(): string }): string {
  return redact(value.toString()).toWellFormed()
}

function explainDisk(what: string, cause: unknown): ActionError {
  const hint = "Check whether the runner's disk is full, and whether its temporary folder is writable."
  return new ActionError(`Couldn't write ${what}: ${String(cause)}.`, { hint, cause })
}
