import type { ViewRow } from '../../docs-service/schema.ts'
import { code, type Markdown, markdown, table } from '../../untrusted/markdown.ts'

/** How often the pages that a pull request changes were read. */
export interface Traffic {
  /** The pages, most read first. */
  rows: ViewRow[]
  days: number
}

/** Renders the pages as a table. */
export function renderTraffic({ rows }: Traffic): Markdown {
  const format = (count: number) => markdown`${count.toLocaleString('en-US', { maximumFractionDigits: 2 })}`
  return table(
    [markdown`Page`, markdown`Human`, markdown`AI`, markdown`Total`],
    rows.map(({ path, human, ai, total }) => [code(path, 120), ...[human, ai, total].map(format)]),
    [':--', '--:', '--:', '--:'],
  )
}
