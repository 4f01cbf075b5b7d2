import { expect, test } from 'vitest'
import { createMatcher } from '../../../src/globs/create-matcher.ts'
import { parseGlobs } from '../../../src/globs/parse-globs.ts'

test.each([
  ['', []],
  ['src/**\n  docs/*.md\r\n\n!**/*.test.ts', ['src/**', 'docs/*.md', '!**/*.test.ts']],
  ['*.{ts,tsx},a/{b,{c,d}},/{a,b{c,d}}/* ,,e', ['*.{ts,tsx}', 'a/{b,{c,d}}', '/{a,b{c,d}}/*', 'e']],
  ['a}b,c', ['a}b', 'c']],
  ['a{b\rc', ['a{b', 'c']],
])('the input %j has the globs %j', (text, globs) => {
  expect(parseGlobs(text)).toEqual(globs)
})

test.each([
  ['src/', ['src/a', 'src/b/.c', 'src'], ['src-a', 'a/src/b']],
  ['/', ['/'], ['a', '/a']],
  ['*/.*', ['a/.b'], ['a/b']],
  ['app/(shop)/**', ['app/(shop)/a.ts'], ['app/shop/a.ts']],
  ['app/\\(shop\\)/**', ['app/(shop)/a.ts'], []],
  ['app/[id]/**', ['app/[id]/a.ts'], []],
  ['@(src|lib)/**', ['lib/a.ts'], []],
  ['SRC/**', [], ['src/a']],
])('the glob %j matches %j, and not %j', (glob, matching, others) => {
  expect([...matching, ...others].filter(createMatcher([glob]))).toEqual(matching)
})

test('a name that is too long for any file system is compared by its end', () => {
  const long = `src/${'-'.repeat(4_000)}x.ts`
  expect(createMatcher(['src/**/*-*-*.ts'])(long)).toBe(true)
  // Without the bound, this would take hours.
  expect(createMatcher(['**/*-*-*.ts'])('-'.repeat(20_000))).toBe(false)
})
