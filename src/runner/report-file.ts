import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Markdown } from '../text/markdown.ts'
import { redact } from '../text/secrets.ts'
import { ActionError } from './action-error.ts'

/**
 * Writes a report to a new folder in RUNNER_TEMP, which later steps of the job can read, and which no checkout deletes.
 * @returns its absolute path
 * @throws ActionError if it can't be written
 */
export async function writeReportFile(report: Markdown): Promise<string> {
  try {
    const folder = await mkdtemp(join(process.env['RUNNER_TEMP'] || tmpdir(), 'report-'))
    const path = join(folder, 'report.md')
    await writeFile(path, `${redact(report.toString()).toWellFormed()}\n`)
    return path
  } catch (cause) {
    throw new ActionError(`Couldn't write the report: ${String(cause)}.`, {
      hint: "Check whether the runner's disk is full, and whether its temporary folder can be written.",
      cause,
    })
  }
}
