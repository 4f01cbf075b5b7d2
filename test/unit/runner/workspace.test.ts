import { expect, test } from 'vitest'
import { isInside } from '../../../src/runner/workspace.ts'

test.each([
  ['a.csv', true],
  ['..a/b.csv', true],
  ['/workspace/a.csv', true],
  ['../a.csv', false],
  ['a/../../a.csv', false],
  ['/workspace2/a.csv', false],
  ['.', false],
])('the file %s is inside the workspace: %s', (file, expected) => {
  expect(isInside('/workspace', file)).toBe(expected)
})
