import { basename } from 'node:path/posix'
import { ActionError } from '../runner/action-error.ts'
import { log } from '../runner/log.ts'
import type { ViewRow } from '../service/views.ts'
import { formatCount } from '../text/numbers.ts'
import { namePartial, openWorkspaceFile } from './file.ts'
import { createFormat } from './format.ts'
import { addViews, type Context, readPages } from './pages.ts'
import type { Result } from './result.ts'

/**
 * Writes the rows to the file, in the service's order, while they are read; memory doesn't grow with them. An error,
 * and the end of the budget, keep the rows so far in a partial file.
 * @param takeRow receives every row that `exclude` doesn't leave out
 * @throws ActionError, or the signal's reason
 */
export async function exportRows(
  context: Context,
  result: Result,
  workspace: string,
  takeRow: (row: ViewRow) => void,
): Promise<void> {
  const { inputs } = context
  const { reading } = result
  const file = await openWorkspaceFile(workspace, inputs.file)
  const format = createFormat(inputs.file, inputs.period)
  reading.nextOffset = inputs.offset
  try {
    await file.write(format.head)
    await readPages(context, inputs.period, reading, async (rows) => {
      await file.write(rows.map((row) => format.formatRow(row)).join(''))
      result.rows += rows.length
      for (const row of rows) {
        if (inputs.isExcluded?.(row.path)) {
          result.excludedRows += 1
          continue
        }
        result.sums = addViews(result.sums, row)
        rank(result.top, row, inputs.top)
        takeRow(row)
      }
    })
    if (!reading.isEnded) {
      const hint =
        'An organization has 100 analytics requests per hour. To read more rows in one run, increase `max-requests`.'
      const spent = formatCount(inputs.maximumRequests, 'request')
      throw new ActionError(`\`max-requests\` was reached. More rows remain after ${spent}.`, { hint })
    }
    result.file = await file.keepAs(basename(inputs.file))
    result.isKept = true
  } catch (error) {
    if (reading.pages > 0) result.file = await file.keepAs(namePartial(inputs.file)).catch(() => '')
    throw error
  } finally {
    await file.discard()
  }
  log.info(`Wrote ${formatCount(result.rows, 'row')} to ${result.file}, with ${formatCount(reading.pages, 'request')}.`)
}

/** Keeps the rows with the most views by people; of equal ones the first. */
function rank(top: ViewRow[], row: ViewRow, maximum: number): void {
  const least = top[maximum - 1]
  if (least !== undefined && row.human <= least.human) return
  top.push(row)
  top.sort((a, b) => b.human - a.human)
  top.length = Math.min(top.length, maximum)
}
