import { checkRow } from './check-row.ts'
import type { JobReport } from './job-report.ts'
import type { Row, Stage } from './rows.ts'
import type { RowResult } from './table.ts'

/** A row that was played, with what its job told. */
export type PlayedRow = RowResult & { event?: JobReport['event'] }

/**
 * Plays the rows one after the other; an error is a problem of its row.
 * @param onResult called after each row
 */
export async function playRows(
  rows: readonly Row[],
  stage: Stage,
  onResult: (result: PlayedRow) => void,
): Promise<PlayedRow[]> {
  const results: PlayedRow[] = []
  for (const row of rows) {
    const result = await playRow(row, stage)
    results.push(result)
    onResult(result)
  }
  return results
}

async function playRow({ name, needsStranger, play, expected }: Row, stage: Stage): Promise<PlayedRow> {
  if (needsStranger === true && stage.stranger === undefined)
    return { name, state: 'not run', problems: ['It needs a second account.'] }
  const start = performance.now()
  const durationMs = () => performance.now() - start
  try {
    const played = await play(stage)
    const problems = await checkRow(played, expected, stage.sandbox)
    const { report, url: runUrl } = played.run
    return {
      name,
      state: problems.length === 0 ? 'passed' : 'failed',
      problems,
      ...{ url: played.url, runUrl, durationMs: durationMs() },
      ...(report && { event: report.event }),
    }
  } catch (error) {
    return { name, state: 'failed', problems: [String(error)], durationMs: durationMs() }
  }
}
