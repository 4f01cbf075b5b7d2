import { expect, test } from 'vitest'
import { createMatcher, isGlob, parseGlobs } from '../../../src/runner/globs.ts'

test.each([
  ['', []],
  ['src/**\n  docs/*.md\r\n\n!**/*.test.ts', ['src/**', 'docs/*.md', '!**/*.test.ts']],
  ['*.{ts,tsx},a/{b,{c,d}},/{a,b{c,d}}/* ,,e', ['*.{ts,tsx}', 'a/{b,{c,d}}', '/{a,b{c,d}}/*', 'e']],
  ['a}b,c', ['a}b', 'c']],
  ['a{b\rc', ['a{b', 'c']],
])('the input %j has the globs %j', (text, globs) => {
  expect(parseGlobs(text)).toEqual(globs)
})

// What the pages promise of globs.
test.each([
  ['src/**', ['src/a', 'src/b/.c'], ['src-a', 'a/src/b', 'SRC/a']],
  ['/src/*', ['src/a', 'src/.a'], ['src/a/b', 'a/src/b']],
  ['**/*.test.?s', ['a.test.ts', 'b/c.test.js'], ['a.test.tsx', 'test.ts']],
  ['[a-c]x[!0-9][^0-9]', ['ax--'], ['dx--', 'ax1-', 'ax-1']],
  ['{a,b{c,d}}/x.{md,mdx}', ['a/x.md', 'bc/x.mdx', 'bd/x.md'], ['b/x.md', 'a/x.m']],
  ['app/\\(shop\\)/\\[id\\]/*', ['app/(shop)/[id]/a.ts'], ['app/shop/i/a.ts']],
  ['**', ['a', `${'a/'.repeat(499)}aa`], [`${'a/'.repeat(500)}a`]],
])('the glob %j matches %j, and not %j', (glob, matching, others) => {
  expect([...matching, ...others].filter(createMatcher([glob]))).toEqual(matching)
})

test.each<[string, boolean]>([
  ['app/(shop)/**', true],
  ['{a,b}'.repeat(200), true],
  ['a'.repeat(1001), false],
  ['src/', false],
  ['src/[a', false],
  ['src/{a', false],
])('the glob %j can be used: %s', (glob, isUsable) => {
  expect(isGlob(glob)).toBe(isUsable)
})
