import fc from 'fast-check'
import { afterAll, describe, test } from 'vitest'
import { type Disturbance, disturb, FAULTS, listDisturbances } from './disturb.ts'

/** `npm run faults` tries all of them; the suite the same tenth every time. */
const isWhole = process.env['FAULTS'] === 'all'
const all = await listDisturbances()
const tenth = Math.round(all.length / 10)
const sample = fc.subarray(all, { minLength: tenth, maxLength: tenth })
const chosen = isWhole ? all : fc.sample(sample, { seed: 31, numRuns: 1 }).flat()

const ends = new Map<string, string>()

// Signals need processes, which run side by side. The time limits of requests belong to the whole process of the tests.
const signals = chosen.filter(({ fault }) => fault.startsWith('SIG'))
const answers = chosen.filter(({ fault }) => !fault.startsWith('SIG'))

describe.concurrent('a request to GitHub that meets a signal in two attempts of a run', () => {
  test.each(signals.map(nameCase))('%s: %s', check)
})

describe('a request to GitHub whose answer is spoiled in two attempts of a run', () => {
  test.each(answers.map(nameCase))('%s: %s', check)
})

async function check(row: string, fault: string, disturbance: Disturbance): Promise<void> {
  ends.set(`${row} ${fault}`, 'BROKEN')
  ends.set(`${row} ${fault}`, await disturb(disturbance))
}

function nameCase(disturbance: Disturbance) {
  return [nameRow(disturbance), disturbance.fault, disturbance] as const
}

afterAll(() => {
  if (isWhole) console.log(renderTable())
})

function nameRow({ scene, step: { number, name }, other, isLate }: Disturbance): string {
  const more = other === undefined ? '' : `, and ${other.number} ${other.name}`
  return `${scene} ${number} ${name}${more}${isLate ? ', in attempts 2 and 3' : ''}`
}

/** How the three attempts ended, and how many prompts they sent: requests by faults. */
function renderTable(): string {
  const rows = [...new Set(all.map(nameRow))].map((row) => [
    row,
    ...FAULTS.map((fault) => ends.get(`${row} ${fault}`) ?? ''),
  ])
  return [['Request', ...FAULTS], ['---', ...FAULTS.map(() => '---')], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
