import { toActionError } from '../runner/action-error.ts'
import { log } from '../runner/log.ts'
import { setOutputs, writeSummary } from '../runner/outputs.ts'
import { writeReportFile } from '../runner/report-file.ts'
import { composeHeadline, formatChange, plain } from './headline.ts'
import type { Inputs } from './inputs.ts'
import type { Mover } from './movers.ts'
import { toDates } from './period.ts'
import { explainContinuation, renderReport } from './report.ts'
import { findTotals, isComplete, type Result } from './result.ts'

/**
 * Publishes the result of a run, once: outputs, report, job summary, log, and the color of the step.
 * @param inputs undefined if one is invalid
 */
export async function publish(inputs: Inputs | undefined, result: Result, requests: number): Promise<void> {
  const report = renderReport(inputs, result, requests)
  await tryTo('write the outputs', async () => setOutputs(listOutputs(inputs, result)))
  if (inputs !== undefined && result.reading.totals !== undefined)
    await tryTo('write the report', async () => {
      const path = await writeReportFile(report)
      setOutputs({ report: path })
      log.info(`Wrote the report to ${path}.`)
    })
  await tryTo('write the job summary', () => writeSummary(report))
  logResult(inputs, result)
  if (result.error !== undefined) process.exitCode = 1
}

async function tryTo(what: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const { message, hint } = toActionError(error)
    log.warning(`Page views: couldn't ${what}`, `${message} ${hint}`.trim())
  }
}

/** Every output, empty where there is nothing. @param inputs undefined if one is invalid */
export function listOutputs(inputs: Inputs | undefined, result: Result): Record<string, string | number | boolean> {
  const { comparison, rows, file, top } = result
  const { human: previousHuman = '', ai: previousAi = '' } = comparison?.totals ?? {}
  const { rising = [], falling = [] } = comparison?.movers ?? {}
  return {
    ...(inputs === undefined ? NO_FIGURES : listFigures(inputs, result)),
    previousHuman,
    previousAi,
    top: toJson(top.map(({ path, human, ai, total }) => ({ path, human, ai, total }))),
    rising: toJson(rising.map(toFields)),
    falling: toJson(falling.map(toFields)),
    rows: file === '' ? 0 : rows,
    file,
    complete: isComplete(result),
    report: '',
  }
}

const NO_FIGURES = {
  human: '',
  ai: '',
  total: '',
  changeHuman: '',
  changeAi: '',
  nextOffset: '',
  dateFrom: '',
  dateTo: '',
  headline: '',
}

function listFigures(inputs: Inputs, result: Result): Record<keyof typeof NO_FIGURES, string | number> {
  const { human, ai, total } = findTotals(result, inputs) ?? NO_FIGURES
  const { dateFrom = '', dateTo } = toDates(inputs.period)
  return {
    human,
    ai,
    total,
    changeHuman: formatChange('human', inputs, result),
    changeAi: formatChange('ai', inputs, result),
    nextOffset: result.isKept ? '' : result.reading.nextOffset,
    dateFrom,
    dateTo,
    headline: composeHeadline(plain, inputs, result),
  }
}

function toFields({ path, human, ai, total, previous }: Mover): object {
  const { human: previousHuman, ai: previousAi, total: previousTotal } = previous
  return { path, human, ai, total, previousHuman, previousAi, previousTotal }
}

const MAXIMUM_JSON_BYTES = 100 * 1024

/** A JSON array of the first pages that fit. */
export function toJson(pages: readonly object[]): string {
  const items: string[] = []
  let bytes = 2
  for (const item of pages.map((page) => JSON.stringify(page))) {
    bytes += Buffer.byteLength(item) + 1
    if (bytes > MAXIMUM_JSON_BYTES) break
    items.push(item)
  }
  return `[${items.join(',')}]`
}

function logResult(inputs: Inputs | undefined, result: Result): void {
  const { reading, notes, error } = result
  for (const doubt of reading.doubts) log.warning('Page views: rows may be missing', doubt)
  for (const note of notes) log.warning('Page views: not everything was compared', note)
  if (inputs !== undefined && reading.totals !== undefined)
    log.notice('Page views', composeHeadline(plain, inputs, result))
  if (error === undefined) return
  const parts = [error.message, error.said, error.hint, inputs && explainContinuation(inputs, result)]
  log.error('Page views: the run ended early', parts.filter(Boolean).join(' '))
}
