import fc from 'fast-check'
import { expect } from 'vitest'
import { isRepeat, reportLongRun, testProperty } from '../fuzz-parameters.ts'
import { COMPLETED, FATES, type Week, Year } from './year.ts'

const fate = fc.oneof(
  { weight: 6, arbitrary: fc.constant(COMPLETED) },
  { weight: 4, arbitrary: fc.constantFrom(...FATES) },
)
const week: fc.Arbitrary<Week> = fc.record({
  merges: fc.array(fc.boolean(), { maxLength: 4 }),
  fates: fc.array(fate, { minLength: 2, maxLength: 2 }),
  again: fc.option(fate, { nil: undefined, freq: 2 }),
  jobsNow: fc.constantFrom('active', 'active', 'completed', 'failed', 'archived', 'gone'),
  event: fc.constantFrom('none', 'none', 'none', 'force-push', 'service-down'),
})

const seen = new Map<string, number>()

testProperty(
  'in a year of weeks, nothing that counts is lost, and nothing else is ever told',
  100,
  [fc.array(week, { maxLength: 52, size: 'max' })],
  async (weeks) => {
    const year = new Year()
    for (const each of weeks) await year.play(each)
    await year.judge()
    for (const [what, count] of year.seen) seen.set(what, (seen.get(what) ?? 0) + count)
  },
  () => {
    const expected = [...FATES.map(({ name }) => name), 'again', 'nothing counts', 'force-push', 'service-down']
    for (const what of isRepeat ? [] : expected) expect(seen.get(what) ?? 0, what).toBeGreaterThan(0)
    reportLongRun(Object.fromEntries(seen))
  },
)
