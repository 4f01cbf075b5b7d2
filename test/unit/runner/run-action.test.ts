import { expect, test } from 'vitest'
import { describeBug } from '../../../src/runner/run-action.ts'

test.each([
  [
    new TypeError('job.status is not a function'),
    'job.status is not a function. This is a bug in the action; please report it.',
  ],
  [new Error('It broke.'), 'It broke. This is a bug in the action; please report it.'],
  [
    new Error('The entry failed', { cause: new Error('disk full') }),
    'The entry failed (disk full). This is a bug in the action; please report it.',
  ],
  ['a text', 'a text. This is a bug in the action; please report it.'],
])('an unexpected error is described in sentences: %s', (error, text) => {
  expect(describeBug(error)).toBe(text)
})
