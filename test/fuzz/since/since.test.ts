import fc from 'fast-check'
import { expect } from 'vitest'
import { isRepeat, reportLongRun, testProperty } from '../fuzz-parameters.ts'
import { WAYS } from './simulated-branch.ts'
import { ENDS, FATES, type Week, Year } from './year.ts'

const flaw = fc.oneof(
  { weight: 6, arbitrary: fc.constant('none' as const) },
  { weight: 4, arbitrary: fc.constantFrom('label' as const, 'author', 'path', 'part') },
)
const landing = fc.record({ way: fc.constantFrom(...WAYS), flaw })
const fate = fc.oneof(
  { weight: 6, arbitrary: fc.constant('completed' as const) },
  { weight: 4, arbitrary: fc.constantFrom(...FATES) },
)
const event = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('none' as const, 'settle') },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'rename' as const,
      'force-push',
      'collect',
      'days',
      'service-down',
      'github-down',
      'busy',
    ),
  },
)
const week: fc.Arbitrary<Week> = fc.record({
  landings: fc.array(landing, { maxLength: 4 }),
  runs: fc.array(fate, { minLength: 3, maxLength: 3 }),
  again: fc.option(fate, { nil: undefined, freq: 2 }),
  event,
  end: fc.constantFrom(...ENDS),
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
    const expected = [...FATES, 'again', 'base gone', 'nothing counts', 'rename', 'force-push', 'busy', 'days']
    for (const what of isRepeat ? [] : expected) expect(seen.get(what) ?? 0, what).toBeGreaterThan(0)
    reportLongRun(Object.fromEntries(seen))
  },
)
