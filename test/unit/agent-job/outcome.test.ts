import { expect, test } from 'vitest'
import { failsStep, OUTCOME_RECORDS, OUTCOMES, STATUS_OUTCOMES } from '../../../src/agent-job/outcome.ts'
import { END_STATUSES } from '../../../src/docs-service/schema.ts'

test.each(OUTCOMES)('a job of %s is reported or sent again if it has ended, and its comment is closed', (outcome) => {
  const { onRerun, isFinal, isEarly, reaction } = OUTCOME_RECORDS[outcome]
  expect(onRerun === 'wait').toBe(!isFinal)
  if (isFinal) expect([reaction === undefined, isEarly]).toEqual([false, false])
  if (onRerun === 'send') expect(reaction).toBe('confused')
})

test('every status that ends a job ends the run with a final outcome, unless the pull request decides', () => {
  expect(Object.keys(STATUS_OUTCOMES).toSorted()).toEqual(END_STATUSES.toSorted())
  const mapped = Object.values(STATUS_OUTCOMES).filter((outcome) => outcome !== undefined)
  expect(mapped.filter((outcome) => !OUTCOME_RECORDS[outcome].isFinal)).toEqual([])
  // Only then does a follow-up fetch the pull request.
  expect(END_STATUSES.filter((status) => STATUS_OUTCOMES[status] === undefined)).toEqual(['completed'])
})

test('the outcomes without a result always fail the step, and leave a reaction that shows it', () => {
  const failing = OUTCOMES.filter((outcome) => failsStep(outcome, []))
  expect(failing).toEqual(['cancelled', 'unknown', 'error'])
  for (const outcome of failing) expect(OUTCOME_RECORDS[outcome].reaction).toBe('confused')
  for (const outcome of OUTCOMES) expect(failsStep(outcome, [outcome])).toBe(true)
})
