import type { Outputs } from '../runner/outputs.ts'
import { readUntrustedText } from '../untrusted/text.ts'
import type { ExportResult } from './export-page-views.ts'

/** The outputs of the action. */
export type OutputName = 'human' | 'ai' | 'total' | 'rows' | 'file' | 'complete' | 'nextOffset' | 'top'

/** All outputs of a job together may have 1 MiB, so `top` is cut where paths are extremely long. */
const MAXIMUM_TOP_LENGTH = 256 * 1024

/** Sets every output; without a result as for an export that came to nothing. */
export function writeOutputs(outputs: Outputs<OutputName>, result?: ExportResult): void {
  const { human, ai, total } = result?.totals ?? {}
  const values: Record<OutputName, string> = {
    human: String(human ?? ''),
    ai: String(ai ?? ''),
    total: String(total ?? ''),
    rows: String(result?.rows ?? 0),
    file: result?.file ?? '',
    complete: String(result?.outcome === 'complete'),
    nextOffset: String(result?.nextOffset ?? ''),
    top: formatTop(result?.top ?? []),
  }
  for (const name of Object.keys(values) as OutputName[]) outputs.set(name, values[name])
}

function formatTop(top: ExportResult['top']): string {
  const rows = top.map(({ path, human, ai, total }) =>
    JSON.stringify({ path: readUntrustedText(path), human, ai, total }),
  )
  while (rows.join().length > MAXIMUM_TOP_LENGTH) rows.pop()
  return `[${rows.join()}]`
}
