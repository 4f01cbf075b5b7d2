import { expect, test } from 'vitest'
import { parsePathPatterns } from '../../../../../src/agent-job/request/changes/path-patterns.ts'

test.each([
  ['', [], []],
  ['src/**\n  docs/*.md\r\n\n!**/*.test.ts', ['src/**', 'docs/*.md'], ['**/*.test.ts']],
  ['src/**/*.{ts,tsx},!a/{b,{c,d}},e', ['src/**/*.{ts,tsx}', 'e'], ['a/{b,{c,d}}']],
  ['! dist/**, a b/**,', ['a b/**'], ['dist/**']],
  ['a}b,c', ['a}b', 'c'], []],
  ['a{b\nc', ['a{b', 'c'], []],
])('the input %j has the patterns %j, and excludes %j', (text, included, excluded) => {
  expect(parsePathPatterns(text)).toEqual({ included, excluded, hasEmptyPattern: false })
})

test.each(['!', 'src/**, !', '!\nsrc/**'])('the input %j has an empty pattern', (text) => {
  expect(parsePathPatterns(text).hasEmptyPattern).toBe(true)
})
