import { toActionError } from '../runner/action-error.ts'
import { log } from '../runner/log.ts'
import { MAXIMUM_OUTPUT_BYTES, setOutputs, writeReportFile, writeSummary } from '../runner/outputs.ts'
import { formatChange, formatHeadline } from './headline.ts'
import type { Inputs } from './inputs.ts'
import type { Mover } from './movers.ts'
import { toDates } from './period.ts'
import { explainEnd, renderReport } from './report.ts'
import { findTotals, type Result } from './result.ts'

/**
 * Publishes the result of a run, once: outputs, report, job summary, log, and the color of the step.
 * @param inputs undefined if one is invalid
 */
export async function publish(inputs: Inputs | undefined, result: Result): Promise<void> {
  const report = renderReport(inputs, result)
  try {
    setOutputs(listOutputs(inputs, result))
    if (inputs && result.reading.totals) setOutputs({ report: await writeReportFile(report) })
  } catch (error) {
    result.error ??= toActionError(error)
  }
  await writeSummary(report).catch((error: unknown) => log.warning('Page views', toActionError(error).text))
  for (const doubt of result.reading.doubts) log.warning('Page views: rows may be missing', doubt)
  for (const note of result.notes) log.warning('Page views: not everything was compared', note)
  if (inputs && result.reading.totals) log.notice('Page views', formatHeadline(inputs, result))
  if (result.error === undefined) return
  log.error('Page views: the run ended early', explainEnd(inputs, result))
  process.exitCode = 1
}

/** Every output, empty where there is nothing. @param inputs undefined if one is invalid */
export function listOutputs(inputs: Inputs | undefined, result: Result): Record<string, string | number | boolean> {
  const { comparison, rows, file, top, isKept, reading } = result
  const { human = '', ai = '', total = '' } = (inputs && findTotals(result, inputs)) ?? {}
  const { human: previousHuman = '', ai: previousAi = '' } = comparison?.totals ?? {}
  const { dateFrom = '', dateTo = '' } = inputs ? toDates(inputs.period) : {}
  const { rising = [], falling = [] } = comparison?.movers ?? {}
  return {
    human,
    ai,
    total,
    previousHuman,
    previousAi,
    changeHuman: inputs ? formatChange('human', inputs, result) : '',
    changeAi: inputs ? formatChange('ai', inputs, result) : '',
    top: toJson(top.map(({ path, human, ai, total }) => ({ path, human, ai, total }))),
    rising: toJson(rising.map(toFields)),
    falling: toJson(falling.map(toFields)),
    rows: file === '' ? 0 : rows,
    file,
    complete: isKept && reading.doubts.size === 0,
    nextOffset: inputs && !isKept ? reading.nextOffset : '',
    dateFrom,
    dateTo,
    headline: inputs ? formatHeadline(inputs, result) : '',
    report: '',
  }
}

function toFields({ path, human, ai, total, previous }: Mover): object {
  const { human: previousHuman, ai: previousAi, total: previousTotal } = previous
  return { path, human, ai, total, previousHuman, previousAi, previousTotal }
}

/** A JSON array of the first pages that fit. */
export function toJson(pages: readonly object[]): string {
  const items: string[] = []
  let bytes = 2
  for (const item of pages.map((page) => JSON.stringify(page))) {
    bytes += Buffer.byteLength(item) + 1
    if (bytes > MAXIMUM_OUTPUT_BYTES) break
    items.push(item)
  }
  return `[${items.join(',')}]`
}
