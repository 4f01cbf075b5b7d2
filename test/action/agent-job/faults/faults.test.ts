// @module-tag requests-vary
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { type Disturbance, disturb, listDisturbances } from './disturb.ts'

/** `npm run faults` tries all of them; the suite the same tenth every time. */
const isWhole = process.env['FAULTS'] === 'all'
const all = await listDisturbances()
const tenth = Math.round(all.length / 10)
// Behind a message to a job, the process after a killed one waits for a real minute until it believes the job's end.
const isSlow = ({ scene, step, fault }: Disturbance) =>
  ['follow-up', 'series'].includes(scene) && fault.startsWith('SIG') && step.number > 10
const quick = all.filter((each) => !isSlow(each))
const sample = fc.subarray(quick, { minLength: tenth, maxLength: tenth })
const chosen = isWhole ? all : fc.sample(sample, { seed: 31, numRuns: 1 }).flat()

// Signals need processes, which run side by side. The time limits of requests belong to the whole process of the tests.
const signals = chosen.filter(({ fault }) => fault.startsWith('SIG'))
const answers = chosen.filter(({ fault }) => !fault.startsWith('SIG'))

describe.concurrent('a request to GitHub that meets a signal in two attempts of a run', () => {
  test.each(signals.map(nameCase))('%s: %s', check)
})

describe('a request to GitHub whose answer is spoiled in two attempts of a run', () => {
  test.each(answers.map(nameCase))('%s: %s', check)
})

/** With all of them, it prints how the attempts ended, and how many prompts they sent. */
async function check(row: string, fault: string, disturbance: Disturbance): Promise<void> {
  const ends = await disturb(disturbance)
  if (isWhole) console.log(`${row}: ${fault}: ${ends}`)
}

function nameCase(disturbance: Disturbance) {
  const { scene, step, other, isLate, fault } = disturbance
  const more = other === undefined ? '' : `, and ${other.number} ${other.name}`
  const row = `${scene} ${step.number} ${step.name}${more}${isLate ? ', in attempts 2 and 3' : ''}`
  return [row, fault, disturbance] as const
}
