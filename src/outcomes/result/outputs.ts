import type { PullRequestEntry } from '../../github/pull-request-list.ts'
import { isPage } from '../../page-traffic/views-of-files.ts'
import { type Outputs, selectFitting } from '../../runner/outputs.ts'
import { toSafeUrl } from '../../untrusted/safe-url.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { Figures } from '../count.ts'
import type { OutcomesReport } from '../report-outcomes.ts'

/** The outputs of `action.yml`, in its order; `commentUrl` is known last. */
const NAMES = [
  ...(['merged', 'mergedWithoutEdits', 'mergedUnknown', 'closed', 'opened', 'medianHours'] as const),
  ...(['open', 'oldestOpenDays'] as const),
  ...(['previousMerged', 'previousMergedWithoutEdits', 'previousMergedUnknown'] as const),
  ...(['previousClosed', 'previousOpened', 'previousMedianHours'] as const),
  ...(['complete', 'report', 'reportCut', 'commentUrl'] as const),
]
export type OutputName = (typeof NAMES)[number]

/** Sets every output; those that aren't known are empty strings, as all are without a report. */
export function writeOutputs(outputs: Outputs<OutputName>, report?: OutcomesReport): void {
  const values: Readonly<Record<string, string | number | boolean | undefined>> = report ? formatValues(report) : {}
  for (const name of NAMES) outputs.set(name, String(values[name] ?? ''))
}

function formatValues({ figures, previous, openCount, oldestOpenDays, list, ...report }: OutcomesReport) {
  const before = Object.entries(previous ? formatFigures(previous) : {}).map(([name, value]) => [
    `previous${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    value,
  ])
  const all = report.pullRequests.map((each) => formatEntry(each, report))
  const fitting = selectFitting(all, (entry) => entry)
  return {
    ...formatFigures(figures),
    ...(Object.fromEntries(before) as object),
    open: openCount,
    oldestOpenDays,
    complete: list.isWhole,
    report: `[${fitting.join()}]`,
    reportCut: fitting.length < all.length,
  }
}

function formatFigures({ medianHours, ...counts }: Figures) {
  return { ...counts, medianHours: medianHours?.toFixed(1) }
}

function formatEntry(
  { number, title, url, state, isDraft, createdAt, mergedAt, closedAt }: PullRequestEntry,
  { isWithoutEdits, changed }: Pick<OutcomesReport, 'isWithoutEdits' | 'changed'>,
): string {
  const { files = [], isWhole = false } = changed.get(number) ?? {}
  return JSON.stringify({
    number,
    prLink: toSafeUrl(url)?.href ?? null,
    title: readUntrustedText(title),
    state,
    draft: isDraft,
    createdAt,
    mergedAt: mergedAt ?? null,
    closedAt: closedAt ?? null,
    withoutEdits: isWithoutEdits.get(number) ?? null,
    pages: isWhole ? files.filter(isPage).map(({ path }) => readUntrustedText(path)) : null,
  })
}
