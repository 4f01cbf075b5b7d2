import { describe, expect, test } from 'vitest'
import { failsStep, OUTCOME_RECORDS, OUTCOMES, STATUS_OUTCOMES } from '../../../src/agent-job/outcome.ts'
import { END_STATUSES } from '../../../src/docs-service/schema.ts'

describe.each(OUTCOMES)('the row of %s is complete', (outcome) => {
  const row = OUTCOME_RECORDS[outcome]

  test('its texts are sentences, and its headline is unique', () => {
    expect(row.sign).toMatch(/^\p{Emoji}/u)
    expect(row.headline).toMatch(/^[A-Z][^.{}]*[^.]$/)
    expect(OUTCOMES.filter((each) => OUTCOME_RECORDS[each].headline === row.headline)).toEqual([outcome])
    expect(row.advice).toMatch(/^$|\.$/)
    expect(row.advice.replaceAll(/\{(?:keys|usage|app|new|again|check|start)\}/g, '')).not.toMatch(/[{}]/)
  })

  test('a job that has ended is reported again or sent again, and its comment is closed', () => {
    expect(row.onRerun === 'wait').toBe(!row.isFinal)
    if (row.isFinal) expect([row.reaction === undefined, row.isEarly]).toEqual([false, false])
    if (row.onRerun === 'send') expect(row.reaction).toBe('confused')
  })
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
