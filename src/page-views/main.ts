import { ActionError, toActionError } from '../runner/action-error.ts'
import { listenForCancellation } from '../runner/cancellation.ts'
import { clock } from '../runner/clock.ts'
import { log } from '../runner/log.ts'
import { readWorkflowRun } from '../runner/workflow-run.ts'
import { connectService } from '../service/client.ts'
import { formatCount } from '../text/numbers.ts'
import { compare } from './compare.ts'
import { exportRows } from './export.ts'
import { type Inputs, readInputs } from './inputs.ts'
import { addRow, type PageTable } from './movers.ts'
import type { Context } from './pages.ts'
import { formatPeriod } from './period.ts'
import { publish } from './publish.ts'
import { createResult } from './result.ts'

/** Exports the page views of a period, compares them with the previous one, and publishes a report. */
export async function main(): Promise<void> {
  const signal = listenForCancellation()
  const { workspace } = readWorkflowRun()
  const result = createResult()
  let inputs: Inputs | undefined
  try {
    // 1. What is exported?
    inputs = readInputs(clock.now())
    const lifetime = { signal, deadline: Number.POSITIVE_INFINITY }
    const context: Context = { inputs, service: connectService({ ...inputs, clock, lifetime }), requests: 0 }
    const { projectId, period, previous, file, maximumRequests } = inputs
    const most = formatCount(maximumRequests, 'request')
    log.info(`Exporting page views of ${projectId}, ${formatPeriod(period)} (UTC), to ${file}, with at most ${most}.`)

    // 2. The totals, which come with the first rows, and all rows, to the file
    const table: PageTable = new Map()
    await exportRows(context, result, workspace, (row) => {
      if (previous) addRow(table, 'now', row)
    })

    // 3. The previous period
    await compare(context, result, table, signal)
  } catch (error) {
    result.error = signal.aborted ? new ActionError('The run was canceled.') : toActionError(error)
  }
  // 4. Outputs, report and job summary
  await publish(inputs, result)
}
