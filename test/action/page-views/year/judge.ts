import { formatDays } from '../../days.ts'
import type { Range } from './truth.ts'

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
    const whole = formatDays({ from, to })
    this.claim(text === whole || text === whole.replace(/ \(.*/, ''), 'in truth', whole)
  }
}

/** A number as people write it; undefined for an empty cell, and for a dash. */
export function readNumber(text = ''): number | undefined {
  const number = text.replaceAll(/[\\,%*]|`.*`&nbsp;/g, '').trim()
  return /^[+-]?\d+(?:\.\d+)?$/.test(number) ? Number(number) : undefined
}

export const toDate = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10)
