import { expect, test } from 'vitest'
import { describeBug } from '../../../src/formatting/errors.ts'

test.each([
  [new TypeError('job.status is not a function'), 'job.status is not a function'],
  [new Error('It broke.'), 'It broke'],
  [new Error('The entry failed', { cause: new Error('disk full') }), 'The entry failed (disk full)'],
  ['a text', 'a text'],
])('an unexpected error is described in sentences: %s', (error, text) => {
  expect(describeBug(error)).toBe(`${text}. This is a bug in the action; please report it.`)
})
