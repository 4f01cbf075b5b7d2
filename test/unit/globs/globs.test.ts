import fc from 'fast-check'
import picomatch from 'picomatch'
import { expect, test } from 'vitest'
import { createMatcher, isMatchable } from '../../../src/globs/create-matcher.ts'
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
  ['app/(shop)/**', ['app/(shop)/a.ts'], ['app/shop/a.ts']],
  ['app/\\(shop\\)/**', ['app/(shop)/a.ts'], []],
  ['app/[id]/**', ['app/[id]/a.ts'], []],
  ['SRC/**', [], ['src/a']],
])('the glob %j matches %j, and not %j', (glob, matching, others) => {
  expect([...matching, ...others].filter(createMatcher([glob]))).toEqual(matching)
})

test.each([
  ['*', ['a', '.a'], ['', 'a/b']],
  ['**/a/**/b/*.ts', ['a/b/c.ts', 'x/a/y/a/b/b/c.ts'], ['a/b/c/d.ts']],
  ['[a-c]x[!0-9]', ['ax-', 'cxx'], ['dx-', 'ax1']],
  ['{a,b{c,d}}/{x,}', ['a/x', 'bc/x', 'bd/x'], ['b/x', 'bcd/x']],
  ['{a}', ['{a}'], ['a']],
  ['\\*\\{a,b}', ['*{a,b}'], ['xa', '*a']],
  ['(a|b)', ['(a|b)'], ['a']],
])('by itself, the glob %j matches %j, and not %j', (glob, matching, others) => {
  expect([...matching, ...others].filter(createMatcher([glob]))).toEqual(matching)
})

test('globs match as those of picomatch do', () => {
  const part = fc.constantFrom(...'ab.-*?//', '**', '[ab]', '[^a]', '{a,b}', '{a/b,*b}')
  const glob = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-'), minLength: 1, maxLength: 4 })
  const path = fc
    .array(
      name.filter((each) => !/^\.\.?$/u.test(each)),
      { minLength: 1, maxLength: 4 },
    )
    .map((names) => names.join('/'))
  let matched = 0
  fc.assert(
    fc.property(glob.filter(isPlain), fc.array(path, { minLength: 9, maxLength: 9 }), (pattern, paths) => {
      const matches = picomatch(pattern, { dot: true, windows: false })
      const expected = paths.filter((each) => matches(each))
      matched += expected.length
      expect(paths.filter(createMatcher([pattern]))).toEqual(expected)
    }),
    { numRuns: 2000 },
  )
  expect(matched).toBeGreaterThan(200)
})

/** Where picomatch itself is odd. */
function isPlain(glob: string): boolean {
  return !/^\/|\/$|\/\/|\*\*[^/]|[^/]\*\*|(?:^|\/)\.\.?(?:\/|$)|\)[?*]|^\*\.\*$/u.test(glob)
}

test('a path of 4,000 characters takes no time, whatever the glob', () => {
  const glob = '**/*a*a*a*a*a*a*a*a*a*a*b'
  const matches = createMatcher([glob, '**/a/**/a/**/a/**/a/**/b', '{a,*}{a,*}{a,*}{a,*}b'])
  expect(isMatchable(glob)).toBe(true)
  for (const path of ['a'.repeat(4_000), 'a/'.repeat(2_000), '-'.repeat(20_000)]) expect(matches(path)).toBe(false)
  expect(createMatcher(['src/**/*-*-*.ts'])(`src/${'-'.repeat(4_000)}x.ts`)).toBe(true)
})

test.each(['!(a)', 'a+(b)', '*(a|b)', '?(a)', '@(a|b)', '{a,b}'.repeat(7), 'a'.repeat(1001)])(
  '%j is refused',
  (glob) => {
    expect(isMatchable(glob)).toBe(false)
  },
)

test.each(['\\!(a)', 'app/(shop)/**', '{a,b}'.repeat(6), `${'{a,b'.repeat(20)}${'}'.repeat(20)}`, 'a'.repeat(1000)])(
  '%j is matched',
  (glob) => {
    expect(isMatchable(glob)).toBe(true)
  },
)
