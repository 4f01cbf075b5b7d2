import { DAY_MS } from './site.ts'
import { countDays, type Range } from './truth.ts'

/** Holds what is read against the truth. */
export class Judge {
  readonly complaints: string[] = []
  /** What is read, for complaints. */
  line = ''
  heading = ''

  claim(isTrue: boolean, ...truths: unknown[]): void {
    if (!isTrue) this.complaints.push([this.line.slice(0, 250), `(${this.heading})`, ...truths].join(' '))
  }

  /** @param digits after the point, which are shown */
  isNumber(text: string | undefined, value: number | undefined, digits = 0): void {
    const number = readNumber(text)
    const isNear = Math.abs((number ?? Number.NaN) - (value ?? Number.NaN)) <= 0.5001 / 10 ** digits
    this.claim(number === value || isNear, 'in truth', value)
  }

  isPeriod(text: string | undefined, { from, to }: Range): void {
    const read = readPeriod(text)
    const isSame = read.from === from && read.to === to && read.days === countDays(read)
    this.claim(isSame, 'in truth', toDate(from), toDate(to))
  }
}

/** A number as people write it; undefined for an empty cell, and for a dash. */
export function readNumber(text = ''): number | undefined {
  const number = text.replaceAll(/[\\,%*]|`.*`&nbsp;/g, '').trim()
  return /^[+-]?\d+(?:\.\d+)?$/.test(number) ? Number(number) : undefined
}

/** Such as `Jul 27 – Aug 2, 2026 (7 days, UTC)`. */
function readPeriod(text = ''): Range & { days: number } {
  const form = /^(\w{3}) (\d+)(?:, (\d{4}))?(?: ?– ?(?:(\w{3}) )?(\d+), (\d{4}))?(?: \((\d+) days?, UTC\))?$/
  const [, month, day, year, lastMonth = month, lastDay = day, lastYear = year, days] = form.exec(text) ?? []
  const from = Date.parse(`${month} ${day}, ${year ?? lastYear} UTC`)
  const to = Date.parse(`${lastMonth} ${lastDay}, ${lastYear} UTC`) + DAY_MS
  return { from, to, days: Number(days ?? (to - from) / DAY_MS) }
}

export const toDate = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10)
