import { DAY_MS } from './site.ts'
import type { Range } from './truth.ts'

/** A number as people write it; undefined for an empty cell, and for a dash. */
export function readNumber(text = ''): number | undefined {
  const number = text.replaceAll(/[\\,%*]|`.*`&nbsp;/g, '').trim()
  return /^[+-]?\d+(?:\.\d+)?$/.test(number) ? Number(number) : undefined
}

/** How long the bar of a cell is. */
export const readBar = (cell = ''): number => cell.split('█').length - 1

/** Such as `27 Jul – 2 Aug 2026 (7 days, UTC)`; `days` are as written. */
export function readPeriod(text = ''): Range & { days: number } {
  const form = /^(\d+)( \w{3})?( \d{4})?(?: ?– ?(\d+)( \w{3})( \d{4}))?(?: \((\d+) days?, UTC\))?$/
  const [, day, month, year, lastDay = day, lastMonth = month, lastYear = year, days] = form.exec(text) ?? []
  const from = Date.parse(`${day}${month ?? lastMonth}${year ?? lastYear} UTC`)
  const to = Date.parse(`${lastDay}${lastMonth}${lastYear} UTC`) + DAY_MS
  return { from, to, days: Number(days ?? (to - from) / DAY_MS) }
}

export function readCells(row: string): string[] {
  return row.slice(2, -2).split(/(?<!\\) \| /)
}

/** A path in a code span, and a mark behind it. */
export function readPath(cell = ''): { path: string; isRenamed: boolean } {
  const [, , code = '', mark = ''] = /^(`+) ?(.*?) ?\1( renamed\?)?$/.exec(cell) ?? []
  return { path: code.replaceAll('\\|', '|').replaceAll('\u2060', ''), isRenamed: mark !== '' }
}

export const toDate = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10)
